"""Insert values into other programs' JSON files, and remove them again, leaving every other byte alone.

Agents keep their hooks in JSON files that people edit by hand and commit. We edit such a file as text, so
that spacing, key order and spelling of everything else stay. Removing needs no record of what we did (the
file may be in another clone by now): the shape of what we insert shows what was there before.

- An item after another one starts right at the end of that one: cutting from there to its own end undoes
  the insertion in any style.
- A container that we **created** has white space before its closing bracket. It is removed when it becomes
  empty.
- A container that **existed and was empty** keeps its white space, and gets its first item in one of two
  forms that we never use for one we created: the closing bracket follows the item directly (``["x"]``), or
  a blank line precedes the item. It stays, empty as before, when our items are removed.

Comments stay where they are: an item goes behind those that follow the one before it, and only the comma
between the two is put directly after that one. Removing cuts around comments.

If the file was reformatted meanwhile, our items are still removed, with the containers this leaves empty.
"""

from __future__ import annotations

import json
import re

from entire.core.errors import EntireError
from entire.core.json_tree import Node, comments, parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence
    from typing import Any

_BLANK = " \t\r\n"
_BLANK_LINE = re.compile(r"(\r\n\r\n|\n\n)[ \t]*\Z")


class _Style:
    """How a container lays out its items; ``newline`` is empty if they share one line."""

    __slots__ = ("colon", "comma", "indent", "newline", "outdent", "unit")

    newline: str
    indent: str
    outdent: str
    unit: str

    def __init__(self, text: str, node: Node) -> None:
        self.colon = _colon(text, node)
        self.comma = ", " if self.colon.endswith(" ") else ","
        if node.items:
            self._like_last(text, node)
            return
        outer = _Style(text, node.parent) if node.parent else None
        self.newline = outer.newline if outer else "\r\n" if "\r\n" in text else "\n"
        self.unit = outer.unit if outer else "  "
        self.outdent = outer.indent if outer else ""
        self.indent = self.outdent + self.unit

    def _like_last(self, text: str, node: Node) -> None:
        gap = _space_before(text, node, node.items[-1].at)
        self.newline, self.indent = _last_line(gap)
        if not self.newline and len(node.items) > 1:
            self.comma = "," + gap
        newline, self.outdent = _last_line(_space_before(text, node, node.end - 1))
        if newline and self.indent.startswith(self.outdent):
            self.unit = self.indent[len(self.outdent) :]
        else:
            self.unit = _Style(text, node.parent).unit if node.parent else "  "


def _space_before(text: str, node: Node, at: int) -> str:
    inside = text[node.start + 1 : at]
    return inside[len(inside.rstrip(_BLANK)) :]


def _last_line(gap: str) -> tuple[str, str]:
    """Return the last line break in white space, and the indentation after it."""
    before, newline, indent = gap.rpartition("\n")
    if not newline:
        return "", ""
    return ("\r\n" if before.endswith("\r") else "\n"), indent.replace("\r", "")


def _colon(text: str, node: Node) -> str:
    """Return the text between key and value, as in the nearest object that has members."""
    near: Node | None = node
    while near and not (near.kind == "{" and near.items):
        near = near.parent
    colon = text[near.items[-1].key_end : near.items[-1].start] if near else ": "
    return colon if "\n" not in colon and "/" not in colon else ": "


def start(path: Sequence[str], value: Any) -> str:
    """Return a new document with ``value`` as the only item of the list at ``path``."""
    return _render(_wrap(path, [value]), _Style("{}", parse("{}")), "") + "\n"


def append(text: str, path: Sequence[str], value: Any) -> str:
    """Append ``value`` to the list at ``path``, creating missing containers."""
    node, missing = _descend(text, path)
    if not missing:
        _expect(node, "[", path)
        return _insert(text, node, None, value)
    return _insert(text, node, missing[0], _wrap(missing[1:], [value]))


def _descend(text: str, path: Sequence[str]) -> tuple[Node, Sequence[str]]:
    """Return the deepest container on the path that exists, and the keys below it that do not."""
    node = parse(text)
    for depth, key in enumerate(path):
        _expect(node, "{", path[:depth])
        found = node.member(key)
        if found is None:
            return node, path[depth:]
        node = found
    return node, ()


def _expect(node: Node, kind: str, path: Sequence[str]) -> None:
    if node.kind != kind:
        raise EntireError(f"`{'.'.join(path)}` is not {'an object' if kind == '{' else 'a list'}")


def _wrap(path: Sequence[str], value: Any) -> Any:
    for key in reversed(path):
        value = {key: value}
    return value


def _insert(text: str, node: Node, key: str | None, value: Any) -> str:
    style = _Style(text, node)
    if not node.items and not isinstance(value, dict | list):
        style.newline = ""
    name = "" if key is None else json.dumps(key, ensure_ascii=False) + style.colon
    item = name + _render(value, style, style.indent)
    if node.items:
        return _insert_after(text, node, style, item)
    at = node.end - 1
    if style.newline:
        item = style.newline * 2 + style.indent + item + style.newline + style.outdent
    return text[:at] + item + text[at:]


