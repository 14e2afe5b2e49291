"""Tokens by kind, model and size of the prompt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from entire.core.value import Value
from entire.transcript.usage import TokenUsage, model_of, numbers_of

UNKNOWN_BAND = -1
_KEYS = (
    *("input_tokens", "cache_creation_tokens", "cache_read_tokens", "output_tokens", "api_call_count"),
    *("cache_creation_5m_tokens", "cache_creation_1h_tokens"),
)


class Tokens(Value):
    input: int = 0
    cache_write: int = 0  # for any time
    cache_read: int = 0
    output: int = 0
    calls: int = 0
    write_5m: int = 0  # of the cache writes, those known to be kept for five minutes
    write_1h: int = 0  # and those known to be kept for an hour

    @property
    def total(self) -> int:
        return self.input + self.cache_write + self.cache_read + self.output

    def plus(self, other: Tokens) -> Tokens:
        return Tokens(*(a + b for a, b in zip(self, other, strict=True)))

    def minus(self, other: Tokens) -> Tokens:
        return Tokens(*(a - b for a, b in zip(self, other, strict=True)))


class Source(Value):
    """What tokens are priced by."""

    model: str  # empty: unknown
    band: int = UNKNOWN_BAND  # of the size of the prompt (`transcript/usage.py`)


Used = dict[Source, Tokens]


def add_to(used: Used, more: Mapping[Source, Tokens]) -> None:
    for source, tokens in more.items():
        used[source] = used.get(source, Tokens()).plus(tokens)


def total_of(parts: Iterable[Tokens]) -> Tokens:
    found = Tokens()
    for one in parts:
        found = found.plus(one)
    return found


def by_model(used: Mapping[Source, Tokens]) -> dict[str, Tokens]:
    found: dict[str, Tokens] = {}
    for source, tokens in used.items():
        found[source.model] = found.get(source.model, Tokens()).plus(tokens)
    return found


def of_usage(usage: TokenUsage) -> Tokens:
    """A stored sum, without subagents."""
    return Tokens(
        usage.input_tokens,
        usage.cache_creation_tokens,
        usage.cache_read_tokens,
        usage.output_tokens,
        usage.api_call_count,
    )


def of_subagents(usage: TokenUsage | None) -> Used:
    """A stored sum of subagents by model, as far as it says so."""
    found: Used = {}
    while usage is not None:
        rest = of_usage(usage)
        for key in usage.models:
            tokens = _of_model(numbers_of(usage.models[key]))
            add_to(found, {Source(*model_of(key)): tokens})
            rest = rest.minus(tokens.replace(write_5m=0, write_1h=0))
        if min(rest) < 0:  # the parts do not fit the sum
            return {Source(""): of_usage(usage)}
        add_to(found, {Source(""): rest})
        usage = usage.subagent_tokens
    return {source: tokens for source, tokens in found.items() if any(tokens)}


def _of_model(numbers: Mapping[str, int]) -> Tokens:
    return Tokens(*(max(0, numbers.get(key, 0)) for key in _KEYS))


def as_usage(own: Tokens, below: Tokens) -> TokenUsage:
    """The object that every command prints; ``below`` are the subagents'."""
    inner = _usage(below, None) if any(below) else None
    return _usage(own, inner)


def _usage(tokens: Tokens, below: TokenUsage | None) -> TokenUsage:
    return TokenUsage(
        input_tokens=tokens.input,
        cache_creation_tokens=tokens.cache_write,
        cache_read_tokens=tokens.cache_read,
        output_tokens=tokens.output,
        api_call_count=tokens.calls,
        subagent_tokens=below,
    )
