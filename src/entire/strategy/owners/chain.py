"""How the content of a file developed in a turn: edits that tools reported, and the gaps between them. Pure.

Between two edits, a file must be as the first one left it. If it is not, something else changed it: a
command, a person, or another session.
"""

from __future__ import annotations

from entire.core.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    Owner = dict[str, Any]


# File systems note the time of the last tick of the clock, and clients the time in milliseconds.
_TOLERANCE = 0.012


class Event(Value):
    """What a tool reported about a file. Contents are None if the file does not exist."""

    time: float
    owner: Owner
    before: bytes | None
    after: bytes | None
    knows_before: bool = True
    saved: bool = False  # by a person's editor


class Window(Value):
    """A command, and the seconds between which it ran."""

    start: float
    end: float
    text: str
    output: str = ""
    ended: bool = True  # as far as we know
    failed: bool = False

    def includes(self, time: float) -> bool:
        return self.start - _TOLERANCE <= time <= self.end + _TOLERANCE


class Ran(Value):
    """A command, and the turn that ran it."""

    window: Window
    owner: Owner


class Gap(Value):
    """A change that no tool reported, between two times."""

    start: float
    end: float
    saved: bool = False  # a person's editor saved it in the end, and did not say what was there before


class Link(Value):
    """A content of the file, and who or what led to it."""

    content: bytes | None
    cause: Owner | Gap
    time: float  # at the latest


def links(
    first: bytes | None, events: Sequence[Event], last: bytes | None, began: float, ended: float
) -> list[Link]:
    """Return all contents after ``first``, in order. ``began``: when the file was known to be like that."""
    since = _reported(first, events, began)
    time = max(began, events[since - 1].time) if since else began
    content = first
    found = []
    for event in events[since:]:
        if event.knows_before and event.before != content:
            found.append(Link(event.before, Gap(time, event.time), event.time))
            content = event.before
        if event.after != content:
            cause = Gap(time, event.time, saved=True) if event.saved else event.owner
            found.append(Link(event.after, cause, event.time))
            content = event.after
        time = event.time
    if content != last:
        found.append(Link(last, Gap(time, ended), ended))
    return found


def _reported(first: bytes | None, events: Sequence[Event], began: float) -> int:
    """How many events are older than the content that we start from: an earlier step, or HEAD, has them."""
    led = [place + 1 for place, event in enumerate(events) if event.after == first]
    found = [place for place, event in enumerate(events) if event.knows_before and event.before == first]
    if led or found:
        return max(led) if led else found[0]
    return sum(event.time < began for event in events)
