"""A conversation as messages that take turns: what every agent's model understands. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from entire.agent.entries import TOOL, USER, Entry
from entire.core.text import one_line, printable

MOST = 200_000  # characters of a conversation: some 50,000 tokens
_MOST_MESSAGE = 20_000
_DETAIL = 200
_NO_ANSWER = "(no answer)"


class Message(NamedTuple):
    """One message: of a person, or of the agent with the tools that it called."""

    is_user: bool
    text: str


class Conversation(NamedTuple):
    """A person begins, and they take turns."""

    messages: list[Message]
    prompts: list[str]
    calls: int  # of tools, which are in the messages as text
    left_out: int  # messages in the middle, because there were too many
    shortened: int  # messages that lost their own middle, among those that are left


def of(entries: Sequence[Entry], redact: Callable[[str], str], most: int = MOST) -> Conversation:
    """Join what was said into messages, and cut out the middle of a long conversation."""
    joined: list[Message] = []
    for entry in entries:
        is_user, text = entry.kind == USER, redact(_text(entry))
        if not text:
            continue
        if joined and joined[-1].is_user == is_user:
            joined[-1] = Message(is_user, f"{joined[-1].text}\n\n{text}")
        else:
            joined.append(Message(is_user, text))
    if joined and not joined[0].is_user:
        joined.insert(0, Message(True, "(The conversation began before this.)"))
    if joined and joined[-1].is_user:
        joined.append(Message(False, _NO_ANSWER))
    shortened = [Message(one.is_user, cut(one.text, _MOST_MESSAGE)) for one in joined]
    kept, left_out = _both_ends(shortened, most)
    long = sum(len(one.text) > _MOST_MESSAGE for one in (*joined[:2], *joined[2 + left_out :]))
    prompts = [redact(printable(entry.text).strip()) for entry in entries if entry.kind == USER]
    return Conversation(kept, prompts, sum(entry.kind == TOOL for entry in entries), left_out, long)


def is_answered(conversation: Conversation) -> bool:
    return not conversation.messages or conversation.messages[-1].text != _NO_ANSWER


def _text(entry: Entry) -> str:
    if entry.kind != TOOL:
        return printable(entry.text).strip()
    detail = one_line(entry.detail, _DETAIL)
    return f"[called {one_line(entry.text, 60)}{f': {detail}' if detail else ''}]"


def cut(text: str, most: int) -> str:
    """The text, without its middle if it is too long."""
    if len(text) <= most:
        return text
    end = most // 4
    return f"{text[: most - end]}\n[…]\n{text[-end:]}"


def _both_ends(messages: list[Message], most: int) -> tuple[list[Message], int]:
    """Keep the first question with its answer, and as much of the end as fits, in pairs."""
    pairs = [messages[at : at + 2] for at in range(0, len(messages), 2)]
    sizes = [sum(len(one.text) for one in pair) for pair in pairs]
    if sum(sizes) <= most:
        return messages, 0
    left, first = most - sizes[0], len(pairs)
    while first > 1 and sizes[first - 1] <= left:
        first -= 1
        left -= sizes[first]
    left_out = 2 * (first - 1)
    note = Message(
        pairs[0][0].is_user, f"{pairs[0][0].text}\n\n({left_out} messages after this are left out.)"
    )
    return [note, *pairs[0][1:], *(one for pair in pairs[max(first, 1) :] for one in pair)], left_out
