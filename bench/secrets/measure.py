"""How many of the planted secrets are removed, and how much harmless text is touched."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from bench.secrets import (
    everyday,
    everyday_plain,
    fresh,
    further,
    harmless,
    newest,
    recent,
    shapes,
    unseen,
    untuned,
    wide,
)
from bench.secrets.contexts import CONTEXTS, placed, shown
from bench.secrets.values import Planted, fill, rows

from entire.redact import redact_jsonl, redact_text

_LEAST = 6
TUNED = shapes.SHAPES + wide.SHAPES.lstrip() + further.SHAPES.lstrip()
UNTUNED = "".join(
    table.lstrip()
    for table in (
        untuned.SHAPES,
        fresh.SHAPES,
        newest.SHAPES,
        further.UNTUNED,
        everyday.SHAPES,
        recent.SHAPES,
    )
)
_HARMLESS = harmless.HARMLESS + wide.HARMLESS.lstrip() + further.HARMLESS.lstrip()
_OTHERS = "".join(
    table.lstrip()
    for table in (
        untuned.HARMLESS,
        fresh.HARMLESS,
        newest.HARMLESS,
        everyday_plain.HARMLESS,
        unseen.HARMLESS,
        unseen.LATER_HARMLESS,
    )
)


class Case(NamedTuple):
    """One text in one context."""

    shape: str
    context: str
    planted: Planted

    @property
    def line(self) -> str:
        return placed(self.planted.text, self.context)


class Failure(NamedTuple):
    """A secret that remains, or a harmless text that was touched."""

    shape: str
    context: str
    before: str
    after: str


class Figures(NamedTuple):
    """Of so many, these failed."""

    total: int
    failures: list[Failure]

    @property
    def share(self) -> float:
        return len(self.failures) / max(1, self.total)


def planted(seeds: Iterable[int], *, tuned: bool = True) -> Iterator[Case]:
    """Return texts with secrets, of shapes that rules were written for, or of others."""
    return _cases(TUNED if tuned else UNTUNED, seeds)


def odd(seeds: Iterable[int]) -> Iterator[Case]:
    """Return texts with secrets in unusual syntaxes and places."""
    return _cases(unseen.SHAPES, seeds)


def later(seeds: Iterable[int]) -> Iterator[Case]:
    """Return texts with secrets in shapes that were written after the rules, which were widened since."""
    return _cases(unseen.LATER, seeds)


def plain(seeds: Iterable[int], *, tuned: bool = True) -> Iterator[Case]:
    """Return texts without secrets."""
    return _cases(_HARMLESS if tuned else _OTHERS, seeds)


def removed(cases: Iterable[Case]) -> Figures:
    """Count secrets, and find those of which half or more remains."""
    count = 0
    failures = []
    for case, after in _redacted(list(cases)):
        count += len(case.planted.secrets)
        seen = shown(after, case.context)
        failures += [
            Failure(case.shape, case.context, case.planted.text, seen)
            for secret in case.planted.secrets
            if remains(secret, seen)
        ]
    return Figures(count, failures)


def touched(cases: Iterable[Case]) -> Figures:
    """Count harmless texts, and find those that change."""
    found = _redacted(list(cases))
    failures = [
        Failure(case.shape, case.context, case.planted.text, shown(after, case.context))
        for case, after in found
        if after != case.line
    ]
    return Figures(len(found), failures)


def remains(secret: str, text: str) -> bool:
    """Whether half of a secret is still there in one piece."""
    size = min(len(secret), max(_LEAST, (len(secret) + 1) // 2))
    return any(secret[start : start + size] in text for start in range(len(secret) - size + 1))


def _cases(table: str, seeds: Iterable[int]) -> Iterator[Case]:
    shaped = rows(table)
    for seed in seeds:
        for number, (name, template) in enumerate(shaped):
            yield Case(name, CONTEXTS[(number + seed) % len(CONTEXTS)], fill(template, seed))


def _redacted(cases: list[Case]) -> list[tuple[Case, str]]:
    """Redact texts by themselves, and lines of JSON as one transcript."""
    lines = [case.line for case in cases if case.context != "plain"]
    clean = iter(redact_jsonl("\n".join(lines).encode()).decode().split("\n")) if lines else iter(())
    return [(case, redact_text(case.line) if case.context == "plain" else next(clean)) for case in cases]
