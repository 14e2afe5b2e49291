"""Who is asked, with which command line."""

from __future__ import annotations

from typing import Any

import pytest

from entire.core.errors import EntireError
from entire.core.settings import SUMMARIZING
from entire.summarize import options, providers, surroundings
from entire.summarize.options import Options

ALL = {"claude": "/bin/claude", "codex": "/bin/codex", "gemini": "/bin/gemini"}


def chosen(given: Any, agent: str = "", *there: str) -> providers.Provider:
    known = {name: place for name, place in ALL.items() if name in there}
    return providers.choose(options.read({"summarize": given}), agent, lambda name: known.get(name, ""))


@pytest.mark.parametrize(
    ("given", "agent", "there", "name"),
    [
        (None, "", ("claude", "codex", "gemini"), "claude"),
        (None, "Codex", ("claude", "codex", "gemini"), "codex"),
        (None, "Gemini CLI", ("claude", "gemini"), "gemini"),
        (None, "Codex", ("claude", "gemini"), "claude"),
        (None, "Claude Code", ("gemini",), "gemini"),
        ({"provider": "gemini"}, "Codex", ("claude", "codex", "gemini"), "gemini"),
        ({"provider": "gemini", "command": ["/opt/my tool", "-x"]}, "Codex", (), "my tool"),
        ({"command": "llm -m small | tail -1"}, "", ("claude",), "llm"),
        ({"command": " "}, "", (), "sh"),
    ],
)
def test_who_is_asked(given: Any, agent: str, there: tuple[str, ...], name: str) -> None:
    assert chosen(given, agent, *there).name == name


def test_command_lines() -> None:
    assert chosen({}, "", "claude").words[0] == "/bin/claude"
    assert chosen({}, "", "claude").words[-2:] == ("--model", "sonnet")
    assert chosen({"model": "opus"}, "", "claude").words[-2:] == ("--model", "opus")
    assert "--model" not in chosen({}, "", "codex").words
    assert chosen({"model": "gpt-5.5"}, "", "codex").words[-2:] == ("--model", "gpt-5.5")
    assert chosen({"command": "a b"}).words == ("sh", "-c", "a b")
    assert chosen({"command": ["a", "b c"], "model": "ignored"}).words == ("a", "b c")


@pytest.mark.parametrize(
    ("given", "message", "hint"),
    [
        (None, "no program that can write summaries on PATH: claude, codex, gemini", ".command"),
        (
            {"provider": "codex"},
            "strategy_options.summarize.provider is codex, but codex is not on PATH",
            "install it",
        ),
        ({"provider": "\x1b[2Jx"}, "provider is '\\x1b[2Jx'", "one of claude, codex, gemini"),
        ({"provider": 3}, "strategy_options.summarize.provider in the settings must be a string", ""),
        ({"model": "--dangerous"}, "strategy_options.summarize.model", ""),
        ({"command": {"a": 1}}, "strategy_options.summarize.command", ""),
        ({"command": ["a", 1]}, "strategy_options.summarize.command", ""),
        ({"timeout_seconds": 0}, "strategy_options.summarize.timeout_seconds", ""),
        ({"timeout_seconds": True}, "strategy_options.summarize.timeout_seconds", ""),
        ({"timeout_seconds": "9"}, "strategy_options.summarize.timeout_seconds", ""),
    ],
)
def test_what_cannot_be(given: Any, message: str, hint: str) -> None:
    with pytest.raises(EntireError) as refused:
        chosen(given)
    assert message in refused.value.message
    assert hint in refused.value.hint


@pytest.mark.parametrize("given", [None, True, [], "x", {}])
def test_defaults(given: Any) -> None:
    assert options.read({"summarize": given}) == options.read({}) == Options()


def test_the_environment_of_a_provider() -> None:
    inside = {
        "GIT_DIR": ".git",
        "GIT_INDEX_FILE": "x",
        "CLAUDECODE": "1",
        "CLAUDE_CODE_SESSION_ID": "x",
        "CLAUDE_PROJECT_DIR": "/repo",
        "GEMINI_SESSION_ID": "x",
    }
    kept = {"PATH": "/bin", "HOME": "/home/me", "ANTHROPIC_API_KEY": "k", "CLAUDE_CODE_USE_BEDROCK": "1"}
    assert surroundings.environment(inside | kept, {"X": "1"}) == kept | {"X": "1", SUMMARIZING: "1"}
