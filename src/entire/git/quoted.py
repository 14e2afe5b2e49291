"""File names as git prints them without `-z`: unusual ones are quoted as in C."""

from __future__ import annotations

import os

from entire.core.pattern import pattern

_ESCAPE = pattern(rb'\\([abfnrtv"\\]|[0-7]{3})')
_SIGNS = {b"a": b"\a", b"b": b"\b", b"f": b"\f", b"n": b"\n", b"r": b"\r", b"t": b"\t", b"v": b"\v"}


def unquote(name: bytes) -> str:
    """Return the name that git quoted in its output."""
    if len(name) < 2 or not name.startswith(b'"') or not name.endswith(b'"'):
        return os.fsdecode(name)
    return os.fsdecode(_ESCAPE.sub(lambda found: _unescape(found[1]), name[1:-1]))


def quote(path: str) -> bytes:
    """Quote a path for `--stdin-paths` if necessary."""
    raw = os.fsencode(path)
    if not raw.startswith((b'"', b" ")) and b"\n" not in raw and not raw.endswith((b" ", b"\r")):
        return raw
    escaped = raw.replace(b"\\", b"\\\\").replace(b'"', b'\\"').replace(b"\n", b"\\n")
    return b'"%b"' % escaped


def _unescape(sign: bytes) -> bytes:
    return bytes([int(sign, 8) & 0xFF]) if len(sign) == 3 else _SIGNS.get(sign, sign)
