"""What saves a search: a keyword is not always where a secret can be, and patterns are slow to compile.

None of this hides a secret: with and without it, the same is found.
"""

from __future__ import annotations

from entire.redact import looks

_BEFORE = 2048  # bytes between a name and what ends its value

_NEAR, _LONGEST = 136, 80
"""How far from a keyword in its name a value can start; how long a word can be."""

_NAME = 64
"""How long a known name can be, in any spelling."""

_IN_SPELLINGS = b"_. -"

_COUNTS = (b"s", b"_count", b"_usage", b"_usage_record")
_COUNTED = (b'{"input', b'{"output', b'{"total', b'{"cache', b'{"reasoning')
"""What follows `token` in the names of counts, and how an object with counts begins."""

_AFTER_NUMBERS = frozenset((b",", b"}", b"]", b"\n"))

FEW = 50  # keywords of a rule: with more, looking before each takes longer than its pattern


def has_one(text: bytes, offset: int, names: tuple[bytes, ...]) -> bool:
    """Whether one of these names is there, of which the keyword at this position is the first word.

    `sessionId` is in every record of some agents, and the pattern for `session_token` is slow to compile.
    """
    near = text[max(0, offset - _NAME) : offset + _NAME].lower().translate(None, _IN_SPELLINGS)
    return any(name in near for name in names)


def followed(text: bytes, offsets: list[int], signs: bytes) -> list[int]:
    """Return the positions after which is one of these signs, perhaps after a quote, or the end of the text.

    `value` is one of the keywords, and a word of most programs.
    """
    after, signs = text + b"\0\0\0", signs + b"\0"
    direct, quoted = frozenset(signs), frozenset(b"\"'")
    return [
        offset
        for offset in offsets
        if after[offset + 1] in direct or (after[offset + 1] in quoted and after[offset + 2] in direct)
    ]


def preceded(text: bytes, offsets: list[int], names: tuple[bytes, ...]) -> list[int]:
    """Return the positions before which is one of these names.

    `</cwd>` is in the first record of every turn of some agents.
    """
    before = ((offset, text[max(0, offset - _BEFORE) : offset].lower()) for offset in offsets)
    return [offset for offset, seen in before if any(name in seen for name in names)]


def outside_prose(text: bytes, offsets: list[int], reach: int) -> list[int]:
    """Return the positions of names that a value may follow: in prose, most are followed by words.

    This is cheaper than the pattern, which is large, and slow to compile.
    """
    kept = []
    end = -1
    for offset in offsets:
        limit = offset + _NEAR + _LONGEST
        stop = text.find(b" ", offset + _NEAR, limit)
        if offset >= end and (
            is_count(text, offset)
            or _is_other_word(text, offset)
            or looks.is_prose(text[offset + 1 : stop if stop > 0 else limit])
        ):
            continue
        kept.append(offset)
        end = max(end, offset + reach // 2)
    return kept


def is_count(text: bytes, offset: int) -> bool:
    """Whether `input_tokens` or the like is a number, or has numbers, as in every record of some agents."""
    if text[offset - 4 : offset + 1].lower() != b"token":
        return False
    name, _, after = text[offset + 1 : offset + _NAME].partition(b'"')
    after = after.lstrip(b" ")
    if name not in _COUNTS or after[:1] != b":":
        return name in _COUNTS[1:] and after[:1] in _AFTER_NUMBERS  # `"type": "token_count",`
    value = after[1:].lstrip(b" ")
    if value.startswith(_COUNTED):
        value = value.partition(b":")[2].lstrip(b" ")
    after = value.lstrip(b"0123456789")
    return len(after) < len(value) and after[:1] in _AFTER_NUMBERS


def _is_other_word(text: bytes, offset: int) -> bool:
    """Whether `pass` is a part of a name that some agents have in every record."""
    return text[offset - 3 : offset + 8].lower() == b"passthrough"
