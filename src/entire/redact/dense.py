"""Text that is nothing but names of secrets and values: find all of them in one pass.

A judge takes some hundredths of a millisecond, which is too long if there is something to judge every few
bytes: in megabytes of passwords, or in text that was made to stall us. So judges are asked a limited number
of times. After that, whatever follows a name is replaced, unless it is words.
"""

from __future__ import annotations

from entire.redact import looks
from entire.redact.regions import MARK, Region
from entire.redact.words import fit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

# All quantifiers are possessive or bounded. A match is just the name: what follows it may have a name, too.
_NAMED = (
    rb"(?:pass|pwd|secret|token|cred|bearer|jwt|auth|psk|key|[_.-](?:pw|pin|salt))[\w.$-]{0,64}+"
    rb"(?=[^\w\n]{0,16}+(?:\n[\s+]{0,16}+)?+"
    rb"(?:(?:value|default|content|string|bearer|\w{1,5})\b[^\w\n]{1,8}+){0,3}+"
    rb"([^\s\"'`\\,;<>(){}\[\]|&]{6,200}+))"
)
_REST = rb"[^\s\"'`\\,;<>(){}\[\]|&]*+"
_IN_URLS = rb"://[^\s/:@\"'`<>\\]{0,64}+:([^\s/@\"'`<>\\]{2,}+)@"
_WORD = rb"[^\s\"'`\\,;:=<>(){}\[\]|&]{8,256}+"
_ASKED, _EACH = 1000, 1024
_JUDGED = 200  # bytes of a value
_REFERS = (b"$", b"%", b"{", b"<", b"*")


def find(text: bytes, judged: Callable[[bytes, bytes], bool]) -> list[Region]:
    """Return the values of all names, and the passwords in URLs."""
    import re

    found = []
    known: dict[tuple[bytes, bytes], bool] = {}
    low = text.lower()
    rest = re.compile(_REST)
    for source in (_NAMED, _IN_URLS):
        left = asked(len(text))
        done = 0
        for match in re.finditer(source, low):
            start, end = match.span(1)
            value = text[start : min(end, start + _JUDGED)]
            if start < done or looks.are_words(value):
                continue
            key = text[max(0, match.start() - 1) : start], value
            secret = known.get(key)
            if secret is None:
                left -= 1
                secret = known[key] = judged(*key) if left >= 0 else is_value(value)
            if secret:
                done = rest.match(text, end).end() if len(value) == _JUDGED else end  # type: ignore[union-attr]
                found.append(Region(start, done, "secret-value", ""))
    return found


def asked(size: int) -> int:
    """Return how often judges are asked about a text of this size."""
    return _ASKED + size // _EACH


def is_value(value: bytes) -> bool:
    """Whether something after a name is not words, a variable, or replaced already."""
    if looks.are_words(value) or value.startswith(_REFERS) or MARK in value:
        return False
    return not (looks.only_letters(value) and fit(value) >= 0)


def repeated(text: bytes, known: dict[bytes, str]) -> list[Region]:
    """Return where the same values are, as words: an automaton for so many would be slow to make."""
    import re

    words = re.finditer(_WORD, text)
    return [Region(*word.span(), known[word[0]], "") for word in words if word[0] in known]
