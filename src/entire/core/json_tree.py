"""The position of every value in a JSON text. Comments and a comma after the last item are allowed."""

from __future__ import annotations

import json
import re

from entire.core.errors import EntireError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_COMMENT = re.compile(r"//[^\r\n]*+|/\*(?:[^*]|\*(?!/))*+\*/")
_SPACE = re.compile(rf"(?:[ \t\r\n]++|{_COMMENT.pattern})*+")
_TEXT = r'[^"\\\x00-\x1f]*+'
_STRING = re.compile(rf'"{_TEXT}(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{{4}}){_TEXT})*+"')
_ATOM = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null")
_CLOSING = {"{": "}", "[": "]"}
_MAX_DEPTH = 200


class Node:
    """A value and its position; ``at`` is the start of the item, which for a member is its key."""

    __slots__ = ("at", "end", "items", "key", "key_end", "kind", "parent", "start")

    def __init__(self, kind: str, start: int, parent: Node | None) -> None:
        self.kind = kind  # "{", "[", '"', or "" for numbers, true, false and null
        self.start = self.at = self.end = self.key_end = start
        self.key: str | None = None
        self.parent = parent
        self.items: list[Node] = []

    def member(self, key: str) -> Node | None:
        """Return the member that readers see: the last one of duplicate keys."""
        return next((item for item in reversed(self.items) if item.key == key), None)

    def value(self, text: str) -> Any:
        """What it says. Raises ValueError for a container with comments."""
        return json.loads(text[self.start : self.end])


def parse(text: str) -> Node:
    """Parse a document and return its root, which must be an object."""
    root = _value(text, _skip(text, 1 if text.startswith("\ufeff") else 0), None, 0)
    if root.kind != "{":
        raise EntireError("the document is not a JSON object")
    rest = _skip(text, root.end)
    if rest != len(text):
        raise _invalid(text, rest)
    return root


def _skip(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _value(text: str, at: int, parent: Node | None, depth: int) -> Node:
    kind = text[at : at + 1]
    node = Node(kind if kind in ('"', "{", "[") else "", at, parent)
    if kind in _CLOSING:
        if depth == _MAX_DEPTH:
            raise EntireError("the JSON document is nested too deeply")
        node.end = _items(text, node, depth + 1)
        return node
    found = (_STRING if kind == '"' else _ATOM).match(text, at)
    if not found:
        raise _invalid(text, at)
    node.end = found.end()
    return node


def _items(text: str, node: Node, depth: int) -> int:
    """Parse a container's items; return the end of its closing bracket."""
    closing = _CLOSING[node.kind]
    at = _skip(text, node.start + 1)
    if text.startswith(closing, at):
        return at + 1
    while True:
        begin, key, key_end = at, None, at
        if node.kind == "{":
            found = _STRING.match(text, at)
            if not found:
                raise _invalid(text, at)
            key, key_end = json.loads(found[0]), found.end()
            at = _skip(text, key_end)
            if not text.startswith(":", at):
                raise _invalid(text, at)
            at = _skip(text, at + 1)
        item = _value(text, at, node, depth)
        item.at, item.key, item.key_end = begin, key, key_end
        node.items.append(item)
        at = _skip(text, item.end)
        if text.startswith(closing, at):
            return at + 1
        if not text.startswith(",", at):
            raise _invalid(text, at)
        at = _skip(text, at + 1)
        if text.startswith(closing, at):
            return at + 1


def comments(text: str, begin: int, end: int) -> list[tuple[int, int]]:
    """The position of each comment in a part of the text that has no values."""
    return [found.span() for found in _COMMENT.finditer(text, begin, end)]


def _invalid(text: str, at: int) -> EntireError:
    line = text.count("\n", 0, at) + 1
    column = at - text.rfind("\n", 0, at)
    what = "a comment that does not end" if text.startswith("/*", at) else "not valid JSON"
    return EntireError(f"line {line}, column {column}: {what}")
