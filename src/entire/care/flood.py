"""Whether there are too many loose objects or packs, and why git does not pack them."""

from __future__ import annotations

from entire.core.text import count, one_line
from entire.core.value import Value
from entire.git.objects.store import ObjectStore
from entire.git.upkeep import Overdue, Upkeep, overdue

_CAUSES = {
    Overdue.OFF: "automatic packing is disabled (gc.auto, maintenance.auto)",
    Overdue.SWAMPED: "git keeps unreachable objects loose for two weeks",
}


class Flood(Value):
    text: str
    cause: str


def flood(store: ObjectStore, upkeep: Upkeep) -> Flood | None:
    """Pure: return the problem; None if there is none, or git will fix it at the next commit."""
    why = overdue(store, upkeep)
    if not why:
        return None
    complaint = f"automatic packing failed: {one_line(upkeep.complaint, 200)}"
    text = f"{count(store.loose, 'loose object')} and {count(store.packs, 'pack')}: git finds objects slowly"
    return Flood(text, _CAUSES.get(why, complaint))
