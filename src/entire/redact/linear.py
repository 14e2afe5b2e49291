"""Regular expressions that match bytes in linear time: google-re2, without its part in Python.

That part replaces `re` in every respect. To load it takes longer than the library itself, and every hook
that finds new text would wait for it.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from importlib.machinery import ModuleSpec
    from typing import Any

_PACKAGE = "re2"
_LIBRARY = f"{_PACKAGE}._re2"
_NOWHERE = (-1, -1)


class Match:
    """What was found: the spans of the whole and of each group."""

    __slots__ = ("_spans", "_text")

    def __init__(self, text: bytes, spans: list[tuple[int, int]]) -> None:
        self._text, self._spans = text, spans

    def __getitem__(self, group: int) -> bytes:
        start, end = self._spans[group]
        return self._text[start:end]

    def span(self, group: int = 0) -> tuple[int, int]:
        return self._spans[group]

    def start(self, group: int = 0) -> int:
        return self._spans[group][0]

    def end(self, group: int = 0) -> int:
        return self._spans[group][1]

    @property
    def lastindex(self) -> int:
        """The group that ends last; of nested ones, the outer. 0 if no group was found."""
        ends = [end for _, end in self._spans[1:]]
        last = max(ends, default=-1)
        return 1 + ends.index(last) if last >= 0 else 0


class Pattern:
    __slots__ = ("_anywhere", "_at_start", "_find", "_whole")

    def __init__(self, compiled: Any) -> None:
        anchors = type(compiled).Anchor
        self._find = compiled.Match
        self._anywhere, self._at_start = anchors.UNANCHORED, anchors.ANCHOR_START
        self._whole = anchors.ANCHOR_BOTH

    def search(self, text: bytes, start: int = 0, end: int | None = None) -> Match | None:
        return self._found(self._anywhere, text, start, end)

    def match(self, text: bytes, start: int = 0, end: int | None = None) -> Match | None:
        return self._found(self._at_start, text, start, end)

    def fullmatch(self, text: bytes) -> Match | None:
        return self._found(self._whole, text, 0, None)

    def _found(self, anchor: Any, text: bytes, start: int, end: int | None) -> Match | None:
        end = len(text) if end is None else min(end, len(text))
        spans = self._find(anchor, text, start, end) if start <= end else [_NOWHERE]
        return Match(text, spans) if spans[0] != _NOWHERE else None

    def finditer(self, text: bytes, start: int = 0, end: int | None = None) -> Iterator[Match]:
        while (found := self.search(text, start, end)) is not None:
            yield found
            start = found.end() + (found.start() == found.end())


def library() -> Any:
    """Load the library. Raises ImportError, and whatever a broken one raises."""
    known = sys.modules.get(_LIBRARY)
    if known is not None:
        return known
    package = _spec(_PACKAGE, None) if _PACKAGE not in sys.modules else None
    folders = package.submodule_search_locations if package is not None else None
    found = _spec(_LIBRARY, folders) if folders else None
    if found is None or found.loader is None:  # loaded already, missing, or something else of that name
        import re2

        return re2._re2
    module: Any = found.loader.create_module(found)
    found.loader.exec_module(module)
    sys.modules[_LIBRARY] = module
    return module


def _spec(name: str, folders: Sequence[str] | None) -> ModuleSpec | None:
    """Find a module as an import does, but do not load the package that it is in."""
    found = (finder.find_spec(name, folders) for finder in sys.meta_path)
    return next((spec for spec in found if spec is not None), None)
