from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from tests.support import Repo

from entire.git import diff, environment, refs
from entire.git.objects.read import Objects
from entire.git.objects.write import Writer
from entire.git.repository import Repository
from entire.git.worktree import content, status

_OF_A_HOOK = {
    "GIT_DIR": "/nowhere/.git",
    "GIT_WORK_TREE": "/nowhere",
    "GIT_COMMON_DIR": "/nowhere/.git",
    "GIT_INDEX_FILE": "/nowhere/index",
    "GIT_PREFIX": "sub/",
    "GIT_NAMESPACE": "space",
    "GIT_REFLOG_ACTION": "rebase",
    "GIT_LITERAL_PATHSPECS": "1",
    "GIT_ICASE_PATHSPECS": "1",
    "GIT_EXTERNAL_DIFF": "false",
    "GIT_DIFF_OPTS": "-u0",
    "GIT_SHALLOW_FILE": "/nowhere/shallow",
}


@pytest.fixture
def in_a_hook(repo: Repo, found: Repository, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """Variables as a git hook inherits them, all of another repository."""
    for name, value in _OF_A_HOOK.items():
        monkeypatch.setenv(name, value)
    return found


def test_nothing_leaks(in_a_hook: Repository) -> None:
    assert not _OF_A_HOOK.keys() & environment.for_git().keys()
    assert environment.for_git()["GIT_OPTIONAL_LOCKS"] == "0"
    assert environment.for_git("/x")["GIT_INDEX_FILE"] == "/x"


def test_what_git_calls_local_is_known(repo: Repo) -> None:
    """A variable that a newer git adds to its own list should be thought about here."""
    kept_on_purpose = {
        "GIT_ALTERNATE_OBJECT_DIRECTORIES",  # the objects of a commit in progress may lie there
        "GIT_OBJECT_DIRECTORY",
        "GIT_CONFIG",
        "GIT_CONFIG_PARAMETERS",  # `git -c name=value commit`
        "GIT_CONFIG_COUNT",
        "GIT_NO_REPLACE_OBJECTS",
        "GIT_REPLACE_REF_BASE",
    }
    assert set(repo.git("rev-parse", "--local-env-vars").split()) - kept_on_purpose <= environment._DROPPED


def test_everything_works_in_a_hook(in_a_hook: Repository) -> None:
    Path(in_a_hook.path("new")).write_text("x")
    read = status.read(in_a_hook)
    assert read.untracked == ["new"]
    with Writer(in_a_hook) as writer:
        changes = content.snapshot(in_a_hook, writer, ["new"], {})
        commit, _ = writer.commit(changes, "x", "A <a@x> 1 +0000", parents=(read.head,))
    refs.update(in_a_hook, refs.Update("refs/heads/entire/x", None, commit))
    assert [ref.name for ref in refs.listing(in_a_hook, "refs/")] == [
        "refs/heads/entire/x",
        "refs/heads/main",
    ]
    assert [change.path for change in diff.commit_changes(in_a_hook, commit)] == ["new"]
    assert diff.staged_changes(in_a_hook) == []
    with Objects(in_a_hook) as objects:
        assert objects.read(f"{commit}:new")


def test_index_of_the_commit_in_progress(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert environment.commit_index() is None
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GIT_INDEX_FILE", ".git/next-index-1.lock")
    assert environment.commit_index() == os.path.join(os.getcwd(), ".git/next-index-1.lock")


_HOOK = """\
#!/bin/sh
cd . && exec "{python}" -c '
from entire.git import diff, environment, repository
found = repository.open_repository()
print(*(c.path for c in diff.staged_changes(found, environment.commit_index())), found.worktree)
' > "{out}"
"""


@pytest.mark.parametrize("folder", ["repo", "linked"])
@pytest.mark.parametrize(
    ("options", "paths"),
    [([], "staged"), (["--all"], "README.md staged"), (["--only", "README.md"], "README.md")],
)
def test_a_real_hook_sees_what_its_commit_holds(
    repo: Repo, tmp_path: Path, folder: str, options: list[str], paths: str
) -> None:
    out = tmp_path / "out"
    repo.write(".git/hooks/pre-commit", _HOOK.format(python=sys.executable, out=out)).chmod(0o755)
    repo.git("worktree", "add", "--quiet", "--detach", str(tmp_path / "linked"))
    here = Repo(tmp_path / folder)
    here.write("README.md", "changed\n")
    here.write("staged", "x")
    here.git("add", "staged")
    here.git("commit", "--quiet", "--message=x", *options)
    assert out.read_text() == f"{paths} {here.path}\n"
