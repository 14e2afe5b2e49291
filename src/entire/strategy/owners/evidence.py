"""Who changed the files of a turn, by what tools report and by the times of commands and files.

Most turns need nothing of this: what the tools report explains the files as they are now. Otherwise we note
what the files were like in between, each time with its owner.
"""

from __future__ import annotations

import os
import time

from entire.attribution.owner import COMMAND, MODIFIED
from entire.checkpoint.temporary.snapshots import HUMAN, UNKNOWN
from entire.core import clock
from entire.core.paths import to_relative
from entire.core.value import Value
from entire.git.objects.edit_tree import Change
from entire.git.objects.loose import object_id
from entire.git.objects.read import Objects
from entire.git.objects.tree import FILE_MODE
from entire.git.objects.write import Writer
from entire.git.repository import Repository
from entire.strategy.owners.chain import Event, Gap, Ran, Window, links
from entire.transcript.facts import Call, Command, Edit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
    from typing import Any

    Owner = dict[str, Any]

_IN_DOUBT = UNKNOWN | {"why": COMMAND}
_LARGEST = 1024 * 1024
_MOST_FILES = 2000  # of a turn; what a command did to more of them is the agent's work
_POINTER = b"version https://git-lfs"


class Reports(Value):
    """What the tools of a turn reported."""

    owner: Owner
    reports: Sequence[Edit | Command | Call]


class Judged(Value):
    """Who made the changes of a turn, where it was not simply the turn's own agent."""

    between: Sequence[tuple[Owner, Sequence[Change]]] = ()  # what files were like in between, in order
    last: Mapping[str, Owner] = {}  # who made the last change of a file
    known: Collection[str] = ()  # files that were looked at


class Facts(Value):
    """What is known about a turn, and how to look at the files."""

    owner: Owner  # the turn whose work is saved
    reports: Sequence[Reports]  # its own, and those of other open turns
    touched: Sequence[str]
    named: Collection[str]  # files that the transcripts name
    tree: str  # before the turn
    before: Mapping[str, Change]  # what differed from it at the prompt, but for what other open turns wrote
    snapshot: float  # when `tree` was made
    claimed: Collection[str]  # files that other open turns name, and may have written before the prompt
    began: float  # the prompt, or the last snapshot since
    prompted: float  # the prompt
    complete: bool  # all that the turns did was reported
    commands: bool  # some of them ran commands
    hidden: bool  # a subagent is running whose reports cannot be known yet
    unread: bool  # a part was not read, and may have commands
    hooked: Callable[[], bool]  # whether hooks that are not ours run after the agent's edits
    last: Callable[[str], bytes | None]  # the content of a file now
    saved: Mapping[str, Sequence[Event]] = {}  # by a person, as an editor said


class Part(Value):
    """A content of a file, and who led to it."""

    time: float
    path: str
    owner: Owner
    content: bytes | None


def judge(repo: Repository, objects: Objects, facts: Facts) -> Judged:
    """Find changes that are not the work of the turn's own agent. Writes the contents in between.

    If no tool and no command explains a change, it may be a person's. If some reports are missing, it may
    also be the work of those that did not report. Files that are only named are the agent's.
    """
    if facts.unread:
        return Judged(last=_doubts(facts, facts.named))
    ran = [one for reports in facts.reports for one in _commands(reports)]
    timed = bool(ran) and all(one.window.start for one in ran) and not facts.hidden
    events, opaque = _events(repo, facts.reports)
    for path, saves in facts.saved.items():
        events[path] = sorted([*events.get(path, []), *saves], key=lambda event: event.time)
    failed = _failed(repo, facts.reports)
    opaque |= {path: () for path in facts.named if path not in events and path not in failed}
    rest = {path: owners[0] for path, owners in opaque.items() if _is_shared(owners, events.get(path, ()))}
    opaque = {path: owners for path, owners in opaque.items() if path not in rest}
    known = [path for path in facts.touched if path in events or path in failed or timed][:_MOST_FILES]
    known = [path for path in known if path not in opaque]
    found: list[Part] = []
    for path in known:
        found += _developed(repo, objects, facts, path, events.get(path, []), ran, rest.get(path))
    if not facts.complete:  # it can also be the work of what did not report
        found = [part.replace(owner=_IN_DOUBT) if part.owner == HUMAN else part for part in found]
    found.sort(key=lambda part: part.time)
    judged = _noted(repo, objects, facts, found) if found else Judged()
    return judged.replace(known=known, last={**_doubts(facts, [*known, *opaque]), **judged.last})


