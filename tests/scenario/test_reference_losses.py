"""The ways in which the reference loses data, one test each: the rows of severity H in the contract, 15.A.

Everything goes through installed hooks and commands. The number of a row is in the test's name.
"""

from __future__ import annotations

import json
import os
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.scenario.commits.subagent import Sub
from tests.scenario.sharing.clones import Clones, ref
from tests.scenario.world import BRANCH, World
from tests.support import Repo

SECOND = "a second session"


def second_worktree(world: World, name: str = "other") -> World:
    """A linked worktree on a branch of its own."""
    path = world.repo.path.parent / name
    world.git("worktree", "add", "--quiet", "-b", name, str(path))
    return World(Repo(path))


def checkpoints(world: World) -> set[str]:
    """The ids on the checkpoints branch."""
    return {name[:2] + name[3:13] for name in world.names() if name.endswith("/0/metadata.json")}


def linked(world: World) -> list[str]:
    """The ids that the commits of all branches name."""
    form = "--format=%(trailers:key=Entire-Checkpoint,valueonly)"
    return world.git("log", "--branches", f"--exclude=refs/heads/{BRANCH}", form).split()


def two_sessions_on_one_branch(world: World) -> tuple[str, str]:
    """Two sessions that each wrote a file and wait; returns their ids."""
    first, second = world.agent(), world.agent()
    first.turn("Write the first file", {"first.py": "1\n"})
    second.turn("Write the second file", {"second.py": "2\n"})
    assert len(world.shadows()) == 1
    return first.session_id, second.session_id


def test_a1_commits_in_two_worktrees_at_once_keep_all_checkpoints(world: World) -> None:
    places = [world, second_worktree(world)]

    def work(place: World) -> None:
        agent = place.agent()
        for number in range(3):
            name = f"{place.repo.path.name}-{number}.py"
            agent.turn(f"Write {name}", {name: f"{number}\n"})
            place.git("add", name)
            place.git("commit", "--quiet", "-m", name)

    with ThreadPoolExecutor() as pool:
        list(pool.map(work, places))
    assert len(linked(world)) == 6
    assert checkpoints(world) == set(linked(world))


def test_a2_sessions_that_stop_at_once_keep_all_steps(world: World) -> None:
    agents = [world.agent() for _ in range(3)]
    for agent in agents:
        agent.start()

    def work(number: int) -> None:
        for turn in range(3):
            name = f"s{number}t{turn}.py"
            agents[number].turn(f"Write {name}", {name: "x\n"})

    with ThreadPoolExecutor() as pool:
        list(pool.map(work, range(3)))
    (shadow,) = world.shadows()
    assert {f"s{number}t{turn}.py" for number in range(3) for turn in range(3)} <= set(world.names(shadow))
    for agent in agents:
        grep = f"--grep=^Entire-Session: {agent.session_id}"
        assert len(world.git("log", "--first-parent", "--format=%s", grep, shadow).splitlines()) == 3


def test_a3_a_ref_is_never_left_empty(world: World, tmp_path: Path) -> None:
    """Git dies while it moves the checkpoints branch: the branch keeps its old tip."""
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "one.py")
    first = world.commit()
    tip = world.git("rev-parse", BRANCH)
    agent.turn("Write two", {"two.py": "2\n"})
    world.git("add", "two.py")
    hook = tmp_path / "hooks" / "reference-transaction"
    hook.parent.mkdir()
    hook.write_text(
        f'#!/bin/sh\n[ "$1" = prepared ] && grep -q " refs/heads/{BRANCH}$" && kill -9 $PPID\nexit 0\n'
    )
    hook.chmod(0o755)
    installed = Path(world.git("rev-parse", "--path-format=absolute", "--git-path", "hooks"))
    (installed / hook.name).symlink_to(hook)
    world.git("commit", "--quiet", "-m", "work")
    assert world.git("rev-parse", BRANCH) == tip
    (installed / hook.name).unlink()
    agent.turn("Write three", {"three.py": "3\n"})
    assert {first, world.checkpoint()} == checkpoints(world)


