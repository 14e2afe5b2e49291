"""Objects as they are stored, what reaches them, and git's own housekeeping."""

from __future__ import annotations

import os
import socket
import time
from pathlib import Path

import pytest
from tests.support import ODD_NAMES, Repo

from entire.git import locks, upkeep
from entire.git.errors import GitError
from entire.git.objects import reach
from entire.git.objects import store as object_store
from entire.git.repository import Repository
from entire.git.upkeep import LOOSE_LIMIT, PACK_LIMIT

MISSING = "12" * 20
TWO_WEEKS = 14 * 24 * 3600


def test_sizes_on_disk(repo: Repo, found: Repository) -> None:
    repo.write("big", "line\n" * 10_000)
    repo.commit("big")
    for _ in range(2):
        oids = repo.git("rev-list", "--objects", "--no-object-names", "HEAD").split()
        sizes = list(object_store.disk_sizes(found, [*oids, MISSING]))
        assert sizes[-1] is None
        total = sum(size for size in sizes if size is not None)
        assert total == int(repo.git("rev-list", "--objects", "--disk-usage", "HEAD"))
        assert 0 < total < 10_000
        repo.git("gc", "--quiet")


def test_what_each_commit_adds(repo: Repo, found: Repository) -> None:
    first = repo.head
    for name in ODD_NAMES:
        repo.write(b"folder/" + name, name)
    second = repo.commit("second")
    repo.write("README.md", "other\n")
    (repo.path / "folder" / "-dash").unlink()
    third = repo.commit("third")
    pairs = [(first, ""), (second, first), (third, second), (third, third)]
    added = dict(reach.added(found, pairs))
    assert list(added) == [first, second, third]
    assert [path for path, _ in added[first]] == ["README.md"]
    assert {os.fsencode(path) for path, _ in added[second]} == {b"folder"} | {
        b"folder/" + n for n in ODD_NAMES
    }
    assert [path for path, _ in added[third]] == ["README.md", "folder"]
    for commit, entries in added.items():
        for path, oid in entries:
            assert oid == repo.git("rev-parse", f"{commit}:{path}")


def test_commits_of_some_that_others_have_not(repo: Repo, found: Repository) -> None:
    repo.git("branch", "user")
    own = [repo.commit("one"), repo.commit("two")]
    assert reach.commit_ids(found, [repo.head], [repo.git("rev-parse", "user")]) == own[::-1]
    assert reach.commit_ids(found, [], []) == []
    with pytest.raises(GitError):
        reach.commit_ids(found, [MISSING], [])
    with pytest.raises(GitError):
        list(reach.added(found, [(repo.head, MISSING)]))


def test_objects_of_commits_since_a_time(repo: Repo, found: Repository) -> None:
    old = repo.head
    repo.write("old", "old\n")
    repo.git("add", "-A")
    repo.git("-c", "user.name=x", "commit", "--quiet", "-m", "later", "--date=2030-01-01T00:00:00Z")
    late = int(repo.git("log", "-1", "--format=%ct"))
    everything = set(repo.git("rev-list", "--objects", "--no-object-names", "HEAD").split())
    assert set(reach.listed(found, [repo.head], [], 0)) == everything
    assert set(reach.listed(found, [repo.head], [], late + 10)) == set()
    tree = set(repo.git("rev-list", "--objects", "--no-object-names", f"{old}^{{tree}}").split())
    assert set(reach.listed(found, [repo.head], [old], late + 10)) == tree


def cruft_packs(repo: Repo) -> int:
    """Packs of unreachable objects, which git keeps for a while."""
    return len(list((repo.path / ".git" / "objects" / "pack").glob("*.mtimes")))


