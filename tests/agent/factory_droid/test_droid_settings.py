from __future__ import annotations

import json
from pathlib import Path

import pytest

from entire.agent.factory_droid import agent


def config(root: Path) -> Path:
    return root / ".factory" / "settings.json"


def test_a_file_of_our_own_comes_and_goes(tmp_path: Path) -> None:
    assert agent.install(str(tmp_path)) == 8
    hooks = json.loads(config(tmp_path).read_text())["hooks"]
    (group,) = hooks["Stop"]
    (hook,) = group["hooks"]
    assert hook["command"].endswith("exec entire hooks factoryai-droid stop'")
    assert (hook["type"], hook["timeout"]) == ("command", 60)  # seconds
    assert [group["matcher"] for group in hooks["PreToolUse"]] == ["Task"]
    assert agent.installed(str(tmp_path))
    assert agent.missing_hooks(str(tmp_path)) == []
    assert agent.uninstall(str(tmp_path))
    assert not config(tmp_path).parent.exists()


SETTINGS = """{
  // my model
  "model": "opus",
  "hooks": {
    "Stop": [{"matcher": "", "hooks": [{"type": "command", "command": "say done"}]}]
  }
}
"""


def test_what_others_have_in_the_file_stays(tmp_path: Path) -> None:
    config(tmp_path).parent.mkdir()
    config(tmp_path).write_text(SETTINGS)
    assert agent.is_present(str(tmp_path))
    assert agent.install(str(tmp_path)) == 8
    assert agent.uninstall(str(tmp_path))
    assert config(tmp_path).read_text() == SETTINGS


def test_commands_of_the_reference_are_replaced(tmp_path: Path) -> None:
    old = {"type": "command", "command": "entire hooks factoryai-droid subagent-stop"}
    config(tmp_path).parent.mkdir()
    config(tmp_path).write_text(json.dumps({"hooks": {"SubagentStop": [{"hooks": [old]}]}}))
    assert agent.install(str(tmp_path)) == 8
    assert "subagent-stop" not in config(tmp_path).read_text()


@pytest.mark.parametrize(
    ("event", "matcher", "expected"),
    [("PostToolUse", "", True), ("PostToolUse", "Edit|Create", True), ("PreToolUse", "", False)],
)
def test_formatters_after_edits_are_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, event: str, matcher: str, expected: bool
) -> None:
    monkeypatch.setenv("FACTORY_HOME_OVERRIDE", str(tmp_path / "home"))
    agent.install(str(tmp_path))
    assert not agent.has_edit_hooks(str(tmp_path))
    group = {"matcher": matcher, "hooks": [{"type": "command", "command": "prettier -w ."}]}
    own = tmp_path / "home" / ".factory" / "settings.json"
    own.parent.mkdir(parents=True)
    own.write_text(json.dumps({"hooks": {event: [group]}}))
    assert agent.has_edit_hooks(str(tmp_path)) is expected


def test_how_a_session_is_resumed() -> None:
    assert agent.resume_command("abc") == "droid --resume abc"
