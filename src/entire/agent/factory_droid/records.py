"""The records of a Droid transcript: prompts, files, commands. Unknown kinds are skipped.

Hook runs are in it as messages for the user only, and what the client adds for the model as messages for the
model only.
"""

from __future__ import annotations

from entire.agent import calls
from entire.agent.defaults import Tools, member, text, tool_use
from entire.agent.events import ToolUse, Use

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from entire.transcript.facts import Facts

_PATH = ("file_path", "notebook_path")
TOOLS = Tools(
    writes=dict.fromkeys(("Create", "Edit", "MultiEdit", "Write", "NotebookEdit"), _PATH),
    harmless=frozenset(
        {
            *("Read", "LS", "Grep", "Glob", "FetchUrl", "WebSearch", "ToolSearch", "Skill", "TodoWrite"),
            *("Task", "TaskOutput", "TaskStop", "ExitSpecMode", "AskUser"),
        }
    ),
)
_PATCH = "ApplyPatch"
_REMINDER = "<system-reminder>"


def read_record(record: dict[str, Any], facts: Facts) -> None:
    message, time = message_of(record), text(record, "timestamp")
    if prompt := prompt_of(record):
        facts.prompts.append(prompt)
    if message.get("role") == "assistant":
        facts.model = text(message, "modelId")[:200] or facts.model
        facts.usage.called()  # how much it used is beside the transcript
        for block in blocks_of(message, "tool_use"):
            name, given = text(block, "name"), block.get("input")
            content = member(block, "input").get("content") if name == "Create" else None
            whole = content if isinstance(content, str) else None
            calls.note_call(use_of(name, given), text(block, "id"), given, facts, time, whole)
    for block in blocks_of(message, "tool_result"):
        call_id, failed = text(block, "tool_use_id"), block.get("is_error") is True
        calls.note_result(call_id, text(block, "content"), facts, time, failed=failed)


def prompt_of(record: dict[str, Any]) -> str:
    """What a person typed: the last text that the client did not add."""
    message = message_of(record)
    if message.get("role") != "user" or message.get("visibility"):
        return ""
    texts = [text(block, "text").strip() for block in blocks_of(message, "text")]
    return next((one for one in reversed(texts) if one and not one.startswith(_REMINDER)), "")


def has_result(record: dict[str, Any], tool_use_id: str) -> bool:
    results = blocks_of(message_of(record), "tool_result")
    return any(block.get("tool_use_id") == tool_use_id for block in results)


def message_of(record: dict[str, Any]) -> dict[str, Any]:
    return member(record, "message") if record.get("type") == "message" else {}


def blocks_of(message: dict[str, Any], kind: str = "") -> list[dict[str, Any]]:
    content = message.get("content")
    blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
    found = [block for block in blocks if isinstance(block, dict)] if isinstance(blocks, list) else []
    return [block for block in found if not kind or block.get("type") == kind]


def use_of(name: str, given: Any) -> ToolUse:
    """What a call does to files."""
    if name != _PATCH:
        return tool_use(TOOLS, name, given)
    from entire.agent import patch

    arguments = given if isinstance(given, dict) else {"input": given}
    return ToolUse(Use.WRITES, tuple(patch.paths(text(arguments, "input") or text(arguments, "patch"))))
