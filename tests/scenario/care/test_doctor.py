"""`entire doctor` on what really goes wrong: every repair keeps what was worth keeping."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
from tests.scenario.commits.test_crashes import OBJECT, commit_with_killed_hook, killing_git
from tests.scenario.world import World

from entire.cli.commands.demo.stand_in import StandIn

HOUR = 3600


def findings(world: World, *words: str, cwd: Path | None = None) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = report(world, *words, cwd=cwd)["findings"]
    return found


def report(world: World, *words: str, cwd: Path | None = None) -> dict[str, Any]:
    done = world.run("entire", "doctor", "--json", *words, cwd=cwd, check=False)
    loaded: dict[str, Any] = json.loads(done.stdout)
    repaired = [outcome for outcome in loaded["outcomes"] if not outcome["error"]]
    assert done.returncode == (len(repaired) < len(loaded["findings"]))
    return loaded


def kinds(world: World) -> list[str]:
    return [finding["kind"] for finding in findings(world)]


def forget_for(world: World, agent: StandIn, days: int = 1) -> None:
    """Set the session's clock and its transcript back."""
    path = state_file(world, agent)
    state = json.loads(path.read_text())
    state["last_interaction_time"] = state["started_at"] = f"2026-01-{20 - days:02d}T00:00:00Z"
    path.write_text(json.dumps(state))
    if os.path.exists(agent.transcript):
        os.utime(agent.transcript, (0, 0))


def state_file(world: World, agent: StandIn) -> Path:
    common = Path(world.git("rev-parse", "--path-format=absolute", "--git-common-dir"))
    return common / "entire-sessions" / f"{agent.session_id}.json"


def test_all_is_well(world: World) -> None:
    assert world.doctor() == "No stuck sessions found.\n"
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    assert world.doctor() == "No stuck sessions found.\n"  # idle: it waits for a commit
    agent.prompt("Go on")
    assert world.doctor() == "No stuck sessions found.\n"  # at work
    world.check_sound()


def test_a_session_that_ended_with_work(world: World) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    agent.end()
    (finding,) = findings(world)
    assert (finding["kind"], finding["session_id"]) == ("ended_session", agent.session_id)
    assert finding["repairs"] == ["condense", "discard"]

    (outcome,) = report(world, "--force")["outcomes"]
    checkpoint = outcome["did"].split("condensed as ")[1][:12]
    assert world.root(checkpoint)["files_touched"] == ["one.py"]
    assert world.session(checkpoint)["session_id"] == agent.session_id
    assert world.session(checkpoint)["branch"] == "main"
    assert world.transcript(checkpoint) == Path(agent.transcript).read_text()
    assert world.stored(checkpoint, "prompt.txt") == "Write one"
    assert kinds(world) == []
    before = world.git("rev-parse", "entire/checkpoints/v1")
    assert report(world, "--force")["outcomes"] == []
    assert world.git("rev-parse", "entire/checkpoints/v1") == before

    # The file is still to be committed: that commit is linked as if nothing had been.
    world.git("add", "-A")
    second = world.commit()
    assert world.session(second)["files_touched"] == ["one.py"]
    usages = [world.session(id)["token_usage"]["api_call_count"] for id in (checkpoint, second)]
    assert usages == [2, 0]
    assert world.shadows() == []
    world.check_sound()


def test_a_turn_that_never_ended(world: World) -> None:
    agent = world.agent()
    agent.prompt("Write one")
    agent.write("one.py", "1\n")
    agent.shell("true")
    world.repo.write("mine.txt", "written by a person after the crash\n")
    forget_for(world, agent)
    assert kinds(world) == ["silent_session"]
    (outcome,) = report(world, "--force")["outcomes"]
    assert outcome["error"] == ""
    checkpoint = outcome["did"].split("condensed as ")[1][:12]
    assert world.root(checkpoint)["files_touched"] == ["one.py"]
    state = world.state(agent.session_id)
    assert state is not None
    assert (state["phase"], state["files_touched"], state["checkpoint_count"]) == ("idle", ["one.py"], 0)
    assert kinds(world) == []
    world.check_sound()


