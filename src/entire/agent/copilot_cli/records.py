"""The records of a Copilot CLI transcript: prompts, files, tokens, commands. Unknown kinds are skipped.

Each is `{"type", "data", "id", "timestamp", "parentId"}`. Subagents write into the same file: their records
have an `agentId`.
"""

from __future__ import annotations

from entire.agent import calls
from entire.agent.defaults import Tools, member, number, text, tool_use
from entire.agent.events import ToolUse, Use

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from entire.transcript.facts import Facts

TOOLS = Tools(
    writes=dict.fromkeys(("create", "edit", "str_replace", "insert", "str_replace_editor"), ("path",)),
    harmless=frozenset(
        {
            *("view", "grep", "glob", "rg", "skill", "sql", "session_store_sql", "web_fetch", "web_search"),
            *("task", "read_agent", "list_agents", "write_agent", "read_bash", "list_bash", "stop_bash"),
            *("report_intent", "update_todo", "ask_user", "fetch_copilot_cli_documentation"),
        }
    ),
)
_PATCH = "apply_patch"
_SHUTDOWN = "session.shutdown"


def read_record(record: dict[str, Any], facts: Facts) -> None:
    kind, data = text(record, "type"), member(record, "data")
    if prompt := prompt_of(record):
        facts.prompts.append(prompt)
    if kind == "tool.execution_start":
        _read_call(data, facts, text(record, "timestamp"))
    elif kind == "tool.execution_complete":
        _read_result(data, facts, text(record, "timestamp"))
    elif kind == "session.usage_record":
        _read_usage(member(data, "usage"), text(record, "id"), facts)
    elif kind == "session.compaction_complete":
        used = member(data, "compactionTokensUsed")
        if used:
            facts.usage.count(text(record, "id"), _numbers(used), model=text(used, "model")[:200] or None)
    elif kind == "assistant.message" and not record.get("agentId"):
        facts.model = text(data, "model")[:200] or facts.model
    elif kind == _SHUTDOWN:
        _read_shutdown(data, facts)


def prompt_of(record: dict[str, Any]) -> str:
    """What a person typed. What the client says in a user's name has a source: a subagent's task, a skill."""
    if record.get("type") != "user.message" or record.get("agentId"):
        return ""
    data = member(record, "data")
    if text(data, "source") not in ("", "user"):
        return ""
    return text(data, "content").strip() or _unwrapped(text(data, "transformedContent"))


def has_result(record: dict[str, Any], tool_use_id: str) -> bool:
    """A subagent's call is known by the subagent's id, others by their own."""
    data = member(record, "data")
    if record.get("type") != "tool.execution_complete":
        return False
    about = member(member(data, "toolTelemetry"), "restrictedProperties")
    return tool_use_id in (text(data, "toolCallId"), text(about, "agent_id"))


def _unwrapped(content: str) -> str:
    """A prompt without what the client puts in front of it."""
    for tag in ("current_datetime", "reminder"):
        before, opened, rest = content.partition(f"<{tag}>")
        _, closed, after = rest.partition(f"</{tag}>")
        content = before + after if opened and closed else content
    return content.strip()


def use_of(name: str, given: Any) -> ToolUse:
    """What a call does to files."""
    if name == _PATCH:
        from entire.agent import patch

        return ToolUse(Use.WRITES, tuple(patch.paths(patch_of(given))))
    if name == "str_replace_editor" and isinstance(given, dict) and given.get("command") == "view":
        return ToolUse(Use.OTHER)
    return tool_use(TOOLS, name, given)


def patch_of(given: Any) -> str:
    """The text of a patch: the argument itself or, with some models, a member of it."""
    if isinstance(given, dict):
        return text(given, "input") or text(given, "patch")
    return given if isinstance(given, str) else ""


def _read_call(data: dict[str, Any], facts: Facts, time: str) -> None:
    name, given = text(data, "toolName"), data.get("arguments")
    content = given.get("file_text") if name == "create" and isinstance(given, dict) else None
    whole = content if isinstance(content, str) else None
    calls.note_call(use_of(name, given), text(data, "toolCallId"), given, facts, time, whole)


def _read_result(data: dict[str, Any], facts: Facts, time: str) -> None:
    edits = data.get("fileEdits")
    for edit in edits if isinstance(edits, list) else ():
        if isinstance(edit, dict):
            facts.touch(edit.get("path"))
    output, failed = text(member(data, "result"), "content"), data.get("success") is False
    calls.note_result(text(data, "toolCallId"), output, facts, time, failed=failed)


def _read_usage(used: dict[str, Any], record_id: str, facts: Facts) -> None:
    answer_id = text(used, "apiCallId") or record_id
    facts.usage.count(answer_id, _numbers(used), model=text(used, "model")[:200] or None)


def _read_shutdown(data: dict[str, Any], facts: Facts) -> None:
    """Older versions say what they used only here, for the session so far."""
    usage = facts.usage
    if usage.total is not None and _SHUTDOWN not in usage.recent:
        return
    totals = [0, 0, 0, 0]
    for metrics in member(data, "modelMetrics").values():
        if isinstance(metrics, dict):
            numbers = _numbers(member(metrics, "usage"))
            totals = [total + new for total, new in zip(totals, numbers, strict=True)]
    if any(totals):
        models = list(member(data, "modelMetrics"))
        model = models[0][:200] if len(models) == 1 else ""
        usage.count(_SHUTDOWN, (totals[0], totals[1], totals[2], totals[3]), model=model)


def _numbers(used: dict[str, Any]) -> tuple[int, int, int, int]:
    """Input without what went to or came from the cache, which Copilot includes."""
    read, written = number(used, "cacheReadTokens"), number(used, "cacheWriteTokens")
    fresh = max(0, number(used, "inputTokens") - read - written)
    return fresh, written, read, number(used, "outputTokens")
