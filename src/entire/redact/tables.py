"""Secrets in the columns of tables: Markdown, CSV and TSV, where only the header says what a value is."""

from __future__ import annotations

from entire.redact import names
from entire.redact.regions import Region

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_SEPARATORS = (b"|", b"\t", b"\\t", b",", b";")
_LONGEST = 400  # of a line
_LONGEST_CELL = 32
_DECORATION = b" \t*`\"'+"
_IN_HEADERS = (
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./#() \t*`\"'+\xe2\x86\x92\r|,;\\"
)
_TELLING = frozenset(b"password passwd pwd pass passphrase passcode pw secret token key".split())
_ENDS = bytes.maketrans(b"\t\"'`\\<>{}()", b" " * 11)

TRACE = (
    rb"(?:[|,;\t\n]|\\+[nt])[ *`\"]*(?i:[a-z]{0,12}[ _])?(?i:passw(?:or)?d|pwd|secret|token|api[ _]?key)"
    rb"[ *`\"]*(?:[|,;\t\n]|\\+[nt])"
)
"""Matches a cell of a header in raw bytes, unless it is the very first."""


def find(text: bytes, offsets: list[int], judged: Callable[[bytes, bytes], bool]) -> list[Region]:
    """Return the secrets in columns that a header calls secret; `offsets` is where names are."""
    found: list[Region] = []
    done = 0
    for offset in offsets:
        if offset < done:
            continue
        start, end = _line(text, offset)
        done = end
        start += len(text[start : offset + 1].rstrip(_IN_HEADERS))  # a record may be around the first line
        header = text[start:end]
        if end - start >= _LONGEST or header.translate(None, _IN_HEADERS):
            continue
        for separator in _SEPARATORS:
            columns = _columns(header, separator)
            if columns:
                done = _rows(text, end, separator, columns, judged, found)
                break
    return found


def _columns(header: bytes, separator: bytes) -> dict[int, bytes]:
    """Return the columns with secrets, with their names."""
    cells = header.split(separator)
    if len(cells) < 2 or any(len(cell.strip()) > _LONGEST_CELL for cell in cells):
        return {}
    named = {number: cell.strip(_DECORATION) for number, cell in enumerate(cells)}
    return {number: name for number, name in named.items() if is_telling(name)}


def _may_tell(line: bytes) -> bool:
    """Whether a line may be another header: this is cheaper than to look at its cells."""
    low = line.lower()
    return b"pass" in low or b"secret" in low or b"token" in low or b"key" in low or b"pw" in low


def is_telling(name: bytes) -> bool:
    """Whether the name of a column says that its values are secret."""
    if any(separator in name for separator in _SEPARATORS):
        return False
    words = names.words(name)
    return 0 < len(words) < 4 and words[-1] in _TELLING and (words != [b"key"]) and names.says_secret(name)


def _rows(
    text: bytes,
    end: int,
    separator: bytes,
    columns: dict[int, bytes],
    judged: Callable[[bytes, bytes], bool],
    found: list[Region],
) -> int:
    """Add the secrets of the rows after a header, and return where they end."""
    from entire.redact import dense

    last = max(columns)
    left = dense.asked(len(text))
    while end < len(text):
        start = end + (2 if text[end : end + 2] == b"\\n" else 1)
        stop = _line_end(text, start)
        cells = text[start:stop].split(separator)
        if len(cells) <= last or (_may_tell(text[start:stop]) and _columns(text[start:stop], separator)):
            break
        at = start
        for number, cell in enumerate(cells):
            value = _value(cell) if number in columns else b""
            if len(value) >= 6:
                left -= 1
                name = b'"%b": "' % _joined(columns[number])
                if judged(name, value) if left >= 0 else dense.is_value(value):
                    first = at + cell.index(value)
                    found.append(Region(first, first + len(value), "column", ""))
            at += len(cell) + len(separator)
        end = stop
    return end


def _value(cell: bytes) -> bytes:
    """Return what is in a cell, which may be followed by the rest of a record."""
    value = cell.strip(_DECORATION + b"\r")
    return value[: len(value.translate(_ENDS).partition(b" ")[0])]


def _joined(name: bytes) -> bytes:
    return name.replace(b" ", b"_")


def _line(text: bytes, at: int) -> tuple[int, int]:
    r"""Return the line around a position, or what is near of it. Line ends may be escapes, `\n`."""
    first = max(0, at - _LONGEST)
    escape = text.rfind(b"\\n", first, at)
    start = max(first, text.rfind(b"\n", first, at) + 1, escape + 2 if escape >= 0 else 0)
    return start, _line_end(text, at)


def _line_end(text: bytes, at: int) -> int:
    last = min(len(text), at + _LONGEST)
    end = text.find(b"\n", at, last)
    last = end if end >= 0 else last
    escape = text.find(b"\\n", at, last)
    return escape if escape >= 0 else last
