"""Prompts: yes or no, choose one, choose several."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

import click

from entire.cli.ui import output
from entire.cli.ui.menu import Menu, render
from entire.cli.ui.screen import terminal
from entire.core.errors import EntireError


class Choice(NamedTuple):
    key: str
    label: str  # one line of plain text that has passed through `output.safe`
    preview: Callable[[], list[str]] | None = None  # shown below the list while this is the current row


def is_interactive() -> bool:
    """Whether standard input and output are a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def confirm(question: str, *, default: bool = False, flag: str = "--force") -> bool:
    """Ask yes or no; the answer can come from a pipe. Raises EntireError if there is no answer."""
    if is_interactive():
        return click.confirm(question, default=default)
    answer = sys.stdin.readline()
    if not answer:
        raise EntireError("not a terminal: cannot ask for confirmation", f"pass {flag} to skip the question")
    return answer.strip().lower() in ("y", "yes") if answer.strip() else default


def choose(title: str, choices: Sequence[Choice]) -> Choice | None:
    """Choose one of the list; None if cancelled."""
    _check_interactive()
    if _use_numbers():
        return _choose_by_number(title, choices)
    menu = _run(Menu(title, _labels(choices)), choices)
    return None if menu.cancelled or menu.current is None else choices[menu.current]


def choose_many(title: str, choices: Sequence[Choice], chosen: Collection[str]) -> list[Choice] | None:
    """Choose any number of the list, starting with those in ``chosen``; None if cancelled."""
    _check_interactive()
    marked = frozenset(index for index, choice in enumerate(choices) if choice.key in chosen)
    if _use_numbers():
        return _choose_many_by_number(title, choices, marked)
    menu = _run(Menu(title, _labels(choices), many=True, marked=marked), choices)
    return None if menu.cancelled else [choices[index] for index in sorted(menu.marked)]


def _labels(choices: Sequence[Choice]) -> tuple[str, ...]:
    return tuple(choice.label for choice in choices)


def _check_interactive() -> None:
    if not is_interactive():
        raise EntireError(
            "not a terminal: cannot show a menu", "pass what you want as an argument; see --help"
        )


def _use_numbers() -> bool:
    """Whether to use numbered lines: for screen readers, and terminals that cannot move the cursor."""
    return bool(os.environ.get("ACCESSIBLE")) or os.environ.get("TERM", "dumb") == "dumb"


def _run(menu: Menu, choices: Sequence[Choice]) -> Menu:
    """Draw, read a key, draw again in the same place; the menu is erased at the end."""
    from entire.cli.ui import keys

    previews: dict[int, list[str]] = {}
    drawn = 0
    with keys.raw():
        try:
            while not menu.done:
                size = shutil.get_terminal_size((80, 24))
                lines = render(menu, terminal(), size.lines - 1, _preview(menu, choices, previews))
                _draw(lines, drawn)
                drawn = len(lines)
                menu = menu.press(keys.read())
        finally:
            _draw([], drawn)
    return menu


def _preview(menu: Menu, choices: Sequence[Choice], known: dict[int, list[str]]) -> list[str]:
    at = menu.current
    if at is None:
        return []
    if at not in known:
        show = choices[at].preview
        known[at] = show() if show is not None else []
    return known[at]


def _draw(lines: Sequence[str], over: int) -> None:
    back = f"\x1b[{over}A\r\x1b[J" if over else ""
    sys.stdout.write(back + "".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


def _choose_by_number(title: str, choices: Sequence[Choice]) -> Choice | None:
    _list(title, choices)
    while True:
        answer = click.prompt("Number (empty to cancel)", default="", show_default=False)
        numbers = _numbers(answer, len(choices))
        if not answer.strip():
            return None
        if numbers is not None and len(numbers) == 1:
            return choices[numbers[0]]
        output.write_line(f"Enter a number from 1 to {len(choices)}.")


def _choose_many_by_number(
    title: str, choices: Sequence[Choice], marked: Collection[int]
) -> list[Choice] | None:
    _list(title, choices)
    default = " ".join(str(index + 1) for index in sorted(marked))
    while True:
        answer = click.prompt("Numbers, or q to cancel", default=default, show_default=bool(default))
        if answer.strip() == "q":
            return None
        numbers = _numbers(answer, len(choices))
        if numbers is not None:
            return [choices[index] for index in numbers]
        output.write_line(f"Enter numbers from 1 to {len(choices)}.")


def _list(title: str, choices: Sequence[Choice]) -> None:
    output.write_line(title)
    for number, choice in enumerate(choices, 1):
        output.write_line(f"  {number}. {' '.join(choice.label.split())}")


def _numbers(answer: str, count: int) -> list[int] | None:
    """Pure: the chosen indexes, None if the answer is not a list of numbers in range."""
    words = answer.replace(",", " ").split()
    if not all(word.isascii() and word.isdigit() and 1 <= int(word) <= count for word in words):
        return None
    return sorted({int(word) - 1 for word in words})
