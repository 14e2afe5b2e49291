"""Plain line charts as SVG, readable on light and on dark pages. Pure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from itertools import pairwise
from typing import NamedTuple

from bench.numbers import steps

_WIDTH, _HEIGHT = 720, 340
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 190, 40, 50
_LABEL_HEIGHT = 16
_COLOURS = ("#3b82f6", "#d9730d", "#1a9c5b", "#8b7fd6")
_STYLE = (
    "text{font:13px system-ui,sans-serif;fill:#57606a}.title{font-weight:600}"
    ".grid{stroke:#8c959f;stroke-opacity:.3}.line{fill:none;stroke-width:2}"
    "rect{fill:#f6f8fa;stroke:#d1d9e0}"
    "@media(prefers-color-scheme:dark){text{fill:#a8b1bb}rect{fill:#0d1117;stroke:#30363d}}"
)


class Series(NamedTuple):
    name: str
    costs: Sequence[float]  # one for each size
    dashed: bool = False


def chart(
    title: str, x_name: str, y_name: str, sizes: Sequence[tuple[float, str]], series: Sequence[Series]
) -> str:
    """Costs from 0 up against sizes on a logarithmic scale (of one more, so that 0 has a place)."""
    ticks = steps(max((cost for one in series for cost in one.costs), default=1.0))
    scale = _Scale([size for size, _ in sizes], ticks[-1])
    body = [
        f'<rect x=".5" y=".5" width="{_WIDTH - 1}" height="{_HEIGHT - 1}" rx="8"/>',
        f'<text class="title" x="{_LEFT}" y="20">{escape(title)}</text>',
        *(_y_tick(scale.y(tick), f"{tick:g}") for tick in ticks),
        *(_x_tick(scale.x(size), label) for size, label in sizes),
        _axis_names(x_name, y_name),
    ]
    ends = _spread([scale.y(one.costs[-1]) for one in series])
    for index, (one, end) in enumerate(zip(series, ends, strict=True)):
        places = [(scale.x(size), scale.y(cost)) for (size, _), cost in zip(sizes, one.costs, strict=True)]
        body += _line(one, places, end, _COLOURS[index % len(_COLOURS)])
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img">'
    return "\n".join([head, f"<title>{escape(title)}</title><style>{_STYLE}</style>", *body, "</svg>\n"])


class _Scale:
    def __init__(self, sizes: Sequence[float], top: float) -> None:
        self._low, self._high = math.log10(min(sizes) + 1), math.log10(max(sizes) + 1)
        self._top = top

    def x(self, size: float) -> float:
        span = self._high - self._low
        share = (math.log10(size + 1) - self._low) / span if span else 0.5
        return _LEFT + 14 + share * (_WIDTH - _LEFT - _RIGHT - 28)

    def y(self, cost: float) -> float:
        return _HEIGHT - _BOTTOM - max(cost, 0) / self._top * (_HEIGHT - _TOP - _BOTTOM)


def _y_tick(y: float, label: str) -> str:
    line = f'<line class="grid" x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
    return f'{line}<text x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{label}</text>'


def _x_tick(x: float, label: str) -> str:
    return f'<text x="{x:.1f}" y="{_HEIGHT - _BOTTOM + 18}" text-anchor="middle">{escape(label)}</text>'


def _axis_names(x_name: str, y_name: str) -> str:
    middle = (_LEFT + _WIDTH - _RIGHT) / 2
    below = f'<text x="{middle}" y="{_HEIGHT - 10}" text-anchor="middle">{escape(x_name)}</text>'
    turned = f'transform="translate(14 {(_TOP + _HEIGHT - _BOTTOM) / 2}) rotate(-90)"'
    return f'{below}<text {turned} text-anchor="middle">{escape(y_name)}</text>'


def _line(series: Series, places: Sequence[tuple[float, float]], end: float, colour: str) -> list[str]:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    x_name = _WIDTH - _RIGHT + 8
    dash = ' stroke-dasharray="5 4"' if series.dashed else ""
    return [
        f'<polyline class="line" points="{path}" stroke="{colour}"{dash}/>',
        *(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in places),
        f'<text x="{x_name}" y="{end + 4:.1f}" style="fill:{colour}">{escape(series.name)}</text>',
    ]


def _spread(places: Sequence[float]) -> list[float]:
    """The same heights, moved down as little as needed for labels that do not cover each other."""
    moved = list(places)
    order = sorted(range(len(places)), key=lambda index: places[index])
    for before, after in pairwise(order):
        moved[after] = max(moved[after], moved[before] + _LABEL_HEIGHT)
    return moved