def test_loose_objects_that_nothing_reaches(repo: Repo, found: Repository) -> None:
    staged = repo.write("staged", "in the index\n")
    repo.git("add", "-A")
    lost = repo.git("hash-object", "-w", "--stdin", data=b"lost\n")
    repo.git("commit-tree", "HEAD^{tree}", "-m", "dangling")
    gone = object_store.unreachable(found)
    assert len(gone) == 2
    assert lost in {loose.oid for loose in gone}
    assert all(loose.bytes > 0 and abs(loose.time - time.time()) < 600 for loose in gone)
    store = object_store.measure(found)
    assert (store.loose, store.packs, cruft_packs(repo)) == (6, 0, 0)
    assert store.bytes == store.loose_bytes > 0
    upkeep.collect(found, upkeep.read(found))
    assert staged.exists()
    after = object_store.measure(found)
    assert (after.loose, after.packs) == (0, 2)
    assert cruft_packs(repo) == 1
    assert object_store.unreachable(found) == []
    assert repo.git("cat-file", "-p", lost) == "lost"  # git keeps it for two weeks


def test_what_the_user_says_about_cruft_holds(repo: Repo, found: Repository) -> None:
    lost = repo.git("hash-object", "-w", "--stdin", data=b"lost\n")
    repo.git("config", "gc.cruftPacks", "false")
    upkeep.collect(found, upkeep.read(found))
    assert [loose.oid for loose in object_store.unreachable(found)] == [lost]
    assert cruft_packs(repo) == 0


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({}, (LOOSE_LIMIT, PACK_LIMIT)),
        ({"gc.auto": "2k"}, (2048, PACK_LIMIT)),
        ({"gc.auto": "0"}, (0, 0)),
        ({"gc.auto": "-1"}, (0, 0)),
        ({"gc.autoPackLimit": "7"}, (LOOSE_LIMIT, 7)),
        ({"gc.auto": "many"}, (LOOSE_LIMIT, PACK_LIMIT)),
        ({"maintenance.auto": "false"}, (0, PACK_LIMIT)),
    ],
)
def test_when_git_packs_by_itself(
    repo: Repo, found: Repository, settings: dict[str, str], expected: tuple[int, int]
) -> None:
    for name, value in settings.items():
        with (repo.path / ".git" / "config").open("a") as file:
            section, key = name.split(".")
            file.write(f"[{section}]\n\t{key} = {value}\n")
    how = upkeep.read(found)
    assert (how.loose_limit, how.pack_limit) == expected
    assert abs(time.time() - TWO_WEEKS - how.expire) < 600
    assert (how.complaint, how.cruft) == ("", None)


def test_how_long_objects_are_kept(repo: Repo, found: Repository) -> None:
    repo.git("config", "gc.pruneExpire", "never")
    (repo.path / ".git" / "gc.log").write_text("warning: too many\n")
    how = upkeep.read(found)
    assert (how.expire, how.complaint) == (0, "warning: too many")
    repo.git("config", "gc.pruneExpire", "now")
    assert abs(time.time() - upkeep.read(found).expire) < 600


def test_locks(repo: Repo, found: Repository, tmp_path: Path) -> None:
    assert locks.lock_files(found) == []
    git_dir = repo.path / ".git"
    repo.git("worktree", "add", "--quiet", "--detach", str(tmp_path / "other"))
    for name in ("index.lock", "worktrees/other/index.lock", "objects/maintenance.lock"):
        (git_dir / name).write_text("")
    (git_dir / "refs" / "heads" / "a").mkdir()
    old = git_dir / "refs" / "heads" / "a" / "b.lock"
    old.write_text("")
    os.utime(old, (0, 0))
    found_locks = {lock.path: lock for lock in locks.lock_files(found)}
    assert len(found_locks) == 4
    assert found_locks[str(old)].ref == "refs/heads/a/b"
    assert found_locks[str(old)].age > 10**9
    assert found_locks[str(git_dir / "index.lock")].ref == ""
    assert reach.detached_heads(found) == [repo.head]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("{us} {host}", True),
        ("1 another-machine", True),
        ("99999999 {host}", False),
        ("nonsense", False),
    ],
)
def test_a_git_gc_that_is_running(repo: Repo, found: Repository, content: str, expected: bool) -> None:
    pid_file = content.format(us=os.getpid(), host=socket.gethostname())
    (repo.path / ".git" / "gc.pid").write_text(pid_file)
    assert bool(locks.lock_files(found)) == expected