def test_nothing_is_left_of_a_turn(world: World) -> None:
    agent = world.agent()
    agent.prompt("What is this?")
    forget_for(world, agent)
    os.unlink(agent.transcript)
    (finding,) = findings(world)
    assert finding["repairs"] == ["discard"]
    assert "Done: discarded" in world.doctor("--force")
    assert world.state(agent.session_id) is None
    other = world.agent()
    other.prompt("What is this?")
    other.say("A project.")
    forget_for(world, other)
    assert "Done: state deleted: nothing to condense" in world.doctor("--force")
    assert world.state(other.session_id) is None
    world.check_sound()


def test_a_turn_that_broke_off_after_a_commit(world: World) -> None:
    agent = world.agent()
    agent.prompt("Write and commit")
    agent.write("one.py", "1\n")
    agent.shell("git add . && git commit -qm 'Add one'")
    checkpoint = world.checkpoint()
    agent.say("These words come after the commit, and then the terminal is closed.")
    forget_for(world, agent)
    assert kinds(world) == ["crashed_turn"]
    before = world.names()
    shown = world.doctor("--force")
    assert "Done: 1 checkpoint completed with the whole conversation\n" in shown
    assert world.transcript(checkpoint) == Path(agent.transcript).read_text()
    assert world.names() == before  # no checkpoint beside it
    assert kinds(world) == []
    world.check_sound()


def test_a_session_that_was_forgotten_for_a_week(world: World) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    forget_for(world, agent, days=8)
    world.agent().start()  # what heals, puts away and cleans up by itself leaves it alone
    world.entire("clean", "--force")
    assert kinds(world) == ["stale_session"]
    world.doctor("--force")
    assert kinds(world) == []
    world.git("add", "-A")
    assert world.session(world.commit())["files_touched"] == ["one.py"]
    world.check_sound()


def test_discarding_keeps_the_steps_and_other_sessions(world: World) -> None:
    agent, other = world.agent(), world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    other.turn("Write two", {"two.py": "2\n"})
    agent.end()
    other.end()
    (shadow,) = world.shadows()
    done = [outcome["did"] for outcome in report(world, "--force")["outcomes"]]
    assert len({text.split()[2] for text in done}) == 2
    assert world.shadows() == [shadow]  # both have files to commit
    world.git("add", "one.py")
    assert world.session(world.commit())["session_id"] == agent.session_id
    assert world.state(other.session_id) is not None
    world.check_sound()


def linked_worktree(world: World, tmp_path: Path) -> tuple[Path, StandIn]:
    """A session on a branch of its own in another worktree, ended with work."""
    path = tmp_path / "linked"
    world.git("worktree", "add", "--quiet", "-b", "feature/other", str(path))
    agent = StandIn(str(path), world.env)
    agent.turn("Write one", {"one.py": "1\n"})
    agent.end()
    return path, agent


def test_a_session_of_another_worktree(world: World, tmp_path: Path) -> None:
    path, agent = linked_worktree(world, tmp_path)
    world.repo.write("one.py", "another file of that name, here\n")
    (outcome,) = report(world, "--force")["outcomes"]
    checkpoint = outcome["did"].split("condensed as ")[1][:12]
    assert world.root(checkpoint)["branch"] == "feature/other"
    assert "1 file not committed yet" in outcome["did"]
    assert world.transcript(checkpoint) == Path(agent.transcript).read_text()
    assert not world.file(f".entire/metadata/{agent.session_id}").exists()
    world.git("add", "-A", cwd=path)
    world.git("commit", "--quiet", "-m", "work", cwd=path)
    linked = world.checkpoint("feature/other")
    assert world.session(linked)["files_touched"] == ["one.py"]
    world.check_sound()


@pytest.mark.parametrize("transcript", ["kept", "gone"])
def test_a_session_whose_worktree_is_gone(world: World, tmp_path: Path, transcript: str) -> None:
    path, agent = linked_worktree(world, tmp_path)
    text = Path(agent.transcript).read_text()
    world.git("worktree", "remove", "--force", str(path))
    if transcript == "gone":
        os.unlink(agent.transcript)
    (shadow,) = world.shadows()
    tip = world.git("rev-parse", shadow)
    (outcome,) = report(world, "--force")["outcomes"]
    checkpoint = outcome["did"].split("condensed as ")[1][:12]
    assert world.transcript(checkpoint) == text
    assert world.stored(checkpoint, "prompt.txt") == "Write one"
    assert "branch" not in world.root(checkpoint)
    assert world.shadows() == []
    kept = outcome["did"].split("steps set aside as ")[1]
    assert world.git("rev-parse", kept) == tip
    assert world.show("one.py", kept) == "1\n"  # the only copy
    assert kinds(world) == ["put_aside_branches"]
    world.check_sound()


