"""Our hooks next to those of others: all are called, and ours are removed without a trace (I8)."""

from __future__ import annotations

import os
import stat
import subprocess
from pathlib import Path

import pytest
from tests.setup import managers
from tests.support import Repo

from entire.git.hooks_dir import get_hooks_dir
from entire.git.repository import open_repository
from entire.setup import backups, git_hooks, scripts
from entire.setup import managers as hook_managers
from entire.setup.facts import Place
from entire.setup.hooks_dir import NAMES, is_shared, look_installed

MINE = '#!/bin/sh\necho "mine" >>"$(git rev-parse --git-common-dir)/ran"\n'


@pytest.fixture(autouse=True)
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An `entire` that only says which hook called it."""
    words = 'echo "entire $3" >>"$(git rev-parse --git-common-dir)/ran"'
    managers.put(tmp_path / "bin" / "entire", f"#!/bin/sh\n{words}\n")
    monkeypatch.setenv("PATH", f"{tmp_path}/bin{os.pathsep}{os.environ['PATH']}")


def with_session(repo: Repo) -> Repo:
    """While a session is live, commits are of interest."""
    repo.write(".git/entire-sessions/x.json", "{}")
    return repo


def install(repo: Repo) -> git_hooks.Installed:
    return git_hooks.install_git_hook(open_repository(str(repo.path)))


def remove(repo: Repo) -> None:
    git_hooks.remove_git_hook(get_hooks_dir(open_repository(str(repo.path))), str(repo.path))


def places(repo: Repo) -> dict[str, str]:
    return {hook.name: hook.place for hook in git_hooks.look(open_repository(str(repo.path)))}


def commit(repo: Repo) -> list[str]:
    """Commit, and return who was called for `post-commit`, in order."""
    (repo.path / ".git" / "ran").unlink(missing_ok=True)
    repo.git("commit", "--quiet", "--allow-empty", "-m", "work")
    ran = (repo.path / ".git" / "ran").read_text().splitlines()
    return [line.split()[0] for line in ran if line == "mine" or line.endswith(" post-commit")]


def snapshot(folder: Path) -> dict[str, tuple[bytes, int]]:
    """Every file of a folder, with its mode; samples that git puts there left out."""
    return {
        str(path.relative_to(folder)): (path.read_bytes(), stat.S_IMODE(path.lstat().st_mode))
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix != ".sample"
    }


def hooks_of(repo: Repo) -> dict[str, tuple[bytes, int]]:
    return snapshot(Path(get_hooks_dir(open_repository(str(repo.path)))))


@pytest.mark.parametrize("name", managers.EVERY)
def test_a_manager_that_was_there_first(repo: Repo, name: str) -> None:
    """Both are called; what the manager rewrites is chained again; at the end everything is as before."""
    with_session(repo)
    managers.EVERY[name](repo)
    before = hooks_of(repo)
    for _ in range(3):
        assert all(hook.works for hook in install(repo).hooks)
        assert commit(repo) == ["entire", name]
        managers.EVERY[name](repo)
    install(repo)
    assert not [path for hook in NAMES for path in backups.abandoned(_directory(repo), hook)]
    remove(repo)
    assert hooks_of(repo) == before
    assert commit(repo) == [name]


def _directory(repo: Repo) -> str:
    return get_hooks_dir(open_repository(str(repo.path)))


@pytest.mark.parametrize("name", ["lefthook", "pre-commit", "overcommit", "hk"])
@pytest.mark.parametrize("healed", [False, True])
@pytest.mark.parametrize("own", [False, True])
def test_a_manager_that_came_later(repo: Repo, tmp_path: Path, name: str, healed: bool, own: bool) -> None:
    """After ours are gone, all is as if they had never been, but a user's hook that hk overwrote stays."""
    twin = Repo.init(tmp_path / "twin")
    manager = managers.EVERY.get(name, managers.overcommit)
    for place in (repo, twin):
        if own:
            managers.put(place.path / ".git" / "hooks" / "post-commit", MINE)
    install(repo)
    for place in (repo, twin):
        manager(place)
    if healed:
        install(repo)
    remove(repo)
    left, expected = hooks_of(repo), hooks_of(twin)
    backups_left = [left.pop(file)[0].decode() for file in list(left) if scripts.BACKUP_SUFFIX in file]
    assert left == expected
    assert backups_left == [MINE] * (own and name == "hk")


