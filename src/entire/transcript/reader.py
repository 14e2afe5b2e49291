"""Moving a cursor to the end of its transcript: parse and redact the tail, append it to our copy."""

from __future__ import annotations

import os

from entire.core import files, limits
from entire.core.plain import is_plain, uncut
from entire.core.value import Value
from entire.transcript.cursor import VERSION, Cursor, Mark, Turn
from entire.transcript.facts import RECENT_ANSWERS, Facts
from entire.transcript.usage import most

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from entire.transcript.facts import Call, Command, Edit
    from entire.transcript.layout import Record, Source


_LONGEST_SUBJECT = 500


class ReadContext(Value):
    """What reading needs from other layers."""

    source: Source  # the agent
    redact: Callable[[bytes], bytes]  # keeps the number of lines
    rules: str  # version of the redaction rules


def usable(cursor: Cursor, path: str, copy: str, context: ReadContext) -> bool:
    """Whether a cursor still fits the transcript and our copy; if not, everything is read again."""
    if (cursor.version, cursor.path, cursor.rules) != (VERSION, path, context.rules):
        return False
    if not 0 <= cursor.sealed_bytes <= cursor.copy_bytes <= _size(copy):
        return False
    descriptor = files.open_regular(path)
    if descriptor is None:
        return True  # the transcript is gone, our copy is not
    try:
        return context.source.layout().continues(descriptor, cursor.mark)
    finally:
        os.close(descriptor)


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size
    except FileNotFoundError:
        return 0


def advance(
    cursor: Cursor, copy: str, context: ReadContext, counted_until: int = 0
) -> list[Edit | Command | Call]:
    """Read what is new of ``cursor.path`` into ``copy``. Returns what tools reported in it.

    ``counted_until`` matters only when everything is read again: the tokens before that position belong to
    checkpoints that exist already.
    """
    descriptor = files.open_regular(cursor.path)
    if descriptor is None:
        return []
    mark = cursor.mark
    facts = Facts(mark.open_usage())
    anew = not mark.position or cursor.unread > 0  # in portions, perhaps
    counted_until = counted_until if anew and mark.position < counted_until else 0
    known = _known(cursor, copy, context) if cursor.rewritten else None
    start = mark.position
    try:
        for record in context.source.layout().read_new(descriptor, cursor, copy, context.redact, known):
            if mark.position == counted_until and counted_until:
                _count(cursor, facts, context)
            _take(cursor, facts, record, context.source)
    finally:
        os.close(descriptor)
    if mark.position > start and not cursor.unread:
        cursor.rewritten = False  # until then, old records may still come back
    _reach(cursor, facts, context.source)
    mark.close_usage(facts.usage)
    _read_subagents(cursor, context.source)
    cursor.todos |= {key: _cleaned(text, context)[:_LONGEST_SUBJECT] for key, text in facts.todos.items()}
    cursor.last_id = facts.last_id or cursor.last_id
    cursor.model = _cleaned(uncut(facts.model), context) or cursor.model
    if 0 < mark.position <= counted_until:
        cursor.count(checkpoint=False)
    return facts.reports


def _known(cursor: Cursor, copy: str, context: ReadContext) -> Callable[[bytes, bytes], bool]:
    from entire.transcript.known import Known  # rare

    return Known(cursor, copy, context.source)


def _cleaned(text: str, context: ReadContext) -> str:
    """Redact what the cursor stores of a record."""
    if is_plain(text):
        return text
    return context.redact(text.encode("utf-8", "surrogatepass")).decode("utf-8", "surrogatepass")


