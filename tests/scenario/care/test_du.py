"""`entire du`: every byte is counted once, and those that are not ours are not."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from tests.scenario.care.test_doctor import state_file
from tests.scenario.world import BRANCH, World
from tests.support import Repo

from entire.care.commits import OurRef, read
from entire.care.refs import Kind
from entire.git.objects import reach
from entire.git.objects.read import Objects
from entire.git.repository import open_repository

OURS = ("refs/heads/entire/*", "refs/entire/*", "refs/notes/entire", "refs/remotes/*/entire/*")

NAMES = ["total_bytes", "object_store_bytes", "git", "refs", "sessions", "local_files", "freed"]


def du(world: World, cwd: Path | None = None) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(world.run("entire", "du", "--json", cwd=cwd).stdout)
    return loaded


def reached(world: World, *revisions: str) -> set[str]:
    return set(world.git("rev-list", "--objects", "--no-object-names", *revisions).split())


def own_objects(world: World, *foreign: str) -> set[str]:
    """What our refs reach and the user's do not, by git alone."""
    refs = world.git("for-each-ref", "--format=%(refname)", *(pattern.rstrip("*") for pattern in OURS[:3]))
    remote = world.git("for-each-ref", "--format=%(refname)", "refs/remotes/**/entire/**")
    ours = [ref for ref in (refs + "\n" + remote).split() if ref not in foreign]
    user = reached(world, *(f"--exclude={pattern}" for pattern in OURS), "--all", *foreign)
    return reached(world, *ours) - user


def disk_bytes(world: World, oids: set[str]) -> int:
    script = "git cat-file --batch-check='%(objectsize:disk)'"
    listing = world.repo.path / ".git" / "listing"
    listing.write_text("".join(f"{oid}\n" for oid in oids))
    return sum(map(int, world.run("sh", "-c", f"{script} <.git/listing").stdout.split()))


def check_sums(found: dict[str, Any]) -> None:
    git = found["git"]
    unique = sum(ref["unique_bytes"] for ref in found["refs"])
    assert unique + git["shared_by_refs_bytes"] == git["bytes"]
    unique = sum(session["unique_bytes"] for session in found["sessions"])
    assert unique + git["shared_by_sessions_bytes"] + git["no_session_bytes"] == git["bytes"]
    assert found["total_bytes"] == git["bytes"] + sum(row["bytes"] for row in found["local_files"])


def test_a_story(world: World, tmp_path: Path) -> None:
    """Two sessions on one branch, commits, a rewind, something put aside, a clone that was pushed to."""
    for number in range(30):
        world.repo.write(f"src/{number}.py", f"{number}\n" * 50)
    world.git("add", "-A")
    world.env["GIT_COMMITTER_DATE"] = "2020-01-01T00:00:00Z"  # long before any step
    world.git("commit", "--quiet", "-m", "code")
    del world.env["GIT_COMMITTER_DATE"]
    one, two = world.agent(), world.agent()
    one.turn("Change it", {"src/1.py": "one\n" * 40, "new.py": "new\n"})
    two.turn("Change it", {"src/2.py": "two\n" * 40})
    world.git("add", "-A")
    checkpoint = world.commit()
    assert len(world.root(checkpoint)["sessions"]) == 2

    one.turn("Go on", {"src/3.py": "three\n" * 40})
    one.turn("And on", {"src/3.py": "four\n" * 40, "left.py": "left\n"})
    world.git("add", "src/3.py")
    world.git("commit", "--quiet", "-m", "a part")  # the rest is carried forward
    two.turn("Meanwhile", {"src/4.py": "five\n" * 40})
    world.git("clone", "--quiet", "--bare", ".", str(tmp_path / "origin.git"))
    world.git("remote", "add", "origin", str(tmp_path / "origin.git"))
    world.entire("push")
    third = world.agent()
    third.turn("Something else", {"else.py": "else\n"})
    world.entire("rewind", "--to", json.loads(world.entire("rewind", "--list"))[0]["id"], "--force")
    mine = "refs/heads/entire/deadbee-e3b0c4"
    world.git("update-ref", mine, world.git("commit-tree", "HEAD^{tree}", "-m", "my own work"))

    found = du(world)
    assert list(found) == NAMES
    check_sums(found)
    own = own_objects(world, mine)
    assert found["git"]["object_count"] == len(own)
    assert found["git"]["bytes"] == disk_bytes(world, own)
    rows = {ref["name"]: ref for ref in found["refs"]}
    whole = int(world.git("rev-list", "--objects", "--disk-usage", BRANCH))
    assert rows[BRANCH]["unique_bytes"] + rows[BRANCH]["shared_bytes"] == whole
    assert rows["refs/remotes/origin/entire/checkpoints/v1"]["unique_bytes"] == 0
    assert "entire/deadbee-e3b0c4" not in rows
    assert {ref["kind"] for ref in found["refs"]} >= {"checkpoints", "seen", "shadow", "rewind"}
    assert {session["session_id"] for session in found["sessions"]} == {
        agent.session_id for agent in (one, two, third)
    }
    by_id = {session["session_id"]: session for session in found["sessions"]}
    assert by_id[one.session_id]["checkpoint_count"] == 2
    assert by_id[one.session_id]["shared_bytes"] > 0  # both were asked the same: one blob
    assert by_id[two.session_id]["shared_bytes"] > 0
    assert all(session["unique_bytes"] > 0 for session in found["sessions"])
    assert found["git"]["shared_by_sessions_bytes"] > 0
    assert du(world) == found  # looking changes nothing
    folder = world.file("src")
    assert du(world, cwd=folder) == found

    world.git("gc", "--quiet")
    packed = du(world)
    check_sums(packed)
    assert packed["git"]["object_count"] == len(own)
    assert packed["git"]["bytes"] == disk_bytes(world, own) < found["git"]["bytes"]