def test_pre_commit_calls_ours_and_gives_the_place_back(repo: Repo) -> None:
    with_session(repo)
    managers.put(repo.path / ".git" / "hooks" / "post-commit", MINE)
    install(repo)
    managers.pre_commit(repo)
    assert set(places(repo).values()) == {Place.OURS}  # as <hook>.legacy
    assert commit(repo) == ["entire", "mine", "pre-commit"]
    assert not install(repo).changed
    managers.remove_pre_commit(repo)
    assert commit(repo) == ["entire", "mine"]


def test_overcommit_is_left_alone(repo: Repo) -> None:
    """Its hooks fail under another name."""
    with_session(repo)
    managers.overcommit(repo)
    before = hooks_of(repo)
    installed = install(repo)
    assert hooks_of(repo) == before
    assert {(hook.place, hook.manager) for hook in installed.hooks} == {(Place.KEPT, "overcommit")}
    assert commit(repo) == ["overcommit"]


def test_the_team_s_folder_of_husky_8_is_left_alone(repo: Repo) -> None:
    managers.old_husky(repo)
    before = hooks_of(repo)
    installed = install(repo)
    assert hooks_of(repo) == before
    assert {(hook.place, hook.manager) for hook in installed.hooks} == {(Place.KEPT, "husky")}
    repo.write(".husky/post-commit", "entire hooks git post-commit 2>/dev/null || :\n")
    assert places(repo)["post-commit"] == Place.CALLED


@pytest.mark.parametrize("name", ["lefthook", "hk", "overcommit"])
def test_a_manager_that_calls_us_is_enough(repo: Repo, name: str) -> None:
    """No hook of ours is needed then, and one that is there goes."""
    manager = next(manager for manager in hook_managers.EVERY if manager.name == name)
    managers.EVERY.get(name, managers.overcommit)(repo)
    before = hooks_of(repo)
    install(repo)
    assert hook_managers.missing_lines(str(repo.path), NAMES) == [manager]
    repo.write(manager.configs[0], manager.lines)
    assert hook_managers.missing_lines(str(repo.path), NAMES) == []
    assert set(places(repo).values()) == {Place.CALLED}
    assert all(hook.works for hook in git_hooks.look(open_repository(str(repo.path))))
    install(repo)
    assert hooks_of(repo) == before


def test_husky_s_lines_work(repo: Repo) -> None:
    """Each goes into the file that the comment above it names."""
    with_session(repo)
    managers.husky(repo)
    install(repo)
    (husky,) = hook_managers.missing_lines(str(repo.path), NAMES)
    lines = iter(husky.lines.splitlines())
    for comment, line in zip(lines, lines, strict=True):
        repo.write(comment.removeprefix("# "), line + "\n")
    assert hook_managers.missing_lines(str(repo.path), NAMES) == []
    install(repo)
    assert commit(repo) == ["husky", "entire"]
    assert "Entire CLI hooks" not in (repo.path / ".husky" / "_" / "post-commit").read_text()


def test_every_manager_s_lines_call_every_hook() -> None:
    for manager in hook_managers.EVERY:
        assert bool(manager.lines) == bool(manager.habit)
        named = [name for name in NAMES if hook_managers.names_us(manager.lines.encode(), name)]
        assert named == (list(NAMES) if manager.lines else [])


@pytest.mark.parametrize(
    ("mark", "name"),
    [
        (".husky/pre-commit", "husky"),
        ("lefthook.yml", "lefthook"),
        (".lefthook-local.toml", "lefthook"),
        (".config/lefthook.json", "lefthook"),
        (".pre-commit-config.yaml", "pre-commit"),
        (".overcommit.yml", "overcommit"),
        ("hk.pkl", "hk"),
        (".config/hk.pkl", "hk"),
        ("husky.txt", ""),
    ],
)
def test_managers_are_known_by_their_files(repo: Repo, mark: str, name: str) -> None:
    repo.write(mark)
    assert [manager.name for manager in hook_managers.used_in(str(repo.path))] == ([name] if name else [])


def test_lines_that_others_add_are_run_and_stay(repo: Repo) -> None:
    with_session(repo)
    install(repo)
    added = 'echo "added post-commit" >>.git/ran\n'
    path = repo.path / ".git" / "hooks" / "post-commit"
    path.write_text(path.read_text() + added)
    assert commit(repo) == ["entire", "added"]
    assert not install(repo).changed
    remove(repo)
    assert path.read_text() == "#!/bin/sh\n" + added
    assert commit(repo) == ["added"]


def test_lines_that_others_add_stay_behind_what_was_there(repo: Repo) -> None:
    path = repo.path / ".git" / "hooks" / "post-commit"
    managers.put(path, MINE.rstrip("\n"))
    with_session(repo)
    install(repo)
    path.write_text(path.read_text() + 'echo "added post-commit" >>.git/ran\n')
    assert commit(repo) == ["entire", "mine", "added"]
    remove(repo)
    assert path.read_text() == MINE + 'echo "added post-commit" >>.git/ran\n'
    assert commit(repo) == ["mine", "added"]


