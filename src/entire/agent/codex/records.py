"""The records of a Codex transcript: prompts, tokens, subagents, the model. Unknown kinds are skipped.

Much is there twice: as an item of the conversation with the model (`response_item`), and as an event for
clients (`event_msg`). Items are in the transcripts of all versions, and in all of them alike.
"""

from __future__ import annotations

from entire.agent.codex import calls
from entire.agent.defaults import member, number, text
from entire.core.paths import valid_tool_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from entire.transcript.facts import Facts

# Messages in the user's name that Codex writes itself. Newer versions mark them.
_NOT_TYPED = (
    "<environment_context>",
    "<user_instructions>",
    "# AGENTS.md instructions",
    "<turn_aborted>",
    "<subagent_notification>",
    "<user_shell_command>",
    "<skill>",
)
_TYPED = "user."
_ONCE_A_TURN = ("task_started", "task_complete", "turn_aborted")


def record_id(record: dict[str, Any]) -> str:
    """Ordinals are not it: after a rewind they are given again."""
    payload = member(record, "payload")
    item, kind = member(payload, "item"), text(payload, "type") or text(record, "type")
    if found := text(item, "id"):
        return f"{text(item, 'type')}:{found}"
    found = text(payload, "id") or text(payload, "response_id")
    if not found and kind in _ONCE_A_TURN:
        found = text(payload, "turn_id")
    return f"{kind}:{found}" if found else ""


def has_result(record: dict[str, Any], tool_use_id: str) -> bool:
    """No call ends with a subagent: it is done when its caller hears of it."""
    payload = member(record, "payload")
    if text(payload, "call_id") == tool_use_id:
        return text(payload, "type").endswith("_output")
    item = member(payload, "item")
    if text(item, "agent_thread_id") == tool_use_id:
        return item.get("kind") == "completed"
    message = "\n".join(_texts(payload)) if _is_message(record, "user") else ""
    return message.startswith("<subagent_notification>") and tool_use_id in message


def prompt_of(record: dict[str, Any]) -> str:
    """What a person typed; not what Codex says in the user's name."""
    if not _is_message(record, "user"):
        return ""
    payload = member(record, "payload")
    kinds = member(payload, "internal_chat_message_metadata_passthrough").get("content_item_kinds")
    if isinstance(kinds, list) and kinds:
        typed = any(isinstance(kind, str) and kind.startswith(_TYPED) for kind in kinds)
        return "\n\n".join(_texts(payload)).strip() if typed else ""
    typed_texts = [one for one in _texts(payload) if not one.lstrip().startswith(_NOT_TYPED)]
    return "\n\n".join(typed_texts).strip()


def answer_of(record: dict[str, Any]) -> str:
    """What the agent said."""
    if not _is_message(record, "assistant"):
        return ""
    return "\n\n".join(_texts(member(record, "payload"))).strip()


def _is_message(record: dict[str, Any], role: str) -> bool:
    payload = member(record, "payload")
    of_type = record.get("type") == "response_item" and payload.get("type") == "message"
    return of_type and payload.get("role") == role


def _texts(payload: dict[str, Any]) -> list[str]:
    content = payload.get("content")
    parts = content if isinstance(content, list) else []
    return [found for part in parts if isinstance(part, dict) and (found := text(part, "text"))]


def read_record(record: dict[str, Any], facts: Facts) -> None:
    if prompt := prompt_of(record):
        facts.prompts.append(prompt)
    payload, time = member(record, "payload"), text(record, "timestamp")
    kind = record.get("type")
    if kind == "response_item":
        calls.read_item(payload, facts, time)
        _read_output(payload, facts)
    elif kind == "event_msg":
        _read_event(payload, facts, time)
    elif kind == "turn_context":
        facts.model = text(payload, "model")[:200] or facts.model
    elif kind == "token_usage_record":
        _count_answer(payload, facts)


def _read_output(payload: dict[str, Any], facts: Facts) -> None:
    """Older versions name a new subagent only in the result of the call."""
    if payload.get("type") == "function_call_output":
        result = calls.decoded(payload.get("output"))
        if "nickname" in result:
            _note_subagent(result.get("agent_id"), facts)


def _read_event(payload: dict[str, Any], facts: Facts, time: str) -> None:
    kind = payload.get("type")
    if kind == "token_count":
        _count_totals(member(payload, "info"), facts)
    elif kind == "patch_apply_end":
        calls.read_changes(payload, payload.get("success") is True, facts, time)
    elif kind == "item_completed":
        item = member(payload, "item")
        if item.get("type") == "FileChange":
            calls.read_changes(item, item.get("status") == "completed", facts, time)
        elif item.get("type") == "SubAgentActivity":
            _note_subagent(item.get("agent_thread_id"), facts)
        elif item.get("type") == "CollabAgentToolCall" and item.get("tool") == "spawn_agent":
            found = item.get("receiver_thread_ids")
            for one in found if isinstance(found, list) else ():
                _note_subagent(one, facts)


def _note_subagent(found: Any, facts: Facts) -> None:
    if isinstance(found, str) and found and valid_tool_id(found) and found not in facts.subagents:
        facts.subagents.append(found)


def _count_answer(payload: dict[str, Any], facts: Facts) -> None:
    """Newer versions write a record for each answer. The totals that follow it repeat its tokens."""
    answer, used = text(payload, "response_id"), _numbers(member(payload, "usage"))
    if answer and any(used):
        facts.usage.count(answer, used)
        facts.usage.known(_total_id(member(payload, "thread_token_usage")), used)


def _count_totals(info: dict[str, Any], facts: Facts) -> None:
    """Totals are repeated, when the context is compacted say, and each of them counts once."""
    used, total = _numbers(member(info, "last_token_usage")), _total_id(member(info, "total_token_usage"))
    if total and any(used):
        facts.usage.count(total, used)


def _total_id(usage: dict[str, Any]) -> str:
    keys = ("input_tokens", "cached_input_tokens", "output_tokens")
    found = ":".join(str(number(usage, key)) for key in keys)
    return f"total:{found}" if usage else ""


def _numbers(usage: dict[str, Any]) -> tuple[int, int, int, int]:
    """The input of an answer contains what came from the cache, and what went there."""
    read, written = number(usage, "cached_input_tokens"), number(usage, "cache_write_input_tokens")
    fresh = max(0, number(usage, "input_tokens") - read - written)
    return fresh, written, read, number(usage, "output_tokens")
