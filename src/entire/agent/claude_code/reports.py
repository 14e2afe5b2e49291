"""What Claude Code's tools report: the content of files before and after an edit, and commands with times."""

from __future__ import annotations

from entire.agent import defaults
from entire.transcript.facts import Call, Command, Edit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from entire.transcript.facts import Facts

_MOST_TEXT = 100_000  # of a command, and of its output
# How the results of tools start that were not run.
_REJECTED = (
    "User rejected tool use",
    "The user doesn't want to",
    "Permission to use",
    "Claude requested permissions",
    "InputValidationError",
    "<tool_use_error>",
)


def note_call(block: dict[str, Any], path: str, facts: Facts, time: str) -> None:
    """Note a call of a tool that writes a file which it names."""
    facts.report(Call(defaults.text(block, "id"), path, given=block.get("input")), time)


def note_command(block: dict[str, Any], facts: Facts, time: str) -> None:
    """Note a call of a tool that can write files without naming them."""
    given = defaults.member(block, "input")
    texts = (value for value in given.values() if isinstance(value, str))
    text = defaults.text(given, "command") or "\n".join(texts)
    facts.report(Command(defaults.text(block, "id"), text[:_MOST_TEXT]), time)


def note_result(result: Any, blocks: list[dict[str, Any]], facts: Facts, time: str) -> None:
    """Note what a tool did."""
    report = result if isinstance(result, dict) else {}
    edit = _edit(report)
    if edit is not None:
        facts.report(edit, time)
    output = (
        result
        if isinstance(result, str)
        else defaults.text(report, "stdout") + defaults.text(report, "stderr")
    )
    for block in blocks:
        if block.get("type") == "tool_result" and not report.get("backgroundTaskId"):
            facts.command_ended(defaults.text(block, "tool_use_id"), time, output[:_MOST_TEXT])
        if block.get("type") == "tool_result" and block.get("is_error") is True and edit is None:
            answer = (output or defaults.text(block, "content")).removeprefix("Error: ")
            facts.call_failed(defaults.text(block, "tool_use_id"), rejected=answer.startswith(_REJECTED))


def _edit(report: dict[str, Any]) -> Edit | None:
    """The report of Read, Write, Edit and MultiEdit, if it is one."""
    file = report.get("file")
    if isinstance(file, dict):
        return _read(file)
    path = defaults.text(report, "filePath")
    if not path:
        return None
    original = report.get("originalFile", report.get("originalFileContents"))
    before = original if isinstance(original, str) else None
    knows = before is not None or report.get("type") == "create"
    edit = Edit(path, before, _after(report, before), knows_before=knows)
    edit.modified = report.get("userModified") is True
    return edit


def _read(file: dict[str, Any]) -> Edit | None:
    """A file that was read as a whole: so its content is known at that time."""
    path, content = defaults.text(file, "filePath"), file.get("content")
    whole = file.get("startLine") == 1 and file.get("numLines") == file.get("totalLines")
    return Edit(path, content, content) if path and whole and isinstance(content, str) else None


def _after(report: dict[str, Any], before: str | None) -> str | None:
    """The content after an edit; None if it cannot be computed."""
    content = report.get("content")
    if isinstance(content, str):
        return content
    edits = report.get("edits")
    if isinstance(edits, list):
        keys = ("old_string", "new_string", "replace_all")
        changes = [tuple(edit.get(key) for key in keys) for edit in edits if isinstance(edit, dict)]
    else:
        changes = [(report.get("oldString"), report.get("newString"), report.get("replaceAll"))]
    for old, new, everywhere in changes:
        if not (isinstance(old, str) and isinstance(new, str)):
            return None
        if not old and not before:
            before = new
        elif before is None or not old or old not in before:
            return None
        else:
            before = before.replace(old, new) if everywhere else before.replace(old, new, 1)
    return before if changes else None
