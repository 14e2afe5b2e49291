"""Read a part of a stored transcript: tokens by model, prompts, turns, and how long the agent worked."""

from __future__ import annotations

from entire.agent.conversation import MOST_SHOWN, is_sane
from entire.agent.entries import ASSISTANT, TOOL
from entire.agent.protocol import Agent
from entire.core.value import Value
from entire.numbers.tokens import UNKNOWN_BAND, Source, Tokens, Used, add_to
from entire.transcript.facts import Facts, Usage
from entire.transcript.layout import Record
from entire.transcript.usage import band_of

BEFORE = 150  # records in front of a part to read as well: an answer can begin there
_MOST_REPORTS = 1000

Numbers = tuple[int, int, int, int]


class Part(Value):
    """What a part of a transcript says."""

    used: Used
    prompts: int = 0
    turns: int = 0  # prompts that were answered
    milliseconds: int = 0  # from prompts to the last answers
    untimed: int = 0  # answers without a time


class Counter(Usage):
    """Counts as hooks do, and by model."""

    def __init__(self) -> None:
        super().__init__(None, {})
        self.used: Used = {}
        self.nameless = False  # an answer was counted before any model was named
        self._hours: dict[str, int | None] = {}

    def count(
        self, answer_id: str, numbers: Numbers, *, hour: int | None = None, model: str | None = None
    ) -> None:
        seen = self.recent.get(answer_id)
        super().count(answer_id, numbers)
        if seen is not None and seen[3] >= numbers[3]:
            return
        before = seen or [0, 0, 0, 0]
        a, b, c, d = (new - old for new, old in zip(numbers, before, strict=True))
        then = self._hours.get(answer_id, 0) if seen else 0
        self._hours[answer_id] = hour
        minutes = kept = 0
        if hour is not None and then is not None and 0 <= hour <= numbers[1]:
            kept = hour - then
            minutes = b - kept
        fresh = Tokens(a, b, c, d, 0 if seen else 1, minutes, kept)
        self._add(self.model if model is None else model, band_of(sum(numbers[:3])), fresh)

    def called(self) -> None:
        super().called()
        self._add(self.model, UNKNOWN_BAND, Tokens(calls=1))

    def _add(self, model: str, band: int, tokens: Tokens) -> None:
        self.nameless |= not model
        add_to(self.used, {Source(model, band): tokens})


class Clock:
    """How long the agent worked, answer by answer. Counts from ``start`` on."""

    def __init__(self) -> None:
        self.prompts = self.turns = self.milliseconds = self.untimed = 0
        self._asked = False  # a prompt waits for its first answer
        self._mark: float | None = None

    def prompt(self, time: float | None) -> None:
        self.prompts += 1
        self._asked, self._mark = True, time

    def answer(self, time: float | None) -> None:
        self.turns += self._asked
        self._asked = False
        if time is None:
            self.untimed += 1
            return
        if self._mark is not None:
            self.milliseconds += max(0, round(time * 1000) - round(self._mark * 1000))
        self._mark = time

    def forget(self) -> None:
        """What came so far belongs to another part."""
        self.prompts = self.turns = self.milliseconds = self.untimed = 0


def read_part(agent: Agent, transcript: bytes, start: int) -> Part:
    """Read the records from a position on."""
    found, nameless = try_part(agent, transcript, start)
    if nameless and start > BEFORE:  # the model was named long before
        found, _ = _read(agent, transcript, start, 0)
    return found


def try_part(agent: Agent, transcript: bytes, start: int) -> tuple[Part, bool]:
    """The same with only a few records in front of it; also return whether they do not name the model."""
    return _read(agent, transcript, start, max(0, start - BEFORE))


def _read(agent: Agent, transcript: bytes, start: int, first: int) -> tuple[Part, bool]:
    counter, clock = Counter(), Clock()
    facts = Facts(counter)
    layout = agent.layout()
    for position, piece in enumerate(layout.some(layout.closed(transcript), first, MOST_SHOWN), first):
        record = layout.decode(piece) if is_sane(piece) else None
        if record is not None:
            _take(agent, record, position, facts, clock)
        if position < start:
            counter.used.clear()
            counter.nameless = False
            clock.forget()
    found = Part(counter.used, clock.prompts, clock.turns, clock.milliseconds, clock.untimed)
    return found, counter.nameless


def _take(agent: Agent, record: Record, position: int, facts: Facts, clock: Clock) -> None:
    facts.next_record()
    facts.position = position
    if len(facts.reports) > _MOST_REPORTS:
        facts.forget_reports()
    agent.read_record(record, facts)
    if facts.prompts:
        clock.prompt(agent.record_time(record))
    elif any(entry.kind in (ASSISTANT, TOOL) for entry in agent.entries_of(record)):
        clock.answer(agent.record_time(record))
