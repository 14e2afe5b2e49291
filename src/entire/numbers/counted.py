"""What checkpoints count, each without what earlier checkpoints of the same session counted already.

Some programs count from the start of the session. All commands read numbers here, so that those of a
checkpoint are the same wherever it is shown, and whichever others are shown with it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from entire.checkpoint.committed import slots
from entire.checkpoint.ids import checkpoint_path
from entire.checkpoint.index.index import Index
from entire.git.objects.read import SMALL
from entire.numbers.facts import CheckpointFacts, PartFacts
from entire.numbers.gather import Progress, facts_of, sessions_of, token_start
from entire.numbers.sums import once


def read(
    index: Index, ids: Iterable[str], progress: Progress, *, known_only: bool = False
) -> dict[str, CheckpointFacts]:
    """The facts of those checkpoints that are in this clone, or can be fetched.

    ``known_only``: of those that were read before.
    """
    found = facts_of(index, ids, progress, known_only=known_only)
    whole = [(part.session_id, id) for id, one in found.items() for part in one.parts if part.from_start]
    sessions = _again(index, whole)
    if not sessions:
        return found
    orders = _orders(index, found, sessions)
    wanted = dict.fromkeys(id for order in orders.values() for id in order if id not in found)
    known = found | facts_of(index, wanted, progress, known_only=known_only)
    for session, order in orders.items():
        own = [(id, place) for id in order if id in known for place in _places(known[id], session)]
        parts = once([known[id].parts[place] for id, place in own])
        for (id, place), part in zip(own, parts, strict=True):
            if id in found:
                found[id] = _with(found[id], place, part)
    return found


def unread(index: Index, checkpoint_id: str) -> list[str]:
    """The checkpoints that `read` of this one would look into, and that nobody has looked into yet."""
    tree = index.trees([checkpoint_id]).get(checkpoint_id, "")
    stored = slots.read(index.objects, checkpoint_path(checkpoint_id), tree, SMALL)
    parts = [metadata for metadata, _ in sessions_of(stored)]
    sessions = _again(index, [(one.session_id, checkpoint_id) for one in parts if not token_start(one)])
    others = (one.checkpoint_id for own in index.parts_of_sessions(sessions).values() for one in own)
    trees = index.trees(dict.fromkeys([checkpoint_id, *others]))
    known = index.derived(trees.values())
    return [id for id, tree in trees.items() if tree not in known]


def _again(index: Index, whole: Sequence[tuple[str, str]]) -> list[str]:
    """The sessions with a part that can include an earlier one: from the start, but not of the first."""
    first = index.first_checkpoints(dict.fromkeys(session for session, _ in whole))
    return list(dict.fromkeys(session for session, id in whole if first.get(session) != id))


def _orders(
    index: Index, found: Mapping[str, CheckpointFacts], sessions: Collection[str]
) -> dict[str, list[str]]:
    """All checkpoints of each session, oldest first; if the index does not have it, those that were found."""
    known = index.parts_of_sessions(sessions)
    orders = {}
    for session in sessions:
        order = [one.checkpoint_id for one in known.get(session, ())]
        orders[session] = list(dict.fromkeys(order)) or _by_time(found, session)
    return orders


def _by_time(found: Mapping[str, CheckpointFacts], session: str) -> list[str]:
    times = {id: one.parts[place].time for id, one in found.items() for place in _places(one, session)}
    return sorted(times, key=times.__getitem__)


def _places(facts: CheckpointFacts, session: str) -> list[int]:
    return [place for place, part in enumerate(facts.parts) if part.session_id == session]


def _with(facts: CheckpointFacts, place: int, part: PartFacts) -> CheckpointFacts:
    return facts.replace(parts=[*facts.parts[:place], part, *facts.parts[place + 1 :]])
