from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from entire.transcript.usage import TokenUsage, add, is_zero, total

numbers = st.integers(0, 10**9)


def _make(values: tuple[int, int, int, int, int], sub: TokenUsage | None) -> TokenUsage:
    names = ("input_tokens", "cache_creation_tokens", "cache_read_tokens", "output_tokens", "api_call_count")
    return TokenUsage.from_json(
        dict(zip(names, values, strict=True)) | ({"subagent_tokens": sub.to_json()} if sub else {})
    )


flat = st.builds(_make, st.tuples(numbers, numbers, numbers, numbers, numbers), st.none())
usages = st.none() | st.builds(
    _make, st.tuples(numbers, numbers, numbers, numbers, numbers), st.none() | flat
)


def test_all_five_numbers_are_always_written_subagents_only_when_there_are_any() -> None:
    assert TokenUsage().to_json() == {
        "input_tokens": 0,
        "cache_creation_tokens": 0,
        "cache_read_tokens": 0,
        "output_tokens": 0,
        "api_call_count": 0,
    }
    nested = TokenUsage(input_tokens=1, subagent_tokens=TokenUsage(output_tokens=2))
    assert nested.to_json()["subagent_tokens"]["output_tokens"] == 2
    assert TokenUsage.from_json(nested.to_json()) == nested


@given(usages, usages, usages)
def test_sums_do_not_depend_on_order(
    a: TokenUsage | None, b: TokenUsage | None, c: TokenUsage | None
) -> None:
    assert add(a, b) == add(b, a)
    assert add(add(a, b), c) == add(a, add(b, c))
    assert total(add(a, b)) == total(a) + total(b)


@given(usages, usages)
def test_adding_changes_neither_side(a: TokenUsage | None, b: TokenUsage | None) -> None:
    before = [x.to_json() if x else None for x in (a, b)]
    result = add(a, b)
    if result is not None:
        result.input_tokens += 1
        if result.subagent_tokens is not None:
            result.subagent_tokens.output_tokens += 1
    assert [x.to_json() if x else None for x in (a, b)] == before


def test_zero() -> None:
    assert is_zero(None)
    assert is_zero(TokenUsage(subagent_tokens=TokenUsage()))
    assert not is_zero(TokenUsage(api_call_count=1))
    assert not is_zero(TokenUsage(subagent_tokens=TokenUsage(cache_read_tokens=1)))
