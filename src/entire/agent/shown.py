"""The conversation in a stored transcript as people look at it: with times, and what became of each call."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from entire.agent import defaults, registry
from entire.agent.arguments import ADDED, REMOVED, difference, has_whole, of_arguments
from entire.agent.conversation import MOST_SHOWN, decoded, records_of
from entire.agent.entries import TOOL, Entry
from entire.agent.protocol import Reader
from entire.agent.room import Records, Room
from entire.core import clock
from entire.transcript.facts import Call, Command, Edit, Facts, Usage
from entire.transcript.layout import Record

_PLACES = ("cwd", "directory")  # what records name the directory of the session
_DEEPEST = 2
_BESIDE = "isSidechain"
_FIRST_RECORDS = 50  # where they do
_EXIT = re.compile(
    r"^(?:Process exited with code|Exit [Cc]ode:|.{0,99}\"exit_code\":) ?(-?\d{1,9})\b", re.MULTILINE
)
_ENDS = 500  # characters of an output, where the exit code is
Report = Edit | Command | Call


class Shown:
    """A conversation while it is read."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.calls: dict[int, list[Command | Call]] = {}  # of entries, by their places
        self.facts = Facts(Usage(None, {}))

    def add(self, agent: Reader, record: Record) -> None:
        before = len(self.facts.reports)
        agent.read_record(record, self.facts)
        self.facts.next_record()
        new = self.facts.reports[before:]
        at = agent.record_time(record)
        time = clock.rfc3339_ms(int(at * 1000)) if at is not None else ""
        for entry in agent.entries_of(record):
            if entry.kind == TOOL:
                found = calls_of(entry, new)
                self.calls[len(self.entries)] = found
                new = [one for one in new if one not in found]
            self.entries.append(entry.replace(time=time))

    def with_outcomes(self) -> list[Entry]:
        """The entries, with what became of each call, as far as it was read."""
        exact = exact_counts(self.facts.reports)
        return [
            _with_outcome(entry, self.calls.get(place, []), exact) for place, entry in enumerate(self.entries)
        ]


def conversation(
    transcript: bytes | Records, agent_type: str, room: Room, start: int = 0, *, subagent: bool = False
) -> list[Entry]:
    """The conversation from a position on, as far as there is room for it.

    ``subagent``: its records say that they are beside one.
    """
    agent = registry.reader(agent_type)
    shown = Shown()
    records = decoded(agent, room.fitting(pieces_of(agent, transcript, start)))
    if subagent:
        records = map(of_subagent, records)
    for record in records if agent.current is defaults.current else agent.current([*records]):
        shown.add(agent, record)
    return shown.with_outcomes()


def pieces_of(agent: Reader, transcript: bytes | Records, start: int) -> Iterable[bytes]:
    """The records from a position on, as text."""
    if not isinstance(transcript, bytes):
        return transcript.some(start, MOST_SHOWN)
    layout = agent.layout()
    return layout.some(layout.closed(transcript), start, MOST_SHOWN)


def has_record(transcript: bytes | Records, agent_type: str, position: int) -> bool:
    """Whether there is a record at or after a position."""
    return any(True for _ in pieces_of(registry.reader(agent_type), transcript, position))


def of_subagent(record: Record) -> Record:
    """A record of a subagent's own transcript, without the mark that it is beside a conversation."""
    return record | {_BESIDE: False} if _BESIDE in record else record


def calls_of(entry: Entry, reports: Sequence[Report]) -> list[Command | Call]:
    """Pure: the calls that an entry stands for, among those of its record."""
    paths = entry.detail.split(", ")
    for one in reports:
        if isinstance(one, Command) and entry.detail and entry.detail in one.text:
            return [one]
    return [one for one in reports if isinstance(one, Call) and one.path in (entry.detail, *paths)]


def exact_edits(reports: Sequence[Report]) -> dict[int, tuple[str, str]]:
    """Pure: the file before and after each call, by the call's identity, where the tool has reported both."""
    found: dict[int, tuple[str, str]] = {}
    last: dict[str, Call] = {}
    for one in reports:
        if isinstance(one, Call):
            last[one.path] = one
        elif isinstance(one, Edit) and one.knows_before and one.after is not None and one.path in last:
            found[id(last.pop(one.path))] = one.before or "", one.after
    return found


def exact_counts(reports: Sequence[Report]) -> dict[int, tuple[int, int]]:
    """Pure: the lines that calls added and removed, where that is known for certain."""
    return {
        call: (len(difference(before, after)), len(difference(after, before)))
        for call, (before, after) in exact_edits(reports).items()
    }


def _with_outcome(entry: Entry, calls: Sequence[Command | Call], exact: dict[int, tuple[int, int]]) -> Entry:
    if not calls:
        return entry
    failed = any(one.failed or _has_failed(one) for one in calls)
    ended = all(not isinstance(one, Command) or one.end for one in calls)
    known = [_counts(one, exact) for one in calls if isinstance(one, Call) and not failed]
    removed = [lines for _, lines in known if lines is not None]
    return entry.replace(
        failed=failed if failed or ended else None,
        added=sum(lines for lines, _ in known) if known else None,
        removed=sum(removed) if removed and len(removed) == len(known) else None,
    )


def _has_failed(one: Command | Call) -> bool:
    """Whether a command's output says so: not all agents mark its result."""
    if not isinstance(one, Command):
        return False
    found = _EXIT.search(one.output[:_ENDS]) or _EXIT.search(one.output[-_ENDS:])
    return found is not None and int(found[1]) != 0


def _counts(call: Call, exact: dict[int, tuple[int, int]]) -> tuple[int, int | None]:
    if id(call) in exact:
        return exact[id(call)]
    added = len(of_arguments(call.given, call.path, ADDED))
    return added, None if has_whole(call.given) else len(of_arguments(call.given, call.path, REMOVED))


def directory(transcript: bytes, agent_type: str) -> str:
    """The directory that the session ran in, as its first records name it; empty if they do not."""
    records = records_of(registry.reader(agent_type), transcript, 0, _FIRST_RECORDS)
    return next(filter(None, (_directory(record, 0) for record in records)), "")


def _directory(record: Record, depth: int) -> str:
    for name in _PLACES:
        found = record.get(name)
        if isinstance(found, str) and found.startswith("/") and len(found) > 1:
            return found.rstrip("/")
    below = (value for value in record.values() if isinstance(value, dict)) if depth < _DEEPEST else ()
    return next(filter(None, (_directory(value, depth + 1) for value in below)), "")


def cut_path(detail: str, *roots: str) -> str:
    """Paths without the directory that they are in, if that is one of these."""
    for root in filter(None, roots):
        if detail.startswith(f"{root}/"):
            detail = detail.removeprefix(f"{root}/").replace(f", {root}/", ", ")
    return detail
