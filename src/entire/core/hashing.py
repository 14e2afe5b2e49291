"""Hash short texts without loading OpenSSL.

`hashlib` is several times faster than the interpreter's own modules, but loads OpenSSL, which takes as long
as hashing half a megabyte.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hashlib import _Hash

_SHORT = 256 * 1024
# The interpreter's own modules. Some builds lack them.
_OWN = {"sha1": "_sha1", "sha256": "_sha2" if sys.version_info >= (3, 12) else "_sha256"}


def hasher(name: str, size: int) -> _Hash:
    """Return a new `sha1` or `sha256`, fit for ``size`` bytes."""
    if size < _SHORT:
        try:
            own: _Hash = getattr(__import__(_OWN[name]), name)()
            return own
        except (ImportError, AttributeError):
            pass
    import hashlib

    return hashlib.new(name, usedforsecurity=False)


def sha256(text: str) -> str:
    """Return the hex digest of a text, which may have surrogates for bytes that are not UTF-8."""
    data = text.encode("utf-8", "surrogateescape")
    digest = hasher("sha256", len(data))
    digest.update(data)
    return digest.hexdigest()
