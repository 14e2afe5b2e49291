"""Redact a piece of text: rules see it unescaped, replacements are made in the original."""

from __future__ import annotations

from entire.redact import detect, view
from entire.redact.places import ID, PATH, TEXT, Place
from entire.redact.prefilter import has_suspects, is_small, is_trivial
from entire.redact.regions import Region, moved, resized, splice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_MAX_PASSES = 8
_SHORTEST = 12  # rules that look at names find nothing shorter


def redact_plain(raw: bytes) -> bytes:
    """Redact text, which may not be UTF-8; return the same object if there is nothing to redact."""
    return settle(raw, find_plain)


def redact_path(raw: bytes) -> bytes:
    """The same for a name, which may look random."""
    return settle(raw, lambda name: detect.find(name, PATH) if len(name) >= _SHORTEST else [])


def settle(source: bytes, find: Callable[[bytes], list[Region]]) -> bytes:
    """Replace until nothing is found: a replacement can create a match, and redacting must be idempotent."""
    for _ in range(_MAX_PASSES):
        found = find(source)
        if not found:
            break
        source = splice(source, found)
    return source


def find_plain(raw: bytes) -> list[Region]:
    if is_trivial(raw):
        return []
    return detect.find_escaped(raw) if is_small(raw) or has_suspects(raw) else []


def find_literal(content: bytes, key: bytes, place_of: Callable[[bytes], Place]) -> list[Region]:
    """Return the regions to replace in a JSON string literal, still escaped and without quotes.

    `place_of` judges the decoded value. Rules see it together with its `key`, which may name it.
    """
    value = view.of_literal(content)
    place = place_of(value.text)
    if not key or place not in (TEXT, ID):
        found = detect.find_escaped(value.text, place)
    else:
        lead = key + b'": "'
        found = [moved(region, -len(lead)) for region in detect.find_escaped(lead + value.text + b'"', place)]
        found = [resized(r, max(0, r.start), min(len(value.text), r.end)) for r in found if r.end > 0]
    return [value.in_source(region) for region in found if region.start < region.end]
