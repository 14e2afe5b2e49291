from __future__ import annotations

import json
from types import SimpleNamespace

import pytest

from entire.agent import registry

CLAUDE = b'{"type":"user","message":{"content":"hi"}}\n{"type":"assistant"}\n'
GEMINI = {"messages": [{"type": "user", "content": "hi"}]}


@pytest.mark.parametrize("name", ["", "Agent"])
@pytest.mark.parametrize(
    ("transcript", "found"),
    [
        (CLAUDE, "Claude Code"),
        (b"not JSON\n" + CLAUDE, "Claude Code"),
        (json.dumps(GEMINI).encode(), "Gemini CLI"),
        (json.dumps(GEMINI, indent=2).encode(), "Gemini CLI"),
        (b"\n  " + json.dumps(GEMINI).encode() + b"\n", "Gemini CLI"),
        (b'{"messages":[]}', "Claude Code"),
        (b'{"messages":{"a":1}}', "Claude Code"),
        (b"[" * 100_000, "Claude Code"),
    ],
)
def test_an_agent_without_a_name(name: str, transcript: bytes, found: str) -> None:
    assert registry.stored_type(name, transcript) == found


@pytest.mark.parametrize("name", ["", "Agent", "Codex"])
def test_nothing_is_known_without_a_transcript(name: str) -> None:
    assert registry.stored_type(name, b" \n") == name


def test_a_name_stays() -> None:
    assert registry.stored_type("Codex", CLAUDE) == "Codex"


@pytest.mark.parametrize(
    ("name", "folders", "found"),
    [
        ("", {".claude"}, "Claude Code"),
        ("Agent", {".claude"}, "Claude Code"),
        ("", set(), ""),
        ("Gemini CLI", {".claude"}, "Gemini CLI"),
    ],
)
def test_an_agent_whose_folder_is_in_the_tree(name: str, folders: set[str], found: str) -> None:
    assert registry.type_in_tree(name, folders.__contains__) == found


def test_several_folders_say_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    claude = registry.by_name("claude-code")
    other = SimpleNamespace(TYPE="Other", PROTECTED_DIRS=(".other",))
    monkeypatch.setattr(registry, "every", lambda: [claude, other])
    assert registry.type_in_tree("", {".claude", ".other"}.__contains__) == ""
    assert registry.type_in_tree("", {".other"}.__contains__) == "Other"
