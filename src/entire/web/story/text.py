"""Text of conversations, made safe to look at: nothing in it is hidden or reordered. Pure."""

from __future__ import annotations

import re

LONGEST = 100_000  # characters of one text; what is longer is cut, and says so

# Characters that control a terminal, reorder text or cannot be seen; joiners inside emoji and scripts stay.
_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff"
    "\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
    "|(?<![^\x00-\x7f])[\u200c\u200d]|[\u200c\u200d](?![^\x00-\x7f])"
)
_FIRST_PICTURE = 0x2400  # of control characters: U+2400 shows U+0000


def visible(text: str) -> str:
    """The text with a sign in place of each character that hides or reorders others."""
    if text.isascii() and text.isprintable():
        return text
    return _HIDDEN.sub(_sign, text.replace("\r\n", "\n"))


def _sign(found: re.Match[str]) -> str:
    code = ord(found[0])
    if code < 0x20:
        return chr(_FIRST_PICTURE + code)
    if code == 0x7F:
        return "␡"
    return "\N{REPLACEMENT CHARACTER}" if 0xD800 <= code <= 0xDFFF else f"[U+{code:04X}]"


def cut(text: str, most: int = LONGEST) -> tuple[str, int]:
    """The beginning of a text, and the number of characters that are left out."""
    return (text, 0) if len(text) <= most else (text[:most], len(text) - most)


def shortened(text: str, first: int, last: int) -> str:
    """An output with its first and last lines, and a note of what is between them."""
    lines = text.split("\n")
    left = len(lines) - first - last
    if left > 1:
        text = "\n".join([*lines[:first], f"… {left:,} lines left out …", *lines[-last:]])
    kept, rest = cut(text, 200 * (first + last))
    return f"{kept}\n… {rest:,} characters left out …" if rest else kept
