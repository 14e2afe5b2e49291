"""How many tokens a conversation used."""

from __future__ import annotations

from entire.core.record import Record


class TokenUsage(Record):
    """What one session, checkpoint or subagent was charged for."""

    ALWAYS = frozenset(
        {"input_tokens", "cache_creation_tokens", "cache_read_tokens", "output_tokens", "api_call_count"}
    )

    input_tokens: int = 0
    cache_creation_tokens: int = 0
    cache_read_tokens: int = 0
    output_tokens: int = 0
    api_call_count: int = 0
    subagent_tokens: TokenUsage | None = None


TokenUsage.NESTED = {"subagent_tokens": TokenUsage}


def add(a: TokenUsage | None, b: TokenUsage | None) -> TokenUsage | None:
    """The sum, subagents' tokens included; a new record whenever there is anything."""
    if a is None or b is None:
        one = a if b is None else b
        return None if one is None else TokenUsage.from_json(one.to_json())
    return TokenUsage(
        input_tokens=a.input_tokens + b.input_tokens,
        cache_creation_tokens=a.cache_creation_tokens + b.cache_creation_tokens,
        cache_read_tokens=a.cache_read_tokens + b.cache_read_tokens,
        output_tokens=a.output_tokens + b.output_tokens,
        api_call_count=a.api_call_count + b.api_call_count,
        subagent_tokens=add(a.subagent_tokens, b.subagent_tokens),
    )


def most(a: TokenUsage | None, b: TokenUsage | None) -> TokenUsage | None:
    """The larger number of each kind."""
    return add(b, subtract(a, b)) if a is not None and b is not None else a or b


def total(usage: TokenUsage | None) -> int:
    """All tokens, subagents' included."""
    if usage is None:
        return 0
    own = usage.input_tokens + usage.cache_creation_tokens + usage.cache_read_tokens + usage.output_tokens
    return own + total(usage.subagent_tokens)


def is_zero(usage: TokenUsage | None) -> bool:
    """Whether nothing was used, not even a call."""
    if usage is None:
        return True
    return not total(usage) and not usage.api_call_count and is_zero(usage.subagent_tokens)


def subtract(a: TokenUsage | None, b: TokenUsage | None) -> TokenUsage | None:
    """What ``a`` has more than ``b``, never below zero."""
    if a is None or b is None:
        return add(a, None)
    below = subtract(a.subagent_tokens, b.subagent_tokens)
    return TokenUsage(
        input_tokens=max(0, a.input_tokens - b.input_tokens),
        cache_creation_tokens=max(0, a.cache_creation_tokens - b.cache_creation_tokens),
        cache_read_tokens=max(0, a.cache_read_tokens - b.cache_read_tokens),
        output_tokens=max(0, a.output_tokens - b.output_tokens),
        api_call_count=max(0, a.api_call_count - b.api_call_count),
        subagent_tokens=None if is_zero(below) else below,
    )
