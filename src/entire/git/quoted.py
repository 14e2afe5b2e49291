"""Names as git prints them where it does not end them with NUL: in quotes, the C way, if they are unusual."""

from __future__ import annotations

import os

from entire.core.pattern import pattern

_ESCAPE = pattern(rb'\\([abfnrtv"\\]|[0-7]{3})')
_SIGNS = {b"a": b"\a", b"b": b"\b", b"f": b"\f", b"n": b"\n", b"r": b"\r", b"t": b"\t", b"v": b"\v"}


def unquote(name: bytes) -> str:
    """The name that git means."""
    if len(name) < 2 or not name.startswith(b'"') or not name.endswith(b'"'):
        return os.fsdecode(name)
    return os.fsdecode(_ESCAPE.sub(lambda found: _meant(found[1]), name[1:-1]))


def quote(path: str) -> bytes:
    """A path as `--stdin-paths` reads it: quoted the C way where it must be."""
    raw = os.fsencode(path)
    if not raw.startswith((b'"', b" ")) and b"\n" not in raw and not raw.endswith((b" ", b"\r")):
        return raw
    escaped = raw.replace(b"\\", b"\\\\").replace(b'"', b'\\"').replace(b"\n", b"\\n")
    return b'"%b"' % escaped


def _meant(sign: bytes) -> bytes:
    return bytes([int(sign, 8) & 0xFF]) if len(sign) == 3 else _SIGNS.get(sign, sign)
