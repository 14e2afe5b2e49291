"""What tokens cost: a table of prices in the package, and the user's own.

Prices are data: dollars per million tokens, as a provider's page showed them on a day. A model is found by
its exact name; nothing is guessed from a similar one.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import Any

from entire.core import files
from entire.core.errors import EntireError
from entire.core.value import Value
from entire.numbers.tokens import UNKNOWN_BAND, Source, Tokens
from entire.transcript.usage import BANDS

BUILT_IN = "built in"
_FILE = os.path.join(os.path.dirname(__file__), "prices.json")
_MILLION = 1_000_000
_KINDS = ("input", "output", "cache_read", "cache_write_5m", "cache_write_1h")
_MOST_DOLLARS = 1_000_000


class Rates(Value):
    """Picodollars per token, which is dollars per million tokens times a million; None if unknown."""

    input: int | None = None
    output: int | None = None
    cache_read: int | None = None
    cache_write_5m: int | None = None
    cache_write_1h: int | None = None


class Price(Value):
    rates: Rates
    seen: str  # the day
    source: str  # the page
    above: int = 0  # prompts of more tokens have other rates; 0: all have the same
    long: Rates = Rates()


class Prices(Value):
    models: Mapping[str, Price]
    source: str  # a file, or the built-in table
    seen: str  # the latest day of the table's prices; empty if it does not say


class Cost(Value):
    picodollars: int = 0
    unknown: int = 0  # tokens whose price is not known
    known: int = 0  # tokens whose price is

    def plus(self, other: Cost) -> Cost:
        return Cost(*(a + b for a, b in zip(self, other, strict=True)))

    @property
    def microdollars(self) -> int | None:
        """The sum, rounded once; None if no price is known."""
        if self.unknown and not self.known:
            return None
        return (self.picodollars + _MILLION // 2) // _MILLION


def cost_of(used: Mapping[Source, Tokens], prices: Prices) -> Cost:
    """Pure: what these tokens cost."""
    total = Cost()
    for source, tokens in used.items():
        total = total.plus(_cost(source, tokens, prices.models.get(source.model)))
    return total


def _cost(source: Source, tokens: Tokens, price: Price | None) -> Cost:
    rates = _rates(price, source.band) if price is not None else Rates()
    undated = tokens.cache_write - tokens.write_5m - tokens.write_1h
    same = rates.cache_write_5m if rates.cache_write_5m == rates.cache_write_1h else None
    total = Cost()
    for number, rate in (
        (tokens.input, rates.input),
        (tokens.output, rates.output),
        (tokens.cache_read, rates.cache_read),
        (tokens.write_5m, rates.cache_write_5m),
        (tokens.write_1h, rates.cache_write_1h),
        (undated, same),
    ):
        total = total.plus(Cost(unknown=number) if rate is None else Cost(number * rate, known=number))
    return total


def _rates(price: Price, band: int) -> Rates:
    if not price.above:
        return price.rates
    if band == UNKNOWN_BAND:
        return Rates()
    return price.long if band > BANDS.index(price.above) else price.rates


def built_in() -> Prices:
    return _parse(_read(_FILE), BUILT_IN)


def load(path: str) -> Prices:
    """The user's own prices, and the built-in ones of other models. Raises EntireError."""
    own, rest = _parse(_read(path), path), built_in()
    return Prices({**rest.models, **own.models}, path, own.seen)


def _read(path: str) -> bytes:
    try:
        data = files.read(path, files.SMALL)
    except OSError as error:
        raise EntireError(f"{path} cannot be read: {error.strerror or error}") from error
    if data is None:
        raise EntireError(f"no such file: {path}", "see `entire stats --help`")
    return data


def _parse(data: bytes, source: str) -> Prices:
    try:
        document = json.loads(data)
        rows = document["models"]
        found = {name: _price(row) for row in rows for name in _names(row)}
    except (ValueError, KeyError, TypeError, AttributeError, InvalidOperation, RecursionError) as error:
        why = f": {error}" if isinstance(error, ValueError) else ""
        raise EntireError(f"{source} has no valid prices{why}", "docs/stats.md shows the format") from error
    return Prices(found, source, max((price.seen for price in found.values()), default=""))


def _names(row: Any) -> list[str]:
    names = row["names"]
    if not isinstance(names, list) or not all(isinstance(name, str) and name for name in names):
        raise ValueError('"names" must be a list of model names')
    return names


def _price(row: Any) -> Price:
    above = row.get("above", {})
    size = above.get("tokens", 0)
    if above and size not in BANDS:
        raise ValueError(f'"above" must have "tokens", one of {", ".join(map(str, BANDS))}')
    return Price(_some(row), str(row.get("seen", "")), str(row.get("source", "")), size, _some(above))


def _some(row: Any) -> Rates:
    return Rates(*(_rate(row[kind]) if kind in row else None for kind in _KINDS))


def _rate(text: Any) -> int:
    """A number, or better a text: `"0.30"`."""
    dollars = Decimal(str(text))
    rate = dollars * _MILLION
    if not 0 <= dollars <= _MOST_DOLLARS or rate != int(rate):
        raise ValueError(f"{text!r} is not a price in dollars per million tokens")
    return int(rate)
