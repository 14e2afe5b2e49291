"""A menu as pure state (cursor, search text, selection), and how it is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import click

from entire.cli.ui.cells import cell_len
from entire.cli.ui.screen import Screen, cut, pad

HELP = "↑↓ enter · / search · q"
HELP_MANY = "↑↓ space · enter · q"
_PAGE = 10


class Key:
    """Names of special keys; any other key is its own character."""

    UP = "up"
    DOWN = "down"
    PAGE_UP = "page up"
    PAGE_DOWN = "page down"
    HOME = "home"
    END = "end"
    ENTER = "enter"
    ESCAPE = "escape"
    ERASE = "erase"


_STEPS = {
    Key.UP: -1,
    Key.DOWN: 1,
    "k": -1,
    "j": 1,
    Key.PAGE_UP: -_PAGE,
    Key.PAGE_DOWN: _PAGE,
    Key.HOME: -(10**9),
    Key.END: 10**9,
}


class Menu(NamedTuple):
    title: str
    labels: tuple[str, ...]  # plain text, one per row
    many: bool = False
    at: int = 0  # index into the matching rows
    marked: frozenset[int] = frozenset()
    query: str = ""
    searching: bool = False
    done: bool = False
    cancelled: bool = False

    @property
    def matching(self) -> list[int]:
        wanted = self.query.casefold()
        return [index for index, label in enumerate(self.labels) if wanted in label.casefold()]

    @property
    def current(self) -> int | None:
        rows = self.matching
        return rows[self.at] if rows else None

    def press(self, key: str) -> Menu:
        """The menu after a key press."""
        if key == Key.ENTER:
            return self if self.current is None else self._replace(done=True, searching=False)
        if self.searching and (len(key) == 1 or key in (Key.ERASE, Key.ESCAPE)):
            return self._type(key)
        if key in _STEPS:
            return self._replace(at=max(0, min(self.at + _STEPS[key], len(self.matching) - 1)))
        if key == " " and self.many and self.current is not None:
            return self._replace(marked=self.marked ^ {self.current})
        if key == "/" and not self.many:
            return self._replace(searching=True)
        if key in ("q", Key.ESCAPE):
            return self._replace(done=True, cancelled=True)
        return self

    def _type(self, key: str) -> Menu:
        if key == Key.ESCAPE:
            return self._replace(searching=False, query="", at=0)
        query = self.query[:-1] if key == Key.ERASE else self.query + key
        return self._replace(query=query, at=0)


def render(menu: Menu, screen: Screen, height: int, preview: Sequence[str] = ()) -> list[str]:
    """The lines to draw, at most ``height`` of them; the preview shrinks before the list does."""
    rows = menu.matching
    least = min(len(rows), max(3, height // 2))
    below = ["", *preview][: max(0, height - least - 1)] if preview else []
    shown = max(1, height - len(below) - 1)
    first = max(0, min(menu.at - shown // 2, len(rows) - shown))
    lines = [_row(menu, screen, index, rows[index]) for index in range(first, min(first + shown, len(rows)))]
    return [
        _head(menu, screen),
        *(lines or ["  no matches"]),
        *(_fit(line, screen.width) for line in below),
    ]


def _head(menu: Menu, screen: Screen) -> str:
    title = f"{menu.title}  /{menu.query}" if menu.searching or menu.query else menu.title
    help = HELP_MANY if menu.many else HELP
    space = screen.width - cell_len(help)
    if cell_len(title) + 2 > space:
        return cut(title, screen.width)
    return pad(title, space) + screen.style(help, "dim")


def _row(menu: Menu, screen: Screen, at: int, index: int) -> str:
    here = at == menu.at
    box = ("◉ " if index in menu.marked else "○ ") if menu.many else ""
    text = cut(("❯ " if here else "  ") + box + menu.labels[index], screen.width)
    return screen.style(text, "accent") if here else text


def _fit(line: str, width: int) -> str:
    """Cut a line of the preview, which may contain colours."""
    plain = click.unstyle(line)
    return line if cell_len(plain) <= width else cut(plain, width)
