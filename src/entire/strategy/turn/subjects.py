"""Subjects of temporary checkpoints."""

from __future__ import annotations

from entire.core.text import collapse_whitespace, printable, truncate_description
from entire.redact import redact_text

_SUBJECT_LENGTH = 72
_SHORT_TOOL_ID = 12
_POLITE = (
    "Can you ",
    "can you ",
    "Please ",
    "please ",
    "Let's ",
    "let's ",
    "Could you ",
    "could you ",
    "Would you ",
    "would you ",
    "I want you to ",
    "I'd like you to ",
    "I need you to ",
)


def step_subject(prompt: str, agent_type: str) -> str:
    """The subject of a step: the prompt without polite openings, or the agent's name without a prompt."""
    text = printable(collapse_whitespace(prompt))
    while prefix := next((polite for polite in _POLITE if text.startswith(polite)), ""):
        text = text[len(prefix) :]
    text = text.removesuffix("?").strip()
    return (text[:1].upper() + text[1:])[:_SUBJECT_LENGTH].strip() or f"{agent_type} session updates"


def format_subagent_end_message(agent_type: str, description: str, tool_use_id: str) -> str:
    tool = tool_use_id[:_SHORT_TOOL_ID]
    if not agent_type and not description:
        return f"Task: {tool}"
    kind = f"Completed '{agent_type}' agent" if agent_type else "Completed agent"
    detail = f": {_cut(description)}" if description else ""
    return f"{kind}{detail} ({tool})"


def format_incremental_message(todo_content: str, sequence: int, tool_use_id: str) -> str:
    tool = tool_use_id[:_SHORT_TOOL_ID]
    if todo_content:
        return f"{_cut(todo_content)} ({tool})"
    return f"Checkpoint #{sequence}: {tool}"


def _cut(text: str) -> str:
    """Shorten to one line. Redact first: a truncated secret would not be recognised."""
    return truncate_description(collapse_whitespace(redact_text(text)))
