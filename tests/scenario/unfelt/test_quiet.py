"""Commits without the work of any session: their hooks end in the shell, and only then."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.scenario.agents.players import enabled
from tests.scenario.calls import Calls
from tests.scenario.commits.subagent import Sub
from tests.scenario.world import World
from tools.clients import registry
from tools.clients.client import take_turn

from entire.cli.commands.demo.stand_in import StandIn

BOTH = ["prepare-commit-msg", "post-commit"]


@pytest.fixture
def calls(world: World, tmp_path: Path) -> Calls:
    return Calls(world, tmp_path)


def mine(world: World, name: str = "mine.txt") -> None:
    """A person's own commit."""
    world.repo.write(name, f"{time.monotonic_ns()}\n")
    world.git("add", name)
    world.commit()


def test_sessions_that_are_idle(world: World, calls: Calls) -> None:
    for number in range(5):
        world.agent().turn("Write it", {f"{number}.py": "1\n"})
    world.git("add", "-A")
    assert world.commit()
    calls.take()
    for _ in range(3):
        mine(world)
    assert calls.take() == []
    assert world.git("log", "--format=%(trailers:key=Entire-Checkpoint)", "-3").strip() == ""
    assert not list(world.file(".git").glob("ENTIRE_L*"))


def test_many_sessions_are_no_more_to_read(world: World) -> None:
    """A shell reads the file byte by byte."""
    quiet = world.file(".git/entire-sessions/quiet")
    sizes = []
    for number in range(1, 4):
        world.agent().turn("What is this?", {})
        assert quiet.read_text().startswith(f"sessions {number}\n")
        sizes.append(quiet.stat().st_size)
    assert len(set(sizes)) == 1


@pytest.mark.parametrize("name", registry.names())
def test_an_idle_session_of_every_agent(tmp_path: Path, name: str) -> None:
    world = enabled(tmp_path, name)
    session = registry.session(name, str(world.repo.path), world.env)
    session.start()
    take_turn(session, "Write one", {"one.py": "1\n"})
    world.git("add", "-A")
    assert world.commit()
    calls = Calls(world, tmp_path)
    mine(world)
    assert calls.take() in ([], ["prepare-commit-msg"])  # some write a last record after their turn
    mine(world)
    assert calls.take() == []


def test_a_commit_that_only_the_user_can_link(world: World, calls: Calls) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "-A")
    world.commit()
    promised = world.file(".git/entire-sessions/promised/0123456789ab")
    now = datetime.now(UTC).isoformat()
    promised.write_text(json.dumps({"worktree_id": "", "created_at": now, "unlinked": world.repo.head}))
    world.file(".git/entire-sessions/quiet").unlink()
    mine(world)
    calls.take()
    mine(world)
    assert calls.take() == []
    assert promised.exists()


def test_after_the_first_look(world: World, calls: Calls) -> None:
    """A client writes a record after its turn: once, the hook reads it."""
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "-A")
    world.commit()
    agent.record(type="system", content="a summary")
    later(agent)
    calls.take()
    mine(world)
    assert calls.take() == ["prepare-commit-msg"]
    mine(world)
    assert calls.take() == []


def later(agent: StandIn) -> None:
    """Make the transcript newer than everything."""
    os.utime(agent.transcript, (time.time() + 1, time.time() + 1))


def test_files_that_wait_for_another_commit(world: World, calls: Calls) -> None:
    agent = world.agent()
    agent.turn("Write them", {"one.py": "1\n", "with space.py": "2\n", "[a]*?.py": "3\n", "ü\t'\".py": "4\n"})
    calls.take()
    mine(world)
    mine(world)
    assert calls.take() == []
    world.git("--literal-pathspecs", "add", "[a]*?.py")
    assert world.session(world.commit())["files_touched"] == ["[a]*?.py"]
    assert calls.take() == BOTH
    mine(world)
    assert calls.take() == []
    world.git("add", "-A")
    assert world.session(world.commit())["files_touched"] == ["one.py", "with space.py", "ü\t'\".py"]
    assert world.shadows() == []
    world.check_sound()


def test_a_part_of_the_index(world: World, calls: Calls) -> None:
    """Git passes the index of such a commit to the hook."""
    world.repo.write("tracked.py", "0\n")
    mine(world, "tracked.py")
    world.agent().turn("Write one", {"tracked.py": "1\n"})
    world.repo.write("mine.txt", "mine\n")
    world.git("add", "mine.txt")
    calls.take()
    assert world.commit("--only", "mine.txt") == ""
    assert calls.take() == []
    assert world.session(world.commit("--all"))["files_touched"] == ["tracked.py"]


