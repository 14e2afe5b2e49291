"""The file of Claude Code's settings: made, changed, left alone and deleted as it should be."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest
from tests.agent.claude_code.settings_files import (
    ALL,
    EXPECTED,
    RULE,
    added,
    commands,
    load,
    read,
    write,
)

from entire.agent.claude_code import CONFIG_FILE
from entire.agent.claude_code import settings as claude
from entire.agent.hook_config.commands import hook
from entire.core.errors import EntireError


def test_a_fresh_file_is_pretty_and_vanishes(tmp_path: Path) -> None:
    root = str(tmp_path)
    assert not claude.installed(root)
    assert not claude.uninstall(root)
    assert claude.install(root) == ALL
    text = read(tmp_path)
    assert text == json.dumps(load(text), indent=2) + "\n"
    assert set(commands(load(text))) == EXPECTED
    assert list(load(text)["hooks"]) == sorted(load(text)["hooks"])
    assert load(text)["permissions"] == {"deny": [RULE]}
    assert load(text)["hooks"]["Stop"] == [
        {"matcher": "", "hooks": [{"type": "command", "command": hook("claude-code", "stop")}]}
    ]
    assert claude.installed(root)
    assert claude.install(root) == 0
    assert claude.install(root, force=True) == ALL
    assert read(tmp_path) == text
    assert claude.uninstall(root)
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("text", ["{}", "{}\n", "{ }", "{\n}\n", '{"hooks": {}}', "\ufeff{\r\n\r\n}"])
def test_a_file_that_was_empty_comes_back(tmp_path: Path, text: str) -> None:
    write(tmp_path, text)
    assert claude.install(str(tmp_path)) == ALL
    assert claude.uninstall(str(tmp_path))
    assert read(tmp_path) == text
    assert os.listdir(tmp_path / ".claude") == ["settings.json"]


def test_other_files_keep_the_directory(tmp_path: Path) -> None:
    claude.install(str(tmp_path))
    (tmp_path / ".claude" / "CLAUDE.md").write_text("x")
    claude.uninstall(str(tmp_path))
    assert os.listdir(tmp_path / ".claude") == ["CLAUDE.md"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1"),
        ("{", "line 1"),
        ('{\n  /* mine\n  "a": 1\n}', "comment"),
        ('{"hooks": []}', "`hooks` is not an object"),
        ('{"hooks": null}', "`hooks` is not an object"),
        ('{"hooks": {"Stop": {}}}', r"`hooks\.Stop` is not a list"),
        ('{"permissions": []}', "`permissions` is not an object"),
        ('{"permissions": {"deny": "x"}}', r"`permissions\.deny` is not a list"),
    ],
)
@pytest.mark.parametrize("force", [False, True])
def test_a_file_that_we_do_not_understand_is_left_alone(
    tmp_path: Path, text: str, message: str, force: bool
) -> None:
    write(tmp_path, text)
    with pytest.raises(EntireError, match=message) as caught:
        claude.install(str(tmp_path), force=force)
    assert caught.value.hint
    assert CONFIG_FILE in caught.value.message
    assert read(tmp_path) == text
    assert not claude.installed(str(tmp_path))


def test_a_broken_file_is_not_taken_for_clean(tmp_path: Path) -> None:
    path = write(tmp_path, "{")
    with pytest.raises(EntireError, match="line 1"):
        claude.uninstall(str(tmp_path))
    path.write_bytes(b'{"a": "\xff"}')
    with pytest.raises(EntireError, match="UTF-8"):
        claude.install(str(tmp_path))
    assert path.read_bytes() == b'{"a": "\xff"}'


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    target = tmp_path / "dotfiles.json"
    target.write_text('{"a": 1}')
    link = tmp_path / ".claude" / "settings.json"
    link.parent.mkdir()
    link.symlink_to("../dotfiles.json")
    claude.install(str(tmp_path))
    assert link.is_symlink()
    assert claude.installed(str(tmp_path))
    assert target.read_text() == read(tmp_path)
    claude.uninstall(str(tmp_path))
    assert link.is_symlink()
    assert target.read_text() == '{"a": 1}'


def test_a_file_that_was_moved_behind_a_link_is_not_deleted(tmp_path: Path) -> None:
    claude.install(str(tmp_path))
    path = tmp_path / ".claude" / "settings.json"
    path.rename(tmp_path / "moved.json")
    path.symlink_to("../moved.json")
    claude.uninstall(str(tmp_path))
    assert read(tmp_path) == "{}\n"


def test_nothing_is_made_at_the_end_of_a_dangling_link(tmp_path: Path) -> None:
    (tmp_path / ".claude").mkdir()
    (tmp_path / ".claude" / "settings.json").symlink_to(tmp_path / "nowhere")
    with pytest.raises(EntireError, match="link"):
        claude.install(str(tmp_path))
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o666])
def test_the_mode_is_kept(tmp_path: Path, mode: int) -> None:
    path = write(tmp_path, "{}")
    path.chmod(mode)
    claude.install(str(tmp_path))
    assert stat.S_IMODE(path.stat().st_mode) == mode
    assert os.listdir(path.parent) == ["settings.json"]


@pytest.mark.parametrize("before", ["{}", None])
def test_a_file_that_is_read_only_is_left_alone(tmp_path: Path, before: str | None) -> None:
    path = write(tmp_path, added(before))
    path.chmod(0o444)
    with pytest.raises(EntireError, match="read-only") as caught:
        claude.uninstall(str(tmp_path))
    assert caught.value.hint
    assert read(tmp_path) == added(before)
    path.chmod(0o644)
    path.write_text("{}")
    path.chmod(0o444)
    with pytest.raises(EntireError, match="read-only"):
        claude.install(str(tmp_path))
    assert read(tmp_path) == "{}"


def test_a_new_file_can_be_read_by_all(tmp_path: Path) -> None:
    mask = os.umask(0o022)
    try:
        claude.install(str(tmp_path))
    finally:
        os.umask(mask)
    assert stat.S_IMODE((tmp_path / ".claude" / "settings.json").stat().st_mode) == 0o644


def test_a_file_in_the_place_of_the_directory(tmp_path: Path) -> None:
    (tmp_path / ".claude").write_text("x")
    with pytest.raises(EntireError, match="cannot write"):
        claude.install(str(tmp_path))
    assert not claude.uninstall(str(tmp_path))
