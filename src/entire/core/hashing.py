"""Hashes of short texts without OpenSSL.

`hashlib` is several times as fast as what the interpreter has itself, but loads OpenSSL, which costs a hook
as much as hashing half a megabyte.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hashlib import _Hash

_SHORT = 256 * 1024
# Where interpreters have their own: builds may leave them out, and 3.12 has moved one.
_OWN = {"sha1": ("_sha1",), "sha256": ("_sha2", "_sha256")}


def hasher(name: str, size: int) -> _Hash:
    """A new `sha1` or `sha256`, for so many bytes."""
    for module in _OWN[name] if size < _SHORT else ():
        try:
            own: _Hash = getattr(__import__(module), name)()
        except (ImportError, AttributeError):
            continue
        return own
    import hashlib

    return hashlib.new(name, usedforsecurity=False)


def sha256(text: str) -> str:
    """In hex, of text that may be no UTF-8."""
    data = text.encode("utf-8", "surrogateescape")
    digest = hasher("sha256", len(data))
    digest.update(data)
    return digest.hexdigest()
