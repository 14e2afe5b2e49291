"""What a person types, as a query of the index. Pure.

Words must all be there; `"several words"` in this order; `pre*` begins a word; `-word` must not be there;
`OR` between two of them takes either. Nothing that is typed is ever syntax of the index: terms become quoted
strings of letters and digits.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from entire.core.errors import UsageError
from entire.core.value import Value
from entire.search.words import LEAST_PART, fold, words

OR = "OR"
_TERM = re.compile(r'(-?)(?:"([^"]*)("?)(\*?)|(\S+))')
_MOST_TERMS = 50


class Term(Value):
    """A word or a phrase."""

    words: tuple[str, ...]
    prefix: bool = False  # the last word is only the beginning of one
    quoted: bool = False  # exactly this, no parts of words
    loose: bool = False  # the shell took the quotes: if nothing has the phrase, its words will do


class Query(Value):
    """``wanted``: all groups, of each group one term. ``unwanted``: none of these."""

    wanted: tuple[tuple[Term, ...], ...]
    unwanted: tuple[Term, ...] = ()


def parse(typed: Sequence[str]) -> Query:
    """Parse the arguments of a command. Raises UsageError if there is nothing to search for."""
    groups: list[list[Term]] = []
    unwanted: list[Term] = []
    joins = False
    for argument in typed:
        for term, without in _terms(argument):
            if term is None:
                joins = bool(groups)
            elif without:
                unwanted.append(term)
            elif joins:
                groups[-1].append(term)
                joins = False
            else:
                groups.append([term])
    if not groups:
        hint = "-word only leaves out: add a word to find" if unwanted else "for example: entire search login"
        raise UsageError("nothing to search for: type at least one word", hint)
    if len(groups) + len(unwanted) > _MOST_TERMS:
        raise UsageError(f"more than {_MOST_TERMS} words to search for", "leave some out")
    return Query(tuple(tuple(group) for group in groups), tuple(unwanted))


def _terms(argument: str) -> Iterable[tuple[Term | None, bool]]:
    """Yield the terms of one argument, and whether each is unwanted; None for OR."""
    if _is_phrase(argument):
        yield Term(tuple(words(argument)), loose=True), False
        return
    for minus, inside, _, star, plain in _TERM.findall(argument):
        if plain == OR and not minus:
            yield None, False
            continue
        quoted = not plain
        found = tuple(words(inside if quoted else plain))
        prefix = bool(star) if quoted else plain.endswith("*")
        if found:
            yield Term(found, prefix, quoted), bool(minus)


def _is_phrase(argument: str) -> bool:
    """Whether one argument is a phrase that the shell took the quotes of."""
    parts = argument.split()
    signs = any(part == OR or part.startswith("-") or part.endswith("*") for part in parts)
    return len(parts) > 1 and '"' not in argument and not signs and bool(words(argument))


def exact(query: Query) -> str:
    """Return the query for the index: whole words."""
    return _match(query, _quoted)


def widened(query: Query, containing: Callable[[str], Sequence[str]]) -> str:
    """Return the query for words that only contain what was typed; ``containing`` looks them up."""

    def one(term: Term) -> str:
        if term.quoted or term.prefix:
            return _quoted(term)
        if len(term.words) > 1:
            first = term.words[0]
            known = containing(fold(first)) if _is_part(first) else ()
            ends = [word for word in known if word.endswith(fold(first))]
            begun = term.replace(prefix=True)
            whole = " OR ".join(
                _quoted(begun.replace(words=(word, *term.words[1:]))) for word in (first, *ends)
            )
            if not term.loose:
                return f"({whole})"
            every = (one(Term((word,))) for word in term.words)
            return f"({whole} OR ({' AND '.join(every)}))"
        [word] = term.words
        if not _is_part(word):
            return _quoted(term)
        found = [f'"{other}"' for other in containing(fold(word))]
        return f"({' OR '.join([_quoted(term), *found])})"

    return _match(query, one)


def _is_part(word: str) -> bool:
    return len(word) >= LEAST_PART


def _match(query: Query, one: Callable[[Term], str]) -> str:
    groups = " AND ".join(f"({' OR '.join(map(one, group))})" for group in query.wanted)
    return f"({groups}) NOT ({without(query)})" if query.unwanted else groups


def without(query: Query) -> str:
    """Return the query for what must not be there; empty if there is nothing."""
    return " OR ".join(map(_quoted, query.unwanted))


def _quoted(term: Term) -> str:
    """Words have letters and digits only, so nothing can end the string."""
    return f'"{" ".join(term.words)}"' + " *" * term.prefix
