"""Whether a file was made from another, whatever happened to its lines, its name and its blanks. Pure."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    Words = frozenset[bytes]

LARGEST = 1024 * 1024  # bytes of a file to compare
_DISTINCTIVE_LENGTH = 10  # of a line
_BINARY_BYTES = 8000  # a NUL byte in so many is what git calls binary
_ENOUGH = 3  # words in common that are no chance
_CANDIDATES = 8  # files to compare a renamed one with
_RARE = 8  # files with the same word
_TELLING = 20  # letters and digits that are no chance: git's measure for lines that moved

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
# Lines that begin like this are in every file of a project.
_IMPORTS = (
    b"import ",
    b"from ",
    b"#include",
    b"use ",
    b"using ",
    b"package ",
    b"require",
    b"const {",
    b"export {",
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
    """Whether two versions of a file add something in common to what was there before.

    That is a long line or half of the other's lines, three words and half of the words of the shorter one, or
    two words and half of those of the longer one.
    """
    if one == other:
        return True
    ours, theirs = _added(before, one), _added(before, other)
    common = ours & theirs
    if any(len(line) >= _DISTINCTIVE_LENGTH for line in common) or (
        common and 2 * len(common) >= len(theirs)
    ):
        return True
    known = words_of(before)
    words, others = words_of(one) - known, words_of(other) - known
    shared = len(words & others)
    smaller, larger = sorted((len(words), len(others)))
    return (shared >= _ENOUGH and 2 * shared >= smaller) or (shared >= 2 and 2 * shared >= larger)


def is_telling(before: bytes, after: bytes) -> bool:
    """Whether a change adds so much that nobody else adds the same by chance. Binary files always do."""
    if b"\0" in after[:_BINARY_BYTES]:
        return before != after
    added = b"".join(_distinct(after) - _distinct(before)).translate(_TO_WORDS)
    return len(added) - added.count(b" ") >= _TELLING


def _added(before: bytes, after: bytes) -> set[bytes]:
    """The lines that a version adds, without those that have no words, and imports."""
    return {line for line in _distinct(after) - _distinct(before) if _says_something(line)}


def _says_something(line: bytes) -> bool:
    return bool(line.translate(_TO_WORDS).strip()) and not line.startswith(_IMPORTS)


def only_moved(old: bytes, new: bytes) -> bool:
    """Whether a change only moves text, or changes the blanks between words."""
    if b"\0" in old[:_BINARY_BYTES] or old == new:
        return False
    ours, theirs = old.split(), new.split()
    return sorted(ours) == sorted(theirs) or b"".join(ours) == b"".join(theirs)


def own_words(data: bytes) -> Words:
    """The words of a file, without the names that it imports: others import the same."""
    lines = [line.strip() for line in data[:LARGEST].split(b"\n")]
    imports = [line for line in lines if line.startswith(_IMPORTS)]
    if not imports:
        return words_of(data)
    rest = b"\n".join(line for line in lines if not line.startswith(_IMPORTS))
    return words_of(rest) - words_of(b"\n".join(imports))


def match_renames(gone: Mapping[str, Words], added: Mapping[str, Words]) -> dict[str, str]:
    """The files that were committed under another name, and changed: old path → new. Best matches first.

    They share three quarters of the words of the longer one; with the same name in another folder, half of
    those of the shorter one. The extension or the rest of the name stays the same.
    """
    near = _Near(added)
    found: dict[str, str] = {}
    taken: set[str] = set()
    for same_name in (True, False):
        scores = []
        for order, (old, words) in enumerate(gone.items()):
            if old in found:
                continue
            for new in near.to(old, words, same_name, taken):
                if _similar(words, added[new], same_name):
                    both = len(words & added[new]) / len(words | added[new])
                    scores.append((-both, order, old, new))
        for _, _, old, new in sorted(scores):
            if old not in found and new not in taken:
                found[old] = new
                taken.add(new)
    return found


class _Near:
    """The files that are worth comparing with another one: a few, however many there are."""

    def __init__(self, added: Mapping[str, Words]) -> None:
        self._names = {os.path.basename(path) for path in added}
        self._with: dict[bytes, list[str]] = {}
        for path, words in added.items():
            for word in words:
                self._with.setdefault(word, []).append(path)

    def to(self, old: str, words: Words, same_name: bool, taken: Collection[str]) -> list[str]:
        """Those that share the most rare words."""
        name = os.path.basename(old)
        if same_name and name not in self._names:
            return []
        stem, extension = os.path.splitext(name)
        shared: dict[str, int] = {}
        known = [(len(files), word) for word in words if (files := self._with.get(word))]
        rare = [one for one in known if one[0] <= _RARE]
        for _, word in rare if len(rare) >= _ENOUGH else sorted(known)[:_ENOUGH]:
            for path in self._with[word]:
                shared[path] = shared.get(path, 0) + 1
        found = []
        for path in sorted(shared, key=lambda path: (-shared[path], path)):
            other = os.path.splitext(os.path.basename(path))
            alike = other == (stem, extension) if same_name else stem == other[0] or extension == other[1]
            if alike and path not in taken:
                found.append(path)
        return found[:_CANDIDATES]


def _similar(one: Words, other: Words, same_name: bool) -> bool:
    common = len(one & other)
    if not common or one == other:
        return bool(common)
    smaller, larger = sorted((len(one), len(other)))
    enough = 2 * common >= smaller if same_name else 4 * common >= 3 * larger
    return enough and common >= _ENOUGH
