"""How long the conversation was at each step of the reference, which stores all of it with every step.

A transcript of one record per line only grows, so the longest one has the others: it is read once. Others are
read one by one, up to a limit; beyond it, the turn of a step is not known.
"""

from __future__ import annotations

from entire.agent import registry
from entire.agent.conversation import end
from entire.checkpoint.segments_read import join, part_ids
from entire.core.paths import session_metadata_dir
from entire.transcript import lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from entire.git.objects.read import Commit, Objects

    Parts = tuple[str, ...]  # the blobs of a transcript

_MOST_BYTES = 64 * 1024 * 1024


def step_lengths(
    objects: Objects, steps: Sequence[Commit], session_id: str, agent_type: str
) -> dict[str, int]:
    """Return the number of records by step; without those that are not known. The newest step is first."""
    parts = {commit.oid: _parts(objects, commit, session_id) for commit in steps}
    wanted = dict.fromkeys(one for one in parts.values() if one)
    agent = registry.by_stored_type(agent_type)
    sizes = objects.sizes({oid for one in wanted for oid in one}) if len(wanted) > 1 else {}
    known: dict[Parts, int] = {}
    if sizes and agent is not None and agent.layout() is lines:
        known = _prefixes(objects, [one for one in wanted if len(one) == 1], sizes)
    left = _MOST_BYTES
    for one in wanted:
        left -= sum(sizes.get(oid, 0) for oid in one) if one not in known else 0
        if one not in known and left >= 0:
            found = [part.data for part in objects.read_many(one) if part is not None and part.kind == "blob"]
            known[one] = end(join(found, agent_type), agent_type) if found else 0
    return {oid: known[one] for oid, one in parts.items() if one in known}


def _parts(objects: Objects, commit: Commit, session_id: str) -> Parts:
    entry = objects.entry(commit.tree, session_metadata_dir(session_id))
    return tuple(part_ids(objects, entry.oid)) if entry is not None and entry.is_tree else ()


def _prefixes(objects: Objects, wanted: Sequence[Parts], sizes: Mapping[str, int]) -> dict[Parts, int]:
    """Count the lines of all in the longest one; those that do not end with one of its lines are left out."""
    ordered = sorted(wanted, key=lambda one: sizes.get(one[0], 0))
    longest = objects.blob(ordered[-1][0]) if ordered else None
    found: dict[Parts, int] = {}
    place = count = 0
    if longest is None:
        return found
    for one in ordered:
        size = sizes.get(one[0], 0)
        count += longest.count(b"\n", place, size)
        place = size
        if longest[size - 1 : size] == b"\n":
            found[one] = count
        elif longest[size : size + 1] in (b"\n", b""):  # without the end of the last line
            found[one] = count + 1
    return found