def in_a_turn(world: World, agent: StandIn) -> None:
    agent.prompt("Write more")
    agent.write("more.py", "1\n")


def in_a_turn_that_no_hook_saw(world: World, agent: StandIn) -> None:
    agent.say("I am writing.")
    agent.write("more.py", "1\n")
    later(agent)


def by_another_program(world: World, agent: StandIn) -> None:
    """The reference begins a turn: it writes the state, and knows nothing of our file."""
    path = world.file(f".git/entire-sessions/{agent.session_id}.json")
    path.write_text(json.dumps(json.loads(path.read_text()) | {"phase": "active"}))
    world.repo.write("more.py", "1\n")
    os.utime(path, (time.time() + 1, time.time() + 1))


@pytest.mark.parametrize("change", [in_a_turn, in_a_turn_that_no_hook_saw, by_another_program])
def test_work_that_came_since(world: World, calls: Calls, change: Callable[[World, StandIn], None]) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "-A")
    world.commit()
    mine(world)
    calls.take()
    change(world, agent)
    world.git("add", "-A")
    assert world.session(world.commit())["files_touched"] == ["more.py"]


def test_a_session_that_began_since(world: World, calls: Calls) -> None:
    world.agent().turn("Write one", {"one.py": "1\n"})
    world.git("add", "-A")
    world.commit()
    kept = world.file(".git/entire-sessions/quiet").read_bytes()
    other = world.agent()
    other.prompt("Write two")
    other.write("two.py", "2\n")
    world.file(".git/entire-sessions/quiet").write_bytes(kept)  # as if written at the same moment
    world.git("add", "-A")
    assert world.session(world.commit())["files_touched"] == ["two.py"]


@pytest.mark.parametrize("change", ["one more", "one less"])
def test_other_sessions_than_there_were(world: World, calls: Calls, change: str) -> None:
    """Someone put a state back, or took one away, with the time that it had."""
    agents = [world.agent(), world.agent()]
    for agent in agents:
        agent.turn("What is this?", {})
    mine(world)
    calls.take()
    state = world.file(f".git/entire-sessions/{agents[0].session_id}.json")
    if change == "one less":
        state.rename(world.file("elsewhere.json"))
    else:
        other = state.with_name("another.json")
        other.write_text(state.read_text().replace(agents[0].session_id, "another"))
        os.utime(other, (1, 1))
    mine(world)
    assert calls.take()[:1] == ["prepare-commit-msg"]
    mine(world)
    assert calls.take() == []


def rename(world: World) -> None:
    world.git("add", "one.py")
    world.git("mv", "one.py", "two.py")


def deletion(world: World) -> None:
    world.file("one.py").unlink()
    world.repo.write("two.py", "def one():\n    return 'the same in another file'\n")
    world.git("add", "-A")


@pytest.mark.parametrize("change", [rename, deletion])
def test_a_file_that_waits_under_another_name(world: World, change: Callable[[World], None]) -> None:
    world.agent().turn("Write it", {"one.py": "def one():\n    return 'the same in another file'\n"})
    change(world)
    assert world.session(world.commit())["files_touched"] == ["two.py"]


def test_an_amended_commit_keeps_its_link(world: World, calls: Calls) -> None:
    world.agent().turn("Write one", {"one.py": "1\n"})
    world.git("add", "-A")
    checkpoint = world.commit()
    world.repo.write("mine.txt", "mine\n")
    world.git("add", "-A")
    calls.take()
    assert world.commit("--amend", message="In other words") == ""
    assert calls.take() == ["post-rewrite"]
    assert checkpoint in world.git("notes", "--ref=entire", "show")
    world.git("commit", "--quiet", "--amend", "--no-edit", "--reset-author")
    assert json.loads(world.entire("explain", "--commit", "HEAD", "--json"))["checkpoint_id"] == checkpoint


def test_head_that_moved_without_hooks(world: World, calls: Calls) -> None:
    """The session's file was committed where no hook could see it: it waits no longer."""
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "-A")
    world.git("-c", "core.hooksPath=/dev/null", "commit", "--quiet", "-m", "without hooks")
    mine(world)
    assert calls.take()[-2:] == BOTH
    assert world.touched(agent) == []


