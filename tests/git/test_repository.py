from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.support import Repo, git

from entire.git.errors import NotARepository
from entire.git.repository import Repository, open_repository


def said_by_git(cwd: Path) -> list[str]:
    """Work tree, git directory and common directory as git itself finds them."""
    query = ["--path-format=absolute", "--show-toplevel", "--git-dir", "--git-common-dir"]
    return [os.path.realpath(line) for line in os.fsdecode(git(cwd, "rev-parse", *query)).splitlines()]


def check(cwd: Path) -> Repository:
    """Find the repository from ``cwd`` and compare with git."""
    repository = open_repository(str(cwd))
    assert [repository.worktree, repository.git_dir, repository.common_dir] == said_by_git(cwd)
    seen = os.fsdecode(repository.run("rev-parse", "--show-toplevel").out)
    assert seen.removesuffix("\n") == repository.worktree
    return repository


def add_worktree(repo: Repo, path: Path) -> Path:
    repo.git("worktree", "add", "--quiet", "--detach", str(path))
    return path


def test_main_worktree(repo: Repo, git_calls: list[list[str]]) -> None:
    open_repository(str(repo.path))
    assert git_calls == []
    assert check(repo.path).worktree_id == ""


def test_subdirectory(repo: Repo, git_calls: list[list[str]]) -> None:
    folder = repo.write("a/b/c.txt").parent
    open_repository(str(folder))
    assert git_calls == []
    check(folder)


