"""`entire gc`: smaller, and nothing lost that somebody may need."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests.scenario.care.test_doctor import findings, forget_for, state_file
from tests.scenario.world import World, make_repo

from entire.cli.commands.demo.stand_in import StandIn

DAY = 24 * 3600


def gc(world: World, *words: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(world.run("entire", "gc", "--json", *words).stdout)
    return loaded


def git_dir(world: World) -> Path:
    return world.repo.path / ".git"


def old(path: Path, days: float = 2) -> Path:
    """A file, or a folder, that nobody has written to for so long."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        path.write_text("content\n")
    then = path.stat().st_mtime - days * DAY
    os.utime(path, (then, then))
    return path


def many_objects(world: World, number: int = 300) -> None:
    for one in range(number):
        world.repo.write(f"many/{one}.txt", f"{one}\n")
    world.git("add", "-A")
    world.git("commit", "--quiet", "-m", "many")


def copy_of(world: World, agent: StandIn) -> Path:
    return world.file(f".entire/metadata/{agent.session_id}/full.jsonl")


def everything(world: World) -> tuple[set[str], str, list[tuple[str, bytes]]]:
    """All that refs, reflogs and indexes reach; the refs; the states of sessions."""
    refs = world.git("for-each-ref")
    reached = world.git(
        "rev-list", "--objects", "--no-object-names", "--all", "--reflog", "--indexed-objects"
    )
    states = sorted((git_dir(world) / "entire-sessions").rglob("*.json"))
    return set(reached.split()), refs, [(str(path), path.read_bytes()) for path in states]


@pytest.mark.parametrize("format", ["sha1", "sha256"])
def test_nothing_is_lost(tmp_path: Path, format: str) -> None:
    world = World.enabled(make_repo(tmp_path / "work", f"--object-format={format}"))
    many_objects(world)
    over, waiting, idle, lost = (world.agent() for _ in range(4))
    over.turn("Write one", {"one.py": "1\n"})
    world.git("add", "-A")
    checkpoint = world.commit()
    over.end()
    forget_for(world, over, days=10)
    waiting.turn("Write two", {"two.py": "2\n"})
    waiting.end()
    lost.turn("Write three", {"three.py": "3\n"})
    idle.turn("Write four", {"four.py": "4\n"})
    for agent in (waiting, idle):
        forget_for(world, agent, days=10)
    state_file(world, lost).unlink()
    dangling = world.git("commit-tree", "HEAD^{tree}", "-m", "young, and reached by nothing")
    world.repo.write("staged.txt", "staged\n")
    world.git("add", "staged.txt")
    before = everything(world)
    text = world.transcript(checkpoint)

    found = gc(world)
    assert everything(world) == before  # it only looks
    assert not found["done"]
    assert found["worth_packing"]
    assert [copy["session_id"] for copy in found["copies"]] == [over.session_id]
    assert copy_of(world, over).exists()

    done = gc(world, "--run")
    assert done["failures"] == []
    assert done["packed"]["before"]["loose"] == found["store"]["loose"] > 300
    assert done["packed"]["after"]["loose"] == 0
    assert everything(world) == before
    assert world.git("cat-file", "-t", dangling) == "commit"
    assert world.transcript(checkpoint) == text
    assert not copy_of(world, over).parent.exists()
    for agent in (waiting, idle, lost):  # no checkpoint has what these did
        assert copy_of(world, agent).read_text() == Path(agent.transcript).read_text()
    world.git("fsck", "--strict")
    world.git("add", "-A")
    linked = world.commit()
    assert {world.session(linked, number)["session_id"] for number in range(2)} == {
        waiting.session_id,
        idle.session_id,
    }
    again = gc(world, "--run")  # now one has
    assert {copy["session_id"] for copy in again["copies"]} == {waiting.session_id, idle.session_id}
    assert (again["leftovers"], again["packed"]) == ([], None)
    assert gc(world)["copies"] == []
    assert copy_of(world, lost).exists()