@pytest.mark.parametrize("between", ["an aborted commit", "a question"])
def test_a_reset_is_not_forgotten(world: World, between: str) -> None:
    """The commit after it contains linked work again."""
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "-A")
    checkpoint = world.commit()
    world.git("reset", "--quiet", "--soft", "HEAD~1")
    if between == "a question":
        agent.turn("What is this?", {})
    else:
        assert world.run("git", "-c", "core.editor=true", "commit", check=False).returncode
    world.commit(message="Again")
    assert checkpoint in world.git("notes", "--ref=entire", "show")


def test_a_reset_in_the_same_moment(world: World) -> None:
    """File systems and kernels give files that are written shortly one after the other the same time."""
    world.agent().turn("Write one", {"one.py": "1\n"})
    world.git("add", "-A")
    checkpoint = world.commit()
    world.git("reset", "--quiet", "--soft", "HEAD~1")
    quiet = world.file(".git/entire-sessions/quiet").stat().st_mtime_ns
    os.utime(world.file(".git/ORIG_HEAD"), ns=(quiet, quiet))
    world.commit(message="Again")
    assert checkpoint in world.git("notes", "--ref=entire", "show")


@pytest.mark.parametrize(
    "busy",
    [
        *("MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "SQUASH_MSG", "ENTIRE_SQUASHED"),
        *("rebase-merge", "rebase-apply", "sequencer", "ENTIRE_LINKING.unborn"),
    ],
)
def test_in_the_middle_of_something(world: World, calls: Calls, busy: str) -> None:
    """Each of these alone: git's other files, and what the message comes from, say the same only mostly."""
    world.agent().turn("Write one", {"one.py": "1\n"})
    world.git("add", "-A")
    world.commit()
    message = str(world.repo.write(".git/COMMIT_EDITMSG", "mine\n"))
    hook = (str(world.file(".git/hooks/prepare-commit-msg")), message, "message")
    calls.take()
    world.run(*hook)
    assert calls.take() == []
    world.repo.write(f".git/{busy}", "")
    world.run(*hook)
    assert calls.take() == ["prepare-commit-msg"]


def test_a_session_notices_later_that_head_moved(world: World, calls: Calls) -> None:
    """Nothing of it waits, so the hooks of a person's commit tell it nothing."""
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "-A")
    world.commit()
    mine(world)
    calls.take()
    mine(world)
    assert calls.take() == []
    state = world.state(agent.session_id)
    assert state is not None
    assert state["base_commit"] != world.repo.head
    agent.prompt("Write two")
    state = world.state(agent.session_id)
    assert state is not None
    assert state["base_commit"] == world.repo.head
    agent.write("two.py", "2\n")
    agent.stop()
    assert world.shadows() == [f"entire/{world.repo.head[:7]}-e3b0c4"]


def test_a_subagent_in_the_background(world: World, calls: Calls) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    agent.prompt("Let another one write")
    sub = Sub(agent, "Write two", background=True)
    agent.stop()
    sub.write("two.py", "2\n")
    world.git("add", "two.py")
    assert world.session(world.commit())["files_touched"] == ["two.py"]


def test_in_another_worktree(world: World, calls: Calls, tmp_path: Path) -> None:
    """Each worktree has its own files that wait."""
    world.agent().turn("Write one", {"one.py": "1\n"})
    there = tmp_path / "there"
    world.git("worktree", "add", "--quiet", str(there))
    world.commit("--allow-empty", cwd=there)  # HEAD is new there
    calls.take()
    (there / "one.py").write_text("mine\n")
    world.git("add", "-A", cwd=there)
    world.commit(cwd=there)
    assert calls.take() == []


@pytest.mark.parametrize("options", ["set -e\n", "set -eu\n"])
def test_a_script_that_ends_at_the_first_failure(world: World, calls: Calls, options: str) -> None:
    for name in BOTH:
        hook = world.file(f".git/hooks/{name}")
        text = hook.read_text()
        hook.write_text(text.replace("#!/bin/sh\n", f"#!/bin/sh\n{options}") + f"echo >>'{hook}.ran'\n")
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    mine(world)
    world.git("add", "-A")
    assert world.commit()
    mine(world)
    for name in BOTH:
        assert world.file(f".git/hooks/{name}.ran").read_text() == "\n" * 3
