"""`entire clean`: what nobody needs, and never what somebody may need."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.cli.conftest import Stage
from tests.scenario.care.test_doctor import forget_for, state_file
from tests.scenario.ways import STEPS
from tests.scenario.world import BRANCH, World

NOTHING = "No orphaned items to clean up.\n"


def items(world: World) -> dict[str, str]:
    """What a dry run lists: kind by id."""
    facts = json.loads(world.entire("clean", "--json"))
    assert not facts["done"]
    return {item["id"]: item["type"] for item in facts["items"]}


@STEPS
def test_what_a_session_needs_is_never_left_over(world: World) -> None:
    assert world.entire("clean") == NOTHING
    working, idle, ended = world.agent(), world.agent(), world.agent()
    idle.turn("Write one", {"one.py": "1\n"})
    ended.turn("Write two", {"two.py": "2\n"})
    ended.end()
    working.prompt("Write three")
    (shadow,) = world.shadows()
    assert world.entire("clean", "--force") == NOTHING
    for agent in (idle, ended):
        forget_for(world, agent, days=8)  # uncondensed work stays whatever its age
    assert world.entire("clean", "--force") == NOTHING
    assert world.shadows() == [shadow]
    world.git("add", "-A")
    assert {session["metadata"][:1] for session in world.root(world.commit())["sessions"]} == {"/"}
    assert world.entire("clean", "--force") == NOTHING
    world.check_sound()


@STEPS
def test_steps_of_a_session_whose_state_is_lost(world: World) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    state_file(world, agent).unlink()
    (shadow,) = world.shadows()
    tip = world.git("rev-parse", shadow)
    assert items(world) == {shadow: "shadow-branch"}
    assert world.entire("clean") == (
        f"Found 1 orphaned item:\n\nShadow branches (1):\n  {shadow} (1 step from session "
        f"{agent.session_id[:8]}, not claimed by any session)\n\nRun with --force to delete these items.\n"
    )
    assert world.shadows() == [shadow]

    done = world.entire("clean", "--force")
    kept = done.split("set aside as ")[1].rstrip(")\n")
    assert world.shadows() == []
    assert world.git("rev-parse", kept) == tip
    assert items(world) == {kept: "put-aside"}
    assert f"{kept} (was {tip[:12]})" in world.entire("clean", "--force")
    assert world.git("for-each-ref", "refs/entire/") == ""
    assert world.entire("clean") == NOTHING
    world.check_sound()


def test_branches_that_hold_nothing_of_ours(world: World) -> None:
    for name in (
        "entire/1234567-e3b0c4",
        "entire/abcdef0",
        "entire/feature",
        "entire/12345",
        "entire/xyz1234",
    ):
        world.git("branch", name)
    world.git("branch", "entire/trails/v1")
    mine = "entire/deadbee-e3b0c4"
    world.git(
        "update-ref", f"refs/heads/{mine}", world.git("commit-tree", "HEAD^{tree}", "-m", "my own work")
    )
    assert items(world) == {"entire/1234567-e3b0c4": "shadow-branch", "entire/abcdef0": "shadow-branch"}
    world.entire("clean", "--force")
    assert world.entire("clean") == NOTHING
    left = world.git("for-each-ref", "--format=%(refname:short)", "refs/heads/entire/").splitlines()
    assert left == ["entire/12345", BRANCH, mine, "entire/feature", "entire/trails/v1", "entire/xyz1234"]


def write_state(world: World, session_id: str, **values: Any) -> Path:
    folder = world.repo.path / ".git" / "entire-sessions"
    folder.mkdir(exist_ok=True)
    path = folder / f"{session_id}.json"
    head = world.git("rev-parse", "HEAD")
    state = {"session_id": session_id, "base_commit": head, "started_at": "2026-01-01T00:00:00Z"} | values
    path.write_text(json.dumps(state))
    return path


@STEPS
def test_states(world: World) -> None:
    agent, second = world.agent("in-a-checkpoint"), world.agent("in-it-too")
    agent.turn("Write one", {"one.py": "1\n"})
    second.turn("Write two", {"two.py": "2\n"})
    world.git("add", "-A")
    world.commit()
    for one in (agent, second):  # not only the latest session of a checkpoint counts
        one.end()
        forget_for(world, one)
    now = world.git("log", "-1", "--format=%cI")
    write_state(world, "old-and-empty")
    write_state(world, "old-and-ended", phase="ended")
    write_state(world, "just-begun", started_at=now)
    write_state(world, "just-used", last_interaction_time=now)
    write_state(world, "has-files", files_touched=["x.py"])
    write_state(world, "has-steps", checkpoint_count=1)
    write_state(world, "has-a-turn", turn_checkpoint_ids=["0123456789ab"])
    broken = write_state(world, "broken")
    broken.write_text("{")
    assert items(world) == {
        "old-and-empty": "session-state",
        "old-and-ended": "session-state",
        str(broken): "unreadable-state",
    }
    world.agent("another").start()  # puts finished sessions away: that makes no difference
    assert len(items(world)) == 3
    world.entire("clean", "--force")
    assert world.entire("clean") == NOTHING
    assert world.state("just-begun")
    assert world.state("has-files")
    assert world.state("in-it-too")
    assert world.state("old-and-empty") is None
    assert not broken.exists()


def test_checkpoints_of_auto_commit_whose_commit_is_gone(world: World) -> None:
    world.agent().turn("Write one", {"one.py": "1\n"})
    world.git("add", "-A")
    manual = world.commit()
    world.git("reset", "--hard", "--quiet", "HEAD~")  # a person's commit that is gone: its checkpoint stays
    here, fetched, gone, lost = "a" * 12, "b" * 12, "c" * 12, "d" * 12
    for id in (here, fetched, gone, lost):
        Stage(world.repo).checkpoint(id, {"strategy": "auto-commit"})
    world.git("commit", "--quiet", "--allow-empty", "-m", f"auto\n\nEntire-Checkpoint: {here}")
    world.git("commit", "--quiet", "--allow-empty", "-m", f"auto\n\nEntire-Checkpoint: {fetched}")
    world.git("update-ref", "refs/remotes/origin/main", "HEAD")
    world.git("reset", "--hard", "--quiet", "HEAD~")
    assert items(world) == {gone: "checkpoint", lost: "checkpoint"}
    before = world.git("rev-parse", BRANCH)
    world.entire("clean", "--force")
    assert world.git("rev-parse", f"{BRANCH}^") == before
    assert world.git("log", "-1", "--format=%B", BRANCH) == "Cleanup: removed 2 orphaned checkpoints"
    left = {name[:2] + name[3:13] for name in world.names()}
    assert left == {manual, here, fetched}
    assert world.entire("clean") == NOTHING
    world.check_sound()


def test_each_failure_is_told_and_stops_nothing(world: World, tmp_path: Path) -> None:
    world.git("branch", "entire/1111111-e3b0c4")
    world.git("branch", "entire/2222222-e3b0c4")
    world.git("branch", "entire/3333333-e3b0c4")
    world.git("worktree", "add", "--quiet", str(tmp_path / "looking"), "entire/1111111-e3b0c4")
    lock = world.repo.path / ".git" / "refs" / "heads" / "entire" / "2222222-e3b0c4.lock"
    lock.write_text("")
    done = world.run("entire", "clean", "--force", check=False)
    assert done.returncode == 1
    assert done.stdout.startswith("Deleted 1 item:\n\nShadow branches (1):\n  entire/3333333-e3b0c4")
    failed = done.stdout.split("Failed to delete 2 items:\n")[1].splitlines()
    assert f"entire/1111111-e3b0c4 is checked out in {tmp_path / 'looking'}" in failed[0]
    assert failed[1].endswith("another git command is running; if not, remove the file")
    lock.unlink()
    world.git("worktree", "remove", str(tmp_path / "looking"))
    world.entire("clean", "--force")
    assert world.entire("clean") == NOTHING


def test_outside_a_repository(world: World, tmp_path: Path) -> None:
    for command in ("clean", "doctor", "reset"):
        done = world.run("entire", command, cwd=tmp_path, check=False)
        assert done.returncode == 1
        assert done.stderr.count("\n") == 2
        assert "hint: " in done.stderr
    folder = world.file("deep/er")
    folder.mkdir(parents=True)
    assert world.run("entire", "clean", cwd=folder).stdout == NOTHING