@pytest.mark.parametrize("told", [True, False])
def test_a_branch_is_compared_with_what_it_builds_on(world: World, told: bool) -> None:
    """Not with nothing: the tree may have a hundred thousand files. The reference tells it by its name."""
    head = world.git("rev-parse", "HEAD")
    world.agent().turn("Write one", {"one.py": "1\n"})
    (shadow,) = world.shadows()
    if not told:
        message = world.git("log", "-1", "--format=%B", shadow).split("Base-Commit")[0]
        root = world.git("commit-tree", f"{shadow}^{{tree}}", "-m", message)
        world.git("update-ref", f"refs/heads/{shadow}", root)
    repo = open_repository(str(world.repo.path))
    ref = OurRef(f"refs/heads/{shadow}", world.git("rev-parse", shadow), Kind.SHADOW)
    with Objects(repo) as objects:
        first, *_ = read(repo, objects, [ref], [head])
    assert first.before == head
    entries = dict(reach.added(repo, [(first.oid, first.before)]))
    assert all("README.md" not in dict(added) for added in entries.values())


def test_what_nobody_needs_can_be_freed(world: World) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n" * 100})
    assert [ref["needed"] for ref in du(world)["refs"]] == [True, True]
    assert du(world)["freed"] == []
    state_file(world, agent).unlink()
    (shadow,) = world.shadows()
    found = du(world)
    row = next(ref for ref in found["refs"] if ref["name"] == shadow)
    assert (row["needed"], row["step_count"], row["kind"]) == (False, 1, "shadow")
    (freed,) = found["freed"]
    assert freed == {
        "command": "entire clean --force",
        "bytes": row["unique_bytes"],
        "what": "1 unused ref",
    }
    world.entire("clean", "--force")
    put_aside = next(ref for ref in du(world)["refs"] if ref["kind"] == "put-aside")
    assert (put_aside["unique_bytes"], put_aside["needed"]) == (row["unique_bytes"], False)
    world.entire("clean", "--force")
    (later,) = du(world)["freed"]
    assert later["command"] == "git gc"
    assert later["bytes"] >= row["unique_bytes"]


