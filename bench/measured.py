"""What a run found, all that the page is made of; kept beside it as JSON."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from bench.plan import Plan, Point


class Counts(NamedTuple):
    """What one run of a case takes besides time."""

    ours: int  # processes of ours
    git: int  # git processes, the case's own included
    peak: int  # bytes of the largest process of ours, or of git below it
    added: int  # bytes added to `.git`


class Row(NamedTuple):
    """A case at a point."""

    point: Point
    case: str
    milliseconds: float  # median
    control: str
    control_milliseconds: float  # median, in the same rounds
    over: float  # milliseconds, the median of the differences round by round
    counts: Counts | None

    @property
    def ratio(self) -> float:
        return self.milliseconds / self.control_milliseconds


class Redaction(NamedTuple):
    megabytes: float
    speed: float  # MB/s on one core
    replaced: int
    dense: float = 0.0  # MB/s for base64, minified code, hex
    planted: int = 0  # secrets, of shapes that rules were written for
    left: int = 0
    untuned: int = 0  # of shapes that no rule was written for
    untuned_left: int = 0
    harmless: int = 0  # texts
    touched: int = 0
    odd: int = 0  # secrets in unusual syntaxes and places
    odd_left: int = 0
    later: int = 0  # of shapes that were written after the rules, which were widened since
    later_left: int = 0
    library: float = 0.0  # megabytes of the interpreter's own modules
    library_changed: int = 0  # lines


class Commit(NamedTuple):
    """What a commit added to `.git`, its steps included."""

    compressed: int  # what is new in the transcript, by zlib
    added: int


class Storage(NamedTuple):
    """A session with many commits."""

    name: str
    transcript: int  # bytes at the end
    compressed: int  # of it as a whole, by zlib
    grown: int  # bytes of `.git`, from before the session to its last commit
    commits: list[Commit]


class Searched(NamedTuple):
    """What the first search of a repository read, and wrote."""

    point: Point
    transcripts: int  # bytes of all conversations
    text: int  # bytes of what is searched in them
    database: int  # bytes of the file with its words


class Imported(NamedTuple):
    name: str
    milliseconds: float  # its own, without what it imports


class Imports(NamedTuple):
    """What a hook loads: medians of a few runs."""

    hook: str
    modules: int
    milliseconds: float
    bare_modules: int  # of these, what an interpreter loads that does nothing
    bare_milliseconds: float
    dearest: list[Imported]


class Measured(NamedTuple):
    machine: str
    seconds: float
    plan: Plan
    rows: list[Row]
    redaction: Redaction
    storage: list[Storage]
    imports: list[Imports]
    searched: list[Searched] = []

    def row(self, point: Point, case: str) -> Row | None:
        return next((row for row in self.rows if (row.point, row.case) == (point, case)), None)


def encode(measured: Measured) -> str:
    return json.dumps(measured, separators=(",", ":")) + "\n"


def decode(text: str) -> Measured:
    machine, seconds, plan, rows, redaction, storage, imports, *more = json.loads(text)
    [searched] = more or [[]]  # older runs have none
    return Measured(machine, seconds, _plan(*plan), [_row(*row) for row in rows], Redaction(*redaction),
                    [_storage(*item) for item in storage], [_imports(*item) for item in imports],
                    [Searched(Point(*point), *sizes) for point, *sizes in searched])  # fmt: skip


def _plan(axes: dict[str, list[int]], corner: Any, tools: Any, reading: Any, *rest: Any) -> Plan:
    sizes = {axis: tuple(found) for axis, found in axes.items()}
    rounds, few_rounds, commits, stored, redacted, *more = rest
    automatic, agents = [*more, [], []][:2]  # older runs have none
    tools, reading, automatic, agents = (
        [Point(*point) for point in points] for points in (tools, reading, automatic, agents)
    )
    numbers = (rounds, few_rounds, commits, stored, redacted)
    return Plan(sizes, Point(*corner), tools, reading, *numbers, automatic, agents)


def _row(
    point: list[int], case: str, ms: float, control: str, control_ms: float, over: float, counts: Any
) -> Row:
    return Row(Point(*point), case, ms, control, control_ms, over, Counts(*counts) if counts else None)


def _storage(name: str, transcript: int, compressed: int, grown: int, commits: list[Any]) -> Storage:
    return Storage(name, transcript, compressed, grown, [Commit(*commit) for commit in commits])


def _imports(
    hook: str, modules: int, ms: float, bare_modules: int, bare_ms: float, dearest: list[Any]
) -> Imports:
    return Imports(hook, modules, ms, bare_modules, bare_ms, [Imported(*module) for module in dearest])
