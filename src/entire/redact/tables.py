"""Secrets in the columns of tables: Markdown, CSV and TSV, where only the header says what a value is."""

from __future__ import annotations

from entire.redact import looks, names
from entire.redact.regions import Region

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_SEPARATORS = (b"|", b"\t", b"\\t", b",", b";")
_LONGEST = 400  # of a header
_LONGEST_ROW = 4096
_LONGEST_CELL = 32
_DECORATION = b" \t*`\"'+"
_IN_HEADERS = (
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./#() \t*`\"'+\xe2\x86\x92\r|,;\\"
)
_RULE = b"|+-=: \t\r"  # what the line between header and rows is made of
_NUMBERING = b" 0123456789\t\xe2\x86\x92+"  # in front of the lines of listings and diffs
_TELLING = frozenset(b"password passwd pwd pass passphrase passcode pw secret token key".split())
_KEYS = frozenset(
    b"api access account admin app auth client deploy encryption license master private secret service "
    b"session shared signing storage webhook".split()
)
"""What a key is for, if it is a secret: others are on keyboards, and in databases."""
_CODE = frozenset(
    b"import from select def class function return for in if while with where and or order group having join "
    b"insert into update set delete values union let const var fn func lambda yield export global as".split()
)
"""A line with one of these words is code, in which commas are no more than commas."""
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
        line, end = _line(text, offset)
        done = end
        start = line + len(
            text[line : offset + 1].rstrip(_IN_HEADERS)
        )  # a record may be around the first line
        header = text[start:end]
        if end - start >= _LONGEST or header.translate(None, _IN_HEADERS):
            continue
        if start > line and not header.lstrip(b" \\").startswith((b'"', b"'")):
            continue
        for separator in _SEPARATORS:
            columns = _columns(header, separator)
            if columns:
                if _starts_table(text, start if start == line else 0, end, header, separator):
                    done = _rows(text, end, separator, header.count(separator) + 1, columns, judged, found)
                break
    return found


def _columns(header: bytes, separator: bytes) -> dict[int, bytes]:
    """Return the columns with secrets, with their names."""
    cells = header.split(separator)
    if len(cells) < 2 or any(len(cell.strip()) > _LONGEST_CELL for cell in cells):
        return {}
    named = {number: cell.strip(_DECORATION + b"\r") for number, cell in enumerate(cells)}
    if sum(map(bool, named.values())) < 2:
        return {}
    return {number: name for number, name in named.items() if is_telling(name)}


def _starts_table(text: bytes, start: int, end: int, header: bytes, separator: bytes) -> bool:
    """Whether a line with the name of a secret in a cell is the header of a table, and not code or a row.

    It begins at `start`, which is 0 if no line is before it.
    """
    after = _next_line(text, end)
    ruled = _is_rule(text[after : _line_end(text, after)])
    if separator == b"|":
        framed = header.lstrip(_NUMBERING).strip(_DECORATION + b"\r")
        return ruled or (framed[:1] == b"|" and framed[-1:] == b"|")
    if separator in (b",", b";") and (_is_code(header) or not all(map(bytes.strip, header.split(separator)))):
        return False
    before = _before(text, start).rpartition(b'":')[2]  # of a record
    return before.count(separator) != header.count(separator) or _is_rule(before)


def _is_rule(line: bytes) -> bool:
    """Whether a line is the one between header and rows."""
    return b"--" in line and not line.lstrip(_NUMBERING).strip(_RULE)


def _is_code(line: bytes) -> bool:
    """Whether commas and semicolons in a line are those of a statement."""
    if b"(" in line or b")" in line:
        return True
    words = line.lower().replace(b",", b" ").replace(b";", b" ").split()
    return not _CODE.isdisjoint(words)


def is_telling(name: bytes) -> bool:
    """Whether the name of a column says that its values are secret."""
    if any(separator in name for separator in _SEPARATORS):
        return False
    words = names.words(name)
    if not 0 < len(words) < 4 or words[-1] not in _TELLING:
        return False
    return (words[-1] != b"key" or not _KEYS.isdisjoint(words[:-1])) and names.says_secret(name)


def _rows(
    text: bytes,
    end: int,
    separator: bytes,
    count: int,
    columns: dict[int, bytes],
    judged: Callable[[bytes, bytes], bool],
    found: list[Region],
) -> int:
    """Add the secrets of the rows after a header with so many cells, and return where they end."""
    while end < len(text):
        start = _next_line(text, end)
        stop = _line_end(text, start)
        line = text[start:stop]
        cells = _cells(line, separator, count)
        if not cells:
            if not _is_rule(line):
                break
        elif separator in (b",", b";") and line.split(None, 1)[0].lower() in _CODE:
            break
        at = start
        for number, cell in enumerate(cells):
            value = _value(cell) if number in columns else b""
            if len(value) >= 6 and _is_secret(columns[number], value, judged):
                first = at + cell.index(value)
                found.append(Region(first, first + len(value), "column", ""))
            at += len(cell) + len(separator)
        end = stop
    return end


def _cells(line: bytes, separator: bytes, count: int) -> list[bytes]:
    """Return the cells of a row, or none if it has not as many as the header.

    Cells in quotes may contain the separator, and the rest of a record may follow the last row.
    """
    cells = line.split(separator)
    if len(cells) > count and b'"' in line:
        joined: list[bytes] = []
        for cell in cells:
            if joined and joined[-1].lstrip()[:1] == b'"' and joined[-1].count(b'"') % 2:
                joined[-1] += separator + cell
            else:
                joined.append(cell)
        cells = joined
        if len(cells) != count:
            cells = line[: line.index(b'"')].split(separator)
    return cells if len(cells) == count and line.strip() else []


def _is_secret(name: bytes, value: bytes, judged: Callable[[bytes, bytes], bool]) -> bool:
    """Whether a cell is a secret. Most are words, versions and names of things."""
    name = _joined(name)
    if judged(b" %b: " % name, value):
        return True
    chosen = names.says_password(name) and (value != value.lower() or looks.switches(value) > 2)
    return chosen and judged(b'"%b": "' % name, value)


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


def _before(text: bytes, start: int) -> bytes:
    """Return the line before the one that begins at `start`."""
    end = start - (2 if text[max(0, start - 2) : start] == b"\\n" else 1)
    return text[_line(text, end)[0] : end] if end > 0 else b""


def _next_line(text: bytes, end: int) -> int:
    return end + (2 if text[end : end + 2] == b"\\n" else 1)


def _line_end(text: bytes, at: int) -> int:
    last = min(len(text), at + _LONGEST_ROW)
    end = text.find(b"\n", at, last)
    last = end if end >= 0 else last
    escape = text.find(b"\\n", at, last)
    return escape if escape >= 0 else last
