"""Stored sums of subagents, by model."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entire.numbers.gather import agreed
from entire.numbers.tokens import UNKNOWN_BAND, Source, Tokens, of_subagents, of_usage, total_of
from entire.transcript.facts import Facts, Usage
from entire.transcript.usage import BANDS, TokenUsage, model_key, model_of, subtract

OPUS, HAIKU = "claude-opus-4-8", "claude-haiku-4-5"


def counted(*answers: tuple[str, int, int, int | None]) -> TokenUsage:
    """Model, prompt, cache writes, and those of an hour."""
    usage = Usage(None, {})
    usage.by_model = True
    facts = Facts(usage)
    for number, (model, prompt, written, hour) in enumerate(answers):
        facts.model = model
        usage.count(str(number), (prompt, written, 0, 7), hour=hour)
    assert usage.total is not None
    return usage.total


def test_models_sizes_and_times_of_cache_writes_are_kept() -> None:
    stored = counted(
        (OPUS, 10, 5, 2), (HAIKU, 250_000, 0, None), (OPUS, 10, 5, None), ("a b:c[9]", 3, 0, None)
    )
    found = of_subagents(TokenUsage.from_json(stored.to_json()))
    assert found == {
        Source(OPUS, 0): Tokens(20, 10, 0, 14, 2, 3, 2),
        Source(HAIKU, 2): Tokens(250_000, 0, 0, 7, 1),
        Source("a b:c[9]", 0): Tokens(3, 0, 0, 7, 1),
    }
    later = subtract(stored, counted((OPUS, 10, 5, 2)))
    assert of_subagents(later)[Source(OPUS, 0)] == Tokens(10, 5, 0, 7, 1, 0, 0)


def test_a_name_that_may_be_a_secret_is_not_stored() -> None:
    stored = counted(("sk-ant-REDACTEDx9Yq2LmPw8Rt4Vb6", 10, 0, None))
    assert stored.models == {}
    assert of_subagents(stored) == {Source(""): Tokens(10, 0, 0, 7, 1)}


@pytest.mark.parametrize(
    "models", [{"m": 5}, {"m": {"input_tokens": "x"}}, {"m": {"input_tokens": 10**9}}, {"m": []}]
)
def test_what_does_not_fit_the_sum_is_unknown(models: dict[str, Any]) -> None:
    """A branch can contain anything."""
    stored = TokenUsage(input_tokens=10, models=models)
    assert total_of(of_subagents(stored).values()) == Tokens(10)
    assert set(of_subagents(stored)) == {Source("", UNKNOWN_BAND)}


@given(st.text(max_size=20), st.integers(0, len(BANDS)))
def test_keys(model: str, band: int) -> None:
    if " >" not in model:
        assert model_of(model_key(model, band)) == (model, band)


NUMBERS = st.integers(0, 100)
USAGES = st.builds(
    TokenUsage,
    input_tokens=NUMBERS,
    cache_creation_tokens=NUMBERS,
    cache_read_tokens=NUMBERS,
    output_tokens=NUMBERS,
    api_call_count=NUMBERS,
)
READ = st.dictionaries(
    st.builds(Source, st.sampled_from([OPUS, HAIKU, ""]), st.integers(-1, 3)),
    st.builds(Tokens, NUMBERS, NUMBERS, NUMBERS, NUMBERS, NUMBERS),
    max_size=3,
)


@given(USAGES, READ, st.sampled_from([OPUS, ""]), st.booleans())
def test_the_sum_is_always_what_is_stored(stored: TokenUsage, read: Any, model: str, has: bool) -> None:
    """Whatever a transcript says: it only says which model used the tokens."""
    found = agreed(stored, read, model, has)
    assert total_of(found.values())[:5] == of_usage(stored)[:5]
    assert {source.model for source in found} <= {source.model for source in read} | {model, ""}


@pytest.mark.parametrize(
    ("named", "has_transcript", "expected"),
    [([], True, OPUS), ([OPUS], True, OPUS), ([HAIKU], True, ""), ([OPUS, HAIKU], True, ""), ([], False, "")],
)
def test_who_used_what_the_transcript_does_not_say(
    named: list[str], has_transcript: bool, expected: str
) -> None:
    """The session's model, if the transcript names no other."""
    read = {Source(name, 0): Tokens(1, 0, 0, 0, 1) for name in named}
    found = agreed(TokenUsage(input_tokens=10, api_call_count=5), read, OPUS, has_transcript)
    assert found[Source(expected)].input == 10 - len(named)
