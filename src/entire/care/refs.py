"""Which refs are ours, and what each one is for."""

from __future__ import annotations

from entire.checkpoint.names import (
    CHECKPOINTS_BRANCH,
    CHECKPOINTS_REF,
    NOTES_REF,
    ORPHANED_REFS,
    OWN_REFS,
    TRAILS_BRANCH,
    is_shadow_branch,
)
from entire.git.refs import BRANCHES
from entire.remote.shared_refs import SEEN_REFS
from entire.strategy.rewind.snapshot import REWIND_REFS, UNDONE_REFS

_REMOTES = "refs/remotes/"
_FETCHED = "refs/entire-fetch-tmp/"


class Kind:
    """What a ref is for; the values are those in `--json`."""

    CHECKPOINTS = "checkpoints"
    TRAILS = "trails"
    NOTES = "notes"
    SHADOW = "shadow"
    SET_ASIDE = "put-aside"  # a shadow branch that no session claimed
    REWIND = "rewind"  # what a rewind, or undoing it, replaced
    SEEN = "seen"  # what a remote had at the last push or fetch
    OTHER = "other"

    RECORDS = frozenset({CHECKPOINTS, SEEN})  # trees of checkpoints
    WORK = frozenset({SHADOW, SET_ASIDE, REWIND})  # trees with the user's files


def kind_of(ref: str) -> str | None:
    """Pure: return what one of our refs is for; None for the user's own."""
    branch = ref.removeprefix(BRANCHES) if ref.startswith(BRANCHES) else ""
    if ref in (CHECKPOINTS_REF, BRANCHES + TRAILS_BRANCH, NOTES_REF):
        return {CHECKPOINTS_REF: Kind.CHECKPOINTS, NOTES_REF: Kind.NOTES}.get(ref, Kind.TRAILS)
    if branch:
        return Kind.SHADOW if is_shadow_branch(branch) else None
    if ref.startswith(_REMOTES):
        return Kind.SEEN if ref.endswith((f"/{CHECKPOINTS_BRANCH}", f"/{TRAILS_BRANCH}")) else None
    prefixes = {
        ORPHANED_REFS: Kind.SET_ASIDE,
        REWIND_REFS: Kind.REWIND,
        UNDONE_REFS: Kind.REWIND,
        SEEN_REFS: Kind.SEEN,
        OWN_REFS: Kind.OTHER,
        _FETCHED: Kind.OTHER,
    }
    return next((kind for prefix, kind in prefixes.items() if ref.startswith(prefix)), None)
