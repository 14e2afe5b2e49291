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

_AROUND = assigned.AROUND
_NEARBY = tuple(rule for rule in assigned.RULES if rule.judge == "nearby")
_LED = tuple(rule for rule in generic.RULES if rule not in assigned.RULES or rule.id == "password-of")
"""Rules for names that see what is around them, and rules that keywords lead to."""

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
    do names together with what can be around them. All but the last match only near one of `leads`, and the
    first only if one of `around` is there, too.
    """
    near = [rule for rule in assigned.RULES if rule not in _AROUND + _NEARBY + _LED]
    return [
        [*(rule.trace for rule in _AROUND), assigned.INSERT_TRACE],
        [f"(?i:{_odd_names()}){generic.NAMED_TRACE}", *(rule.trace for rule in near)],
        [rule.trace for rule in _NEARBY],
        [*_words(), *(rule.trace for rule in _LED)],
        [*filter(None, map(rules.token_trace, _TOKENS)), *map(rules.weak_trace, _WEAK)],
    ]


def leads() -> list[str]:
    """Return patterns for names and keywords. They take few states, so looking for them first is faster."""
    keywords = sorted({_escaped(word) for rule in _LED for word in rule.keywords})
    return [assigned.NAMES, *_words(), f"(?i:{'|'.join((_odd_names(), *keywords))})"]


def around() -> list[bytes]:
    """Return what is in raw bytes, in lower case, where rules match that see what is around a name."""
    starts = {word.partition("/")[0] for rule in _AROUND for word in rule.keywords}
    return [word.encode() for word in (*sorted(starts), "u003c")]


def _odd_names() -> str:
    """Return a pattern for names of which no word says that their values are secret."""
    names = {name for row in _NAMED for name in row[2] if not generic.is_covered(name)}
    return "|".join(name.replace("_", "[_. -]?") for name in sorted(names))


def _words() -> list[str]:
    """Return patterns for keywords that are rare enough to be traces."""
    rows = [row for row in _TOKENS if not rules.token_trace(row)]
    return [*map(_escaped, sorted({word for row in rows for word in rules.token_keywords(row)}))]


def _escaped(word: str) -> str:
    """Return a keyword as a pattern; slashes may be written `\\/`."""
    signs = (sign if sign.isalnum() or sign == "_" else f"\\{sign}" for sign in word)
    return "".join(signs).replace("\\/", r"\\*/")


def descriptions() -> dict[str, str]:
    """Return the description of each rule by id."""
    return {rule.id: rule.description for rule in map(get, range(COUNT))}
