"""A conversation in a stored transcript, piece by piece: to show the start of a long one is quick."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from entire.agent import defaults, registry
from entire.agent.conversation import decoded, is_sane
from entire.agent.entries import TOOL, USER, Entry
from entire.agent.protocol import Reader
from entire.agent.room import Records, Room
from entire.agent.shown import Shown, cut_path, exact_edits, of_subagent, pieces_of
from entire.core import clock
from entire.transcript.facts import Call, Command
from entire.transcript.layout import Record
from entire.web.story.edits import Edited, of_call

SUBAGENT = "subagent"  # the kind of an entry that stands for all that a subagent said and did
EVERYTHING = 1 << 60
_AHEAD = 100  # records in which the results of the last calls are looked for
_PROMPT = 200  # characters of a prompt in a list
_ENTRY = 100  # characters that each entry counts besides its text: its tags
_TITLE = 200


class Item(NamedTuple):
    """One thing that was said or done. Field names are the names in JSON."""

    entry: Entry
    position: int = 0  # of its record
    output: str = ""  # of a command
    edits: Sequence[Edited] = ()
    items: Sequence[Item] = ()  # of a subagent  # type: ignore[misc]


class Prompt(NamedTuple):
    position: int
    text: str
    time: str


class Piece(NamedTuple):
    items: list[Item]
    next: int = 0  # the position where the next piece starts; 0 if this is the last one
    size: int = 0  # its characters


def endless() -> Room:
    """For pages, which have limits of their own."""
    return Room(EVERYTHING, EVERYTHING, EVERYTHING)


class Conversation:
    """The conversation of one session, from a position on."""

    def __init__(
        self,
        transcript: bytes | Records,
        agent_type: str,
        start: int = 0,
        *,
        directory: str = "",
        subagent: bool = False,
        below: Mapping[str, Sequence[Item]] | None = None,
        room: Room | None = None,
    ) -> None:
        """``below``: what subagents said, by the ids of the calls that started them."""
        self._agent = registry.reader(agent_type)
        self._transcript = transcript
        self._directory = directory
        self._subagent = subagent
        self._below = dict(below or {})
        self._start = start
        self._room = room or endless()
        self.taken = 0  # bytes that were read after the first record, records or not
        self._rewritten: list[Record] | None = None

    def first_prompts(self, most: int, within: int) -> tuple[list[Prompt], bool]:
        """The beginnings of those in the first so many bytes, and whether there may be more."""
        found = [_brief(one) for one in islice(self._prompts(within), most + 1)]
        return found[:most], len(found) > most or self.taken >= within

    def some_prompts(self, skip: int, most: int) -> tuple[list[Prompt], int]:
        """The beginnings of some prompts, and how many there are."""
        found, count = list[Prompt](), 0
        for count, one in enumerate(self._prompts(), 1):
            if skip < count <= skip + most:
                found.append(_brief(one))
        return found, count

    def place_of_prompt(self, number: int) -> int:
        """The position of the prompt with a number, from 1, or of the last one; 0 without prompts."""
        place = 0
        for one in islice(self._prompts(), number):
            place = one.position
        return place

    def _prompts(self, within: int = EVERYTHING) -> Iterator[Prompt]:
        agent = self._agent
        for position, record in self._records(agent, self._start):
            if record is not None and agent.prompt_of(record):
                asked = (entry.text for entry in agent.entries_of(record) if entry.kind == USER)
                yield from (Prompt(position, text, _time(agent, record)) for text in asked)
            if self.taken >= within:
                break

    def piece(self, start: int = 0, most: int = EVERYTHING, within: int = EVERYTHING) -> Piece:
        """What was said from a position on, until it has so many characters, or was read from so many bytes.

        It has at least one record.
        """
        shown, positions, after, size = Shown(), list[int](), 0, 0
        places: list[tuple[int, str]] = []  # of subagents: the number of entries before it, its id
        for position, record in self._records(self._agent, max(start, self._start)):
            if after or size >= most or self.taken > within:
                after = after or position  # the rest only for the results of calls
                if position >= after + _AHEAD or self.taken > 2 * within:
                    break
                if record is not None:
                    self._agent.read_record(record, shown.facts)
                    shown.facts.next_record()
                continue
            if record is None:
                continue
            reports, entries = len(shown.facts.reports), len(shown.entries)
            places += [(entries, id) for id in self._below if self._agent.has_result(record, id)]
            shown.add(self._agent, record)
            positions += [position] * (len(shown.entries) - entries)
            size += sum(_ENTRY + len(one.text) for one in shown.entries[entries:])
            size += 2000 * (len(shown.facts.reports) - reports)  # about the size of an edit
        items = self._items(shown, positions)
        for place, id in reversed(places):
            items.insert(place, _subagent(self._below[id], items[place - 1].position if place else 0))
        return Piece(items, after, size)

    def _items(self, shown: Shown, positions: Sequence[int]) -> list[Item]:
        known = exact_edits(shown.facts.reports)
        return [
            self._item(entry, positions[place], shown.calls.get(place, []), known)
            for place, entry in enumerate(shown.with_outcomes())
        ]

    def _item(
        self,
        entry: Entry,
        position: int,
        calls: Sequence[Command | Call],
        known: Mapping[int, tuple[str, str]],
    ) -> Item:
        if entry.kind != TOOL:
            return Item(entry, position)
        output = "\n".join(one.output for one in calls if isinstance(one, Command) and one.output)
        edits = [
            self._fitting(of_call(one.path, one.given, known.get(id(one))))
            for one in calls
            if isinstance(one, Call)
        ]
        return Item(
            entry.replace(detail=cut_path(entry.detail, self._directory)),
            position,
            output,
            [
                edit._replace(path=cut_path(edit.path, self._directory))
                for edit in edits
                if edit.lines or edit.left_out_count
            ],
        )

    def _fitting(self, edit: Edited) -> Edited:
        """The lines of an edit are only counted if there is no room for them."""
        count = len(edit.lines)
        if self._room.take_lines(count):
            return edit
        return edit._replace(lines=[], left_out_count=count + edit.left_out_count)

    def _records(self, agent: Reader, start: int) -> Iterator[tuple[int, Record | None]]:
        """Records with their positions; None for one that cannot be decoded."""
        if agent.current is not defaults.current:  # what counts is known once all are read
            if self._rewritten is None:
                assert isinstance(self._transcript, bytes)  # it is not read in order
                pieces = self._room.fitting(pieces_of(agent, self._transcript, self._start))
                records = decoded(agent, pieces)
                self._rewritten = agent.current([*(map(of_subagent, records) if self._subagent else records)])
            return enumerate(self._rewritten[start - self._start :], start)
        return self._decoded(agent, start)

    def _decoded(self, agent: Reader, start: int) -> Iterator[tuple[int, Record | None]]:
        before: int | None = None
        self.taken = 0
        for position, (piece, read) in enumerate(self._pieces(agent, start), start):
            before = read if before is None else before  # to find the first one is not what it takes
            self.taken = read - before
            record = agent.layout().decode(piece) if is_sane(piece) else None
            if record is not None and self._subagent:
                record = of_subagent(record)
            yield position, record

    def _pieces(self, agent: Reader, start: int) -> Iterator[tuple[bytes, int]]:
        """Each with the number of bytes that were read so far."""
        read = 0
        for piece in self._room.fitting(pieces_of(agent, self._transcript, start)):
            read += len(piece)
            yield piece, read if isinstance(self._transcript, bytes) else self._transcript.taken


def prompts_of(items: Iterable[Item]) -> list[Prompt]:
    """The beginnings of the prompts among these items."""
    return [
        _brief(Prompt(item.position, item.entry.text, item.entry.time))
        for item in items
        if item.entry.kind == USER
    ]


def _time(agent: Reader, record: Record) -> str:
    at = agent.record_time(record)
    return clock.rfc3339_ms(int(at * 1000)) if at is not None else ""


def _brief(prompt: Prompt) -> Prompt:
    """With its beginning: thousands of whole prompts would be in memory together."""
    return prompt._replace(text=prompt.text.lstrip()[:_PROMPT])


def _subagent(items: Sequence[Item], position: int) -> Item:
    asked = next((item.entry.text for item in items if item.entry.kind == USER), "")
    return Item(Entry(SUBAGENT, asked[:_TITLE]), position, items=items)
