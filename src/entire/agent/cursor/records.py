"""The records of a Cursor transcript: prompts, files, commands; no ids, times, tokens or results."""

from __future__ import annotations

from entire.agent import calls
from entire.agent.defaults import Tools, member, text, tool_use
from entire.agent.events import ToolUse, Use

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from entire.transcript.facts import Facts

_PATH = ("path", "file_path", "filePath", "target_file", "target_notebook")
TOOLS = Tools(
    writes=dict.fromkeys(("Write", "StrReplace", "Delete", "EditNotebook"), _PATH),
    harmless=frozenset(
        {
            *("Read", "Grep", "Glob", "LS", "SemanticSearch", "ReadLints", "WebSearch", "WebFetch"),
            *("TodoWrite", "Task", "AskQuestion", "SwitchMode"),
        }
    ),
)
_PATCH = "ApplyPatch"
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def read_record(record: dict[str, Any], facts: Facts) -> None:
    if prompt := prompt_of(record):
        facts.prompts.append(prompt)
    if record.get("role") != "assistant":
        return
    for block in blocks_of(record):
        if block.get("type") == "tool_use":
            use = use_of(text(block, "name"), block.get("input"))
            calls.note_call(use, "", block.get("input"), facts, "")


def prompt_of(record: dict[str, Any]) -> str:
    """What a person typed, without what Cursor writes around it."""
    if record.get("role") != "user":
        return ""
    content = "\n\n".join(text(block, "text") for block in blocks_of(record) if block.get("type") == "text")
    query, closed, _ = content.partition("<user_query>")[2].rpartition("</user_query>")
    return query.strip() if closed else _without_time(content).strip()


def blocks_of(record: dict[str, Any]) -> list[dict[str, Any]]:
    content = member(record, "message").get("content")
    blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
    return [block for block in blocks if isinstance(block, dict)] if isinstance(blocks, list) else []


def use_of(name: str, given: Any) -> ToolUse:
    """What a call does to files."""
    if name != _PATCH:
        return tool_use(TOOLS, name, given)
    from entire.agent import patch

    arguments = given if isinstance(given, dict) else {"patch": given}
    return ToolUse(Use.WRITES, tuple(patch.paths(text(arguments, "patch") or text(arguments, "input"))))


def record_time(record: dict[str, Any]) -> float | None:
    """Prompts say when they were typed, to the minute, as the machine's clock had it."""
    texts = (text(block, "text") for block in blocks_of(record) if record.get("role") == "user")
    inside, closed, _ = "\n".join(texts).partition("<timestamp>")[2].partition("</timestamp>")
    words = inside.replace(",", " ").replace(":", " ").split()
    return _moment(words) if closed and len(words) in (6, 7) else None


def _moment(words: list[str]) -> float | None:
    """`Thursday Aug 20 2026 10 00 AM`"""
    import time

    _, month, day, year, hour, minute, *half = words
    numbers = (day, year, hour, minute)
    if month[:3] not in _MONTHS or not all(one.isascii() and one.isdigit() for one in numbers):
        return None
    hours = int(hour) % 12 + 12 * (half == ["PM"]) if half else int(hour)
    try:
        return time.mktime(
            (int(year), _MONTHS.index(month[:3]) + 1, int(day), hours, int(minute), 0, 0, 0, -1)
        )
    except (OverflowError, ValueError):
        return None


def _without_time(content: str) -> str:
    inside, closed, rest = content.partition("</timestamp>")
    return rest if closed and inside.lstrip().startswith("<timestamp>") else content
