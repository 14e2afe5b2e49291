"""How text becomes words: for the index, for a query, and to find a match again in the text. Pure.

A word is a run of letters and digits, so `snake_case`, `path/to/x.py` and `foo()` are phrases of their words.
Text in scripts without spaces is split into characters: any part of it is a phrase.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator

from entire.core.value import Value

_WORD = re.compile(r"[^\W_]+")
# Han, kana and Hangul, with their extensions and compatibility forms.
_UNSPACED = re.compile(
    "[\u1100-\u11ff\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u3130-\u318f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf"
    "\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff66-\uffdc\U00020000-\U0003ffff]"
)
_BEYOND = re.compile(r"[^\x00-\x7f\W]+")  # letters and digits: signs are in no word
_SIGNS = re.compile(r"[^\x00-\x7f\w]")
LEAST_PART = 3  # letters of a part of a word
_LONGEST_KEPT = 48  # a longer word is data, not a name: only the whole of it is found


def for_index(text: str) -> str:
    """Return the text as the index takes it: its own tokenizer then finds the same words as `words`."""
    if text.isascii():
        return text
    return _UNSPACED.sub(r" \g<0> ", clean(text))


def clean(text: str) -> str:
    """Replace lone surrogates, which SQLite rejects: branches and file names can contain them (I6)."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def words(text: str) -> list[str]:
    """Return the words of a text in order; the index folds them itself."""
    return _WORD.findall(for_index(text.lower() if text.isascii() else text))


def vocabulary(text: str, known: Collection[str] = ()) -> set[str]:
    """Return the words of an indexed text that parts can be looked for in, without those that are known."""
    if not text.isascii():
        text = _SIGNS.sub(" ", text)  # arrows, dots and boxes are common, letters beyond ASCII are not
    if text.isascii():  # ten times as fast as looking at each character
        found = set(text.encode().translate(_ASCII).decode().split())
    else:
        found = set(text.translate(_SPACED).split())
    found.difference_update(known)
    return {word for word in found if LEAST_PART < len(word) <= _LONGEST_KEPT}


def fold(text: str) -> str:
    """Return the text without case and accents; every character stays at its place."""
    if not text.isascii():
        text = _BEYOND.sub(lambda found: found[0].translate(_FOLDED), text)
    return text.lower()


class _Folded(dict[int, str]):
    """What each character becomes, found out when it is needed."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        plain = character if _UNSPACED.match(character) else unicodedata.normalize("NFD", character.lower())
        self[code] = plain[:1] or character
        return self[code]


class _Spaced(dict[int, str]):
    """The same, with spaces for what belongs to no word."""

    def __missing__(self, code: int) -> str:
        self[code] = _FOLDED[code] if chr(code).isalnum() else " "
        return self[code]


_ASCII = bytes(ord(chr(code).lower()) if chr(code).isalnum() else ord(" ") for code in range(128)) + bytes(
    128
)
_FOLDED = _Folded()
_SPACED = _Spaced()


class Sought(Value):
    """A phrase to find in folded text."""

    first: str  # every match begins with this word
    pattern: re.Pattern[str]

    def places(self, folded: str) -> Iterator[re.Match[str]]:
        """Yield where it is. Looking for the first word is much faster, and most texts do not have it."""
        start = folded.find(self.first)
        return self.pattern.finditer(folded, start) if start >= 0 else iter(())


def sought(term: list[str], *, prefix: bool = False, part: bool = False) -> Sought:
    """Words in this order, with anything but words in between."""
    term = list(map(fold, term))
    between = r"[\W_]+" if not all(map(_UNSPACED.fullmatch, term)) else r"[\W_]*"
    body = between.join(map(re.escape, term))
    if part or _UNSPACED.match(term[0]):
        return Sought(term[0], re.compile(body))
    end = "" if prefix or _UNSPACED.match(term[-1]) else r"(?![^\W_])"
    return Sought(term[0], re.compile(rf"(?<![^\W_]){body}{end}"))