def _doubts(facts: Facts, explained: Collection[str]) -> dict[str, Owner]:
    """Return the files that no tool names, in a turn without commands, or where a subagent is hidden."""
    files = facts.touched if facts.hidden or not facts.commands else ()
    return {path: _IN_DOUBT for path in files if path not in explained}


def saved(moment: float, data: bytes) -> Event:
    """A person saved a file with this content."""
    return Event(moment, HUMAN, None, _plain(data), knows_before=False, saved=True)


def _commands(reports: Reports) -> list[Ran]:
    now = time.time()
    found = []
    for one in reports.reports:
        if isinstance(one, Command):
            start, end = clock.timestamp(one.time), clock.timestamp(one.end)
            window = Window(start or 0.0, end or now, one.text, one.output, end is not None, one.failed)
            found.append(Ran(window, reports.owner))
    return found


def _is_shared(opaque: Sequence[Owner], events: Sequence[Event]) -> bool:
    """Whether one turn changed a file in a way that is not known, and all that others did to it is known.

    Then that turn did the rest.
    """
    return len(opaque) == 1 and any(event.owner != opaque[0] for event in events)


def _events(
    repo: Repository, everything: Iterable[Reports]
) -> tuple[dict[str, list[Event]], dict[str, Sequence[Owner]]]:
    """Return the events of each file, in order, and the turns of those that are not known, also by file."""
    found: dict[str, list[Event]] = {}
    opaque: dict[str, Sequence[Owner]] = {}
    for reports in everything:
        for one in reports.reports:
            path = to_relative(one.path, repo.worktree) if isinstance(one, Edit) else ""
            if not isinstance(one, Edit) or not path:
                continue
            moment = clock.timestamp(one.time)
            if one.after is None or moment is None:
                before = opaque.get(path, ())
                opaque[path] = before if reports.owner in before else (*before, reports.owner)
                continue
            owner = UNKNOWN | {"why": MODIFIED} if one.modified else reports.owner
            event = Event(moment, owner, _data(one.before), _data(one.after), one.knows_before)
            found.setdefault(path, []).append(event)
    return {path: sorted(events, key=lambda event: event.time) for path, events in found.items()}, opaque


def _failed(repo: Repository, everything: Iterable[Reports]) -> set[str]:
    """Return the files that tools should have written, but never did."""
    calls = [one for reports in everything for one in reports.reports if isinstance(one, Call)]
    failed = {one.path for one in calls if one.failed}
    failed.difference_update([one.path for one in calls if not one.failed] if failed else [])
    return {path for name in failed if (path := to_relative(name, repo.worktree))}


def _data(text: str | None) -> bytes | None:
    return None if text is None else _plain(text.encode("utf-8", "surrogatepass"))


def _plain(data: bytes) -> bytes:
    """Clients report texts without byte order mark and with plain line ends."""
    return data.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n")