def _take(cursor: Cursor, facts: Facts, record: Record | None, source: Source) -> None:
    """Take in the record that the cursor points at."""
    facts.next_record()
    facts.position = cursor.position
    before = facts.last_id or cursor.last_id
    id = source.record_id(record) if record is not None else ""
    if record is not None:
        facts.last_id = id or facts.last_id
        source.read_record(record, facts)
    if facts.prompts:
        at, copied, byte = cursor.position, cursor.copy_bytes, cursor.mark.byte
        cursor.turns.append(Turn(position=at, offset=copied, byte=byte, before=before, id=id))
    turn = len(cursor.turns)
    cursor.touch(turn, facts.files, facts.ran_commands)
    for agent_id in facts.subagents:
        cursor.mention(agent_id, turn)


def _reach(cursor: Cursor, facts: Facts, source: Source) -> None:
    """Take what the agent counts beside its transcript."""
    numbers = source.session_usage(cursor.path)
    if numbers is not None:
        facts.usage.reach(numbers)


def _count(cursor: Cursor, facts: Facts, context: ReadContext) -> None:
    """All up to here is counted. So is what the agent counts itself: nothing says how much it was then."""
    _reach(cursor, facts, context.source)
    cursor.mark.close_usage(facts.usage)
    _read_subagents(cursor, context.source)
    cursor.count(checkpoint=False)


def _read_subagents(cursor: Cursor, source: Source) -> None:
    """Follow every subagent that was ever mentioned: its tokens and files count for the session."""
    waiting = list(cursor.subagents)
    for agent_id in waiting:  # grows: subagents call others
        mark = cursor.subagent(agent_id)
        descriptor = files.open_regular(source.subagent_path(cursor.path, agent_id))
        if descriptor is None:
            continue
        try:
            before = mark.usage
            if not source.layout().continues(descriptor, mark):
                mark = _read_again(mark)
            below = _read_all(source, descriptor, mark, by_model=True)
            mark.usage = most(before, mark.usage)  # a rewritten file may have fewer records
        finally:
            os.close(descriptor)
        cursor.subagents[agent_id] = mark.to_json()
        cursor.touch(mark.turn, below.files, below.ran_commands)
        for other in below.subagents:
            if other not in cursor.subagents:
                cursor.mention(other, mark.turn)
                waiting.append(other)


def _read_again(mark: Mark) -> Mark:
    """The mark for reading a subagent's rewritten transcript. Answers that are known count once."""
    every = len(mark.recent) < RECENT_ANSWERS  # whether all of them are known
    return Mark(turn=mark.turn, usage=mark.usage, recent=mark.recent) if every else Mark(turn=mark.turn)


def _read_all(source: Source, descriptor: int, mark: Mark, *, by_model: bool = False) -> Facts:
    """Facts from all records after a mark. The mark moves to the end."""
    facts = Facts(mark.open_usage())
    facts.model, facts.usage.by_model = mark.model, by_model
    for record in source.layout().records(descriptor, mark):
        facts.position = mark.position - 1
        source.read_record(record, facts)
    mark.close_usage(facts.usage)
    mark.model = facts.model if by_model and is_plain(facts.model) else ""
    facts.cut = mark.cut
    facts.ran_commands |= facts.cut or limits.reading_seconds() <= 0  # what was not read may have
    return facts


def unread(cursor: Cursor, source: Source) -> Facts | None:
    """Facts from what a cursor has not read yet; it stays where it is. None if it no longer fits."""
    descriptor = files.open_regular(cursor.path)
    if descriptor is None:
        return None
    try:
        if source.layout().continues(descriptor, cursor.mark):
            return _read_all(source, descriptor, Mark.from_json(cursor.mark.to_json()))
        return None
    finally:
        os.close(descriptor)


def facts_of(path: str, source: Source, byte: int = 0, position: int = 0) -> Facts | None:
    """Facts from a short transcript, as a subagent's is, or from what follows a byte. None without one.

    ``position``: of the record at that byte.
    """
    descriptor = files.open_regular(path)
    if descriptor is None:
        return None
    try:
        return _read_all(source, descriptor, Mark(byte=byte, position=position if byte else 0))
    finally:
        os.close(descriptor)
