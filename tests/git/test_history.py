from __future__ import annotations

from pathlib import Path

import pytest
from tests.support import Repo

from entire.git import history
from entire.git.errors import GitError
from entire.git.repository import Repository, open_repository


def subjects(commits: list[history.LoggedCommit]) -> list[str]:
    return [commit.subject for commit in commits]


def test_a_commit_with_all_of_its_fields(repo: Repo, found: Repository) -> None:
    repo.git(
        "commit", "--quiet", "--allow-empty", "--date=2026-03-19T10:00:00+0100", "-m", "Ünï\n\nbody\n\nA: b"
    )
    first = repo.git("rev-parse", "HEAD~1")
    [commit] = history.log(found, "HEAD", limit=1)
    assert commit == history.LoggedCommit(
        repo.head,
        (first,),
        "Test Person <person@example.com>",
        "2026-03-19T10:00:00+01:00",
        1773910800,
        "Ünï\n\nbody\n\nA: b\n",
    )
    assert commit.subject == "Ünï"


def test_only_messages_that_contain_a_text(repo: Repo, found: Repository, git_calls: list[list[str]]) -> None:
    for message in ("one\n\nKey: a.b", "two", "three\n\nKey: axb"):
        repo.commit(message)
    assert subjects(history.log(found, "HEAD", containing="Key: a.b")) == ["one"]
    assert subjects(history.log(found, "HEAD", containing="Key: ", limit=1)) == ["three"]
    assert len(git_calls) == 2


def test_the_user_s_settings_change_nothing(repo: Repo, found: Repository) -> None:
    repo.commit("one\n\nKey: (a")
    for key, value in {
        "log.showSignature": "true",
        "grep.patternType": "perl",
        "i18n.logOutputEncoding": "ISO-8859-1",
        "color.ui": "always",
        "format.pretty": "oneline",
        "log.decorate": "full",
    }.items():
        repo.git("config", key, value)
    assert subjects(history.log(found, "HEAD", containing="Key: (a")) == ["one"]


def test_no_such_revision_is_an_error(found: Repository) -> None:
    with pytest.raises(GitError):
        history.log(found, "nowhere")


def own(found: Repository) -> list[str]:
    return subjects(history.log_of(found, history.own_commits(found, "refs/heads/main")))


def test_a_branch_has_its_own_commits(repo: Repo, found: Repository) -> None:
    repo.git("switch", "--quiet", "--create", "feature")
    repo.commit("of the branch")
    repo.git("switch", "--quiet", "main")
    repo.commit("of main")
    repo.git("switch", "--quiet", "feature")
    assert own(found) == ["of the branch"]

    repo.git("merge", "--quiet", "--no-edit", "main")  # what a merge brings in is not the branch's own
    repo.commit("after the merge")
    assert own(found) == ["after the merge", "Merge branch 'main' into feature", "of the branch"]


def test_a_merged_branch_keeps_its_commits(repo: Repo, found: Repository) -> None:
    repo.git("switch", "--quiet", "--create", "feature")
    repo.commit("of the branch")
    repo.git("switch", "--quiet", "main")
    repo.git("merge", "--quiet", "--no-ff", "--no-edit", "feature")
    repo.git("switch", "--quiet", "feature")
    assert own(found) == ["of the branch"]


def test_a_branch_that_left_long_ago(repo: Repo, found: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.git("switch", "--quiet", "--create", "feature")
    repo.commit("of the branch")
    repo.git("switch", "--quiet", "main")
    for number in range(3):
        repo.commit(f"of main {number}")
    repo.git("switch", "--quiet", "feature")
    monkeypatch.setattr(history, "_LINE", 2)
    assert own(found) == ["of the branch"]


def test_first_parents(repo: Repo, found: Repository) -> None:
    first = repo.head
    second = repo.commit("second")
    assert history.first_parents(found, 10) == [second, first]
    assert history.first_parents(found, 1) == [second]


@pytest.mark.parametrize("name", ["main", "master"])
def test_the_default_branch_by_its_usual_name(tmp_path: Path, name: str) -> None:
    repo = Repo.init(tmp_path / "r", f"--initial-branch={name}")
    assert history.get_default_branch(open_repository(str(repo.path))) is None
    repo.commit("first")
    repo.git("switch", "--quiet", "--create", "feature")
    default = history.get_default_branch(open_repository(str(repo.path)))
    assert default == history.DefaultBranch(name, f"refs/heads/{name}")


def test_no_default_branch(tmp_path: Path) -> None:
    repo = Repo.init(tmp_path / "r", "--initial-branch=trunk")
    repo.commit("first")
    assert history.get_default_branch(open_repository(str(repo.path))) is None


def test_origin_says_which_branch_is_the_default(repo: Repo, tmp_path: Path) -> None:
    repo.git("branch", "--move", "main", "release/next")
    repo.git("branch", "main")  # exists, but is not the one
    repo.git("clone", "--quiet", str(repo.path), str(tmp_path / "clone"))
    clone = Repo(tmp_path / "clone")
    found = open_repository(str(clone.path))
    default = history.DefaultBranch("release/next", "refs/heads/release/next")
    assert history.get_default_branch(found) == default

    clone.git("switch", "--quiet", "--create", "feature")
    clone.git("branch", "--quiet", "--delete", "--force", "release/next")
    assert history.get_default_branch(found) == default.replace(ref="refs/remotes/origin/release/next")


def test_the_branches_of_all_worktrees(repo: Repo, found: Repository, tmp_path: Path) -> None:
    repo.git("worktree", "add", "--quiet", "-b", "feature/x", str(tmp_path / "in ünï"))
    repo.git("worktree", "add", "--quiet", "--detach", str(tmp_path / "detached"))
    assert history.worktree_branches(found) == {
        str(repo.path): "main",
        str(tmp_path / "in ünï"): "feature/x",
        str(tmp_path / "detached"): "",
    }