def _developed(
    repo: Repository,
    objects: Objects,
    facts: Facts,
    path: str,
    events: Sequence[Event],
    ran: Sequence[Ran],
    rest: Owner | None,
) -> list[Part]:
    """Return what a file was like in between, and who made it so; nothing if all is the agent's own work.

    The last snapshot need not have a file that was written before it: another step adds that.
    ``rest``: who did what no event explains, if that is known.
    """
    _, oid = _first(objects, facts, path)
    began = facts.began if _written_in(repo, path, Gap(facts.began, 0.0)) is not None else facts.prompted
    if path in facts.claimed and path not in facts.before:
        began = facts.snapshot
    now, hooked = time.time(), facts.hooked if events else None
    if not events:
        from entire.strategy.owners.verdicts import verdict

        gap = Gap(began, now)
        found_whole = verdict(repo, path, gap, _written_in(repo, path, gap), not oid, ran, hooked)
        if found_whole.owner == facts.owner and found_whole.literal is None:
            return []
    first, last = _before(repo, objects, oid, events), _content(facts.last(path))
    if last is None or (oid and first is None):
        return []  # deleted, large, or not stored as it is in the work tree
    found: list[Part] = []
    content = first
    for link in links(first, events, last, began, now):
        parts: list[tuple[Owner, bytes | None]]
        if not isinstance(link.cause, Gap):
            parts = [(link.cause, link.content)]
        elif rest is not None:
            parts = [(rest, link.content)]
        else:  # rare
            from entire.strategy.owners.gaps import split
            from entire.strategy.owners.verdicts import verdict

            written = _written_in(repo, path, link.cause) if link.content == last else None
            written = link.cause.end if link.cause.saved else written
            judged = verdict(repo, path, link.cause, written, content is None, ran, hooked)
            parts = split(judged, content, link.content)
        found += [Part(link.time, path, owner, text) for owner, text in parts]
        content = link.content
    return found if any(part.owner != facts.owner for part in found) else []


def _before(repo: Repository, objects: Objects, oid: str, events: Sequence[Event]) -> bytes | None:
    """Return the content before the turn. Mostly the first edit reports it, so that git need not read it."""
    reported = events[0].before if events and events[0].knows_before else None
    if oid and reported is not None and object_id(repo, "blob", reported) == oid:
        return reported
    return _content(objects.blob(oid) if oid else None)


def _content(data: bytes | None) -> bytes | None:
    """Return a content as tools report it; None if they do not, or if it is not there."""
    if data is None or len(data) > _LARGEST or data.startswith(_POINTER) or b"\0" in data:
        return None
    return _plain(data)


def _written_in(repo: Repository, path: str, gap: Gap) -> float | None:
    """Return when a file was written or put in its place; None if its folder was renamed, or it is gone."""
    try:
        written = os.lstat(repo.path(path)).st_ctime
    except (OSError, ValueError):
        return None
    return written if written >= gap.start else None


def _noted(repo: Repository, objects: Objects, facts: Facts, found: Sequence[Part]) -> Judged:
    """Write the contents, but for the last ones: the step has them."""
    last = {part.path: part for part in found}
    between: list[tuple[Owner, list[Change]]] = []
    with Writer(repo, objects) as writer:
        for part in found:
            if part is last[part.path]:
                continue
            if not between or between[-1][0] != part.owner:
                between.append((part.owner, []))
            between[-1][1].append(_change(objects, writer, facts, part))
    owners = {path: part.owner for path, part in last.items() if part.owner != facts.owner}
    return Judged(between, owners)


def _change(objects: Objects, writer: Writer, facts: Facts, part: Part) -> Change:
    if part.content is None:
        return Change(part.path)
    mode, oid = _first(objects, facts, part.path)
    before = (objects.blob(oid) if oid else None) or b""
    content = part.content.replace(b"\n", b"\r\n") if b"\r\n" in before else part.content
    return Change(part.path, mode or FILE_MODE, writer.blob(content))


def _first(objects: Objects, facts: Facts, path: str) -> tuple[str, str]:
    """Return mode and id of a file before the turn; empty if there was none."""
    if path in facts.before:
        return facts.before[path].mode, facts.before[path].oid or ""
    entry = objects.entry(facts.tree, path)
    return (entry.mode, entry.oid) if entry is not None else ("", "")
