"""What an agent's module offers. A back-end is a module; there is nothing to subclass.

`agent/defaults.py` has the usual answer to many of these. docs/adding-an-agent.md shows how to write one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from entire.agent.entries import Entry
from entire.agent.events import Event
from entire.agent.on_disk import OnDisk
from entire.transcript.facts import Facts
from entire.transcript.layout import Layout, Record


class Reader(Protocol):
    """What it takes to show a stored conversation. `agent.unknown` has no more than this."""

    def layout(self) -> Layout:
        """How a transcript is laid out. Called often: return the same object each time."""

    def record_time(self, record: Record) -> float | None:
        """When a record was written, in seconds; None if it does not say."""

    def read_record(self, record: Record, facts: Facts) -> None:
        """Collect what a record says: prompts, files, tokens, subagents, the model."""

    def prompt_of(self, record: Record) -> str:
        """The prompt that a person typed, if the record holds one."""

    def entries_of(self, record: Record) -> list[Entry]:
        """What a record adds to the conversation as people read it."""

    def has_result(self, record: Record, tool_use_id: str) -> bool:
        """Whether a record holds the result of a tool call."""

    def current(self, records: list[Record]) -> list[Record]:
        """The records that make up the conversation now.

        In a log of updates that is the last version of each, in a tree the branch that was taken last.
        """


class Agent(Reader, Protocol):
    # Who it is

    @property
    def NAME(self) -> str:  # noqa: N802
        """As people type it: `claude-code`."""

    @property
    def TYPE(self) -> str:  # noqa: N802
        """As checkpoints name it: `Claude Code`."""

    @property
    def PROTECTED_DIRS(self) -> tuple[str, ...]:  # noqa: N802
        """Its own directories in a work tree, which rewind leaves alone."""

    def is_present(self, root: str) -> bool:
        """Whether the agent is used in this work tree."""

    def resume_command(self, session_id: str) -> str:
        """What to type to continue a session."""

    def start_command(self, prompt: str) -> list[str]:
        """What to run in a terminal to start a session with this prompt."""

    # Its hooks

    @property
    def CONFIG_FILE(self) -> str:  # noqa: N802
        """The repository file that holds its hooks."""

    @property
    def TRUST_HINT(self) -> str:  # noqa: N802
        """What to do once, in the client, before it runs hooks of a repository; empty if it runs them."""

    def install(self, root: str, *, force: bool = False) -> int:
        """Add our hooks to its configuration; return the number of entries added."""

    def uninstall(self, root: str) -> bool:
        """Remove our hooks; return whether there were any."""

    def installed(self, root: str) -> bool:
        """Whether our hooks are in its configuration."""

    def missing_hooks(self, root: str) -> list[str]:
        """Our hooks that are missing from its configuration, by the names that it uses for them now.

        Raises EntireError if the configuration cannot be read.
        """

    def is_foreign(self, payload: dict[str, Any]) -> bool:
        """Whether another agent made this call: some run the hooks that they find in each other's files.

        Such a call is dropped, so be sure: if the agent's own call is treated as foreign, it is lost.
        """

    def parse_event(self, verb: str, payload: dict[str, Any]) -> Event | None:
        """What a hook call means; None for one that needs nothing done. Raises EntireError for bad input."""

    def answer(self, event: Event | None, note: str) -> str:
        """What the hook prints. ``note``, usually empty: for the user or, with a prompt, for the model."""

    def has_edit_hooks(self, root: str) -> bool:
        """Whether hooks that are not ours run after the agent's edits, and may change the files again."""

    # Its transcripts

    def transcripts_dir(self) -> str:
        """The folder below which the agent keeps the transcripts of all projects."""

    def transcript_path(self, root: str, session_id: str) -> str:
        """Where the agent keeps a session's transcript, or would look for one that is restored."""

    def conversations(self, roots: Sequence[str]) -> Iterable[OnDisk]:
        """The conversations on this machine that began in one of these directories, or below."""

    def subagent_path(self, transcript_path: str, agent_id: str) -> str:
        """Where the agent keeps a subagent's transcript; empty if it keeps none."""

    def session_usage(self, transcript_path: str) -> tuple[int, int, int, int] | None:
        """The tokens of a session so far, if the agent counts them beside its transcript; None if not.

        Input without what came from the cache, cache writes, cache reads, output.
        """

    def prepare_transcript(self, session_id: str, path: str) -> None:
        """Bring the file up to date before it is read, if the agent keeps the session in another form.

        Hooks wait for it. It never fails: what cannot be brought up to date stays as it is.
        """

    def adopt_transcript(self, session_id: str, path: str) -> None:
        """We replaced the file: import it if the agent keeps the session in another form.

        Raises EntireError if that cannot be done.
        """

    # The records of a transcript

    def record_id(self, record: Record) -> str:
        """What identifies a record in its transcript; empty if nothing does."""
