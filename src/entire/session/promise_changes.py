"""What two processes noted in the same promise at the same time."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


def merged(before: Mapping[str, Any], ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> dict[str, Any]:
    """Pure: what is there now, with our changes since we read it. Where both changed, theirs stays."""
    out = dict(theirs)
    for key in {*before, *ours}:
        was, wanted, now = (some.get(key) for some in (before, ours, theirs))
        if wanted == was:
            continue
        if isinstance(now, dict) and isinstance(wanted or {}, dict) and isinstance(was or {}, dict):
            wanted = merged(was or {}, wanted or {}, now)
        elif now != was:
            continue
        if wanted is None:
            out.pop(key, None)
        else:
            out[key] = wanted
    return out
