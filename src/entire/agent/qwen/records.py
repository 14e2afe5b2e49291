"""The records of a Qwen Code transcript: prompts, files, tokens, subagents. Unknown kinds are skipped."""

from __future__ import annotations

from entire.agent import defaults
from entire.agent.defaults import Tools, note_use, tool_use
from entire.agent.events import Use
from entire.core.paths import valid_tool_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from entire.transcript.facts import Facts

_PATH = ("file_path", "notebook_path")
SUBAGENTS = ("agent", "task")  # `task` in older versions
TOOLS = Tools(
    writes=dict.fromkeys(("write_file", "edit", "replace", "notebook_edit"), _PATH),
    harmless=frozenset(
        {
            *("read_file", "read_many_files", "list_directory", "glob", "grep_search", "lsp", "zoom_image"),
            *("web_fetch", "web_search", "read_mcp_resource", "tool_search", "skill", "save_memory"),
            *("todo_write", "ask_user_question", "enter_plan_mode", "exit_plan_mode", *SUBAGENTS),
            *("task_create", "task_update", "task_list", "task_stop", "list_agents", "send_message"),
            *("cron_create", "cron_list", "cron_delete", "loop_wakeup", "get_goal", "update_goal"),
            *("structured_output", "report_findings"),
        }
    ),
)
_TYPED = ("", "mid_turn_user_message")  # subtypes of what a person typed; the second while the agent worked
_CONTEXT = "<qwen:user-prompt-submit-context>"
_MOST_TEXT = 100_000  # of a command, and of its output
record_id = defaults.record_uuid


def read_record(record: dict[str, Any], facts: Facts) -> None:
    if record.get("forkedFrom"):
        return  # of the session that this one was branched from
    prompt = prompt_of(record)
    if prompt:
        facts.prompts.append(prompt)
    kind, time = record.get("type"), defaults.text(record, "timestamp")
    if kind == "assistant":
        _read_answer(record, facts, time)
    elif kind == "tool_result":
        _read_result(record, facts, time)


def prompt_of(record: dict[str, Any]) -> str:
    """What a person typed; not results of tools, notifications, nor what hooks add."""
    typed = record.get("type") == "user" and defaults.text(record, "subtype") in _TYPED
    by_person = defaults.text(record, "provenance") in ("", "real_user")
    if not typed or not by_person or record.get("isSidechain"):
        return ""
    shown = defaults.text(defaults.member(record, "systemPayload"), "displayText")
    return (shown or texts_of(record)).strip()


def texts_of(record: dict[str, Any]) -> str:
    """What a record says, without thoughts and what is for the model only."""
    texts = (defaults.text(part, "text") for part in parts_of(record) if not part.get("thought"))
    return "\n\n".join(text for text in texts if text.strip() and not text.lstrip().startswith(_CONTEXT))


def parts_of(record: dict[str, Any]) -> list[dict[str, Any]]:
    parts = defaults.member(record, "message").get("parts")
    return [part for part in parts if isinstance(part, dict)] if isinstance(parts, list) else []


def calls_of(record: dict[str, Any]) -> Iterator[dict[str, Any]]:
    calls = (part.get("functionCall") for part in parts_of(record))
    return (call for call in calls if isinstance(call, dict))


def has_result(record: dict[str, Any], tool_use_id: str) -> bool:
    if record.get("type") != "tool_result":
        return False
    return defaults.text(defaults.member(record, "toolCallResult"), "callId") == tool_use_id


def current(records: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Without what was taken back: then the next record continues at an earlier one."""
    kept: list[dict[str, Any]] = []
    for record in records:
        if record.get("subtype") == "rewind" and record.get("type") == "system":
            parent = defaults.text(record, "parentUuid")
            ids = [record_id(one) for one in kept]
            kept = kept[: ids.index(parent) + 1] if parent in ids else []
        else:
            kept.append(record)
    return kept


def _read_answer(record: dict[str, Any], facts: Facts, time: str) -> None:
    from entire.transcript.facts import Call, Command

    facts.model = defaults.text(record, "model")[:200] or facts.model
    for call in calls_of(record):
        id, name, given = (
            defaults.text(call, "id"),
            defaults.text(call, "name"),
            defaults.member(call, "args"),
        )
        use = tool_use(TOOLS, name, given)
        note_use(use, facts)
        if use.kind == Use.RUNS:
            texts = (value for value in given.values() if isinstance(value, str))
            text = defaults.text(given, "command") or "\n".join(texts)
            facts.report(Command(id, text[:_MOST_TEXT]), time)
        for path in use.paths:
            facts.report(Call(id, path, given=given), time)
        if name in SUBAGENTS:
            _mention(f"{defaults.text(given, 'subagent_type')}-{id}", facts)
    usage = defaults.member(record, "usageMetadata")
    if usage:
        facts.usage.count(record_id(record), _used(usage))


def _mention(agent_id: str, facts: Facts) -> None:
    if valid_tool_id(agent_id) and agent_id not in facts.subagents:
        facts.subagents.append(agent_id)


def _used(usage: dict[str, Any]) -> tuple[int, int, int, int]:
    """The input is counted with what came from the cache. Thoughts are in the output already, or not."""
    keys = ("promptTokenCount", "cachedContentTokenCount", "candidatesTokenCount", "thoughtsTokenCount")
    asked, cached, said, thought = (defaults.number(usage, key) for key in keys)
    apart = defaults.number(usage, "totalTokenCount") == asked + said + thought
    return max(0, asked - cached), 0, cached, said + thought if apart else said


def _read_result(record: dict[str, Any], facts: Facts, time: str) -> None:
    from entire.agent import file_diff

    result = defaults.member(record, "toolCallResult")
    id, display, status = defaults.text(result, "callId"), result.get("resultDisplay"), result.get("status")
    edit = file_diff.edit_of(display, "")
    if edit is not None and edit.path:
        facts.report(edit, time)
    facts.command_ended(id, time, _output(record)[:_MOST_TEXT])
    if status in ("error", "cancelled"):
        facts.call_failed(id, rejected=status == "cancelled")


def _output(record: dict[str, Any]) -> str:
    for part in parts_of(record):
        response = defaults.member(defaults.member(part, "functionResponse"), "response")
        if response:
            return defaults.text(response, "output") or defaults.text(response, "error")
    return ""
