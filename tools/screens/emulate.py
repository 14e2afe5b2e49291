"""What a terminal shows after a program wrote to it: rows of styled text. Pure.

It understands what our screens and git use: colours, dim, bold, cursor up, erase below, erase the line.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import NamedTuple

_PART = re.compile(r"\x1b\[([?0-9;]*)([A-Za-z])|([\r\n])|([^\x1b\r\n]+)|.", re.DOTALL)
_COLOURS = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")
_RESET = 0
_WEIGHTS = {1: "bold", 2: "dim"}


class Run(NamedTuple):
    """Some characters of a row that look the same."""

    column: int
    text: str
    styles: tuple[str, ...]


class Terminal:
    def __init__(self) -> None:
        self._rows: list[list[tuple[str, tuple[str, ...]]]] = [[]]
        self._row = self._column = 0
        self._styles: tuple[str, ...] = ()

    def write(self, text: str) -> None:
        for part in _PART.finditer(text):
            numbers, command, control, characters = part.groups()
            if command:
                self._obey(command, [int(n) for n in numbers.split(";") if n.isdigit()])
            elif control:
                self._move(control)
            elif characters:
                self._put(characters)

    def rows(self) -> list[list[Run]]:
        """Rows down to the last one that is not empty."""
        rows = [_runs(row) for row in self._rows]
        while rows and not rows[-1]:
            rows.pop()
        return rows

    def _obey(self, command: str, numbers: list[int]) -> None:
        if command == "m":
            for number in numbers or [_RESET]:
                self._style(number)
        elif command == "A":
            self._row = max(0, self._row - (numbers[0] if numbers else 1))
        elif command == "J":
            del self._rows[self._row + 1 :]
            del self._rows[self._row][self._column :]
        elif command == "K":
            del self._rows[self._row][self._column :]

    def _style(self, number: int) -> None:
        if number == _RESET:
            self._styles = ()
        elif number in _WEIGHTS:
            self._styles = (*self._styles, _WEIGHTS[number])
        elif 30 <= number < 38:
            kept = tuple(style for style in self._styles if style not in _COLOURS)
            self._styles = (*kept, _COLOURS[number - 30])

    def _move(self, control: str) -> None:
        self._column = 0
        if control == "\n":
            self._row += 1
            if self._row == len(self._rows):
                self._rows.append([])

    def _put(self, characters: str) -> None:
        row = self._rows[self._row]
        row += [(" ", ())] * (self._column - len(row))
        for character in characters:
            row[self._column : self._column + 1] = [(character, self._styles)]
            self._column += 1


def _runs(row: list[tuple[str, tuple[str, ...]]]) -> list[Run]:
    runs, column = [], 0
    for styles, cells in groupby(row, key=lambda cell: cell[1]):
        text = "".join(character for character, _ in cells)
        if text.strip():
            runs.append(Run(column, text, styles))
        column += len(text)
    return runs
