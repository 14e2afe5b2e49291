"""Every rule, by its own examples; and what all rules must be."""

import re
from typing import Any

import pytest
import re2
from tests.redact.samples import RULES, made_up, matching

from entire.redact import detect, view
from entire.redact.rules import catalog, generic
from entire.redact.rules import rule as rules
from entire.redact.rules.rule import Rule

SEEDS = 4
FOUND_BY_CONTEXT = {"discord-bot-token", "ably-key", "mailgun-signing-key", "beamer-key", "asana-token"}
"""Of these kinds only the name of the provider, somewhere near, says what they are."""


def found_by(rule: Rule, text: str) -> bool:
    seen = view.of_text(text.encode()).text
    return any(region.rule == rule.id for region in detect.secrets(seen))


def test_there_are_many() -> None:
    assert len({rule.id for rule in RULES}) == len(RULES) == catalog.COUNT
    assert len(RULES) - len(generic.RULES) >= 300


def _as_bytes() -> re2.Options:
    options = re2.Options()
    options.encoding = re2.Options.Encoding.LATIN1
    return options


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_rule(rule: Rule) -> None:
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)+|[a-z]+", rule.id)
    assert all((rule.description, rule.examples, rule.counter_examples))
    assert (
        re2.compile(rule.pattern.encode(), _as_bytes()).programsize < 2500
    )  # small enough to be compiled in a hook
    for text in (made_up(example, seed) for example in rule.examples for seed in range(SEEDS)):
        assert any(word in (text.lower() if rule.any_case else text) for word in rule.keywords), text
        assert found_by(rule, text), text
    for text in (made_up(example, seed) for example in rule.counter_examples for seed in range(SEEDS)):
        assert not found_by(rule, text), text


def test_examples_are_no_secrets() -> None:
    """What stands in the repository must not be taken for a secret by a forge's scanner: no rule finds it."""
    for rule in RULES:
        for example in (*rule.examples, *rule.counter_examples):
            assert not [
                r for r in detect.secrets(re.sub(r"<\w+>", "<>", example).encode()) if _is_token(r.rule)
            ]


def _is_token(rule: str) -> bool:
    return rule not in {generic_rule.id for generic_rule in generic.RULES}


@pytest.mark.parametrize("row", catalog._TOKENS + catalog._WEAK, ids=lambda row: row[0])
def test_whatever_a_pattern_matches_has_a_keyword(row: tuple[Any, ...]) -> None:
    """Keywords are the beginnings of the examples; a kind without an example would never be looked for."""
    if row[0] in FOUND_BY_CONTEXT:
        return
    words = rules.token_keywords(row)
    pattern = row[2].replace("<U>", made_up("<U>"))
    texts = [matching(pattern, seed) for seed in range(40)]
    assert [text for text in texts if not any(word in text for word in words)] == []


@pytest.mark.parametrize(
    ("name", "covered"), [("vault_token", True), ("stripe_key", True), ("key", False), ("mnemonic", False)]
)
def test_names_that_the_common_traces_find(name: str, covered: bool) -> None:
    assert generic.is_covered(name) == covered


@pytest.mark.parametrize(
    "text",
    [
        "see \x1b[01;31mr8_{}\x1b[m",  # behind a colour
        "a=%22r8_{}%22",  # in an address
        r"line\nr8_{}",
        "[r8_{}]",
        "x_r8_{}",
    ],
)
def test_short_prefixes_begin_a_word(text: str) -> None:
    body = made_up("<a37>")
    assert detect.secrets(text.format(body).encode())
    assert not detect.secrets(f"attr8_{body}".encode())