def test_files(world: World, tmp_path: Path) -> None:
    agent, elsewhere = world.agent(), world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    other = tmp_path / "other"
    world.git("worktree", "add", "--quiet", str(other), "-b", "other")
    elsewhere.root = str(other)
    elsewhere.turn("Write two", {"two.py": "2\n"})
    found = du(world)
    files = {row["kind"]: row for row in found["local_files"]}
    assert {files[kind]["file_count"] for kind in ("copies", "states", "cursors")} == {2}
    copies = list(world.repo.path.glob(".entire/metadata/*/full.jsonl"))
    copies += other.glob(".entire/metadata/*/full.jsonl")
    assert files["copies"]["bytes"] == sum(path.stat().st_size for path in copies) > 0
    kept = [p for p in (world.repo.path / ".git" / "entire-sessions").iterdir() if agent.session_id in p.name]
    (row,) = [session for session in found["sessions"] if session["session_id"] == agent.session_id]
    (copy,) = [path for path in copies if agent.session_id in str(path)]
    assert row["file_bytes"] == sum(path.stat().st_size for path in [*kept, copy])
    assert du(world, cwd=other) == found


def test_hostile_names_and_nothing_at_all(world: World) -> None:
    empty = du(world)
    assert empty["sessions"] == []
    check_sums(empty)
    metadata = b'{"session_id": "../../etc", "agent": "\\u001b[2J"}'
    blob = world.repo.git("hash-object", "-w", "--stdin", data=metadata)
    tree = world.repo.git("mktree", data=f"100644 blob {blob}\tmetadata.json\n".encode())
    for name in ("0", "aaaaaaaaaa", "aa"):
        tree = world.repo.git("mktree", data=f"040000 tree {tree}\t{name}\n".encode())
    world.git("update-ref", f"refs/heads/{BRANCH}", world.git("commit-tree", tree, "-m", "x", "-p", BRANCH))
    found = du(world)
    check_sums(found)
    assert found["sessions"] == []
    assert found["git"]["bytes"] == int(world.git("rev-list", "--objects", "--disk-usage", BRANCH))


def test_a_partial_clone(world: World, tmp_path: Path) -> None:
    """What was left with the remote is told, and not fetched."""
    world.agent().turn("Write one", {"one.py": "1\n"})
    world.git("add", "-A")
    world.commit()
    world.git("config", "uploadpack.allowFilter", "true")
    source = world.repo.path.as_uri()
    world.git("clone", "--quiet", "--no-checkout", "--filter=blob:none", source, str(tmp_path / "part"))
    clone = World(Repo(tmp_path / "part"))
    clone.git("branch", BRANCH, f"origin/{BRANCH}")
    missing = clone.git("rev-list", "--objects", "--missing=print", BRANCH).splitlines()
    found = du(clone)
    assert found["git"]["missing_count"] == sum(line.startswith("?") for line in missing) > 0
    assert clone.git("rev-list", "--objects", "--missing=print", BRANCH).splitlines() == missing
    check_sums(found)
    assert "Missing: " in clone.entire("du")
    assert "Objects: " in clone.entire("gc")


def test_plain_lines(world: World) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "-A")
    world.commit()
    lines = world.entire("du").splitlines()
    assert lines[0].startswith("Total: ")
    assert "Branches: 1" in lines
    assert "Sessions: 1" in lines
    assert any(line.startswith(f"  {agent.session_id}: ") for line in lines)
    world.agent().turn("Write two", {"two.py": "1\n"})
    assert "  (1 more, --limit 0 lists them)" in world.entire("du", "-n", "1").splitlines()


def test_as_many_git_processes_for_few_as_for_many(world: World) -> None:
    def processes() -> int:
        folder = world.repo.path / ".git" / "trace"
        folder.mkdir()
        world.env["GIT_TRACE2_EVENT"] = str(folder)
        world.entire("du")
        del world.env["GIT_TRACE2_EVENT"]
        number = len(os.listdir(folder))
        for path in folder.iterdir():
            path.unlink()
        folder.rmdir()
        return number

    def work(commits: int) -> int:
        for _ in range(commits):
            name = f"{next(numbers)}.py"
            world.agent().turn("Write", {name: "1\n"})
            world.git("add", "-A")
            world.commit()
        world.agent().turn("Write last", {f"{next(numbers)}.py": "1\n"})
        return processes()

    numbers = iter(range(100))
    first = work(1)  # everything is read
    assert first <= 22
    assert processes() == processes() <= 20  # nothing is new
    assert work(1) == work(5) <= 22
