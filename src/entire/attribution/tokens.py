"""Lines that say the same in another layout: their words and signs decide, not spaces and line breaks.

A formatter indents, splits and joins lines, adds a comma before a closing bracket, puts an expression into
parentheses, and changes quotes. None of that changes a line's owner.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_SIGNS = [bytes((code,)) for code in range(33, 127) if not chr(code).isalnum() and chr(code) not in "_'\"`"]
_QUOTES = bytes.maketrans(b"'`", b'""')
_CLOSING = frozenset((b")", b"]", b"}"))
_AT_END = frozenset((b"(", b","))


class Token:
    """A word or a sign of a line."""

    __slots__ = ("line", "optional", "text")

    def __init__(self, text: bytes, line: int, optional: bool) -> None:
        self.text = text
        self.line = line
        self.optional = (
            optional  # a parenthesis or a comma at a line break: a formatter may have put it there
        )


def is_word(text: bytes) -> bool:
    return text[:1].isalnum() or text[:1] == b"_" or text[:1] >= b"\x80"


def split(lines: Sequence[bytes]) -> list[list[bytes]]:
    """Return the words and signs of each line, without what formatters add at line ends."""
    text = b"\n".join(line.replace(b"\n", b" ") for line in lines).translate(_QUOTES)
    text = text.replace(b'"', b' " ')
    for sign in _SIGNS:
        if sign in text:
            text = text.replace(sign, b" " + sign + b" ")
    found = [line.split() for line in text.split(b"\n")] if lines else []
    return _without_ends(found)


def _without_ends(lines: list[list[bytes]]) -> list[list[bytes]]:
    """Drop commas before closing brackets, and semicolons and backslashes at line ends."""
    after = b""
    found: list[list[bytes]] = []
    for line in reversed(lines):
        kept: list[bytes] = []
        for token in reversed(line):
            ends = not kept and token in (b";", b"\\") and len(line) > 1
            if not ends and not (token == b"," and after in _CLOSING):
                kept.append(token)
                after = token
        found.append(kept[::-1])
    return found[::-1]


def stream(lines: Sequence[Sequence[bytes]], first: int = 0) -> list[Token]:
    """Return the tokens of lines in order; ``first`` is the number of the first line."""
    found = [Token(text, number, False) for number, line in enumerate(lines, first) for text in line]
    for token, optional in zip(found, optionals(lines), strict=True):
        if optional:
            token.optional = True
    return found


def optionals(lines: Sequence[Sequence[bytes]]) -> list[bool]:
    """Return for each token of lines whether it is optional."""
    found: list[bool] = []
    for line in lines:
        found += [False] * len(line)
        if line and line[-1] in _AT_END:
            found[-1] = True
        if line and line[0] == b")":
            found[-len(line)] = True
    return found
