"""A list to choose from: keys and looks."""

from __future__ import annotations

import pytest

from entire.cli.ui.menu import Key, Menu, render
from entire.cli.ui.screen import Screen

LABELS = ("one apple", "two pears", "three Apples", "four figs")
WIDE = Screen(60, 0.0)


def after(*keys: str, many: bool = False) -> Menu:
    menu = Menu("Which?", LABELS, many=many)
    for key in keys:
        menu = menu.press(key)
    return menu


@pytest.mark.parametrize(
    ("keys", "row"),
    [
        ((), 0),
        ((Key.DOWN,), 1),
        (("j", "j", "k"), 1),
        ((Key.UP,), 0),
        ((Key.END,), 3),
        ((Key.END, Key.DOWN), 3),
        ((Key.PAGE_DOWN, Key.HOME), 0),
        (("/", *"APP", Key.DOWN), 2),
        (("/", *"apx", Key.ERASE, Key.DOWN), 2),
        ((Key.DOWN, "/", *"figs", Key.ESCAPE), 0),
        (("/", *"jk q"), None),
    ],
)
def test_where_keys_lead(keys: tuple[str, ...], row: int | None) -> None:
    menu = after(*keys)
    assert menu.current == row
    assert not menu.done


@pytest.mark.parametrize("keys", [("q",), (Key.ESCAPE,), ("/", "x", Key.ESCAPE, Key.ESCAPE)])
def test_giving_up(keys: tuple[str, ...]) -> None:
    menu = after(*keys)
    assert menu.done
    assert menu.cancelled


def test_enter_needs_a_row() -> None:
    assert after(Key.DOWN, Key.ENTER).done
    assert not after("/", *"nothing like it", Key.ENTER).done
    assert after("/", *"figs", Key.ENTER).current == 3


def test_marking_several() -> None:
    assert after(" ", Key.DOWN, " ", Key.DOWN, " ", Key.UP, " ", many=True).marked == {0, 2}
    assert after(" ").marked == frozenset(), "one of a list is chosen by enter"


def test_looks() -> None:
    assert render(after(Key.DOWN), WIDE, 10, ["restore  a.py", "x" * 99]) == [
        "Which?" + " " * 31 + "↑↓ enter · / search · q",
        "  one apple",
        "❯ two pears",
        "  three Apples",
        "  four figs",
        "",
        "restore  a.py",
        "x" * 59 + "…",
    ]
    assert render(after(" ", Key.DOWN, many=True), WIDE, 3)[1:] == ["  ◉ one apple", "❯ ○ two pears"]
    assert render(after("/", "z"), WIDE, 9)[1:] == ["  no matches"]
    narrow = render(after(), Screen(10, 0.0, colour=True), 9)
    assert narrow[:2] == ["Which?", "\x1b[36m❯ one app…\x1b[0m"]


@pytest.mark.parametrize("height", range(2, 12))
@pytest.mark.parametrize("at", range(40))
def test_the_cursor_is_always_on_the_screen(height: int, at: int) -> None:
    menu = Menu("Which?", tuple(f"row {number}" for number in range(40)), at=at)
    lines = render(menu, WIDE, height, ["preview"] * 5)
    assert len(lines) <= height
    assert f"❯ row {at}" in lines
