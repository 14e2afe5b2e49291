"""Partial clones: missing objects are fetched in one call."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.support import Repo, git

from entire.git.objects.promised import fetch_missing
from entire.git.repository import open_repository


@pytest.fixture
def partial(tmp_path: Path) -> Repo:
    source = Repo.init(tmp_path / "source", "--initial-branch=main")
    for number in range(20):
        source.write(f"folder/{number % 3}/{number}.txt", f"{number}\n")
    source.commit("files")
    source.git("config", "uploadpack.allowFilter", "true")
    source.git("config", "uploadpack.allowAnySHA1InWant", "true")
    url = f"file://{source.path}"
    git(tmp_path, "clone", "--quiet", "--no-checkout", "--filter=blob:none", url, str(tmp_path / "partial"))
    return Repo(tmp_path / "partial")


def missing(work: Repo) -> int:
    return work.git("rev-list", "--objects", "--all", "--missing=print").count("?")


def test_one_fetch_for_all(partial: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_NO_LAZY_FETCH", "1")
    assert missing(partial) == 20
    tree = partial.git("rev-parse", "HEAD:folder/1")
    monkeypatch.setenv("GIT_TRACE2_EVENT", str(tmp_path / "trace"))
    assert fetch_missing(open_repository(str(partial.path)), [tree]) == 7
    monkeypatch.delenv("GIT_TRACE2_EVENT")
    assert missing(partial) == 13
    events = map(json.loads, (tmp_path / "trace").read_text().splitlines())
    commands = [event["name"] for event in events if event["event"] == "cmd_name"]
    assert commands.count("fetch") == 1
    assert fetch_missing(open_repository(str(partial.path)), [tree]) == 0


def test_a_full_clone_fetches_nothing(repo: Repo) -> None:
    repo.write("a", "a")
    repo.commit("a")
    assert fetch_missing(open_repository(str(repo.path)), [repo.git("rev-parse", "HEAD^{tree}")]) == 0
