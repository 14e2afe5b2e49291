"""The records of a Claude Code transcript: prompts, files, tokens, subagents. Unknown kinds are skipped."""

from __future__ import annotations

from entire.agent import defaults
from entire.agent.claude_code import reports
from entire.agent.defaults import Tools, note_use, tool_use
from entire.agent.events import Use
from entire.core.paths import valid_tool_id
from entire.core.pattern import ALPHANUMERIC

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from entire.transcript.facts import Facts

_PATH = ("file_path", "notebook_path")
TOOLS = Tools(
    writes=dict.fromkeys(
        ("Write", "Edit", "MultiEdit", "NotebookEdit", "mcp__acp__Write", "mcp__acp__Edit"), _PATH
    ),
    harmless=frozenset(
        {
            *("Read", "NotebookRead", "Glob", "Grep", "LS", "WebFetch", "WebSearch", "ToolSearch", "Skill"),
            *("TodoWrite", "TodoRead", "TaskCreate", "TaskUpdate", "TaskGet", "TaskList", "Task", "Agent"),
            *("AskUserQuestion", "EnterPlanMode", "ExitPlanMode"),
        }
    ),
)
_TAGS = (
    "local-command-caveat",
    "system-reminder",
    "command-name",
    "command-message",
    "command-args",
    "local-command-stdout",
)
_AGENT_ID = "agentId: "
_MAX_AGENT_ID = 129  # longer than any that is valid
NOTIFICATION = "<task-notification>"
record_id = defaults.record_uuid
_NOT_TYPED = (NOTIFICATION, "[Request interrupted by user")


def has_result(record: dict[str, Any], tool_use_id: str) -> bool:
    return any(
        block.get("type") == "tool_result" and block.get("tool_use_id") == tool_use_id
        for block in _blocks(record.get("message"))
    )


def read_record(record: dict[str, Any], facts: Facts) -> None:
    prompt = prompt_of(record)
    if prompt:
        facts.prompts.append(prompt)
    kind = record.get("type")
    if kind in ("user", "human"):
        _read_results(record, facts)
    elif kind == "assistant":
        _read_answer(record.get("message"), facts, defaults.text(record, "timestamp"))


def prompt_of(record: dict[str, Any]) -> str:
    """What a person typed; not tool results, summaries, reminders or notifications."""
    if record.get("isMeta") or record.get("isSidechain") or record.get("isCompactSummary"):
        return ""
    typed = record.get("type") in ("user", "human")
    text = "\n\n".join(_texts(record.get("message") if typed else _queued(record)))
    if text.lstrip().startswith(_NOT_TYPED):
        return ""
    return strip_ide_tags(text) or _slash_command(record, text)


def strip_ide_tags(text: str) -> str:
    """A prompt without what editors and clients wrap around it."""
    if "<" in text:
        text = _without(text, "<ide_", "</ide_")
        for tag in _TAGS:
            text = _without(text, f"<{tag}", f"</{tag}>")
    return text.strip()


def _without(text: str, opening: str, closing: str) -> str:
    """Cut ``opening[^>]*>.*?closing``, and up to the next ``>``, in linear time for any text."""
    kept = []
    position = 0
    while (start := text.find(opening, position)) >= 0:
        inside = text.find(">", start)
        close = text.find(closing, inside) if inside >= 0 else -1
        end = text.find(">", close) if close >= 0 else -1
        if end < 0:
            break
        kept.append(text[position:start])
        position = end + 1
    return "".join(kept) + text[position:]


def _queued(record: dict[str, Any]) -> dict[str, Any] | None:
    """A prompt that was typed while the agent worked, and that it took in without a new turn."""
    attachment = record.get("attachment")
    if record.get("type") != "attachment" or not isinstance(attachment, dict):
        return None
    if attachment.get("type") != "queued_command" or attachment.get("commandMode") != "prompt":
        return None
    return {"content": attachment.get("prompt")}


