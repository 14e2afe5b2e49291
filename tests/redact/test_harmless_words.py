"""Texts so plain that the engine is not asked: no rule may find anything in them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from bench.secrets import measure
from hypothesis import given
from hypothesis import strategies as st
from tests.redact.samples import RULES, forms, samples

from entire import redact
from entire.core import plain
from entire.redact import names
from entire.redact.plain import redact_path, redact_plain

OTHERS = {"Fix", "the", "login", "v2", "2024", "a1b2c3", "Whbcrz", "JaPWq", "kofyg", "bivsbp"}
WORDS = sorted({word for rule in RULES for word in rule.keywords} | OTHERS)
SIGNS = (" ", ", ", ". ", ": ", " = ", "=", "/", "-", "_", ' "', "\n", " | ")


@pytest.mark.parametrize(
    "text",
    [
        "Round 3",
        "Fix the login page, don't break it",
        "Parse 2 dates, as in src/dates.py",
        "Use v2 of the API (since 2024)",
    ],
)
def test_most_prompts_are_harmless(text: str) -> None:
    assert redact.is_harmless(text)


@pytest.mark.parametrize("text", ["use hunter22 as the password", "a " * 1001, "naïve", "see https://a.b/c"])
def test_others_are_not(text: str) -> None:
    assert not redact.is_harmless(text)


def test_personal_data_may_be_plain_words() -> None:
    try:
        redact.configure(lambda: {"pii": {"enabled": True, "custom_patterns": {"name": "Jane"}}})
        assert not redact.is_harmless("ask Jane")
    finally:
        redact.configure(dict)


@pytest.mark.parametrize("is_plain", [redact.is_harmless, plain.is_plain])
def test_no_secret_is_harmless(is_plain: Callable[[str], bool]) -> None:
    texts = {text for sample in samples() for text in (sample.text, sample.secret, *forms(sample).values())}
    for case in (*measure.planted(range(3)), *measure.odd(range(3)), *measure.later(range(3))):
        texts |= {case.planted.text, *case.planted.secrets}
    harmless = [text for text in texts if is_plain(text)]
    assert [text for text in harmless if redact_plain(text.encode()) != text.encode()] == []


@pytest.mark.parametrize("short", ["x1y2z3", "Qzxvwkjhb", "k7#pW!", "482915"])
@pytest.mark.parametrize("is_plain", [redact.is_harmless, plain.is_plain])
def test_no_short_secret_is_harmless(is_plain: Callable[[str], bool], short: str) -> None:
    """Most secrets above are longer than any part of a plain text."""
    texts = {sample.text.replace(sample.secret, short) for sample in samples()}
    for case in (*measure.planted(range(1)), *measure.odd(range(1)), *measure.later(range(1))):
        for secret in case.planted.secrets:
            texts.add(case.planted.text.replace(secret, short))
    harmless = [text for text in texts if is_plain(text)]
    assert [text for text in harmless if redact_plain(text.encode()) != text.encode()] == []


@pytest.mark.parametrize(
    "arguments", ["'h', 'u', 'x1y2z3')", "h, 'u', 'x1y2z3')", "u, 'x1y2z3')", "b'x1y2z3')"]
)
@pytest.mark.parametrize("is_plain", [redact.is_harmless, plain.is_plain])
def test_no_call_is_harmless_that_may_have_a_password(
    is_plain: Callable[[str], bool], arguments: str
) -> None:
    calls = [word for rule in RULES if rule.id in ("call-password", "key-argument") for word in rule.keywords]
    assert calls
    texts = [f"{call.rstrip('(')}({arguments}" for call in calls]
    assert [text for text in texts if is_plain(text)] == []


@pytest.mark.parametrize("word", sorted(word.decode() for word in names._CHOSEN))
@pytest.mark.parametrize("is_plain", [redact.is_harmless, plain.is_plain])
def test_no_word_for_a_password_is_harmless(is_plain: Callable[[str], bool], word: str) -> None:
    assert not is_plain(f"use {word} `Qzxvwkjh` please")


def test_a_key_of_capital_letters_is_not_plain() -> None:
    key = "AKIA" + "QZWVXKJHGFDPLTRM"
    assert redact_path(key.encode()) != key.encode()
    assert not plain.is_plain(f"use {key}")
    assert not plain.is_plain_name(f"keys/{key}")


@given(st.lists(st.tuples(st.sampled_from(WORDS), st.sampled_from(SIGNS)), min_size=1, max_size=12))
def test_what_is_harmless_stays(parts: list[tuple[str, str]]) -> None:
    text = "".join(word + sign for word, sign in parts)
    if redact.is_harmless(text):
        assert redact_plain(text.encode()) == text.encode()
