"""Whether objects are more than git copes with well, and why nobody packs them."""

from __future__ import annotations

from entire.core.text import count, one_line
from entire.core.value import Value
from entire.git.objects.store import ObjectStore
from entire.git.upkeep import Overdue, Upkeep, overdue

_CAUSES = {
    Overdue.OFF: "git is told not to pack them by itself (gc.auto, maintenance.auto)",
    Overdue.SWAMPED: "git packs by itself, but keeps what nothing reaches as single files for two weeks",
}


class Flood(Value):
    text: str
    cause: str


def flood(store: ObjectStore, upkeep: Upkeep) -> Flood | None:
    """Pure: None where all is well, or git will see to it with the next commit."""
    why = overdue(store, upkeep)
    if not why:
        return None
    complaint = f"git stopped to pack them by itself: {one_line(upkeep.complaint, 200)}"
    text = f"{count(store.loose, 'loose object')} and {count(store.packs, 'pack')}: git finds objects slowly"
    return Flood(text, _CAUSES.get(why, complaint))
