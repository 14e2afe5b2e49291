"""What an agent's module offers. A back-end is a module; there is nothing to subclass."""

from __future__ import annotations

from typing import Any, Protocol

from entire.agent.entries import Entry
from entire.agent.events import Event
from entire.transcript.facts import Facts


class Agent(Protocol):
    @property
    def NAME(self) -> str:  # noqa: N802
        """As people type it: `claude-code`."""

    @property
    def TYPE(self) -> str:  # noqa: N802
        """As checkpoints name it: `Claude Code`."""

    @property
    def CONFIG_FILE(self) -> str:  # noqa: N802
        """The repository file that holds its hooks."""

    @property
    def PROTECTED_DIRS(self) -> tuple[str, ...]:  # noqa: N802
        """Directories of its own in a work tree, which rewind leaves alone."""

    def is_present(self, root: str) -> bool:
        """Whether the agent is used in this work tree, as far as one can see."""

    def install(self, root: str, *, force: bool = False) -> int:
        """Put our hooks into its configuration; the number of entries added."""

    def uninstall(self, root: str) -> bool:
        """Take our hooks out again; whether there were any."""

    def installed(self, root: str) -> bool:
        """Whether our hooks are in its configuration."""

    def missing_hooks(self, root: str) -> list[str]:
        """Of our hooks those that its configuration lacks, also under the names that it has for them now.

        Raises EntireError if the configuration cannot be read.
        """

    def parse_event(self, verb: str, payload: dict[str, Any]) -> Event | None:
        """What a hook call means; None for one that needs nothing done. Raises EntireError for bad input."""

    def read_record(self, record: dict[str, Any], facts: Facts) -> None:
        """Collect what one transcript record tells."""

    def prompt_of(self, record: dict[str, Any]) -> str:
        """The human prompt that a record holds, empty if none."""

    def entries_of(self, record: dict[str, Any]) -> list[Entry]:
        """What a record adds to the conversation as people read it."""

    def transcripts_dir(self) -> str:
        """The folder below which the agent keeps the transcripts of all projects."""

    def transcript_path(self, root: str, session_id: str) -> str:
        """Where the agent keeps a session's transcript."""

    def subagent_path(self, transcript_path: str, agent_id: str) -> str:
        """Where the agent keeps a subagent's transcript."""

    def resume_command(self, session_id: str) -> str:
        """What to type to go on with a session."""
