"""Hostile text, bytes and JSON, drawn from a `random.Random`: the same numbers give the same input."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

_PIECES = (
    "",
    " ",
    "a",
    "Entire-Checkpoint: ",
    "a1b2c3d4e5f6",
    "0123456789abcdef" * 2 + "01234567",
    "2026-01-02T03:04:05.678Z",
    "../../etc/passwd",
    "/absolute/path",
    "-option",
    "--",
    "*",
    "\n",
    "\r\n",
    "\r",
    "\t",
    "\0",
    "\x1b[2J",
    "\x7f\x80\x9f",
    "\u2028\u2029",
    "\u202e\u200b\ufeff",
    "\ud800",
    "\udfff",
    "\udcff",
    "é",
    "日本語",
    "🙂",
    "e\u0301",
    '"',
    "\\",
    "\\u0000",
    "{",
    "}",
    "[",
    "]",
    "<ide_",
    "</ide_",
    "<system-reminder>",
    "agentId: ",
    "---",
    "diff --git a/x b/x",
    "password=hunter2secret",
    "AKIAIOSFODNN7EXAMPLQ",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.sflKxwRJSMeKKF2QT4fw",
    "https://user:pw@host:80/x?y#z",
)
_NUMBERS = (0, 1, -1, 2**31, 2**53, -(2**63), 2**64, 10**30, 10**400, -(10**4299), True, False)
_FLOATS = (0.5, -0.0, 1e308, -1e-308, 1.5e300)
DEEP = "@deep@"
_WORDS = ("type", "id", "text", "content", "message", "path", "x", "", "\0", "\ud800", "__class__", "extra")


def text(dice: random.Random, longest: int = 12) -> str:
    """A few pieces put together; now and then many of the same."""
    if dice.random() < 0.02:
        return dice.choice(_PIECES) * dice.randrange(2000)
    return "".join(dice.choice(_PIECES) for _ in range(dice.randrange(longest)))


def scalar(dice: random.Random) -> Any:
    kind = dice.randrange(6)
    if kind == 0:
        return None
    if kind == 1:
        return dice.choice(_NUMBERS)
    if kind == 2:
        return dice.choice(_FLOATS)
    return text(dice, 5)


def value(dice: random.Random, depth: int = 3) -> Any:
    kind = dice.randrange(5) if depth else 4
    if kind == 0:
        return [value(dice, depth - 1) for _ in range(dice.randrange(4))]
    if kind == 1:
        return {key(dice): value(dice, depth - 1) for _ in range(dice.randrange(4))}
    if kind == 2 and dice.random() < 0.02:
        return DEEP
    return scalar(dice)


def key(dice: random.Random) -> str:
    return dice.choice(_WORDS) if dice.random() < 0.7 else text(dice, 3)


def nested(dice: random.Random) -> str:
    """JSON that is nested more deeply than Python can write it: it takes the place of `DEEP`."""
    depth = dice.choice((50, 200, 500, 900, 990, 1100, 3000, 100_000))
    opening, closing = dice.choice((("[", "]"), ('{"type":', "}")))
    return opening * depth + "1" + closing * dice.choice((depth, depth, depth, depth - 1))


def change(dice: random.Random, sample: Any) -> Any:
    """A copy of a JSON value in which something is replaced, missing, added or renamed."""
    roll = dice.random()
    if isinstance(sample, dict) and sample and roll < 0.85:
        return _change_object(dice, sample)
    if isinstance(sample, list) and sample and roll < 0.85:
        at = dice.randrange(len(sample))
        kept = [change(dice, item) if index == at else item for index, item in enumerate(sample)]
        return kept if dice.random() < 0.8 else kept * dice.randrange(3)
    if isinstance(sample, str) and roll < 0.5:
        at = dice.randrange(len(sample) + 1)
        return sample[:at] + text(dice, 4) + sample[at:]
    return value(dice)


def _change_object(dice: random.Random, sample: dict[str, Any]) -> dict[str, Any]:
    name = dice.choice(list(sample))
    roll = dice.random()
    if roll < 0.1:
        return {other: item for other, item in sample.items() if other != name}
    if roll < 0.2:
        return sample | {key(dice): value(dice)}
    if roll < 0.25:
        return {(key(dice) if other == name else other): item for other, item in sample.items()}
    return sample | {name: change(dice, sample[name])}


def changed(dice: random.Random, sample: Any) -> Any:
    """The same several times; sometimes not at all."""
    for _ in range(dice.randrange(5)):
        sample = change(dice, sample)
    return sample


def spoil(dice: random.Random, data: bytes) -> bytes:
    """Bytes that were cut, repeated, overwritten or mixed with others; half of the time nothing happens."""
    if dice.random() < 0.5:
        return data
    for _ in range(dice.randrange(1, 4)):
        data = dice.choice(_SPOILERS)(dice, data)
    return data


def raw(dice: random.Random, most: int = 60) -> bytes:
    """Bytes without any form."""
    return dice.randbytes(dice.randrange(most))


def _at(dice: random.Random, data: bytes) -> int:
    return dice.randrange(len(data) + 1)


def _cut(dice: random.Random, data: bytes) -> bytes:
    return data[: _at(dice, data)]


def _insert(dice: random.Random, data: bytes) -> bytes:
    at = _at(dice, data)
    return data[:at] + dice.choice(_BYTES) + data[at:]


def _remove(dice: random.Random, data: bytes) -> bytes:
    start, end = sorted((_at(dice, data), _at(dice, data)))
    return data[:start] + data[end:]


def _repeat(dice: random.Random, data: bytes) -> bytes:
    start, end = sorted((_at(dice, data), _at(dice, data)))
    return data[:end] + data[start:end] * dice.randrange(3) + data[end:]


def _line_ends(dice: random.Random, data: bytes) -> bytes:
    return data.replace(b"\n", dice.choice((b"\r\n", b"\r", b"", b"\n\n")))


def _mark(dice: random.Random, data: bytes) -> bytes:
    return b"\xef\xbb\xbf" + data


def _brackets(dice: random.Random, data: bytes) -> bytes:
    return dice.choice((b"[", b'{"a":', b'"', b"\\")) * dice.choice((5, 1000, 20000)) + data


_BYTES = (
    b"\0",
    b"\xff",
    b"\xc3",
    b"\xed\xa0\x80",
    b"\xf0\x9f\x99",
    b"\n",
    b"\r\n",
    b'"',
    b"\\",
    b"\\ud800",
    b"\\u00",
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b" ",
    b"\t",
    b"NaN",
    b"-Infinity",
    b"1e999",
    b"9" * 5000,
    b"//",
    b"true",
)
_Spoiler = Callable[[random.Random, bytes], bytes]
_SPOILERS: Sequence[_Spoiler] = (
    *(_cut, _insert, _insert, _insert, _remove, _repeat, _line_ends, _mark),
    lambda dice, data: _brackets(dice, data) if dice.random() < 0.1 else _insert(dice, data),
)