def test_a4_git_hooks_and_agent_hooks_at_once_keep_each_others_changes(world: World) -> None:
    agent = world.agent()
    agent.prompt("Write and commit files while the to-do list changes")
    for number in range(3):
        agent.write(f"f{number}.py", "x\n")
        world.git("add", f"f{number}.py")
        commit = subprocess.Popen(
            ["git", "commit", "--quiet", "-m", f"f{number}"],
            cwd=world.repo.path, env=world.env, stdin=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        todos = [{"content": f"item {number}", "status": "in_progress", "activeForm": "x"}]
        agent.hook("post-todo", tool_name="TodoWrite", tool_use_id=f"toolu_{number}",
                   tool_input={"todos": todos}, tool_response={"newTodos": todos})  # fmt: skip
        assert commit.wait() == 0
    state = world.state(agent.session_id)
    assert state is not None
    assert sorted(state["turn_checkpoint_ids"]) == sorted(linked(world))
    agent.say("All three are there.")
    agent.stop()
    assert checkpoints(world) == set(linked(world))
    assert len(linked(world)) == 3
    assert all("All three are there." in world.transcript(found) for found in linked(world))


def test_a5_a_commit_of_one_session_keeps_the_others_steps(world: World) -> None:
    _, waiting = two_sessions_on_one_branch(world)
    world.git("add", "first.py")
    world.commit()
    (shadow,) = world.shadows()
    assert world.show("second.py", shadow) == "2\n"
    world.git("add", "second.py")
    checkpoint = world.commit()
    assert world.session(checkpoint)["session_id"] == waiting
    assert world.stored(checkpoint, "prompt.txt") == "Write the second file"


def test_a5b_a_session_that_is_not_in_a_commit_moves_with_its_branch(world: World) -> None:
    _, waiting = two_sessions_on_one_branch(world)
    world.git("add", "first.py")
    world.commit()
    state = world.state(waiting)
    assert state is not None
    assert world.shadows()[0].startswith(f"entire/{state['base_commit'][:7]}-")
    world.entire("clean", "--force")
    world.entire("session", "list")
    assert world.show("second.py", world.shadows()[0]) == "2\n"


def test_a5c_a_commit_without_trailer_keeps_earlier_turns(world: World) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    agent.prompt("Write two")
    agent.write("two.py", "2\n")
    world.repo.write("mine.txt", "by hand\n")
    world.git("add", "mine.txt")
    world.git("-c", "core.hooksPath=/dev/null", "commit", "--quiet", "-m", "without hooks")
    world.run("entire", "hooks", "git", "post-commit")
    assert world.checkpoint() == ""
    agent.say("Done.")
    agent.stop()
    world.git("add", "-A")
    checkpoint = world.commit()
    assert world.session(checkpoint)["files_touched"] == ["one.py", "two.py"]
    assert "Write one" in world.transcript(checkpoint)


@pytest.mark.parametrize("taken", [False, True])
def test_a6_a_moved_head_keeps_all_sessions_and_an_existing_branch(world: World, taken: bool) -> None:
    first, second = two_sessions_on_one_branch(world)
    world.git("commit", "--quiet", "--allow-empty", "--no-verify", "-m", "pulled")
    if taken:
        suffix = world.shadows()[0].rpartition("-")[2]
        occupied = f"entire/{world.repo.head[:7]}-{suffix}"
        world.git("branch", occupied, "HEAD~1")
    kept = world.git("for-each-ref", "--format=%(objectname)", "refs/heads/entire/").splitlines()
    world.agent(first).turn("Write more", {"more.py": "3\n"})
    for tip in kept:  # whatever the refs are called now, everything is still reachable from one
        assert world.git(
            "for-each-ref", f"--contains={tip}", "--format=%(refname)", "refs/heads/entire", "refs/entire"
        )
    world.git("add", "second.py")
    checkpoint = world.commit()
    assert world.session(checkpoint)["session_id"] == second


def test_a7_resume_keeps_checkpoints_that_were_not_pushed(tmp_path: Path) -> None:
    clones = Clones(tmp_path)
    clones.work("First of ada")
    clones.push("HEAD:refs/heads/main")
    bob = clones.clone()
    bob.entire("enable", "--agent", "claude-code")
    own = clones.work("Own work of bob", session_id="bob-session", world=bob)
    theirs = clones.work("Second of ada")
    clones.push("HEAD:refs/heads/feature")
    bob.git("fetch", "--quiet")
    bob.run("entire", "resume", "feature", "--force", check=False)
    bob.entire("fetch")
    assert {own, theirs} <= checkpoints(bob)
    assert bob.stored(own, "prompt.txt") == "Own work of bob"


def test_a8_pushes_and_commits_at_once_lose_nothing(tmp_path: Path) -> None:
    clones = Clones(tmp_path)
    clones.work("First of ada")
    clones.push("HEAD:refs/heads/main")
    people = {"ada": clones.ada, "bob": clones.clone(), "eve": clones.clone("eve")}
    for name in ("bob", "eve"):
        people[name].entire("enable", "--agent", "claude-code")

    def work(name: str) -> list[str]:
        done = []
        for number in range(2):
            prompt = f"{name}{number} writes"
            done.append(clones.work(prompt, session_id=f"of-{name}", world=people[name]))
            people[name].run("entire", "push", "origin", check=False)
        return done

    with ThreadPoolExecutor() as pool:
        made = {found for done in pool.map(work, people) for found in done}
    for world in people.values():
        world.entire("push", "origin")
    assert len(made) == 6
    for world in people.values():
        world.entire("fetch", "origin")
        assert made <= checkpoints(world)
    assert len({world.git("rev-parse", f"{ref(world)}^{{tree}}") for world in people.values()}) == 1


def test_a9_finishing_a_turn_never_writes_into_another_sessions_place(world: World) -> None:
    """The session is gone from its checkpoint when the turn ends; the one that is there stays as it is."""
    agent = world.agent()
    agent.prompt("Write and commit")
    agent.write("one.py", "1\n")
    agent.shell("git add one.py && git commit -q -m one")
    checkpoint = world.checkpoint()
    path = f"{checkpoint[:2]}/{checkpoint[2:]}/0/metadata.json"
    foreign = json.dumps(world.session(checkpoint) | {"session_id": SECOND})
    replace_on_branch(world, path, foreign)
    before = world.transcript(checkpoint)
    agent.say("This belongs to my own conversation.")
    agent.stop()
    others = [number for number in range(len(world.root(checkpoint)["sessions"]))
              if world.session(checkpoint, number)["session_id"] == SECOND]  # fmt: skip
    assert [world.transcript(checkpoint, number) for number in others] == [before]


def test_a10_an_unreadable_summary_forgets_no_session(world: World) -> None:
    first, second = two_sessions_on_one_branch(world)
    world.git("add", "-A")
    checkpoint = world.commit()
    replace_on_branch(world, f"{checkpoint[:2]}/{checkpoint[2:]}/metadata.json", "{ not JSON")
    world.agent(first).turn("Write it again", {"first.py": "1 again\n"})
    world.git("add", "-A")
    world.git("commit", "--quiet", "--amend", "--no-edit")
    assert world.checkpoint() == checkpoint
    stored = {world.session(checkpoint, number)["session_id"] for number in range(2)}
    assert stored == {first, second}
    assert len(world.root(checkpoint)["sessions"]) == 2


def test_a12_a_hook_that_replaced_ours_is_kept_though_a_backup_exists(world: World) -> None:
    hook = world.repo.path / ".git" / "hooks" / "post-commit"
    for number in (1, 2):
        hook.write_text(f"#!/bin/sh\necho {number} >>ran\n")
        hook.chmod(0o755)
        world.entire("enable", "--agent", "claude-code")
    world.git("commit", "--quiet", "--allow-empty", "-m", "hooks run")
    assert "2" in world.file("ran").read_text().split()
    kept = "".join(path.read_text() for path in hook.parent.iterdir() if path.name.startswith("post-commit"))
    assert "echo 1" in kept
    assert "echo 2" in kept


def test_a13_what_a_commit_left_out_is_still_tracked_if_the_hook_dies(world: World, tmp_path: Path) -> None:
    """The shadow branch of the new HEAD cannot be written: the next event carries the files forward."""
    agent = world.agent()
    agent.turn("Write two files", {"one.py": "1\n", "two.py": "2\n"})
    world.git("add", "one.py")
    refs = world.repo.path / ".git" / "refs" / "heads" / "entire"
    if not refs.is_dir():
        pytest.skip("refs are not files here")
    blocker = world.repo.path / ".git" / "hooks" / "reference-transaction"
    blocker.write_text(
        '#!/bin/sh\nwhile read -r old new name; do case "$1 $name" in '
        f'"prepared refs/heads/{BRANCH}") ;; "prepared refs/heads/entire/"*) touch blocked; exit 1 ;; '
        "esac; done\n"
    )
    blocker.chmod(0o755)
    world.git("commit", "--quiet", "-m", "one")
    blocker.unlink()
    world.file("blocked").unlink()
    agent.turn("Go on", {"three.py": "3\n"})
    world.git("add", "-A")
    checkpoint = world.commit()
    assert world.session(checkpoint)["files_touched"] == ["three.py", "two.py"]


def test_a15_an_unreadable_state_is_kept_when_a_subagent_ends(world: World) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    agent.prompt("Use a subagent")
    helper = Sub(agent, "Write two")
    helper.write("two.py", "2\n")
    path = world.repo.path / ".git" / "entire-sessions" / f"{agent.session_id}.json"
    broken = path.read_bytes()[:-20]
    path.write_bytes(broken)
    helper.end()
    agent.say("Done.")
    agent.stop()
    copies = [found.read_bytes() for found in path.parent.iterdir() if found.name.startswith(path.name)]
    assert broken in copies
    assert "one.py" in {name for shadow in all_steps(world) for name in world.names(shadow)}


def all_steps(world: World) -> list[str]:
    """The refs below which steps are kept, those that were set aside included."""
    return world.git("for-each-ref", "--format=%(refname)", "refs/heads/entire/", "refs/entire/").splitlines()


def replace_on_branch(world: World, path: str, content: str) -> None:
    """Commit another content for a file on the checkpoints branch, as another program could."""
    index = {"GIT_INDEX_FILE": str(world.repo.path / ".git" / "replace.index")}
    env = os.environ | index

    def git(*words: str, text: str = "") -> str:
        done = subprocess.run(
            ["git", *words],
            cwd=world.repo.path,
            env=env,
            input=text,
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.strip()

    git("read-tree", BRANCH)
    blob = git("hash-object", "-w", "--stdin", text=content)
    git("update-index", "--cacheinfo", f"100644,{blob},{path}")
    commit = git("commit-tree", git("write-tree"), "-p", BRANCH, "-m", "changed")
    git("update-ref", f"refs/heads/{BRANCH}", commit)
    os.unlink(index["GIT_INDEX_FILE"])
