"""The addresses of remotes are those that git uses."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support import Repo

from entire.git import remotes
from entire.git.remotes import Remote
from entire.git.repository import open_repository


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    repo = Repo.init(tmp_path / "repo")
    repo.git("remote", "add", "origin", "https://hub.example/team/code")
    repo.git("remote", "add", "two", "https://hub.example/team/two")
    repo.git("config", "--add", "remote.two.pushurl", "git@a.example:team/two")
    repo.git("config", "--add", "remote.two.pushurl", "https://other.example/b")
    repo.git("config", "url.https://mirror.example/.insteadOf", "https://hub.example/")
    repo.git("config", "url.git@hub.example:.pushInsteadOf", "https://hub.example/")
    repo.git("config", "url.ssh://c.example/.insteadOf", "https://other.example/")
    return repo


@pytest.mark.parametrize("name", ["origin", "two"])
def test_remotes_by_name(repo: Repo, name: str) -> None:
    found = remotes.listing(open_repository(str(repo.path)))
    assert list(found) == ["origin", "two"]
    assert found[name].push == tuple(repo.git("remote", "get-url", "--push", "--all", name).split("\n"))
    assert found[name].fetch == repo.git("ls-remote", "--get-url", name)


@pytest.mark.parametrize(
    "address", ["https://hub.example/x/y", "https://other.example/x", "/srv/x", "../a=b"]
)
def test_an_address(repo: Repo, address: str) -> None:
    found, there = remotes.listing_with(open_repository(str(repo.path)), address)
    assert list(found) == ["origin", "two"]
    assert there is not None
    assert there.fetch == repo.git("ls-remote", "--get-url", address)
    repo.git("remote", "add", "probe", address)
    assert there.push == tuple(repo.git("remote", "get-url", "--push", "--all", "probe").split("\n"))


def test_a_name_is_not_an_address(repo: Repo) -> None:
    found, there = remotes.listing_with(open_repository(str(repo.path)), "two")
    assert there == found["two"]
    assert there is not None
    assert there.all == ("git@a.example:team/two", "ssh://c.example/b", "https://mirror.example/team/two")


def test_the_filter_of_a_partial_clone(repo: Repo) -> None:
    repo.git("config", "remote.origin.promisor", "true")
    repo.git("config", "remote.origin.partialclonefilter", "blob:none")
    assert "[blob:none]" in repo.git("remote", "--verbose")
    found = remotes.listing(open_repository(str(repo.path)))
    assert found["origin"].fetch == repo.git("ls-remote", "--get-url", "origin")
    assert "" not in found["origin"].all


def test_no_remotes(tmp_path: Path) -> None:
    repo = open_repository(str(Repo.init(tmp_path / "empty").path))
    assert remotes.listing(repo) == {}
    assert remotes.listing_with(repo, "/srv/x") == ({}, Remote("/srv/x", ("/srv/x",)))
