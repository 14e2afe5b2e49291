"""Charts as SVG, drawn here: no script draws them, and a style sheet colours them. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup

_WIDTH, _HEIGHT = 640, 150
_LEFT, _BOTTOM, _TOP = 44, 20, 8
_GAP = 0.25  # of a column's width
_WIDEST = 36
_LINES = 3  # across the chart
_BAR = 14


class Part(NamedTuple):
    kind: str  # a class of the style sheet
    value: float
    title: str  # shown to those who point at it


class Column(NamedTuple):
    label: str
    parts: list[Part]

    @property
    def total(self) -> float:
        return sum(part.value for part in self.parts)


def columns(name: str, found: Sequence[Column], scale: Sequence[tuple[float, str]]) -> Markup:
    """Columns over time. ``scale``: values and their labels, the largest last."""
    top = scale[-1][0] or 1.0
    inner, high = _WIDTH - _LEFT, _HEIGHT - _BOTTOM - _TOP
    step = inner / max(1, len(found))
    wide = min(_WIDEST, step * (1 - _GAP))
    out = Markup("")
    for value, label in scale:
        y = _HEIGHT - _BOTTOM - value / top * high
        out += Markup('<line class="rule" x1="{}" x2="{}" y1="{:.1f}" y2="{:.1f}"/>').format(
            _LEFT, _WIDTH, y, y
        )
        out += Markup('<text class="scale" x="{}" y="{:.1f}">{}</text>').format(_LEFT - 6, y + 3.5, label)
    labelled = _labelled(len(found))
    for number, column in enumerate(found):
        x = _LEFT + step * number + (step - wide) / 2
        out += _column(column, x, wide, top, high)
        if number in labelled:
            out += Markup('<text class="label" x="{:.1f}" y="{}">{}</text>').format(
                x + wide / 2, _HEIGHT - 5, column.label
            )
    return _svg(name, _WIDTH, _HEIGHT, out)


def _column(column: Column, x: float, wide: float, top: float, high: float) -> Markup:
    y = float(_HEIGHT - _BOTTOM)
    out = Markup("")
    for part in column.parts:
        if part.value <= 0:
            continue
        tall = part.value / top * high
        y -= tall
        out += Markup(
            '<rect class="{}" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}"><title>{}</title></rect>'
        ).format(part.kind, x, y, wide, max(tall, 0.5), part.title)
    return out


def _labelled(number: int) -> set[int]:
    """Which columns have room for a label: about eight, the last among them."""
    every = max(1, -(-number // 8))
    return set(range(number - 1, -1, -every))


def bar(name: str, parts: Sequence[Part], whole: float = 0.0) -> Markup:
    """One bar of several parts, as wide as its share of ``whole``."""
    whole = whole or sum(part.value for part in parts) or 1.0
    out, x = Markup(""), 0.0
    for part in parts:
        if part.value > 0:
            wide = part.value / whole * 100
            out += Markup(
                '<rect class="{}" x="{:.2f}" y="0" width="{:.2f}" height="{}"><title>{}</title></rect>'
            ).format(part.kind, x, max(wide, 0.4), _BAR, part.title)
            x += wide
    return Markup(
        '<svg class="bar" role="img" aria-label="{}" viewBox="0 0 100 {}" preserveAspectRatio="none">{}</svg>'
    ).format(name, _BAR, out)


def _svg(name: str, width: int, height: int, content: Markup) -> Markup:
    return Markup('<svg class="chart" role="img" aria-label="{}" viewBox="0 0 {} {}">{}</svg>').format(
        name, width, height, content
    )


def scale_to(largest: float) -> list[float]:
    """Round values from 0 to at least ``largest``: 0, 20, 40, 60."""
    if largest <= 0:
        return [0.0, 1.0]
    step = 1.0
    while step * _LINES < largest:
        step *= 10
    while step * _LINES > 10 * largest:
        step /= 10
    best = min((s for s in (step, step / 2, step / 5, step / 10) if s * _LINES >= largest), default=step)
    return [best * number for number in range(_LINES + 1)]
