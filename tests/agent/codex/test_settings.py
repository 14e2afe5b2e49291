"""Our hooks in `.codex/hooks.json`. The shape is tested with Claude Code's settings."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from entire.agent.codex import agent
from entire.agent.hook_config.commands import hook

THEIRS = '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]}, "description": "x"}'


def test_a_new_file_is_as_the_reference_writes_it(tmp_path: Path) -> None:
    assert agent.install(str(tmp_path)) == 7
    path = tmp_path / ".codex/hooks.json"
    found = json.loads(path.read_text())
    assert list(found) == ["hooks"], "Codex refuses a file with anything else"
    assert found["hooks"]["Stop"] == [
        {"matcher": None, "hooks": [{"type": "command", "command": hook("codex", "stop"), "timeout": 30}]}
    ]
    assert found["hooks"]["SessionEnd"][0]["hooks"][0]["timeout"] == 3, "Codex allows no more"
    assert agent.installed(str(tmp_path))
    assert agent.missing_hooks(str(tmp_path)) == []
    assert agent.uninstall(str(tmp_path))
    assert not path.parent.exists()


def test_hooks_of_others_and_of_the_reference(tmp_path: Path) -> None:
    path = tmp_path / ".codex/hooks.json"
    path.parent.mkdir()
    old = json.loads(THEIRS)
    for event, verb in (("Stop", "stop"), ("PostToolUse", "post-tool-use")):
        command = {"type": "command", "command": f"entire hooks codex {verb}", "timeout": 30}
        old["hooks"].setdefault(event, []).append({"matcher": None, "hooks": [command]})
    path.write_text(json.dumps(old, indent=2))
    assert agent.installed(str(tmp_path))
    assert agent.install(str(tmp_path)) == 7
    found = json.loads(path.read_text())["hooks"]
    assert "PostToolUse" not in found
    assert [group["hooks"][0]["command"] for group in found["Stop"]] == ["true", hook("codex", "stop")]
    path.write_text(THEIRS)
    agent.install(str(tmp_path))
    assert agent.uninstall(str(tmp_path))
    assert path.read_text() == THEIRS


@pytest.mark.parametrize(
    ("hooks", "expected"),
    [
        ({"PostToolUse": [{"matcher": "apply_patch", "hooks": [{"command": "ruff format"}]}]}, True),
        ({"PostToolUse": [{"hooks": [{"command": "ruff format"}]}]}, True),
        ({"PostToolUse": [{"matcher": "Bash", "hooks": [{"command": "log"}]}]}, False),
        ({"PostToolUse": [{"hooks": [{"command": hook("codex", "post-tool-use")}]}]}, False),
        ({"Stop": [{"hooks": [{"command": "ruff format"}]}]}, False),
    ],
)
def test_hooks_that_can_change_files_after_an_edit(
    tmp_path: Path, hooks: dict[str, object], expected: bool
) -> None:
    path = tmp_path / ".codex/hooks.json"
    path.parent.mkdir()
    path.write_text(json.dumps({"hooks": hooks}))
    assert agent.has_edit_hooks(str(tmp_path)) is expected


def test_it_is_here_if_its_folder_is(tmp_path: Path) -> None:
    assert not agent.is_present(str(tmp_path))
    (tmp_path / ".codex").mkdir()
    assert agent.is_present(str(tmp_path))
    assert agent.resume_command("x") == "codex resume x"
