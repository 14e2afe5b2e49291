"""How many tokens a conversation used."""

from __future__ import annotations

from entire.core.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Some prices depend on the size of the prompt: above which number of tokens. They are the ones in use.
BANDS = (100_000, 200_000, 272_000)
_ABOVE = " >"


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
    models: dict[str, Any] = {}  # not in the reference: the same numbers by model; for subagents only


TokenUsage.NESTED = {"subagent_tokens": TokenUsage}


def band_of(prompt: int) -> int:
    """How many of the bands a prompt of so many tokens exceeds."""
    return sum(prompt > size for size in BANDS)


def model_key(model: str, band: int) -> str:
    """A key of `models`: `claude-haiku-4-5`, or `claude-haiku-4-5 >200000` for answers to larger prompts."""
    return f"{model}{_ABOVE}{BANDS[band - 1]}" if band > 0 else model


def model_of(key: str) -> tuple[str, int]:
    """The model and the band of a key."""
    model, above, size = key.rpartition(_ABOVE)
    known = [band for band, one in enumerate(BANDS, 1) if above and size == str(one)]
    return (model, known[0]) if known else (key, 0)


def numbers_of(value: Any) -> dict[str, int]:
    """The numbers of a model, as far as they are such (I6)."""
    items = value.items() if isinstance(value, dict) else ()
    return {key: number for key, number in items if isinstance(number, int) and not isinstance(number, bool)}


def _add_models(a: dict[str, Any], b: dict[str, Any]) -> dict[str, Any]:
    found = {model: numbers_of(a[model]) for model in a}
    for model in b:
        sums = found.setdefault(model, {})
        for key, number in numbers_of(b[model]).items():
            sums[key] = sums.get(key, 0) + number
    return found


def _subtract_models(a: dict[str, Any], b: dict[str, Any]) -> dict[str, Any]:
    found = {}
    for model in a:
        less = numbers_of(b.get(model))
        left = {key: number - less.get(key, 0) for key, number in numbers_of(a[model]).items()}
        left = {key: number for key, number in left.items() if number > 0}
        if left:
            found[model] = left
    return found


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
        models=_add_models(a.models, b.models),
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
        models=_subtract_models(a.models, b.models),
    )
