"""Personal data: only if enabled, and as configured."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entire.core import log
from entire.redact import (
    RULES_VERSION,
    configure,
    options,
    problems,
    redact_jsonl,
    redact_text,
    rules_version,
)

ALL = {"enabled": True, "email": True, "phone": True, "address": True}


@pytest.fixture(autouse=True)
def nothing_chosen() -> Iterator[None]:
    yield
    configure(dict)


def choose(**pii: Any) -> None:
    configure(lambda: {"pii": pii})


@pytest.mark.parametrize(
    "chosen", [{}, {"enabled": False, "email": True}, {"email": True}, {"enabled": "yes"}]
)
def test_is_left_alone_unless_enabled(chosen: dict[str, Any]) -> None:
    choose(**chosen)
    text = "write to jane.doe@example.com or call +1 555 123 4567"
    assert redact_text(text) is text


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("to jane.doe+x@mail.example.com.", "to [REDACTED_EMAIL]."),
        ("x@y.io,a@b.org", "[REDACTED_EMAIL],[REDACTED_EMAIL]"),
        ("call +1 (555) 123-4567 now", "call [REDACTED_PHONE] now"),
        ("call 555-123-4567", "call [REDACTED_PHONE]"),
        ("call (555)123.4567", "call [REDACTED_PHONE]"),
        ("at 123 Old Mill Road, today", "at [REDACTED_ADDRESS], today"),
        ("42 Main St.", "[REDACTED_ADDRESS]"),
    ],
)
def test_kinds(text: str, clean: str) -> None:
    choose(**ALL)
    assert redact_text(text) == clean
    assert redact_text(clean) == clean


@pytest.mark.parametrize(
    "text",
    [
        "noreply@example.com",
        "NoReply@example.com",
        "actions@github.com",
        "123+jane@users.noreply.github.com",
        "jane@noreply.github.com",
        "git@github.com:acme/app.git",
        "react@18.2.0 at 2024-01-02 10:11:12.123",
        "version 1.2.3 of 4 Big Things",
    ],
)
def test_what_is_not_personal_stays(text: str) -> None:
    choose(**ALL)
    assert redact_text(text) is text


def test_defaults() -> None:
    choose(enabled=True)
    assert (
        redact_text("a@b.org, 555-123-4567, 42 Main St.") == "[REDACTED_EMAIL], [REDACTED_PHONE], 42 Main St."
    )


def test_custom_patterns_have_their_own_label() -> None:
    choose(
        enabled=True,
        email=False,
        phone=False,
        custom_patterns={"employee": r"EMP-\d{6}", "Gr. 2": "straße"},
    )
    assert (
        redact_text("EMP-123456 in der straße, a@b.org")
        == "[REDACTED_EMPLOYEE] in der [REDACTED_GR__2], a@b.org"
    )


def test_a_pattern_that_matches_the_marks_comes_to_an_end() -> None:
    choose(enabled=True, custom_patterns={"caps": "[A-Z]+", "all": ".*"})
    once = redact_text("Some Text WITH a@b.org")
    assert redact_text(once) == once
    assert once.startswith("[REDACTED_")


def test_json_and_escapes() -> None:
    choose(enabled=True, custom_patterns={"ticket": "ACME-[0-9]+"})
    line = rb'{"to": "jane\u0040example.com", "n": [1, "ACME\u002d12"], "userId": "x@y.org", "k ACME-1": 0}'
    clean = redact_jsonl(b'{"a": 1}\n' + line + b"\n")
    assert [json.loads(row) for row in clean.splitlines()] == [
        {"a": 1},
        {
            "to": "[REDACTED_EMAIL]",
            "n": [1, "[REDACTED_TICKET]"],
            "userId": "[REDACTED_EMAIL]",
            "k [REDACTED_TICKET]": 0,
        },
    ]
    assert redact_jsonl(clean) == clean


def test_in_a_large_text() -> None:
    choose(**ALL)
    padding = "nothing to see here\n" * 2000
    assert (
        redact_text(padding + "a@b.org and\n42 Main\tSt.")
        == padding + "[REDACTED_EMAIL] and\n[REDACTED_ADDRESS]"
    )


def test_secrets_keep_their_mark() -> None:
    choose(**ALL)
    text = 'password = "hunter2-x", mail a@b.org'
    assert redact_text(text) == 'password = "REDACTED", mail [REDACTED_EMAIL]'


def test_of_two_that_begin_together_the_longer_one_wins() -> None:
    choose(**ALL)
    assert redact_text("https://jane:s3cr3t@mail.example.com/") == "https://jane:[REDACTED_EMAIL]/"


def test_a_bad_pattern_is_reported_and_the_others_apply(monkeypatch: pytest.MonkeyPatch) -> None:
    warned: list[str] = []
    monkeypatch.setattr(log, "warn", lambda message, **values: warned.append(values["error"]))
    pii = {"enabled": True, "custom_patterns": {"broken": "(", "look": "(?=x)", "number": 5, "good": "gr+"}}
    choose(**pii)
    assert redact_text("grrr, said a@b.org ((((((((((") == "[REDACTED_GOOD], said [REDACTED_EMAIL] (((((((((("
    found = [text for text, _ in problems({"pii": pii})]
    assert found == warned
    assert [text.split(":")[1].strip() for text in found] == ["broken", "look", "number"]
    assert problems({"pii": pii | {"enabled": False}}) == []


def test_another_choice_is_another_version() -> None:
    assert rules_version() == RULES_VERSION
    versions = set()
    for chosen in (
        {"enabled": True},
        {"enabled": True, "address": True},
        {"enabled": True, "custom_patterns": {"a": "b"}},
    ):
        choose(**chosen)
        versions.add(rules_version())
        assert rules_version().startswith(RULES_VERSION)
    assert len(versions) == 3


def test_settings_are_asked_for_once_and_late() -> None:
    calls = []
    configure(lambda: calls.append(1) or {"pii": {"enabled": True}})  # type: ignore[func-returns-value]
    assert not calls
    redact_text("a@b.org and more of it")
    redact_text("a@b.org and more of it")
    assert len(calls) == 1
    assert options.pii() == {"enabled": True}


@given(
    st.lists(st.sampled_from(["a@b.org", "REDACTED", "[REDACTED_EMAIL]", "[", "]", "_", "@", ".", "x", " "]))
)
def test_twice_is_once(pieces: list[str]) -> None:
    choose(**ALL, custom_patterns={"mark": "E+"})
    once = redact_text("".join(pieces))
    assert redact_text(once) == once