def _insert_after(text: str, node: Node, style: _Style, item: str) -> str:
    """Put an item after the last one, and after its comments unless a comma follows that one already."""
    last = at = node.items[-1].end
    noted = comments(text, last, node.end - 1)
    ends_line = False
    if noted and "," not in _outside(text, last, node.end - 1):
        begin, at = noted[-1]
        ends_line = text.startswith("//", begin)
    newline = style.newline or ("\n" if ends_line else "")
    lead = newline + style.indent if newline else style.comma[1:]
    return text[:last] + "," + text[last:at] + lead + item + text[at:]


def _outside(text: str, begin: int, end: int) -> str:
    """What is between two items, but for comments."""
    for start, stop in reversed(comments(text, begin, end)):
        text, end = text[:start] + text[stop:], end - (stop - start)
    return text[begin:end]


def _render(value: Any, style: _Style, indent: str) -> str:
    """Render a value; containers always get white space before the closing bracket."""
    if not isinstance(value, dict | list) or not value:
        return json.dumps(value, ensure_ascii=False)
    inner = indent + style.unit
    lead, tail = (style.newline + inner, style.newline + indent) if style.newline else (" ", " ")
    comma = "," + lead if style.newline else style.comma
    if isinstance(value, list):
        return "[" + lead + comma.join(_render(item, style, inner) for item in value) + tail + "]"
    members = (
        json.dumps(key, ensure_ascii=False) + style.colon + _render(item, style, inner)
        for key, item in value.items()
    )
    return "{" + lead + comma.join(members) + tail + "}"


def remove(text: str, root: Node, targets: Collection[Node]) -> str | None:
    """Remove ``targets`` and the containers created for them; None if nothing else is left.

    If a target is a container that is not closed the way we close ours, the file was reformatted, and
    shapes no longer mean anything.
    """
    reformatted = any(node.items and _glued(text, node) for node in targets)
    cuts: list[tuple[int, int]] = []
    if _prune(text, root, frozenset(targets), reformatted, cuts):
        return None
    for begin, end in sorted(cuts, reverse=True):
        text = text[:begin] + text[end:]
    return text


def _glued(text: str, node: Node) -> bool:
    return not _space_before(text, node, node.end - 1)


def _prune(
    text: str, node: Node, targets: frozenset[Node], reformatted: bool, cuts: list[tuple[int, int]]
) -> bool:
    """Whether to remove the whole node; if not, collect what to cut inside it."""
    if node in targets:
        return True
    gone = [_prune(text, item, targets, reformatted, cuts) for item in node.items]
    if not any(gone):
        return False
    first = node.items[0].at
    glued = _glued(text, node)
    mark = None if glued else _BLANK_LINE.search(text, node.start + 1, first)
    if all(gone):
        spans = _cut_all(text, node, mark, created=reformatted or not (glued or mark))
        cuts.extend(spans or ())
        return spans is None
    if gone[0] and mark:  # items that others added stay, without our blank line
        cuts.append((mark.start(), mark.start() + len(mark[1]) // 2))
    cuts.extend(_cut_items(text, node.items, gone))
    return False


def _cut_all(
    text: str, node: Node, mark: re.Match[str] | None, *, created: bool
) -> list[tuple[int, int]] | None:
    """What to cut in a container that loses all its items; None if it goes itself. Comments keep it."""
    first, last = node.items[0].at, node.items[-1].end
    ends = [*(item.at for item in node.items[1:]), node.end - 1]
    gaps = [(item.end, end) for item, end in zip(node.items, ends, strict=True)]
    if any(comments(text, *gap) for gap in gaps):
        between = (span for gap in gaps for span in _cut_gap(text, *gap, leading=True))
        return [*((item.at, item.end) for item in node.items), *between]
    if not created:
        return [(mark.start() if mark else first, node.end - 1)]
    before = comments(text, node.start + 1, first)
    return [(before[-1][1], last)] if before else None


def _cut_items(text: str, items: list[Node], gone: list[bool]) -> Iterator[tuple[int, int]]:
    """Yield the spans to cut: each item with the comma before it, or after it if no earlier item stays."""
    kept = gone.index(False)
    for index, item in enumerate(items):
        if not gone[index]:
            continue
        if index < kept:
            yield item.at, item.end
            yield from _cut_gap(text, item.end, items[index + 1].at, leading=True)
        else:
            follows = next((n for n in range(index, len(items)) if not gone[n]), len(items)) - 1
            ends_line = text[items[follows].end :].lstrip(" \t").startswith(("\n", "\r"))
            yield from _cut_gap(text, items[index - 1].end, item.at, leading=False, ends_line=ends_line)
            yield item.at, item.end


def _cut_gap(
    text: str, begin: int, end: int, *, leading: bool, ends_line: bool = True
) -> Iterator[tuple[int, int]]:
    """Yield what to cut between an item that goes and its neighbour: all but the comments, with their space.

    ``leading``: the item is before the gap. ``ends_line``: a line ends after the item, as it must after a
    comment that ends with the line.
    """
    noted = comments(text, begin, end)
    if not noted:
        yield begin, end
        return
    edges = [begin, *(edge for span in noted for edge in span), end]
    pieces = [(edges[n], edges[n + 1]) for n in range(0, len(edges), 2)]
    whole = pieces.pop(0) if leading else pieces.pop()
    for start, stop in pieces:
        comma = text.find(",", start, stop)
        if comma >= 0:
            yield comma, comma + 1
    if not leading and not ends_line and text.startswith("//", noted[-1][0]):
        comma = text.find(",", *whole)
        if comma >= 0:
            yield comma, comma + 1
    else:
        yield whole
