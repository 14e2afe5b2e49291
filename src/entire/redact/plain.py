"""One piece of text: undo escapes for the rules' eyes, replace in the original."""

from collections.abc import Callable

from entire.redact import detect, view
from entire.redact.places import ID, PATH, TEXT, Place
from entire.redact.prefilter import suspects
from entire.redact.regions import Region, moved, splice

_MAX_PASSES = 8
_SHORTEST = 12  # no rule that looks at names finds anything shorter


def redact_plain(raw: bytes) -> bytes:
    """Text without its secrets, the same object when there are none; it need not be UTF-8."""
    return settle(raw, find_plain)


def redact_path(raw: bytes) -> bytes:
    """The same for a name, which may be random."""
    return settle(raw, lambda name: detect.find(name, PATH) if len(name) >= _SHORTEST else [])


def settle(source: bytes, find: Callable[[bytes], list[Region]]) -> bytes:
    """Until nothing is found: a replacement may bring its neighbours together, and twice must equal once."""
    for _ in range(_MAX_PASSES):
        found = find(source)
        if not found:
            break
        source = splice(source, found)
    return source


def find_plain(raw: bytes) -> list[Region]:
    return detect.find_escaped(raw) if suspects(raw) else []


def find_literal(content: bytes, key: bytes, place_of: Callable[[bytes], Place]) -> list[Region]:
    """What must go from the inside of a JSON string literal, still escaped.

    `place_of` judges the decoded value, which is read together with its `key`, for that may name it.
    """
    value = view.of_literal(content)
    place = place_of(value.text)
    if not key or place not in (TEXT, ID):
        found = detect.find_escaped(value.text, place)
    else:
        lead = key + b'": "'
        found = [moved(region, -len(lead)) for region in detect.find_escaped(lead + value.text + b'"', place)]
        found = [
            r.replace(start=max(0, r.start), end=min(len(value.text), r.end)) for r in found if r.end > 0
        ]
    return [value.in_source(region) for region in found if region.start < region.end]