def test_a_session_goes_on_without_its_copy(world: World) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "-A")
    first = world.commit()
    agent.end()
    assert gc(world, "--run")["copies"] == []  # it may be resumed
    forget_for(world, agent, days=10)
    world.agent().start()  # puts the session away
    assert not state_file(world, agent).exists()
    assert len(gc(world, "--run")["copies"]) == 1

    agent.start("resume")
    agent.turn("Write two", {"two.py": "2\n"})
    world.git("add", "-A")
    second = world.commit()
    assert world.transcript(second) == Path(agent.transcript).read_text()
    assert world.transcript(second).startswith(world.transcript(first))
    assert world.session(second)["token_usage"] == world.session(first)["token_usage"]
    assert copy_of(world, agent).read_text() == Path(agent.transcript).read_text()
    world.check_sound()


def test_a_copy_with_more_than_the_checkpoint_stays(world: World) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "-A")
    world.commit()
    agent.turn("Just tell me", {})  # no checkpoint has this
    agent.end()
    forget_for(world, agent, days=10)
    assert gc(world, "--run")["copies"] == []
    assert copy_of(world, agent).exists()


def test_what_kills_left(world: World, tmp_path: Path) -> None:
    other = tmp_path / "other"
    world.git("worktree", "add", "--quiet", str(other), "-b", "other")
    there = git_dir(world) / "worktrees" / "other"
    head = world.git("rev-parse", "HEAD")
    report = "fast-import crash report:\n* commit refs/entire/import\n"
    gone = {
        old(git_dir(world) / "entire-sessions" / "one.json.123-0011aabb.tmp"): "temporary-file",
        old(other / ".entire" / "tmp" / "pre-prompt-x.json.1-0011aabb.tmp"): "temporary-file",
        old(git_dir(world) / "objects" / "pack" / "tmp_pack_AbC123"): "unfinished-object",
        old(git_dir(world) / "objects" / head[:2] / "tmp_obj_00112233"): "unfinished-object",
        old(git_dir(world) / "refs" / "heads" / "entire" / "1234567-e3b0c4.lock"): "ref-lock",
        old(world.file("src/.616263-00112233aabb.entire-tmp")): "work-file",
    }
    for folder in (git_dir(world) / "entire-rewind-0011", there / "entire-rewind-aabb"):
        old(folder / "files" / "a")
        gone[old(folder)] = "staged-folder"
    ours = there / "fast_import_crash_42"
    ours.write_text(report)
    gone[old(ours)] = "crash-report"

    theirs = git_dir(world) / "fast_import_crash_43"
    theirs.write_text("fast-import crash report:\n* commit refs/heads/imported\n")
    stay = [
        old(theirs),
        old(git_dir(world) / "objects" / "pack" / "tmp_pack_young", days=0.5),
        old(git_dir(world) / "entire-rewind-aa" / "files" / "a").parent.parent,  # itself is new
        old(git_dir(world) / "refs" / "heads" / "mine.lock"),
        old(git_dir(world) / "refs" / "heads" / "entire" / "7654321-e3b0c4.lock", days=0.5),
        old(world.file("src/notes.entire-tmp")),
        old(world.file("src/one.tmp")),
    ]
    found = gc(world)
    assert {leftover["path"]: leftover["kind"] for leftover in found["leftovers"]} == {
        str(path): kind for path, kind in gone.items()
    }
    assert all(path.exists() for path in gone)
    done = gc(world, "--run")
    assert sorted(leftover["path"] for leftover in done["leftovers"]) == sorted(map(str, gone))
    assert not [path for path in gone if path.exists()]
    assert [path for path in stay if not path.exists()] == []
    assert gc(world)["leftovers"] == []


