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


class Event(Value):
    """What a tool reported about a file. Contents are None if there is no file."""

    time: float
    owner: Owner
    before: bytes | None
    after: bytes | None
    knows_before: bool = True


class Gap(Value):
    """A change that no tool reported, between two times."""

    start: float
    end: float


class Link(Value):
    """A content of the file, and who or what led to it."""

    content: bytes | None
    cause: Owner | Gap
    time: float  # at the latest


def links(
    first: bytes | None, events: Sequence[Event], last: bytes | None, began: float, ended: float
) -> list[Link]:
    """Return all contents after ``first``, in order."""
    since = _reported(first, events)
    time = events[since - 1].time if since else began
    content = first
    found = []
    for event in events[since:]:
        if event.knows_before and event.before != content:
            found.append(Link(event.before, Gap(time, event.time), event.time))
            content = event.before
        if event.after != content:
            found.append(Link(event.after, event.owner, event.time))
            content = event.after
        time = event.time
    if content != last:
        found.append(Link(last, Gap(time, ended), ended))
    return found


def _reported(first: bytes | None, events: Sequence[Event]) -> int:
    """How many events led to the content that we start from: they are in an earlier step or in HEAD."""
    return max((place + 1 for place, event in enumerate(events) if event.after == first), default=0)
