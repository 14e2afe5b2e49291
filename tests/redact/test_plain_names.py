"""Names that need not be redacted, and texts that were."""

from __future__ import annotations

import pytest
from bench.secrets import measure
from hypothesis import given
from hypothesis import strategies as st
from tests.redact.samples import forms, samples

from entire import redact
from entire.checkpoint import wording
from entire.core import json_text
from entire.core.plain import is_plain_name
from entire.redact.plain import redact_path

SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
WORDS = ("src", "auth", "token", "Login", "API", "v2", "2024", "test", "main", "py", "key", "parse")


@pytest.mark.parametrize(
    "name", ["src/auth/token.py", "feature/login-v2", "README.md", "main", "a/b/c_d.test.ts"]
)
def test_most_names_are_plain(name: str) -> None:
    assert is_plain_name(name)


@pytest.mark.parametrize("name", ["a=b", "password:x", "bXsVqeClgaMdyKJz", "x/1a2b3c4d5e", "naïve.py", "a b"])
def test_others_are_not(name: str) -> None:
    assert not is_plain_name(name)


def test_no_rule_finds_a_secret_in_a_plain_name() -> None:
    texts = {text for sample in samples() for text in (sample.text, sample.secret, *forms(sample).values())}
    for case in (*measure.planted(range(3)), *measure.odd(range(3)), *measure.later(range(3))):
        texts |= {case.planted.text, *case.planted.secrets}
    plain = [text for text in texts if is_plain_name(text)]
    assert plain
    assert [text for text in plain if redact_path(text.encode()) != text.encode()] == []


@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=6), st.sampled_from("/._-"))
def test_plain_names_stay(words: list[str], sign: str) -> None:
    name = sign.join(words)
    assert redact.redact_name(name) == name == redact_path(name.encode()).decode()


@pytest.mark.parametrize(
    ("document", "stays"),
    [
        ({"files": [{"path": "src/auth/token.py", "blob": "a" * 40, "lines": {"0": "1-40,45"}}]}, True),
        ({"owners": [{"session_id": "0b1c2d3e-aaaa-bbbb-cccc-0123456789ab", "agent": "Claude Code"}]}, True),
        ({"files": [{"path": "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"}]}, False),
        (
            {"left_out": [{"path": "x.py", "why": f"of {SECRET}"}]},
            False,
        ),
    ],
)
def test_lines_files(document: object, stays: bool) -> None:
    data = json_text.encode(document)
    assert (wording.redact_lines(data) == data) is stays


def test_a_text_that_was_redacted_is_not_redacted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redact, "_clean", set())
    redact.note_clean([f"Use {SECRET}"])  # not so, to see it
    assert redact.redact_text(f"Use {SECRET}") == f"Use {SECRET}"
    assert SECRET not in redact.redact_text(f"Take {SECRET}")


def test_other_settings_are_another_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """A turn can be stored in two repositories, of which one asks for more."""
    monkeypatch.setattr(redact, "_clean", set())
    redact.note_clean(["Ask joe@example.org"])
    assert redact.redact_text("Ask joe@example.org") == "Ask joe@example.org"
    redact.configure(lambda: {"pii": {"enabled": True, "email": True}})
    try:
        assert "joe@example.org" not in redact.redact_text("Ask joe@example.org")
    finally:
        redact.configure(dict)


def test_patterns_of_users_are_looked_for_in_plain_names() -> None:
    data = json_text.encode({"files": [{"path": "src/acme/plan.py", "blob": "a" * 40}]})
    redact.configure(lambda: {"pii": {"enabled": True, "custom_patterns": {"client": "acme"}}})
    try:
        assert b"acme" not in wording.redact_lines(data)
        assert "acme" not in redact.redact_name("src/acme/plan.py")
    finally:
        redact.configure(dict)
