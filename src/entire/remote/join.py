"""Join two versions of a checkpoint. Pure, with the same result in every clone.

It does not matter who merges with whom first, or how often: `join` is commutative, associative and
idempotent, so all clones end with the same tree. Of a session that both have, the longer version is taken, or
else the newer one; a summary that either has is kept; sessions are numbered by age; unknown files stay (I7).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from entire.checkpoint.model import CommittedMetadata, Summary
from entire.checkpoint.segments import is_part_name
from entire.core import clock, json_text
from entire.core.paths import CONTENT_HASH_FILE, CONTEXT_FILE, LINES_FILE, METADATA_FILE, PROMPT_FILE
from entire.core.value import Value
from entire.git.objects.tree import Entry

_OF_THE_SESSION = frozenset({METADATA_FILE, CONTENT_HASH_FILE, CONTEXT_FILE, LINES_FILE, PROMPT_FILE})


class Version(Value):
    """One side's version of a session in a checkpoint."""

    metadata: CommittedMetadata | None  # None: not readable, and the slot is left as it is
    files: Mapping[str, Entry]
    size: int  # bytes of the transcript
    joined: bool = False  # the versions differed, so the metadata file must be written


def join(ours: Sequence[Version], theirs: Sequence[Version]) -> list[Version]:
    """Return the sessions of both, in an order that is the same in every clone."""
    found: dict[str, Version] = {}
    for version in (*ours, *theirs):
        key = _identity(version)
        found[key] = _join_session(found[key], version) if key in found else version
    return sorted(found.values(), key=_order)


def _identity(version: Version) -> str:
    if version.metadata is None or not version.metadata.session_id:
        return f"unknown {sorted((name, entry.oid) for name, entry in version.files.items())}"
    return f"session {version.metadata.session_id}"


def _order(version: Version) -> tuple[float, str]:
    created = clock.timestamp(version.metadata.created_at) if version.metadata is not None else -1.0
    return created or 0.0, _identity(version)


def _join_session(one: Version, other: Version) -> Version:
    if one.files == other.files or one.metadata is None or other.metadata is None:
        return one
    best = max(one, other, key=_rank)
    assert best.metadata is not None
    metadata = CommittedMetadata.from_json(best.metadata.to_json())
    metadata.summary = _best_summary(one.metadata.summary, other.metadata.summary)
    files = {name: entry for name, entry in best.files.items() if _is_known(name)}
    for name in sorted({*one.files, *other.files}):
        if not _is_known(name):
            both = (side.files[name] for side in (one, other) if name in side.files)
            files[name] = max(both, key=lambda entry: entry.oid)
    return Version(metadata, files, best.size, joined=True)


def _is_known(name: str) -> bool:
    """Whether a file is taken from the same side as the transcript."""
    return name in _OF_THE_SESSION or is_part_name(name)


def _rank(version: Version) -> tuple[int, float, str]:
    """Rank longer versions higher, then newer ones, then by content that is joined neither way."""
    assert version.metadata is not None
    values = version.metadata.to_json()
    values.pop("summary", None)
    files = [(n, e.oid) for n, e in sorted(version.files.items()) if _is_known(n) and n != METADATA_FILE]
    when = clock.timestamp(version.metadata.created_at) or 0.0
    return version.size, when, json_text.encode_line([values, files])


def _best_summary(one: Summary | None, other: Summary | None) -> Summary | None:
    """Return the longer summary."""
    both = [summary for summary in (one, other) if summary is not None]
    return max(both, key=lambda summary: _length_and_text(summary.to_json()), default=None)


def _length_and_text(value: Any) -> tuple[int, str]:
    text = json_text.encode_line(value)
    return len(text), text


def join_extra(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """Join the keys of newer versions from both sides."""
    joined = dict(one)
    for key, value in other.items():
        joined[key] = max(joined[key], value, key=_length_and_text) if key in joined else value
    return dict(sorted(joined.items()))
