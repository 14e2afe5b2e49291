"""The messages of an OpenCode session: prompts, files, tokens, subagents, the model.

Each is `{"info": {…}, "parts": [{…}]}`, as the client's own export has it. A tool's call and its result are
one part. One line, `{"session": {…}}`, describes the session. Messages of version 2 are read by `newer`.
"""

from __future__ import annotations

from entire.agent import calls, patch
from entire.agent.defaults import Tools, first_text, member, number, text, tool_use
from entire.agent.events import ToolUse, Use
from entire.agent.opencode.newer import as_older
from entire.agent.opencode.prompts import unquoted
from entire.core.paths import valid_tool_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from entire.transcript.facts import Facts

_PATH = ("filePath", "path")  # the second in newer versions
TOOLS = Tools(
    writes=dict.fromkeys(("write", "edit", "multiedit"), _PATH),
    harmless=frozenset(
        {
            *("read", "glob", "grep", "list", "ls", "webfetch", "websearch", "codesearch", "lsp", "skill"),
            *("todowrite", "todoread", "question", "plan_enter", "plan_exit", "invalid", "task", "subagent"),
        }
    ),
)
PATCHES = ("apply_patch", "patch")
SUBAGENTS = ("task", "subagent")
_DONE = ("completed", "error")
_MOST_FILES = 10_000  # of one patch


def record_id(record: dict[str, Any]) -> str:
    record = as_older(record)
    return text(member(record, "info"), "id") if "parts" in record else ""


def record_time(record: dict[str, Any]) -> float | None:
    record = as_older(record)
    time = member(member(record, "info"), "time")
    moment = (number(time, "completed") or number(time, "created")) if "parts" in record else 0
    return moment / 1000 if moment else None


def parts_of(record: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    parts = record.get("parts")
    found = parts if isinstance(parts, list) else []
    return [part for part in found if isinstance(part, dict) and part.get("type") == kind]


def prompt_of(record: dict[str, Any]) -> str:
    """What a person typed; not what the client says in the user's name."""
    record = as_older(record)
    if member(record, "info").get("role") != "user":
        return ""
    typed = (
        part for part in parts_of(record, "text") if not part.get("synthetic") and not part.get("ignored")
    )
    return unquoted("\n".join(text(part, "text") for part in typed)).strip()


def has_result(record: dict[str, Any], tool_use_id: str) -> bool:
    found = (part for part in parts_of(as_older(record), "tool") if text(part, "callID") == tool_use_id)
    return any(text(member(part, "state"), "status") in _DONE for part in found)


def use_of(name: str, given: dict[str, Any], result: dict[str, Any]) -> ToolUse:
    """What a call does to files; ``result`` is what the tool noted about it."""
    if name not in PATCHES:
        return tool_use(TOOLS, name, given)
    changed = result.get("files")
    files = (
        [file for file in changed[:_MOST_FILES] if isinstance(file, dict)]
        if isinstance(changed, list)
        else []
    )
    named = [path for file in files for key in ("filePath", "movePath") if (path := text(file, key))]
    return ToolUse(Use.WRITES, tuple(named or patch.paths(text(given, "patchText") or text(given, "patch"))))


def read_record(record: dict[str, Any], facts: Facts) -> None:
    record = as_older(record)
    if prompt := prompt_of(record):
        facts.prompts.append(prompt)
    info = member(record, "info")
    if info.get("role") != "assistant":
        return
    facts.model = text(info, "modelID")[:200] or facts.model
    for part in parts_of(record, "tool"):
        _read_tool(part, facts)
    steps = parts_of(record, "step-finish")
    answers = steps if len(steps) > 1 else [info]
    for count, answer in enumerate(answers):
        used = _used(member(answer, "tokens"))
        if any(used):
            facts.usage.count(f"{text(info, 'id')}.{count}", used)


def _used(tokens: dict[str, Any]) -> tuple[int, int, int, int]:
    cache = member(tokens, "cache")
    output = number(tokens, "output") + number(tokens, "reasoning")
    return number(tokens, "input"), number(cache, "write"), number(cache, "read"), output


def _read_tool(part: dict[str, Any], facts: Facts) -> None:
    state, name, call = member(part, "state"), text(part, "tool"), text(part, "callID")
    given, result, time = member(state, "input"), member(state, "metadata"), member(state, "time")
    whole = given.get("content") if name == "write" else None
    calls.note_call(
        use_of(name, given, result),
        call,
        given,
        facts,
        _moment(number(time, "start")),
        whole if isinstance(whole, str) else None,
    )
    status = text(state, "status")
    if status in _DONE:
        output = text(state, "output") or text(state, "error")
        calls.note_result(call, output, facts, _moment(number(time, "end")), failed=status == "error")
    child = first_text(result, "sessionId", "sessionID")
    if name in SUBAGENTS and valid_tool_id(child) and child not in facts.subagents:
        facts.subagents.append(child)


def _moment(milliseconds: int) -> str:
    from entire.core import clock

    return clock.rfc3339_ms(milliseconds) if milliseconds else ""
