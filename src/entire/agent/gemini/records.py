"""The records of a Gemini CLI transcript: prompts, files, tokens, subagents. Unknown kinds are skipped.

It is a log of updates: a later record replaces an earlier one with the same id. So an answer comes once as
the model gave it, and again with what its tools did. `{"$set": …}` changes the session's own data; the
messages in it repeat what was said, or leave it out because the context was compressed, so nobody reads them
here. `{"$rewindTo": id}` takes that record back, and all after it. Older versions wrote one JSON document
with the same records.
"""

from __future__ import annotations

from entire.agent import defaults
from entire.agent.defaults import Tools, note_use, tool_use
from entire.agent.events import ToolUse, Use
from entire.agent.gemini.payload import NOT_TYPED, SUBAGENT, call_id
from entire.core.paths import valid_tool_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from entire.transcript.facts import Facts

_PATH = ("file_path", "path", "filename")
TOOLS = Tools(
    writes=dict.fromkeys(("write_file", "replace", "edit", "edit_file", "save_file"), _PATH),
    harmless=frozenset(
        {
            *("read_file", "read_many_files", "list_directory", "glob", "grep_search", "search_file_content"),
            *(
                "google_web_search",
                "web_fetch",
                "read_mcp_resource",
                "list_mcp_resources",
                "get_internal_docs",
            ),
            *("write_todos", "save_memory", "ask_user", "activate_skill", "update_topic"),
            *("enter_plan_mode", "exit_plan_mode", SUBAGENT, "complete_task"),
            *("tracker_create_task", "tracker_update_task", "tracker_get_task", "tracker_list_tasks"),
            *("tracker_add_dependency", "tracker_visualize"),
        }
    ),
)
_CONTEXT = ("<session_context>", "<hook_context>", "<state_snapshot>")
_RECENT_REPORTS = 64
_MOST_TEXT = 100_000  # of a command, and of its output


def read_record(record: dict[str, Any], facts: Facts) -> None:
    prompt = prompt_of(record)
    if prompt:
        facts.prompts.append(prompt)
    if record.get("type") != "gemini":
        return
    facts.model = defaults.text(record, "model")[:200] or facts.model
    for call in calls_of(record):
        _read_call(call, facts, defaults.text(record, "timestamp"))
    tokens = defaults.member(record, "tokens")
    if tokens:
        facts.usage.count(defaults.record_id(record), _used(tokens))


def _used(tokens: dict[str, Any]) -> tuple[int, int, int, int]:
    """The input is counted with what came from the cache, the output without thoughts."""
    cached = defaults.number(tokens, "cached")
    fresh = max(0, defaults.number(tokens, "input") - cached) + defaults.number(tokens, "tool")
    return fresh, 0, cached, defaults.number(tokens, "output") + defaults.number(tokens, "thoughts")


def prompt_of(record: dict[str, Any]) -> str:
    """What a person typed; not results of tools, nor what the client adds."""
    if record.get("type") != "user":
        return ""
    shown = "\n\n".join(_texts(record.get("displayContent")))
    text = (shown or "\n\n".join(_texts(record.get("content")))).strip()
    return "" if text.startswith(NOT_TYPED) else text


def texts_of(record: dict[str, Any]) -> str:
    """What a record says."""
    return "\n\n".join(_texts(record.get("content"))).strip()


def _texts(content: Any) -> Iterator[str]:
    """Texts, without thoughts and what is for the model only."""
    for part in content if isinstance(content, list) else [content]:
        text = defaults.text(part, "text") if isinstance(part, dict) and not part.get("thought") else part
        if isinstance(text, str) and text.strip() and not text.lstrip().startswith(_CONTEXT):
            yield text


def calls_of(record: dict[str, Any]) -> list[dict[str, Any]]:
    calls = record.get("toolCalls")
    return [call for call in calls if isinstance(call, dict)] if isinstance(calls, list) else []


def has_result(record: dict[str, Any], tool_use_id: str) -> bool:
    return any(
        call_id(defaults.text(call, "name"), defaults.member(call, "args")) == tool_use_id
        for call in calls_of(record)
        if call.get("result") is not None
    )


def current(records: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The last version of each record, where the first one was, without those that were taken back."""
    kept: dict[Any, dict[str, Any]] = {}
    for number, record in enumerate(records):
        back = record.get("$rewindTo")
        if isinstance(back, str):
            ids = list(kept)
            for key in ids[ids.index(back) if back in kept else 0 :]:
                del kept[key]
        else:
            kept[defaults.record_id(record) or number] = record
    return list(kept.values())


def _read_call(call: dict[str, Any], facts: Facts, time: str) -> None:
    """A call comes with its result; again if another call of the same answer was added."""
    agent_id = defaults.text(call, "agentId")
    if valid_tool_id(agent_id) and agent_id not in facts.subagents:
        facts.subagents.append(agent_id)
    use = tool_use(TOOLS, defaults.text(call, "name"), call.get("args"))
    if use.kind == Use.OTHER:
        return
    done = call.get("status") == "success"
    if use.kind == Use.RUNS:
        note_use(use, facts)
    elif done:  # others wrote nothing
        note_use(ToolUse(Use.WRITES, _resolved(call, use.paths)), facts)
    _report(call, use, facts, time, done=done)


def _resolved(call: dict[str, Any], paths: tuple[str, ...]) -> tuple[str, ...]:
    """The path as the client resolved it, which may have started below the work tree's top."""
    from entire.agent import file_diff

    found = file_diff.path_of(call.get("resultDisplay"))
    return (found,) if found else paths


def _report(call: dict[str, Any], use: ToolUse, facts: Facts, time: str, *, done: bool) -> None:
    from entire.agent import file_diff
    from entire.transcript.facts import Call, Command

    id, end = defaults.text(call, "id"), defaults.text(call, "timestamp") or time
    if any(getattr(one, "id", None) == id for one in facts.reports[-_RECENT_REPORTS:]):
        return
    if use.kind == Use.RUNS:
        given = defaults.member(call, "args")
        text = defaults.text(given, "command") or "\n".join(v for v in given.values() if isinstance(v, str))
        facts.report(Command(id, text[:_MOST_TEXT]), time)
        facts.command_ended(id, end, _output(call)[:_MOST_TEXT])
    for path in _resolved(call, use.paths) if use.paths else ():
        facts.report(Call(id, path, given=call.get("args")), time)
        edit = file_diff.edit_of(call.get("resultDisplay"), path) if done else None
        if edit is not None:
            facts.report(edit, end)
    if not done:
        facts.call_failed(id, rejected=call.get("status") == "cancelled")


def _output(call: dict[str, Any]) -> str:
    results = call.get("result")
    for part in results if isinstance(results, list) else []:
        if isinstance(part, dict):
            response = defaults.member(defaults.member(part, "functionResponse"), "response")
            return defaults.text(response, "output") or defaults.text(response, "error")
    return ""
