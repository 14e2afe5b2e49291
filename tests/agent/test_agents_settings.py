"""Hooks of Gemini CLI and Qwen Code in the files that projects share with them."""

from __future__ import annotations

import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from entire.agent.gemini import agent as gemini
from entire.agent.gemini import settings as gemini_settings
from entire.agent.hook_config import commands
from entire.agent.protocol import Agent
from entire.agent.qwen import agent as qwen
from entire.agent.qwen import settings as qwen_settings
from entire.core.errors import EntireError

CASES: list[tuple[Agent, ModuleType, str]] = [
    (gemini, gemini_settings, "AfterAgent"),
    (qwen, qwen_settings, "Stop"),
]
THEIRS = """{
  // The team's own.
  "hooks": {
    "SessionStart": [{"matcher": "*", "hooks": [{"type": "command", "command": "true"}]}] /* theirs */
  },
  "theme": "Dark",
}
"""


@pytest.fixture(params=CASES, ids=["gemini", "qwen"])
def case(request: pytest.FixtureRequest) -> tuple[Agent, ModuleType, str]:
    found: tuple[Agent, ModuleType, str] = request.param
    return found


def hooks(path: Path) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = json.loads(path.read_text())["hooks"]
    return found


def test_a_new_file(tmp_path: Path, case: tuple[Agent, ModuleType, str]) -> None:
    agent, settings, turn_end = case
    assert agent.install(str(tmp_path)) == len(settings.ENTRIES)
    found = hooks(tmp_path / agent.CONFIG_FILE)
    assert {event for event, _, _ in settings.ENTRIES} == set(found)
    [group] = found[turn_end]
    [hook] = group["hooks"]
    assert hook["type"] == "command"
    assert hook["timeout"] == 60_000  # milliseconds
    assert hook["name"].startswith("entire-")
    assert hook["command"] == commands.hook(agent.NAME, hook["name"].removeprefix("entire-"))
    assert agent.installed(str(tmp_path))
    assert agent.missing_hooks(str(tmp_path)) == []
    assert agent.install(str(tmp_path)) == 0
    assert agent.uninstall(str(tmp_path))
    assert not (tmp_path / agent.CONFIG_FILE).parent.exists()


def test_every_hook_that_is_installed_is_understood(case: tuple[Agent, ModuleType, str]) -> None:
    agent, settings, _ = case
    for _, matcher, verb in settings.ENTRIES:
        tool = matcher.strip("^$()").partition("|")[0]
        payload = {"session_id": "s", "prompt": "x", "trigger": "manual", "tool_name": tool, "tool_input": {}}
        assert agent.parse_event(verb, payload) is not None, verb


def test_what_others_have_stays_byte_for_byte(tmp_path: Path, case: tuple[Agent, ModuleType, str]) -> None:
    agent, _, _ = case
    path = tmp_path / agent.CONFIG_FILE
    path.parent.mkdir()
    path.write_text(THEIRS)
    agent.install(str(tmp_path))
    text = path.read_text()
    assert "// The team's own." in text
    assert "/* theirs */" in text
    assert agent.missing_hooks(str(tmp_path)) == []
    agent.uninstall(str(tmp_path))
    assert path.read_text() == THEIRS


def test_a_broken_file_is_not_changed(tmp_path: Path, case: tuple[Agent, ModuleType, str]) -> None:
    agent, _, _ = case
    path = tmp_path / agent.CONFIG_FILE
    path.parent.mkdir()
    path.write_text("{")
    with pytest.raises(EntireError, match="cannot edit"):
        agent.install(str(tmp_path))
    assert path.read_text() == "{"
    assert not agent.installed(str(tmp_path))


def test_what_the_reference_wrote_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / gemini.CONFIG_FILE
    path.parent.mkdir()
    old = {"name": "entire-before-tool", "type": "command", "command": "entire hooks gemini before-tool"}
    model = {"name": "entire-before-model", "type": "command", "command": "entire hooks gemini before-model"}
    document = {"BeforeTool": [{"matcher": "*", "hooks": [old]}], "BeforeModel": [{"hooks": [model]}]}
    path.write_text(json.dumps({"hooks": document, "hooksConfig": {"enabled": True}}))
    assert gemini.install(str(tmp_path)) == len(gemini_settings.ENTRIES)
    found = hooks(path)
    assert "BeforeModel" not in found
    [group] = found["BeforeTool"]
    assert group["matcher"] == "invoke_agent"
    assert json.loads(path.read_text())["hooksConfig"] == {"enabled": True}


def test_compression_is_reported_only_if_a_person_asks_for_it() -> None:
    assert ("PreCompress", "manual", "pre-compress") in gemini_settings.ENTRIES


@pytest.mark.parametrize(
    ("matcher", "command", "found"),
    [
        ("", "prettier --write", True),
        ("*", "prettier --write", True),
        ("write_file|edit|replace", "prettier --write", True),
        ("write.*", "prettier --write", True),
        ("run_shell_command", "prettier --write", False),
        ("", commands.hook("gemini", "after-tool"), False),
        ("", "entire hooks qwen post-task", False),
    ],
)
def test_hooks_after_edits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, matcher: str, command: str, found: bool
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for agent, event in ((gemini, "AfterTool"), (qwen, "PostToolUse")):
        path = tmp_path / agent.CONFIG_FILE
        path.parent.mkdir()
        group = {"matcher": matcher, "hooks": [{"type": "command", "command": command}]}
        path.write_text(json.dumps({"hooks": {event: [group]}}))
        assert agent.has_edit_hooks(str(tmp_path)) is found
        path.write_text("{")
        assert agent.has_edit_hooks(str(tmp_path)) is False
