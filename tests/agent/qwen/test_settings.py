"""Qwen Code writes the settings again, with its version, if they have none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from entire.agent.qwen import settings

NAME = ".qwen/settings.json"


def written_again(root: Path) -> None:
    """As the client does it."""
    path = root / NAME
    path.write_text(json.dumps({**json.loads(path.read_text()), "$version": 4}, indent=2))


def test_nothing_is_left_of_a_file_that_we_made(tmp_path: Path) -> None:
    settings.install(str(tmp_path))
    written_again(tmp_path)
    assert settings.uninstall(str(tmp_path))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "theirs", ['{"$version": 4}', '{\n  "$version": 4\n}\n', '{"$version": 4, "model": {"name": "x"}}']
)
def test_a_file_of_others_stays_as_it_was(tmp_path: Path, theirs: str) -> None:
    path = tmp_path / NAME
    path.parent.mkdir()
    path.write_text(theirs)
    settings.install(str(tmp_path))
    assert settings.uninstall(str(tmp_path))
    assert path.read_text() == theirs


@pytest.mark.parametrize("more", [{"model": {"name": "x"}}, {"hooks": {"Stop": []}}])
def test_what_others_added_stays(tmp_path: Path, more: dict[str, object]) -> None:
    settings.install(str(tmp_path))
    path = tmp_path / NAME
    loaded = json.loads(path.read_text())
    theirs = {"hooks": [{"type": "command", "command": "true"}]}
    if "hooks" in more:
        loaded["hooks"]["Stop"].append(theirs)
    else:
        loaded |= more
    path.write_text(json.dumps(loaded | {"$version": 4}, indent=2))
    assert settings.uninstall(str(tmp_path))
    left = json.loads(path.read_text())
    assert left == ({"hooks": {"Stop": [theirs]}} if "hooks" in more else more) | {"$version": 4}
