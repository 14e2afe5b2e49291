"""A terminal session as SVG, readable on light and on dark pages. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from tools.screens.emulate import Run, Terminal

COLUMNS = 96
_CELL, _LINE, _MARGIN = 8.4, 20, 18
_STYLE = (
    "text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;"
    "fill:#1f2328;white-space:pre}"
    "rect{fill:#f6f8fa;stroke:#d1d9e0}"
    ".dim{fill:#656d76}.cyan{fill:#0969a8}.green{fill:#1a7f37}.red{fill:#cf222e}.yellow{fill:#9a6700}"
    ".bold{font-weight:600}.prompt{fill:#656d76}"
    "@media(prefers-color-scheme:dark){text{fill:#e6edf3}rect{fill:#0d1117;stroke:#30363d}"
    ".dim,.prompt{fill:#8d96a0}.cyan{fill:#56c8d8}.green{fill:#3fb950}.red{fill:#ff7b72}.yellow{fill:#d29922}}"
)


class Typed(NamedTuple):
    """A command, and everything that the terminal received from it."""

    command: str
    output: str


def draw(typed: Sequence[Typed]) -> str:
    rows = screen_rows(typed)
    width = round(COLUMNS * _CELL + 2 * _MARGIN)
    height = len(rows) * _LINE + 2 * _MARGIN - 4
    title = escape(" · ".join(one.command for one in typed))
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
            f' height="{height}" xml:space="preserve" role="img">',
            f"<title>{title}</title>",
            f"<style>{_STYLE}</style>",
            f'<rect x=".5" y=".5" width="{width - 1}" height="{height - 1}" rx="8"/>',
            *(_text(run, index) for index, row in enumerate(rows) for run in row),
            "</svg>\n",
        ]
    )


def screen_rows(typed: Sequence[Typed]) -> list[list[Run]]:
    """The commands at a prompt, each with what it shows below, and an empty row between them."""
    rows: list[list[Run]] = []
    for one in typed:
        terminal = Terminal()
        terminal.write(one.output)
        prompt = [Run(0, "$", ("prompt",)), Run(2, one.command, ("bold",))]
        rows += [*([[]] if rows else []), prompt, *terminal.rows()]
    return rows


def _text(run: Run, row: int) -> str:
    """Every run has its place and its width, so that columns line up in any font."""
    text = run.text.rstrip(" ")
    start = len(text) - len(text.lstrip(" "))
    x = _MARGIN + (run.column + start) * _CELL
    y = _MARGIN + row * _LINE + 13
    shown = text[start:]
    styles = f' class="{" ".join(run.styles)}"' if run.styles else ""
    size = f'textLength="{len(shown) * _CELL:.1f}"'
    return f'<text x="{x:.1f}" y="{y}" {size}{styles}>{escape(shown, quote=False)}</text>'