@pytest.mark.parametrize(
    "name", ["index.lock", "packed-refs.lock", "objects/maintenance.lock", "worktrees/other/index.lock"]
)
def test_a_git_that_is_at_work(world: World, tmp_path: Path, name: str) -> None:
    world.git("worktree", "add", "--quiet", str(tmp_path / "other"), "-b", "other")
    many_objects(world)
    leftover = old(git_dir(world) / "entire-sessions" / "one.json.123-0011aabb.tmp")
    lock = git_dir(world) / name
    lock.write_text("")
    assert gc(world)["at_work"] == [str(lock)]
    done = world.run("entire", "gc", "--run", check=False)
    assert done.returncode == 1
    assert f"Failed: a git command is running: {lock}; try again" in done.stdout
    assert lock.exists()
    assert not leftover.exists()  # what is only ours does not wait
    assert gc(world)["store"]["loose"] > 300
    lock.unlink()
    assert gc(world, "--run")["packed"]["after"]["loose"] == 0


def test_a_real_git_that_is_at_work(world: World, tmp_path: Path) -> None:
    """A commit of everything, with the editor open."""
    many_objects(world)
    world.repo.write("many/1.txt", "more\n")
    ready, go = tmp_path / "ready", tmp_path / "go"
    os.mkfifo(ready)
    os.mkfifo(go)
    env = world.env | {"GIT_EDITOR": f"sh -c 'echo message >\"$1\"; echo >{ready}; cat {go} >/dev/null' -"}
    commit = subprocess.Popen(["git", "commit", "--quiet", "-a"], cwd=world.repo.path, env=env)
    ready.read_text()
    refused = world.run("entire", "gc", "--run", check=False)
    go.write_text("")
    assert commit.wait(timeout=30) == 0
    assert refused.returncode == 1
    assert "index.lock" in refused.stdout
    assert world.git("log", "-1", "--format=%s") == "message"
    world.entire("gc", "--run")
    world.git("fsck", "--strict")


def test_hooks_and_gc_at_the_same_time(world: World) -> None:
    many_objects(world)
    agent = world.agent()
    running = None
    for number in range(4):
        if running is None or running.poll() is not None:
            running = subprocess.Popen(
                ["entire", "gc", "--run"], cwd=world.repo.path, env=world.env, stdout=subprocess.DEVNULL
            )
        agent.turn("Write", {f"{number}.py": f"{number}\n"})
        world.git("add", "-A")
        assert world.checkpoint(world.git("rev-parse", "HEAD")) != world.commit() != ""
    assert running is not None
    running.wait(timeout=60)
    assert (
        len(world.git("log", "--format=%s", "entire/checkpoints/v1", "--grep=^Checkpoint: ").splitlines())
        == 4
    )
    world.check_sound()


def test_branches_that_nobody_needs_are_for_clean(world: World) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    state_file(world, agent).unlink()
    before = world.shadows()
    assert gc(world, "--run")["branches"] == 1
    assert world.shadows() == before
    assert "Unused branches: 1 (`entire clean` lists them)" in world.entire("gc")


def test_too_many_objects(world: World) -> None:
    assert findings(world) == []
    world.git("config", "gc.auto", "1")  # far more than twice as many are there
    (finding,) = findings(world)
    assert finding["kind"] == "too_many_objects"
    assert "for two weeks" in finding["cause"]
    assert finding["fix"] == "pack them with `entire gc --run`"
    (git_dir(world) / "gc.log").write_text("warning: There are too many unreachable loose objects\n")
    (finding,) = findings(world)
    assert "too many unreachable" in finding["cause"]
    assert "Problem: " in world.entire("gc")
    assert gc(world, "--run")["packed"]["after"]["loose"] == 0
    assert findings(world) == []


def test_plain_lines(world: World) -> None:
    assert world.entire("gc").endswith("\n\nNothing to do.\n")
    assert world.entire("gc", "--run").endswith("\n\nNothing to do.\n")
    many_objects(world)
    assert "To do:\n" in world.entire("gc")
    assert world.entire("gc").endswith("\nRun with --run to do this.\n")
    assert "\nDone:\n" in world.entire("gc", "--run")
