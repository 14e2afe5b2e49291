"""What is searched of a conversation: the text of each turn, by kind.

The agent's module says what was asked and answered. Tool calls and their results are found in its records by
the names that all agents use; of long ones, only the beginning counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from entire.agent import defaults, registry
from entire.agent.conversation import MOST_SHOWN, is_sane
from entire.agent.entries import RECORD, TOOL, USER
from entire.agent.protocol import Reader
from entire.core.value import Value
from entire.transcript.layout import Record

_LONGEST_RESULT = 2_000  # characters of one text of a tool
_LONGEST_TOOL = 16_000  # of all texts of one record
_LONGEST_MESSAGE = 100_000
_LONGEST_TURN = 4_000_000  # of all its texts of one kind
_MOST_TURNS = 20_000
_DEEPEST = 12
_ASIDE = "isSidechain"
_GIVEN = frozenset({"input", "arguments", "args", "toolInput", "rawInput"})
_RETURNED = frozenset(
    {"output", "result", "results", "response", "stdout", "stderr", "aggregated_output", "rawOutput"}
)
_TEXTS = _GIVEN | _RETURNED
_RESULTS = frozenset({"tool_result", "tool-result", "toolResult", "tool"})  # a type or a role
_HOOK = frozenset(
    {"hookEvent", "hookEventName", "hookType"}
)  # of a record about a hook, such as our greeting
_NO_TEXT = frozenset({"id", "type", "callId", "call_id", "tool_use_id", "toolCallId", "signature", "data"})


class Turn(Value):
    """A prompt and what followed. All text is as stored."""

    time: float | None  # when it was asked, if the record says so
    prompt: str = ""
    answer: str = ""
    tool: str = ""


class _Open:
    """A turn that is being read."""

    def __init__(self) -> None:
        self.time: float | None = None
        self.texts: dict[str, list[str]] = {"prompt": [], "answer": [], "tool": []}
        self._left = dict.fromkeys(self.texts, _LONGEST_TURN)

    def add(self, kind: str, text: str) -> None:
        if text.strip() and self._left[kind] > 0:
            self.texts[kind].append(text)
            self._left[kind] -= len(text)

    @property
    def is_empty(self) -> bool:
        return not any(self.texts.values())

    def close(self) -> Turn:
        return Turn(self.time, **{kind: "\n".join(texts) for kind, texts in self.texts.items()})


def of_transcript(data: bytes, agent_type: str, start: int = 0) -> list[Turn]:
    """Return the turns of a stored transcript from a position on."""
    if not data:
        return []
    agent = registry.reader(agent_type)
    layout = agent.layout()
    return of_records(_decoded(layout.some(layout.closed(data), start, MOST_SHOWN), agent), agent)


def of_subagent(data: bytes, agent_type: str) -> list[Turn]:
    """Return the turns of a subagent's own transcript, whose records may be marked as not the main ones."""
    if not data:
        return []
    agent = registry.reader(agent_type)
    layout = agent.layout()
    records = _decoded(layout.some(layout.closed(data), 0, MOST_SHOWN), agent)
    return of_records(
        ({**record, _ASIDE: False} if _ASIDE in record else record for record in records), agent
    )


def _decoded(pieces: Iterable[bytes], agent: Reader) -> Iterator[Record]:
    decoded = (agent.layout().decode(piece) for piece in pieces if is_sane(piece))
    return (record for record in decoded if record is not None)


def of_records(records: Iterable[Record], agent: Reader) -> list[Turn]:
    """Return the turns in these records.

    What was said before the first prompt belongs to a turn before; notes of the client make none.
    """
    turns: list[_Open] = []
    in_order = agent.current is defaults.current  # then one at a time is in memory
    for record in records if in_order else agent.current([*records]):
        entries = agent.entries_of(record)
        if not turns or any(entry.kind == USER for entry in entries):
            if turns and turns[-1].is_empty:
                turns.pop()
            if len(turns) == _MOST_TURNS:
                break
            turns.append(_Open())
        turn = turns[-1]
        if turn.time is None:
            turn.time = agent.record_time(record)
        for entry in entries:
            if entry.kind == TOOL:
                turn.add("tool", f"{entry.text} {entry.detail}"[:_LONGEST_RESULT])
            elif entry.kind == RECORD:
                turn.add("tool", entry.text)
            else:
                kind = "prompt" if entry.kind == USER else "answer"
                turn.add(kind, entry.text[:_LONGEST_MESSAGE])
        entry_texts = {entry.text for entry in entries} | {entry.detail for entry in entries}
        for text in tool_texts(record):
            if text not in entry_texts:
                turn.add("tool", text)
    return [turn.close() for turn in turns]


def tool_texts(record: Record) -> Iterator[str]:
    """Yield what tools were given and what they returned, each text once, cut."""
    seen: set[str] = set()
    left = _LONGEST_TOOL
    for text in _found(record, 0, False):
        text = text.strip()
        if not text or text in seen:
            continue
        seen.add(text)
        yield text[: min(_LONGEST_RESULT, left)]
        left -= min(len(text), _LONGEST_RESULT)
        if left <= 0:
            return


def _found(value: Any, depth: int, inside: bool) -> Iterator[str]:
    if isinstance(value, list):
        for item in value:
            if isinstance(item, dict | list):
                if depth < _DEEPEST:
                    yield from _found(item, depth + 1, inside)
            elif inside and isinstance(item, str):
                yield item
        return
    if not inside and not _HOOK.isdisjoint(value):  # neither asked nor answered, nor by a tool
        return
    kind, role = value.get("type"), value.get("role")
    result = (isinstance(kind, str) and kind in _RESULTS) or (isinstance(role, str) and role in _RESULTS)
    for key, item in value.items():
        here = inside or key in _TEXTS or (result and key == "content")
        if isinstance(item, str):
            if here and key not in _NO_TEXT:
                yield item
        elif isinstance(item, dict | list) and depth < _DEEPEST and not (inside and key in _NO_TEXT):
            yield from _found(item, depth + 1, here)
