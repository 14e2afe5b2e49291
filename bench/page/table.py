"""Tables in Markdown, aligned so that they can be read as they are. Pure."""

from __future__ import annotations

from collections.abc import Sequence


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns whose cells are all numbers are set flush right."""
    columns = list(zip(head, *rows, strict=True))
    widths = [max(map(len, column)) for column in columns]
    right = [all(map(_is_number, column[1:])) for column in columns]
    lines = [_line(cells, widths, right) for cells in (head, *rows)]
    rule = "|".join(
        "-" * (width + 1) + (":" if flush else "-") for width, flush in zip(widths, right, strict=True)
    )
    return "\n".join([lines[0], f"|{rule}|", *lines[1:]])


def _line(cells: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> str:
    padded = (
        cell.rjust(width) if flush else cell.ljust(width)
        for cell, width, flush in zip(cells, widths, right, strict=True)
    )
    return f"| {' | '.join(padded)} |"


def _is_number(cell: str) -> bool:
    return cell.lstrip("+-").replace(",", "").replace(".", "").isdigit() or not cell
