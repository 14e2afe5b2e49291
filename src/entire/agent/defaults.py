"""What agents share: what a module gets by plain assignment, and helpers for payloads and tools.

    from entire.agent import defaults
    subagent_path = defaults.subagent_path

Hooks load this module, so it imports what it needs when it is called. As a whole it also stands in for an
agent that we do not know: its transcript is kept, but not understood.
"""

from __future__ import annotations

import os

from entire.agent.events import Kind, ToolUse, Use
from entire.core.errors import EntireError
from entire.core.paths import nameable
from entire.core.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from entire.agent.entries import Entry
    from entire.agent.events import Event
    from entire.agent.on_disk import OnDisk
    from entire.transcript.facts import Facts
    from entire.transcript.layout import Layout, Record

_LONGEST_PATH = 4096
_LARGEST_NUMBER = 2**53 - 1  # what JavaScript can count to

# Hooks

_OTHERS_KEYS = (
    "cursor_version",
    "conversation_id",
    "workspace_roots",
    "sessionId",
    "hookEventName",
    "turn_id",
    "entire_plugin",
)
_FOLDERS = (
    "/.claude/",
    "/.cursor/",
    "/.factory/",
    "/.qwen/",
    "/.gemini/",
    "/.codex/",
    "/.copilot/",
    "/.grok/",
)

TRUST_HINT = ""  # the agent runs a repository's hooks without being asked


def is_foreign(payload: dict[str, Any]) -> bool:
    """No other agent runs this agent's hooks."""
    return False


def is_of_another(
    payload: dict[str, Any],
    folder: str,
    transcripts_dir: str,
    own_keys: Sequence[str] = (),
    *,
    has_time: bool = False,
) -> bool:
    """Whether a call has what only other agents' calls have, or names a transcript in one's folder.

    ``folder`` is the agent's own, as `/.qwen/`. ``own_keys`` are those of `_OTHERS_KEYS` that its calls have
    too. ``has_time``: its calls have a time, and always a transcript.
    """
    if any(key in payload for key in _OTHERS_KEYS if key not in own_keys):
        return True
    path = text(payload, "transcript_path")
    if folder in path or path.startswith(os.path.join(transcripts_dir, "")):
        return False
    if "timestamp" in payload and not (has_time and "transcript_path" in payload):
        return True
    return any(other in path for other in _FOLDERS)


def answer(event: Event | None, note: str) -> str:
    """The agent shows nothing of what a hook prints."""
    return ""


def json_answer(event: Event | None, note: str) -> str:
    """As Claude Code takes it, and those that follow it: people see a note, the model one with a prompt."""
    if not note:
        return ""
    from entire.core import json_text

    if event is not None and event.kind == Kind.TURN_START:
        context = {"hookEventName": "UserPromptSubmit", "additionalContext": note}
        return json_text.encode_line({"hookSpecificOutput": context}) + "\n"
    return json_text.encode_line({"systemMessage": note}) + "\n"


class LateHooks:
    """Our hooks in an agent's configuration, by a module that is imported when it is used."""

    def __init__(self, module: str) -> None:
        self._module = module

    def _load(self) -> Any:
        return __import__(self._module, fromlist=["install"])

    def install(self, root: str, *, force: bool = False) -> int:
        return int(self._load().install(root, force=force))

    def uninstall(self, root: str) -> bool:
        return bool(self._load().uninstall(root))

    def installed(self, root: str) -> bool:
        return bool(self._load().installed(root))

    def missing_hooks(self, root: str) -> list[str]:
        return list(self._load().missing_hooks(root))


def start_command(program: str, prompt: str) -> list[str]:
    """For a client that takes the prompt as its argument."""
    return [program, "--", prompt] if prompt.startswith("-") else [program, prompt]


def new_session_id() -> str:
    """A UUID of version 4: some clients know no others."""
    import uuid

    return str(uuid.uuid4())


