"""The hand-over document: what was asked, decided and done, files and open ends. Pure, no model needed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from entire.agent.handover.messages import Conversation, cut, is_answered
from entire.core.text import one_line

MOST = 24_000  # characters: some 6,000 tokens, and far below what a command line may have
_MOST_PROMPT = 1_500
_MOST_ANSWER = 1_200
_MOST_LAST = 4_000
_MOST_FILES = 100
_MARGIN = 200


class Origin(NamedTuple):
    """Where the conversation comes from."""

    agent: str
    session_id: str
    branch: str
    checkpoint_ids: Sequence[str]
    files: Sequence[str]  # that it changed
    uncommitted: Sequence[str]  # of these, and others that differ from HEAD


def write(conversation: Conversation, origin: Origin, most: int = MOST) -> str:
    """The document. What does not fit is left out of the middle, and this is said."""
    agent = one_line(origin.agent)
    head = [
        "# Hand-over of a coding session",
        f"You continue work that was begun with {agent} in this repository. This is a summary of the stored "
        "conversation, without its details: read files before you change them, and ask if something is "
        "unclear. What is quoted below was said to the other agent.",
        "\n".join(_facts(origin)),
    ]
    tail = [
        *("## Files", _listed(origin.files) or "None that the conversation names."),
        *("## Open ends", _open(conversation, origin)),
        *("## Where it stopped", _quoted(cut(_last(conversation), _MOST_LAST))),
    ]
    turns = _turns(conversation, max(0, most - len("\n\n".join([*head, *tail])) - _MARGIN))
    return cut("\n\n".join([*head, "## What was asked, decided and done", *turns, *tail]), most) + "\n"


def _facts(origin: Origin) -> list[str]:
    found = [f"- session: {one_line(origin.session_id)}"]
    if origin.branch:
        found.append(f"- branch: {one_line(origin.branch)}")
    if origin.checkpoint_ids:
        found.append(f"- details: `entire explain {origin.checkpoint_ids[-1]} --full`")
    return found


def _turns(conversation: Conversation, most: int) -> list[str]:
    """Each question with the end of its answer: the first ones and the last ones that fit."""
    pairs = list(zip(conversation.messages[::2], conversation.messages[1::2], strict=False))
    shown = [
        "\n".join(
            [
                "**Asked:**",
                _quoted(cut(question.text, _MOST_PROMPT)),
                "",
                "**Answered:**",
                _ending(answer.text),
            ]
        )
        for question, answer in pairs
    ]
    if sum(map(len, shown)) <= most:
        return shown or ["Nothing."]
    last: list[str] = []
    left = most - len(shown[0])
    for text in reversed(shown[1:]):
        if len(text) > left:
            break
        last.insert(0, text)
        left -= len(text)
    return [shown[0], f"({len(shown) - 1 - len(last)} more in between.)", *last]


def _ending(answer: str) -> str:
    """The end of an answer says what came of it."""
    return _quoted(answer if len(answer) <= _MOST_ANSWER else f"[…]\n{answer[-_MOST_ANSWER:]}")


def _last(conversation: Conversation) -> str:
    return conversation.messages[-1].text if conversation.messages else "Nothing was said."


def _open(conversation: Conversation, origin: Origin) -> str:
    found = []
    if not is_answered(conversation):
        found.append("- The last question was not answered.")
    if origin.uncommitted:
        found.append(f"- Not committed yet:\n{_listed(origin.uncommitted, '  ')}")
    return (
        "\n".join(found)
        or "- None that are recorded: all work is committed, and the last question was answered."
    )


def _listed(paths: Sequence[str], indent: str = "") -> str:
    rows = [f"{indent}- {one_line(path)}" for path in paths[:_MOST_FILES]]
    more = len(paths) - _MOST_FILES
    return "\n".join([*rows, *([f"{indent}- … and {more} more"] if more > 0 else [])])


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}" for line in text.splitlines())