def test_a_long_conversation_of_which_only_the_steps_are_left(world: World, tmp_path: Path) -> None:
    path, agent = linked_worktree(world, tmp_path)
    agent.turn("Write two", {"two.py": "2\n"}, "Ready. " * 12_000)
    agent.turn("Write three", {"three.py": "3\n"})
    agent.end()
    text = Path(agent.transcript).read_text()
    world.git("worktree", "remove", "--force", str(path))
    os.unlink(agent.transcript)
    cursor = world.repo.path / ".git" / "entire-sessions" / f"{agent.session_id}.cursor"
    sealed = json.loads(cursor.read_text())["sealed_oids"]
    (outcome,) = report(world, "--force")["outcomes"]
    checkpoint = outcome["did"].split("condensed as ")[1][:12]
    assert world.transcript(checkpoint) == text
    folder = f"entire/checkpoints/v1:{checkpoint[:2]}/{checkpoint[2:]}/0/"
    segments = segment_ids(world, folder)
    assert segments[:-1] == sealed  # stored by the steps
    assert len(segments) == 2
    assert world.stored(checkpoint, "prompt.txt").split("\n\n---\n\n") == [
        "Write one",
        "Write two",
        "Write three",
    ]


def segment_ids(world: World, folder: str) -> list[str]:
    rows = (row.split() for row in world.git("ls-tree", folder).splitlines())
    return [oid for _, _, oid, name in rows if name.startswith("full.jsonl")]


@pytest.mark.parametrize(("command", "occurrence"), [(OBJECT, 3), ("update-ref", 1), ("update-ref", 2)])
def test_a_kill_in_between_makes_no_second_checkpoint(
    world: World, tmp_path: Path, command: str, occurrence: int
) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    agent.end()
    os.unlink(world.file("one.py"))  # undone: the branch has the only copy
    done = killing_git(world, tmp_path, command, occurrence)
    env = dict(world.env)
    world.env["PATH"] = f"{done.parent}{os.pathsep}{env['PATH']}"
    world.run("entire", "doctor", "--force", check=False)
    world.env = env
    assert done.exists()
    world.run("entire", "doctor", "--force", check=False)  # `entire clean` sets the branch aside
    assert len([name for name in world.names() if name.count("/") == 2]) == 1
    if world.shadows():
        assert kinds(world) == ["unclaimed_shadow_branch"]
        world.entire("clean", "--force")
    assert world.shadows() == []
    assert kinds(world) == ["put_aside_branches"]
    (kept,) = world.git("for-each-ref", "--format=%(refname)", "refs/entire/orphaned/").splitlines()
    assert world.show("one.py", kept) == "1\n"
    world.check_sound()


def test_what_was_committed_without_a_link_needs_no_copy(world: World) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    agent.end()
    world.git("add", "-A")
    world.git("-c", "core.hooksPath=/dev/null", "commit", "--quiet", "-m", "not linked")
    (outcome,) = report(world, "--force")["outcomes"]
    assert re.fullmatch(r"condensed as [0-9a-f]{12}", outcome["did"])
    assert world.shadows() == []
    assert kinds(world) == []
    world.check_sound()


def test_a_commit_whose_hook_was_killed(world: World, tmp_path: Path) -> None:
    world.agent().turn("Write one", {"one.py": "1\n"})
    world.git("add", "-A")
    assert commit_with_killed_hook(world, tmp_path, OBJECT, 2)
    checkpoint = world.checkpoint()
    assert kinds(world) == ["interrupted_commit"]
    assert f"Done: checkpoint {checkpoint} written" in world.doctor("--force")
    assert world.session(checkpoint)["files_touched"] == ["one.py"]
    assert kinds(world) == []
    world.check_sound()
