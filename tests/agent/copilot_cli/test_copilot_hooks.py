from __future__ import annotations

import json
from pathlib import Path

import pytest

from entire.agent.copilot_cli import agent
from entire.core.errors import EntireError

OLD = {"type": "command", "bash": "entire hooks copilot-cli agent-stop", "comment": "the reference's"}


def config(root: Path) -> Path:
    return root / ".github" / "hooks" / "entire.json"


def test_a_file_of_our_own_comes_and_goes(tmp_path: Path) -> None:
    assert agent.install(str(tmp_path)) == 7
    written = json.loads(config(tmp_path).read_text())
    assert written["version"] == 1
    (stop,) = written["hooks"]["agentStop"]
    assert stop["bash"].endswith("exec entire hooks copilot-cli agent-stop'")
    assert (stop["type"], stop["timeoutSec"]) == ("command", 60)
    assert "preToolUse" not in written["hooks"]  # Copilot refuses tools if such a hook fails
    assert agent.installed(str(tmp_path))
    assert agent.missing_hooks(str(tmp_path)) == []
    assert agent.install(str(tmp_path)) == 0
    assert agent.uninstall(str(tmp_path))
    assert not config(tmp_path).exists()
    assert not agent.installed(str(tmp_path))


def test_commands_of_the_reference_are_replaced(tmp_path: Path) -> None:
    config(tmp_path).parent.mkdir(parents=True)
    config(tmp_path).write_text(
        json.dumps({"version": 1, "hooks": {"agentStop": [OLD], "preToolUse": [OLD]}})
    )
    assert agent.installed(str(tmp_path))
    assert agent.install(str(tmp_path)) == 7
    found = json.loads(config(tmp_path).read_text())["hooks"]
    assert OLD not in found["agentStop"]
    assert len(found["agentStop"]) == 1
    assert not found.get("preToolUse")


COMMENTED = """{
  // ours is below
  "version": 1,
  "hooks": {
    "agentStop": [
      {"type": "command", "bash": "./notify.sh"} // tells me
    ]
  }
}
"""


def test_what_others_have_in_the_file_stays(tmp_path: Path) -> None:
    config(tmp_path).parent.mkdir(parents=True)
    config(tmp_path).write_text(COMMENTED)
    assert agent.install(str(tmp_path)) == 7
    assert "// tells me" in config(tmp_path).read_text()
    assert agent.uninstall(str(tmp_path))
    assert config(tmp_path).read_text() == COMMENTED


def test_a_broken_file_is_left_alone(tmp_path: Path) -> None:
    config(tmp_path).parent.mkdir(parents=True)
    config(tmp_path).write_text('{"hooks": ')
    with pytest.raises(EntireError, match=r"entire\.json"):
        agent.install(str(tmp_path))
    assert config(tmp_path).read_text() == '{"hooks": '


@pytest.mark.parametrize(
    ("folder", "expected"), [(".github/hooks", True), (".github/copilot", True), (".github/workflows", False)]
)
def test_the_client_is_used_where_it_has_a_folder(tmp_path: Path, folder: str, expected: bool) -> None:
    (tmp_path / folder).mkdir(parents=True)
    assert agent.is_present(str(tmp_path)) is expected


@pytest.mark.parametrize(
    ("name", "event", "matcher", "expected"),
    [
        (".github/hooks/format.json", "postToolUse", None, True),
        (".github/hooks/format.json", "postToolUse", "edit|create", True),
        (".github/hooks/format.json", "postToolUse", "bash", False),
        (".github/hooks/format.json", "sessionStart", None, False),
        (".github/copilot/settings.json", "PostToolUse", None, True),
        ("home/hooks/format.json", "postToolUse", None, True),
        (".github/hooks/notes.txt", "postToolUse", None, False),
    ],
)
def test_formatters_after_edits_are_noticed(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    event: str,
    matcher: str | None,
    expected: bool,
) -> None:
    monkeypatch.setenv("COPILOT_HOME", str(tmp_path / "home"))
    agent.install(str(tmp_path))
    assert not agent.has_edit_hooks(str(tmp_path))
    entry = {"bash": "prettier -w ."} | ({"matcher": matcher} if matcher else {})
    (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / name).write_text(json.dumps({"version": 1, "hooks": {event: [entry]}}))
    assert agent.has_edit_hooks(str(tmp_path)) is expected


def test_how_a_session_is_resumed() -> None:
    assert agent.resume_command("abc") == "copilot --resume abc"