def test_current_directory(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(repo.path)
    assert open_repository() == open_repository(str(repo.path))


def test_linked_worktree(repo: Repo, tmp_path: Path, git_calls: list[list[str]]) -> None:
    linked = add_worktree(repo, tmp_path / "linked")
    assert open_repository(str(linked)).worktree_id == "linked"
    assert git_calls == []
    assert check(linked).common_dir == str(repo.path / ".git")


def test_linked_worktree_of_a_name_that_is_taken(repo: Repo, tmp_path: Path) -> None:
    add_worktree(repo, tmp_path / "one" / "same")
    second = add_worktree(repo, tmp_path / "two" / "same")
    assert check(second).worktree_id == "same1"


def test_moved_worktree_keeps_its_id(repo: Repo, tmp_path: Path) -> None:
    add_worktree(repo, tmp_path / "before")
    repo.git("worktree", "move", str(tmp_path / "before"), str(tmp_path / "after"))
    assert check(tmp_path / "after").worktree_id == "before"


def test_separate_git_dir(tmp_path: Path, git_calls: list[list[str]]) -> None:
    repo = Repo.init(tmp_path / "work", f"--separate-git-dir={tmp_path / 'elsewhere.git'}")
    repo.commit("first")
    assert open_repository(str(repo.path)).worktree_id == ""
    assert git_calls == []
    assert check(repo.path).git_dir == str(tmp_path / "elsewhere.git")


def test_submodule(repo: Repo, tmp_path: Path) -> None:
    inner = Repo.init(tmp_path / "inner")
    inner.commit("first")
    repo.git("submodule", "--quiet", "add", str(inner.path), "sub")
    repository = check(repo.path / "sub")
    assert repository.worktree_id == ""
    assert repository.git_dir == str(repo.path / ".git/modules/sub")


def test_worktree_of_a_submodule(repo: Repo, tmp_path: Path) -> None:
    inner = Repo.init(tmp_path / "inner")
    inner.commit("first")
    repo.git("submodule", "--quiet", "add", str(inner.path), "sub")
    linked = add_worktree(Repo(repo.path / "sub"), tmp_path / "linked")
    assert check(linked).worktree_id == "linked"


@pytest.fixture
def bare(repo: Repo, tmp_path: Path) -> Path:
    path = tmp_path / "bare.git"
    git(tmp_path, "clone", "--quiet", "--bare", str(repo.path), str(path))
    return path


def test_bare_repository(bare: Path) -> None:
    for cwd in (bare, bare / "refs"):
        with pytest.raises(NotARepository):
            open_repository(str(cwd))


def test_bare_repository_within_a_work_tree(repo: Repo, bare: Path) -> None:
    bare.rename(repo.path / "inside")
    for cwd in (repo.path / "inside", repo.path / "inside" / "refs", repo.path / ".git"):
        with pytest.raises(NotARepository):
            open_repository(str(cwd))


def test_worktrees_around_a_bare_repository(bare: Path, tmp_path: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    bare.rename(project / ".bare")
    (project / ".git").write_text("gitdir: ./.bare\n")
    git(project, "worktree", "add", "--quiet", "main")
    repository = check(project / "main")
    assert repository.worktree_id == "main"
    assert repository.common_dir == str(project / ".bare")
    with pytest.raises(NotARepository):
        open_repository(str(project))


def test_symbolic_link_as_current_directory(repo: Repo, tmp_path: Path) -> None:
    repo.write("a/b.txt")
    (tmp_path / "alias").symlink_to(repo.path / "a")
    assert check(tmp_path / "alias").worktree == str(repo.path)


def test_symbolic_link_as_git_dir(repo: Repo, tmp_path: Path) -> None:
    (repo.path / ".git").rename(tmp_path / "moved")
    (repo.path / ".git").symlink_to(tmp_path / "moved")
    check(repo.path)


@pytest.mark.parametrize("name", ["with space", "größe 日本", "-dash", "quo'te\"s", "back\\slash", "$HOME"])
def test_odd_names(tmp_path: Path, name: str, git_calls: list[list[str]]) -> None:
    repo = Repo.init(tmp_path / name)
    repo.commit("first")
    linked = add_worktree(repo, tmp_path / f"{name} linked")
    open_repository(str(repo.path))
    open_repository(str(linked))
    assert git_calls == []
    check(repo.path)
    check(linked)


def test_name_that_is_no_utf8(tmp_path: Path) -> None:
    repo = Repo.init(tmp_path / os.fsdecode(b"caf\xe9"))
    repo.commit("first")
    check(repo.path)


def test_no_repository(tmp_path: Path) -> None:
    with pytest.raises(NotARepository) as caught:
        open_repository(str(tmp_path))
    assert caught.value.hint


def test_directory_that_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    with pytest.raises(NotARepository):
        open_repository()


@pytest.mark.parametrize("content", ["", "nonsense", "gitdir: nowhere\n", "gitdir: \n"])
def test_broken_git_file(tmp_path: Path, content: str) -> None:
    (tmp_path / ".git").write_text(content)
    with pytest.raises(NotARepository):
        open_repository(str(tmp_path))


def test_empty_git_directory_does_not_hide_the_outer_repository(repo: Repo) -> None:
    (repo.path / "sub" / ".git").mkdir(parents=True)
    assert check(repo.path / "sub").worktree == str(repo.path)


def test_unborn_branch(tmp_path: Path) -> None:
    repo = Repo.init(tmp_path / "new")
    check(repo.path)


@pytest.mark.parametrize(
    "line", ["[core]\n\tworktree = {}\n", "[core] worktree = {}\n", "[CORE]WorkTree={}\n"]
)
def test_configured_work_tree(tmp_path: Path, line: str) -> None:
    repo = Repo.init(tmp_path / "repo")
    work = tmp_path / "work"
    work.mkdir()
    with (repo.path / ".git/config").open("a") as config:
        config.write(line.format(work))
    assert check(repo.path).worktree == str(work)


@pytest.mark.parametrize("setting", ["worktree = ..", "bare = true"])
def test_git_does_not_look_for_the_work_tree_in_included_files(tmp_path: Path, setting: str) -> None:
    repo = Repo.init(tmp_path / "repo")
    (tmp_path / "more").write_text(f"[core]\n\t{setting}\n")
    repo.git("config", "include.path", str(tmp_path / "more"))
    assert check(repo.path).worktree == str(repo.path)


def test_configuration_of_one_worktree(repo: Repo, tmp_path: Path) -> None:
    repo.git("config", "extensions.worktreeConfig", "true")
    repo.git("config", "--worktree", "core.worktree", str(tmp_path))
    assert check(repo.path).worktree == str(tmp_path)


@pytest.mark.parametrize("value", ["= true", "= yes", "= 1", '= "true"', ""])
def test_repository_that_says_it_is_bare(tmp_path: Path, value: str) -> None:
    repo = Repo.init(tmp_path / "repo")
    repo.git("config", "--unset", "core.bare")
    with (repo.path / ".git/config").open("a") as config:
        config.write(f"[core]\n\tbare {value}\n")
    with pytest.raises(NotARepository):
        open_repository(str(repo.path))


def test_a_stranger_s_repository_is_left_to_git_to_trust(repo: Repo) -> None:
    try:
        for path in [repo.path, *repo.path.rglob("*")]:
            os.lchown(path, 12345, 12345)
    except PermissionError:
        pytest.skip("only root can give files away")
    with pytest.raises(NotARepository) as caught:
        open_repository(str(repo.path))
    assert "safe.directory" in caught.value.hint
    git(repo.path.parent, "config", "--global", "safe.directory", str(repo.path))
    check(repo.path)


def test_hook_in_a_linked_worktree(repo: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    linked = add_worktree(repo, tmp_path / "linked")
    monkeypatch.chdir(linked)
    monkeypatch.setenv("GIT_DIR", str(repo.path / ".git/worktrees/linked"))
    monkeypatch.setenv("GIT_INDEX_FILE", "bogus")
    assert check(linked).worktree_id == "linked"


def test_hook_with_a_relative_git_dir(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(repo.path)
    monkeypatch.setenv("GIT_DIR", ".git")
    assert check(repo.path).worktree == str(repo.path)


def test_hook_of_a_work_tree_named_in_the_environment(
    repo: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    monkeypatch.setenv("GIT_DIR", str(repo.path / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(work))
    assert check(work).worktree == str(work)


def test_a_real_hook_finds_its_repository(repo: Repo, tmp_path: Path) -> None:
    hook = repo.write(".git/hooks/post-commit", '#!/bin/sh\nenv > "$(git rev-parse --git-dir)/hook-env"\n')
    hook.chmod(0o755)
    linked = Repo(add_worktree(repo, tmp_path / "linked"))
    linked.commit("second")
    variables = (repo.path / ".git/worktrees/linked/hook-env").read_text()
    assert f"GIT_DIR={repo.path}/.git/worktrees/linked\n" in variables


def test_ceiling(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = repo.write("a/b.txt").parent
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(repo.path))
    with pytest.raises(NotARepository):
        open_repository(str(folder))


@pytest.mark.parametrize(
    ("value", "expected"), [("true", True), ("false", False), ("no", False), ("0", False)]
)
def test_file_mode(repo: Repo, value: str, expected: bool) -> None:
    repo.git("config", "core.fileMode", value)
    assert open_repository(str(repo.path)).file_mode is expected


@pytest.mark.parametrize(
    ("git_dir", "worktree_id"),
    [
        ("/r/.git", ""),
        ("/r/.git/worktrees/feature", "feature"),
        ("/r/.git/worktrees/a b", "a b"),
        ("/r/.git/worktrees/test-wt1", "test-wt1"),
    ],
)
def test_worktree_id(git_dir: str, worktree_id: str) -> None:
    assert Repository("/w", git_dir, "/r/.git").worktree_id == worktree_id


@pytest.mark.parametrize("path", ["a\0b", "\ud800"])
def test_what_cannot_be_a_path_is_no_repository(path: str) -> None:
    with pytest.raises(NotARepository):
        open_repository(path)


@pytest.mark.parametrize("content", [b"gitdir: a\0b\n", b"gitdir: \xed\xa0\x80\n", b"\0"])
def test_a_git_file_that_nobody_can_read(tmp_path: Path, content: bytes) -> None:
    (tmp_path / ".git").write_bytes(content)
    with pytest.raises(NotARepository):
        open_repository(str(tmp_path))
