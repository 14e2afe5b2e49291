"""What kind of value a JSON member has, by its name and its value together; a name alone proves nothing.

Random values that must stay (ids, paths, images, signatures) are recognized by both, so that a secret cannot
pass under a name that happens to fit (`paid`, `invalid`, a `caption` next to an image).
"""

from __future__ import annotations

from entire.redact.cache import cached
from entire.redact.engine import pattern
from entire.redact.entropy import MIN_DISTINCT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    Place = Literal["text", "id", "path", "payload"]
else:
    Place = str
TEXT: Place = "text"
ID: Place = "id"
PATH: Place = "path"
PAYLOAD: Place = "payload"

SIGNATURE_KEYS = frozenset(
    {b"signature", b"thinkingSignature", b"thoughtSignature", b"thought_signature", b"encrypted_content"}
)
"""Opaque data of the agent's server: if it changes, the session cannot be resumed."""

PAYLOAD_KEYS = frozenset({b"data", b"base64", b"b64_json", b"blob", b"bytes", b"image", b"image_url", b"url"})

MEDIA_KEYS = frozenset({b"media_type", b"mediaType", b"mime_type", b"mimeType"})

_ID_KEY = rb"(?i:(?:.*[_.-])?ids?|.*uuids?)|.*(?:Ids?|[a-z0-9]IDs?)"
_ID = rb"[A-Za-z0-9][A-Za-z0-9_.:/@+=|-]{0,127}"

_PATH_KEY = (
    rb"(?i:(?:.*[_.-])?(?:filepath|path|cwd|root|directory|dir)s?)|.*(?:Path|Cwd|Root|Directory|Dir)s?"
)
# Absolute, or relative with a leading dot, or a name with an extension. No white space, no `:` `?` `=` `&`: a
# URL, or a request with a token in its query, is text; so is base64 with a slash.
_PATH_START = rb"(?:~?/|\.\.?/|[A-Za-z]:[\\/]|\\\\)"
_PATH_REST = rb"[^\x00-\x20:?=&\"'<>|*]*"
_PATH = _PATH_START + _PATH_REST + rb"|" + _PATH_REST + rb"[.][A-Za-z0-9]{1,10}"
_PATH_MAX = 1024

_BASE64 = rb"(?:data:[a-z0-9/.+-]{0,100};base64,)?[A-Za-z0-9+/_\r\n-]+={0,2}\s*"
_BINARY_MEDIA = rb"(?:image|audio|video|font)/.*|application/(?:pdf|zip|octet-stream)"


def place_of(key: bytes, value: bytes, in_binary: bool) -> Place:
    """Return the place of a decoded string that is, directly or in arrays, under a decoded `key`."""
    if len(set(key)) >= MIN_DISTINCT:  # the name may itself be a secret: once replaced, it means nothing
        return TEXT
    if key in SIGNATURE_KEYS or (in_binary and key in PAYLOAD_KEYS):
        return PAYLOAD if _is(_BASE64, value) else TEXT
    if _is_id_key(key):
        return ID if _is(_ID, value) else TEXT
    if _is(_PATH_KEY, key):
        return PATH if len(value) <= _PATH_MAX and _is(_PATH, value) else TEXT
    return TEXT


def is_binary_type(value: bytes) -> bool:
    """Whether an object with this `type` has an encoded payload."""
    return (value.startswith(b"image") or value == b"base64") and len(set(value)) < MIN_DISTINCT


def is_binary_media(value: bytes) -> bool:
    """Whether a media type is binary, so that its base64 is not text."""
    return _is(_BINARY_MEDIA, value) and len(set(value)) < MIN_DISTINCT


@cached(256)
def _is_id_key(key: bytes) -> bool:
    return _is(_ID_KEY, key)


def _is(source: bytes, value: bytes) -> bool:
    return pattern(source).fullmatch(value) is not None
