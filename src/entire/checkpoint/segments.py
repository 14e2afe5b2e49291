"""Store transcripts in several files, so that checkpoints share the unchanged ones.

The transcript's layout decides where to cut (`transcript.layout.Layout.chunks`).
"""

from __future__ import annotations

from entire.core.paths import LEGACY_TRANSCRIPT_FILE, TRANSCRIPT_FILE
from entire.core.pattern import DIGITS, made_of
from entire.core.value import Value
from entire.git.objects.edit_tree import Change
from entire.git.objects.tree import FILE_MODE, Entry
from entire.git.objects.write import Writer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


WHOLE_BYTES = 256 * 1024  # transcripts up to this size are stored in one piece in steps


class Transcript(Value):
    """A redacted transcript in segments: ids of stored blobs, or content that is still to be stored."""

    parts: tuple[str | bytes, ...]
    content_hash: str  # "sha256:…" of the whole
    sealed: int = 0  # how many segments, from the first on, will never change
    whole: bytes = b""  # all of it, if a step stores it in one piece


def part_names(count: int) -> list[str]:
    """Return the file names of ``count`` segments."""
    return [TRANSCRIPT_FILE if i == 0 else f"{TRANSCRIPT_FILE}.{i:03d}" for i in range(count)]


def is_part_name(name: str) -> bool:
    """Whether a file is a transcript or a segment of one."""
    return name in (TRANSCRIPT_FILE, LEGACY_TRANSCRIPT_FILE) or _number(name) > 0


def sorted_parts(names: Iterable[str]) -> list[str]:
    """Return the names that belong to the transcript, in order."""
    present = set(names)
    base = [name for name in (TRANSCRIPT_FILE, LEGACY_TRANSCRIPT_FILE) if name in present][:1]
    return base + sorted((name for name in present if _number(name) > 0), key=_number)


def _number(name: str) -> int:
    number = name.removeprefix(TRANSCRIPT_FILE + ".")
    return int(number) if number != name and made_of(number, DIGITS, 1, 3) else 0


def store(writer: Writer, transcript: Transcript) -> tuple[str, ...]:
    """Write segments that are not stored yet; return the blob ids of all, in order."""
    return tuple(part if isinstance(part, str) else writer.blob(part) for part in transcript.parts)


def store_step(writer: Writer, transcript: Transcript) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Write the transcript of a step; return the blobs of the segments, and those that the step has.

    The reference takes nothing but the first file of a step if the agent's transcript is gone. So a step has
    the whole transcript there while it is small; sealed segments are stored besides, for the checkpoint.
    """
    if not transcript.whole:
        oids = store(writer, transcript)
        return oids, oids
    sealed = transcript.replace(parts=transcript.parts[: transcript.sealed])
    return store(writer, sealed), (writer.blob(transcript.whole),)


def replace(directory: str, entries: Mapping[str, Entry], oids: Iterable[str]) -> list[Change]:
    """Return the changes that replace a directory's transcript with these blobs."""
    oids = tuple(oids)
    names = part_names(len(oids))
    stale = [name for name in entries if is_part_name(name) and name not in names]
    return [Change(f"{directory}/{name}") for name in stale] + [
        Change(f"{directory}/{name}", FILE_MODE, oid) for name, oid in zip(names, oids, strict=True)
    ]
