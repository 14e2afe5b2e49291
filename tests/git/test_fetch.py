"""Git over the network, here over pipes: bounded, without questions, and into origin's refs only."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from tests.support import Repo, git

from entire.git import fetch, refs
from entire.git.errors import GitError
from entire.git.fetch import TooSlow
from entire.git.repository import Repository, open_repository
from entire.git.worktree import checkout


class Clone(Repo):
    @property
    def opened(self) -> Repository:
        return open_repository(str(self.path))

    def value(self, ref: str) -> str:
        return refs.resolve(self.opened, ref) or ""


@pytest.fixture
def clone(repo: Repo, tmp_path: Path) -> Clone:
    """A clone of `repo`, which has gone on since, on main and on a new branch."""
    git(tmp_path, "clone", "--quiet", repo.path.as_uri(), "clone")
    repo.commit("second")
    repo.git("branch", "feature/x")
    return Clone(tmp_path / "clone")


def test_only_what_is_known_of_origin_moves(repo: Repo, clone: Clone) -> None:
    local = clone.value("refs/heads/main")
    repo.git("tag", "v1")
    clone.git("config", "--add", "remote.origin.fetch", "+refs/heads/*:refs/heads/*")
    clone.git("checkout", "--quiet", "--detach")
    fetch.fetch_branch(clone.opened, "main")
    assert clone.value("refs/remotes/origin/main") == repo.head
    assert clone.value("refs/heads/main") == local
    assert clone.git("for-each-ref", "refs/tags", "refs/remotes/origin/feature") == ""


def test_what_cannot_be_fetched(clone: Clone) -> None:
    with pytest.raises(GitError, match="nowhere"):
        fetch.fetch_branch(clone.opened, "nowhere")
    clone.git("remote", "remove", "origin")
    with pytest.raises(GitError, match="origin"):
        fetch.fetch_branch(clone.opened, "main")


def test_it_ends_in_time_with_all_that_it_started(clone: Clone, tmp_path: Path) -> None:
    """A transport that never answers, as a dead host does."""
    pid = tmp_path / "pid"
    silent = tmp_path / "silent"
    silent.write_text(f"#!/bin/sh\necho $$ > '{pid}'\nexec sleep 600\n")
    silent.chmod(0o755)
    clone.git("config", "remote.origin.url", f"ext::{silent}")
    clone.git("config", "protocol.ext.allow", "always")
    with pytest.raises(TooSlow):
        fetch.fetch_branch(clone.opened, "main", seconds=1)
    deadline = time.monotonic() + 20
    while Path("/proc", pid.read_text().strip(), "cmdline").exists():
        assert time.monotonic() < deadline, "it is still there"
        time.sleep(0.01)


def test_git_does_not_prompt(clone: Clone, tmp_path: Path) -> None:
    """The transport has no terminal, and git's own questions are switched off."""
    asked = tmp_path / "asked"
    script = tmp_path / "transport"
    script.write_text(
        f"#!/bin/sh\n{{ echo $GIT_TERMINAL_PROMPT; (: </dev/tty) 2>/dev/null && echo tty; }} > '{asked}'\n"
    )
    script.chmod(0o755)
    clone.git("config", "remote.origin.url", f"ext::{script}")
    clone.git("config", "protocol.ext.allow", "always")
    with pytest.raises(GitError):
        fetch.fetch_branch(clone.opened, "main")
    assert asked.read_text() == "0\n"


def test_names_that_are_branches(clone: Clone) -> None:
    fetch.fetch_branch(clone.opened, "feature/x")
    opened = clone.opened
    clone.git("update-ref", "refs/heads/-f", "HEAD")
    assert checkout.is_local(opened, "main")
    assert checkout.is_on_origin(opened, "feature/x")
    for name in ("", "HEAD", "main~0", "feature", "mai*", "main\n", "ma in", "\0", "-f", "../heads/main"):
        assert not checkout.is_local(opened, name)
        assert not checkout.is_on_origin(opened, name)


def test_switching(repo: Repo, clone: Clone) -> None:
    fetch.fetch_branch(clone.opened, "feature/x")
    checkout.switch_to_remote_branch(clone.opened, "feature/x")
    assert clone.git("rev-parse", "--abbrev-ref", "HEAD@{upstream}") == "origin/feature/x"
    assert clone.head == repo.head
    checkout.switch(clone.opened, "main")
    assert clone.git("branch", "--show-current") == "main"


def test_switching_in_a_clone_of_one_branch(repo: Repo, tmp_path: Path) -> None:
    repo.git("branch", "feature/x")
    git(tmp_path, "clone", "--quiet", "--single-branch", repo.path.as_uri(), "single")
    clone = Clone(tmp_path / "single")
    fetch.fetch_branch(clone.opened, "feature/x")
    checkout.switch_to_remote_branch(clone.opened, "feature/x")
    assert clone.git("branch", "--show-current") == "feature/x"
    assert clone.git("config", "branch.feature/x.merge") == "refs/heads/feature/x"
    clone.git("pull", "--quiet")


def test_switching_in_a_partial_clone(repo: Repo, tmp_path: Path) -> None:
    """What the branch needs is fetched as it is checked out."""
    repo.git("config", "uploadpack.allowFilter", "true")
    repo.git("switch", "--quiet", "--create", "feature/x")
    repo.write("big.txt", "big\n")
    repo.commit("big")
    repo.git("switch", "--quiet", "main")
    git(tmp_path, "clone", "--quiet", "--filter=blob:none", repo.path.as_uri(), "partial")
    clone = Clone(tmp_path / "partial")
    checkout.switch_to_remote_branch(clone.opened, "feature/x")
    assert (clone.path / "big.txt").read_text() == "big\n"