def test_added_lines_that_have_no_place_to_go_stop_the_removal(repo: Repo) -> None:
    path = repo.path / ".git" / "hooks" / "post-commit"
    managers.put(path, "#!/usr/bin/env python3\nprint()\n")
    install(repo)
    path.write_text(path.read_text() + "echo added\n")
    with pytest.raises(Exception, match="not a shell script"):
        remove(repo)
    assert path.read_text().endswith("echo added\n")


def test_links_come_back_as_links(repo: Repo) -> None:
    managers.put(repo.path / "scripts" / "post-commit", MINE)
    path = repo.path / ".git" / "hooks" / "post-commit"
    path.symlink_to("../../scripts/post-commit")
    with_session(repo)
    install(repo)
    assert commit(repo) == ["entire", "mine"]
    remove(repo)
    assert os.readlink(path) == "../../scripts/post-commit"


def test_a_hook_that_replaced_ours_stays_and_so_does_what_it_replaced(repo: Repo) -> None:
    path = repo.path / ".git" / "hooks" / "post-commit"
    for number in range(3):
        managers.put(path, f"{MINE}# {number}\n")
        install(repo)
    assert (path.parent / "post-commit.pre-entire.2").exists()
    directory = str(path.parent)
    left = [os.path.basename(found) for found in backups.abandoned(directory, "post-commit")]
    assert left == ["post-commit.pre-entire.1", "post-commit.pre-entire.2"]
    remove(repo)
    versions = ["post-commit.pre-entire.1", "post-commit.pre-entire.2", "post-commit"]
    expected = {name: (f"{MINE}# {number}\n".encode(), 0o755) for number, name in enumerate(versions)}
    assert hooks_of(repo) == expected
    assert not git_hooks.any_installed(directory)


def test_a_hook_that_is_not_executable_does_not_count(repo: Repo) -> None:
    install(repo)
    path = repo.path / ".git" / "hooks" / "post-commit"
    path.chmod(0o644)
    found = open_repository(str(repo.path))
    assert not look_installed(found)
    assert not all(hook.works for hook in git_hooks.look(found))
    assert install(repo).changed
    assert look_installed(found)


def test_scripts_of_the_reference_are_replaced(repo: Repo) -> None:
    """They have the same comment, but no end line."""
    path = repo.path / ".git" / "hooks" / "post-commit"
    managers.put(path, "#!/bin/sh\n# Entire CLI hooks\nentire hooks git post-commit 2>/dev/null || true\n")
    managers.put(path.parent / "post-commit.pre-entire", MINE)
    assert [hook.name for hook in git_hooks.not_current(open_repository(str(repo.path)))] == list(NAMES)
    install(repo)
    assert path.read_text() == scripts.script("post-commit")
    assert git_hooks.not_current(open_repository(str(repo.path))) == []
    remove(repo)
    assert path.read_text() == MINE


@pytest.mark.parametrize("refs", ["", "refs/heads/main 1 refs/heads/main 0\n"])
@pytest.mark.parametrize("shebang", ["#!/bin/sh", "#!/usr/bin/env bash"])
def test_the_hook_after_ours_gets_the_same_input(repo: Repo, refs: str, shebang: str) -> None:
    path = repo.path / ".git" / "hooks" / "pre-push"
    managers.put(path, f'{shebang}\necho "$1" >seen\ncat >>seen\nexit 7\n')
    install(repo)
    path.write_text(path.read_text() + "echo never >>seen\n")
    done = subprocess.run([path, "origin"], input=refs, text=True, cwd=repo.path, check=False)
    assert (repo.path / "seen").read_text() == "origin\n" + refs
    assert done.returncode == 7


def test_whose_a_hooks_directory_is(repo: Repo, tmp_path: Path) -> None:
    found = open_repository(str(repo.path))

    def shared() -> bool:
        return is_shared(found, get_hooks_dir(found))

    assert not shared()
    repo.git("config", "core.hooksPath", "team")
    assert not shared()
    repo.git("config", "core.hooksPath", str(tmp_path / "elsewhere"))
    assert shared()
    repo.git("config", "--unset", "core.hooksPath")
    repo.git("config", "--global", "core.hooksPath", "team")
    assert not shared()
    repo.git("config", "--global", "core.hooksPath", str(repo.path / "mine"))
    assert shared()  # set for all, though it lies here