def _slash_command(record: dict[str, Any], text: str) -> str:
    """`/review 12`, which the client writes as tags only."""
    origin = record.get("origin")
    if not isinstance(origin, dict) or origin.get("kind") != "human":
        return ""
    name, arguments = _inside(text, "command-name"), _inside(text, "command-args")
    return f"{name} {arguments}".strip() if name else ""


def _inside(text: str, tag: str) -> str:
    """What the first such tag holds, in linear time for any text."""
    inside, closed, _ = text.partition(f"<{tag}>")[2].partition(f"</{tag}>")
    return inside if closed else ""


def _texts(message: Any) -> list[str]:
    content = message.get("content") if isinstance(message, dict) else None
    if isinstance(content, str):
        return [content]
    return [
        block["text"] for block in _blocks(message) if block.get("type") == "text" and _is_text(block, "text")
    ]


def _blocks(message: Any) -> list[dict[str, Any]]:
    content = message.get("content") if isinstance(message, dict) else None
    return [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []


def _is_text(block: dict[str, Any], key: str) -> bool:
    return isinstance(block.get(key), str)


def _told_agent_id(text: str) -> str:
    """The subagent that the text of a result names, empty if none."""
    for rest in text.split(_AGENT_ID)[1:]:
        start = rest[:_MAX_AGENT_ID]
        if found := start[: len(start) - len(start.lstrip(ALPHANUMERIC))]:
            return found
    return ""


def _read_results(record: dict[str, Any], facts: Facts) -> None:
    """Subagents are known by the results of their calls."""
    found = []
    result = record.get("toolUseResult")
    reports.note_result(result, _blocks(record.get("message")), facts, defaults.text(record, "timestamp"))
    if isinstance(result, dict):
        found.append(result.get("agentId"))
        _read_todo(result.get("task"), facts)
    for block in _blocks(record.get("message")):
        if block.get("type") == "tool_result":
            content = block.get("content")
            texts = [content] if isinstance(content, str) else _texts({"content": content})
            found.append(_told_agent_id("\n".join(texts)))
    for agent_id in found:
        if isinstance(agent_id, str) and valid_tool_id(agent_id) and agent_id not in facts.subagents:
            facts.subagents.append(agent_id)


def _read_todo(task: Any, facts: Facts) -> None:
    """An item was put on the to-do list; later it is named by its id only."""
    if isinstance(task, dict) and isinstance(task.get("id"), str) and isinstance(task.get("subject"), str):
        facts.todos[task["id"][:100]] = task["subject"][:4000]  # cut when it is redacted


def _read_answer(message: Any, facts: Facts, time: str) -> None:
    if not isinstance(message, dict):
        return
    model = message.get("model")
    if isinstance(model, str) and model and not model.startswith("<"):
        facts.model = model[:200]
    for block in _blocks(message):
        if block.get("type") != "tool_use":
            continue
        use = tool_use(TOOLS, defaults.text(block, "name"), block.get("input"))
        note_use(use, facts)
        if use.kind == Use.RUNS:
            reports.note_command(block, facts, time)
        for path in use.paths:
            reports.note_call(block, path, facts, time)
    usage = message.get("usage")
    answer_id = message.get("id")
    if isinstance(usage, dict) and isinstance(answer_id, str) and answer_id:
        keys = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens", "output_tokens")
        a, b, c, d = (defaults.number(usage, key) for key in keys)
        facts.usage.count(answer_id, (a, b, c, d), hour=_for_an_hour(usage.get("cache_creation"), b))


def _for_an_hour(created: Any, total: int) -> int | None:
    """How many of an answer's cache writes are kept for an hour, the others for five minutes."""
    if not isinstance(created, dict):
        return None
    hour = defaults.number(created, "ephemeral_1h_input_tokens")
    return hour if hour + defaults.number(created, "ephemeral_5m_input_tokens") == total else None
