"""The rules as data: each kind of secret is a row in the module of its category, with examples as its test.

Rules have numbers, in order of precedence: if two find the same text, the first one names it.
"""

from __future__ import annotations

from entire.redact.rules import (
    ai,
    assigned,
    cloud,
    code,
    generic,
    messaging,
    operations,
    payment,
    platforms,
    services,
)
from entire.redact.rules import rule as rules
from entire.redact.rules.rule import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

_TABLES: tuple[Any, ...] = (cloud, platforms, code, ai, payment, messaging, operations, services)
_TOKENS = tuple(row for table in _TABLES for row in table.TOKENS)
_WEAK = tuple(row for table in _TABLES for row in getattr(table, "WEAK", ()))
_NAMED = tuple(row for table in _TABLES for row in table.NAMED)
_AFTER_TOKENS = len(_TOKENS)
_AFTER_WEAK = _AFTER_TOKENS + len(_WEAK)
_AFTER_NAMED = _AFTER_WEAK + len(_NAMED)

GENERIC = _AFTER_NAMED
"""Rules from here on are not for a provider: they only know where a secret is."""

COUNT = GENERIC + len(generic.RULES)

_built: dict[int, Rule] = {}


def get(number: int) -> Rule:
    """Return a rule, built on first use."""
    if number not in _built:
        _built[number] = _build(number)
    return _built[number]


def _build(number: int) -> Rule:
    if number < _AFTER_TOKENS:
        return rules.token(_TOKENS[number])
    if number < _AFTER_WEAK:
        return rules.token(_WEAK[number - _AFTER_TOKENS], weak=True)
    if number < _AFTER_NAMED:
        return rules.named(_NAMED[number - _AFTER_WEAK])
    return generic.RULES[number - _AFTER_NAMED]


def keywords() -> dict[str, list[int]]:
    """Return case-sensitive keywords, with the rules that need them."""
    return _by_word(map(rules.token_keywords, _TOKENS + _WEAK), 0)


def any_case_keywords() -> dict[str, list[int]]:
    """The same for keywords in any case, here in lower case."""
    lists = [*map(rules.named_keywords, _NAMED), *(rule.keywords for rule in generic.RULES)]
    return _by_word(lists, _AFTER_WEAK)


def _by_word(lists: Iterable[tuple[str, ...]], first: int) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for number, words in enumerate(lists, first):
        for word in words:
            found.setdefault(word, []).append(number)
    return found


def traces() -> list[list[str]]:
    """Return patterns for raw bytes, escaped at any depth: wherever a rule matches, one of them does.

    Several lists, each for one pattern. All in one would be slow: those that count take many states, and so
    do names together with what can be around them.
    """
    odd = {name.replace("_", "[_. -]?") for row in _NAMED for name in row[2] if not generic.is_covered(name)}
    words = {word for row in _TOKENS if not rules.token_trace(row) for word in rules.token_keywords(row)}
    named = [rule.trace for rule in generic.RULES if rule.not_prose]
    around = [rule.trace for rule in assigned.RULES if not rule.not_prose]
    others = [rule.trace for rule in generic.RULES if rule not in assigned.RULES]
    return [
        [f"(?i:{'|'.join(sorted(odd))}){generic.NAMED_TRACE}", *named],
        around,
        [*map(_escaped, sorted(words)), *others],
        [*filter(None, map(rules.token_trace, _TOKENS)), *map(rules.weak_trace, _WEAK)],
    ]


def _escaped(word: str) -> str:
    """Return a keyword as a pattern; slashes may be written `\\/`."""
    signs = (sign if sign.isalnum() or sign == "_" else f"\\{sign}" for sign in word)
    return "".join(signs).replace("\\/", r"\\*/")


def descriptions() -> dict[str, str]:
    """Return the description of each rule by id."""
    return {rule.id: rule.description for rule in map(get, range(COUNT))}
