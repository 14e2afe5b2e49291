"""Whether a file was made from another, whatever happened to its lines, its name and its blanks. Pure."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    Words = frozenset[bytes]

LARGEST = 1024 * 1024  # bytes of a file to compare
_DISTINCTIVE_LENGTH = 10  # of a line
_BINARY_BYTES = 8000  # a NUL byte in so many is what git calls binary
_ENOUGH = 3  # words in common that a renamed file needs

# Letters, digits, `_` and all of UTF-8 are words, in lower case; everything else is between words.
_TO_WORDS = bytes(
    ord(chr(byte).lower())
    if byte < 128 and (chr(byte).isalnum() or byte == 95)
    else byte
    if byte > 127
    else 32
    for byte in range(256)
)
# In any program or text, so they say nothing about where it comes from.
_COMMON = frozenset(
    b"""
    a an and are as at be by for from if in is it not of on or that the this to was with
    async await begin bool boolean break case catch char class const continue def default delete do done
    double echo elif else end enum except export extends false fi final finally float fn func function include
    int integer import interface let long match module mut namespace new nil none null object package pass
    print private protected pub public raise return self set static str string struct super switch then throw
    true try type use using val var void while yield 0 1
    """.split()
)


def is_made_from(committed: bytes, kept: bytes) -> bool:
    """Whether a committed file was made from the session's version of it, at the same path.

    True if they share lines, or at least a fifth of the words of the shorter one.
    """
    if share_lines(committed, kept):
        return True
    ours, theirs = words_of(kept), words_of(committed)
    return bool(ours & theirs) and 5 * len(ours & theirs) >= min(len(ours), len(theirs))


def share_lines(committed: bytes, kept: bytes) -> bool:
    """Whether a new file was made from the session's version of it, for example from some of its hunks.

    True if at least half of its lines are the session's, or at least two lines that are long enough not to be
    the same by chance.
    """
    lines, others = _distinct(committed), _distinct(kept)
    common = lines & others
    distinctive = [line for line in common if len(line) >= _DISTINCTIVE_LENGTH]
    return len(distinctive) >= 2 or (bool(common) and 2 * len(common) >= len(lines))


def _distinct(data: bytes) -> set[bytes]:
    return {line.strip() for line in data.split(b"\n")} - {b""}


def words_of(data: bytes) -> Words:
    """The words of a text that say something about it. A binary file has none."""
    if b"\0" in data[:_BINARY_BYTES]:
        return frozenset()
    words = frozenset(data[:LARGEST].translate(_TO_WORDS).split())
    return words - _COMMON or words


def adds_alike(before: bytes, one: bytes, other: bytes) -> bool:
    """Whether two versions of a file add something in common to what was there before."""
    if one == other:
        return True
    known = words_of(before)
    ours, theirs = words_of(one) - known, words_of(other) - known
    return bool(ours & theirs) and 5 * len(ours & theirs) >= min(len(ours), len(theirs))


def only_moved(old: bytes, new: bytes) -> bool:
    """Whether a change only moves text, or changes the blanks between words."""
    if b"\0" in old[:_BINARY_BYTES] or old == new:
        return False
    ours, theirs = old.split(), new.split()
    return sorted(ours) == sorted(theirs) or b"".join(ours) == b"".join(theirs)


def match_renames(gone: Mapping[str, Words], added: Mapping[str, Words]) -> dict[str, str]:
    """The files that were committed under another name, and changed: old path → new. Best matches first.

    They share three quarters of the words of the longer one; with the same name in another folder, a third
    of those of the shorter one.
    """
    by_name: dict[str, list[str]] = {}
    for path in added:
        by_name.setdefault(os.path.basename(path), []).append(path)
    found: dict[str, str] = {}
    taken: set[str] = set()
    for candidates in (by_name, None):
        scores = []
        for order, (old, words) in enumerate(gone.items()):
            for new in candidates.get(os.path.basename(old), []) if candidates is not None else added:
                same_name = candidates is not None
                if old not in found and new not in taken and _similar(words, added[new], same_name):
                    both = len(words & added[new]) / len(words | added[new])
                    scores.append((-both, order, old, new))
        for _, _, old, new in sorted(scores):
            if old not in found and new not in taken:
                found[old] = new
                taken.add(new)
    return found


def _similar(one: Words, other: Words, same_name: bool) -> bool:
    common = len(one & other)
    if not common or one == other:
        return bool(common)
    smaller, larger = sorted((len(one), len(other)))
    enough = 3 * common >= smaller if same_name else 4 * common >= 3 * larger
    return enough and common >= _ENOUGH
