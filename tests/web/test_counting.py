"""Numbers of a long history are read in the background, once; meanwhile the page says so."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from pathlib import Path

import pytest
from tests.web.client import ask
from tools.screens.stage import Stage

from entire.git.repository import open_repository
from entire.web import counting
from entire.web.counting import Counting
from entire.web.following import Following
from entire.web.pages import numbers


def test_a_page_that_goes_on_by_itself(stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(stage.root, tmp_path / "shop")
    shutil.rmtree(tmp_path / "shop" / ".git" / "entire-index", ignore_errors=True)
    repo = open_repository(os.path.realpath(tmp_path / "shop"))
    monkeypatch.setattr(counting, "_AT_ONCE", 2)
    monkeypatch.setattr(numbers, "COUNTING", Counting())
    first = ask(repo, "/numbers").text
    assert "Reading 4 checkpoints" in first
    assert 'http-equiv="refresh"' in first
    deadline = time.monotonic() + 60
    while "Reading" in (text := ask(repo, "/numbers").text):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert "Lines added" in text


def test_what_is_not_in_the_clone_is_named(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reader that cannot get the rest is not started again by every page."""
    monkeypatch.setattr(counting, "_AT_ONCE", 2)
    monkeypatch.setattr(numbers, "COUNTING", Counting())
    shutil.copytree(stage.root, tmp_path / "server", symlinks=True)
    server = tmp_path / "server"
    subprocess.run(["git", "config", "uploadpack.allowFilter", "true"], cwd=server, check=True)
    path = tmp_path / "part"
    subprocess.run(["git", "clone", "--quiet", "--filter=blob:none", f"file://{server}", path], check=True)
    server.rename(tmp_path / "gone")
    repo = open_repository(os.path.realpath(path))
    deadline = time.monotonic() + 60
    while "Reading" in (text := ask(repo, "/numbers").text):
        assert time.monotonic() < deadline, "every page starts to read again"
        time.sleep(0.05)
    assert "Not in this clone: 4 checkpoints" in text
    assert "entire fetch" in text
    assert "Lines added" in ask(repo, "/numbers").text


def test_lines_of_many_commits_are_followed_in_the_background(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(stage.root, tmp_path / "shop")
    repo = open_repository(os.path.realpath(tmp_path / "shop"))
    monkeypatch.setattr(numbers, "_AT_ONCE", 0)
    monkeypatch.setattr(numbers, "FOLLOWING", Following())
    assert "still there" not in ask(repo, "/numbers").text
    first = ask(repo, "/numbers?standing=yes").text
    assert "Following the lines of" in first
    assert 'http-equiv="refresh"' in first
    deadline = time.monotonic() + 60
    while "Following" in (text := ask(repo, "/numbers?standing=yes").text):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert "still there" in text