def has_edit_hooks(root: str) -> bool:
    """The agent runs no hooks after its edits."""
    return False


# Transcripts


def layout() -> Layout:
    """One record a line."""
    from entire.transcript import lines

    module: Layout = lines
    return module


def conversations(roots: Sequence[str]) -> Iterable[OnDisk]:
    """Nothing is known of what the agent has on this machine."""
    return ()


def prepare_transcript(session_id: str, path: str) -> None:
    """The agent writes the file itself."""


def adopt_transcript(session_id: str, path: str) -> None:
    """The agent reads the file itself."""


def session_usage(transcript_path: str) -> tuple[int, int, int, int] | None:
    """The transcript has the tokens, or nothing has."""
    return None


def subagent_path(transcript_path: str, agent_id: str) -> str:
    """The agent has no subagents, or keeps no transcripts of theirs."""
    return ""


# Records


def record_id(record: Record) -> str:
    """Under `id`."""
    return text(record, "id")


def record_uuid(record: Record) -> str:
    """Under `uuid`."""
    return text(record, "uuid")


def record_time(record: Record) -> float | None:
    """Under `timestamp`, as ISO 8601."""
    from entire.core import clock

    return clock.timestamp(text(record, "timestamp"))


def read_record(record: Record, facts: Facts) -> None:
    """Nothing is known of the records."""


def prompt_of(record: Record) -> str:
    """Nothing is known of the records."""
    return ""


def entries_of(record: Record) -> list[Entry]:
    """Nothing is known of the records."""
    return []


def has_result(record: Record, tool_use_id: str) -> bool:
    """Results of tools look like other records: a rewind to a subagent's step ends before them."""
    return False


def current(records: list[Record]) -> list[Record]:
    """Records are never replaced."""
    return records


# Tools


class Tools(Value):
    """What an agent's tools do to files. A tool that is not named here runs commands, or may as well."""

    writes: Mapping[str, tuple[str, ...]]  # by name the arguments that can hold the path of what it writes
    harmless: frozenset[str]  # those that write nothing


def tool_use(tools: Tools, name: str, given: Any) -> ToolUse:
    """One call of a tool, by what is known of the agent's tools."""
    arguments = given if isinstance(given, dict) else {}
    if name in tools.writes:
        path = next(filter(None, (text(arguments, key) for key in tools.writes[name])), "")
        return ToolUse(Use.WRITES, (path,) if path else ())
    if name in tools.harmless:
        return ToolUse(Use.OTHER)
    return ToolUse(Use.RUNS)


def note_use(use: ToolUse, facts: Facts) -> None:
    """Record what a tool call in the transcript says about files."""
    facts.ran_commands |= use.kind == Use.RUNS
    for path in use.paths:
        facts.touch(path)


# Payloads. They come from outside: anything can be anywhere in them (I6).


def text(payload: Mapping[str, Any], key: str) -> str:
    value = payload.get(key)
    return value if isinstance(value, str) else ""


def first_text(payload: Mapping[str, Any], *keys: str) -> str:
    """The first that is there and not empty: some agents have two spellings."""
    return next(filter(None, (text(payload, key) for key in keys)), "")


def number(payload: Mapping[str, Any], key: str) -> int:
    """A count, such as of tokens; 0 if it is missing."""
    value = payload.get(key)
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _LARGEST_NUMBER:
        return value
    return 0


def member(payload: Mapping[str, Any], key: str) -> dict[str, Any]:
    """A JSON object within another; empty if it is missing."""
    value = payload.get(key)
    return value if isinstance(value, dict) else {}


def path(payload: Mapping[str, Any], key: str) -> str:
    """An absolute path, or the empty string. Raises EntireError for anything else."""
    found = text(payload, key)
    if not found:
        return ""
    usable = os.path.isabs(found) and nameable(found) and "\n" not in found
    if len(found) > _LONGEST_PATH or not usable:
        raise EntireError(f"not a usable path in the hook's input: {found[:80]!r}")
    return found
