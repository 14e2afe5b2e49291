"""Every action of the phase table, through the hooks that emit it and the code that carries it out."""

from __future__ import annotations

import json
from pathlib import Path

from tests.scenario.world import World


def events(world: World, name: str) -> list[dict[str, str]]:
    return [row for row in world.log() if row.get("event") == name]


def test_a_commit_within_a_rebase_condenses_nothing(world: World) -> None:
    world.file(".entire/settings.local.json").write_text('{"log_level": "debug"}')
    world.git("switch", "--quiet", "-c", "topic")
    agent = world.agent()
    agent.start()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "one.py")
    checkpoint = world.commit()
    agent.turn("Write two", {"two.py": "2\n"})
    world.git("switch", "--quiet", "main")
    world.repo.write("other.txt", "other\n")
    world.git("add", "other.txt")
    world.git("commit", "--quiet", "-m", "other")
    world.git("switch", "--quiet", "topic")
    before = world.git("rev-parse", "entire/checkpoints/v1")
    fired = len(events(world, "GitCommit"))
    world.env["GIT_SEQUENCE_EDITOR"] = "sed -i.bak '1s/^pick/reword/'"
    world.env["GIT_EDITOR"] = "true"
    world.git("rebase", "--quiet", "--interactive", "main")
    rows = events(world, "GitCommit")[fired:]
    assert rows
    assert {(row["msg"], row["from"], row["to"]) for row in rows} == {("phase unchanged", "idle", "idle")}
    assert world.git("rev-parse", "entire/checkpoints/v1") == before
    assert world.checkpoint() == checkpoint
    assert world.touched(agent) == ["two.py"]


def test_a_session_whose_last_turn_never_ended_says_so_when_it_starts_again(world: World) -> None:
    agent = world.agent()
    assert "never ended" not in agent.start()
    agent.prompt("Write one")
    agent.write("one.py", "1\n")
    note = json.loads(agent.start("resume"))["systemMessage"]
    assert "The last turn of this session never ended: your next prompt saves what it changed." in note
    agent.turn("Write two", {"two.py": "2\n"})
    assert world.touched(agent) == ["one.py", "two.py"]
    assert "never ended" not in agent.start("resume")


def test_compaction_in_a_turn_saves_what_it_did_so_far(world: World) -> None:
    agent = world.agent()
    agent.start()
    agent.prompt("Write two files")
    agent.write("one.py", "1\n")
    agent.say("One is done.")
    assert agent.start("compact") == ""
    (shadow,) = world.shadows()
    assert world.steps(shadow) == ["Write two files"]
    assert "one.py" in world.names(shadow)
    assert "One is done." in world.show(f".entire/metadata/{agent.session_id}/full.jsonl", shadow)
    state = world.state(agent.session_id)
    assert state is not None
    assert (state["phase"], state["files_touched"], state["checkpoint_count"]) == ("active", ["one.py"], 1)
    agent.write("two.py", "2\n")
    agent.say("Done.")
    agent.stop()
    assert world.steps(shadow) == ["Write two files", "Write two files"]
    world.git("add", ".")
    checkpoint = world.commit()
    assert world.session(checkpoint)["files_touched"] == ["one.py", "two.py"]
    assert world.session(checkpoint)["checkpoints_count"] == 2
    world.check_sound()


def test_compaction_between_turns_only_counts_as_a_sign_of_life(world: World) -> None:
    agent = world.agent()
    agent.start()
    agent.turn("Write one", {"one.py": "1\n"})
    before = world.state(agent.session_id)
    assert agent.start("compact") == ""
    after = world.state(agent.session_id)
    assert before is not None
    assert after is not None
    assert after["last_interaction_time"] > before["last_interaction_time"]
    assert after | {"last_interaction_time": ""} == before | {"last_interaction_time": ""}


def test_compaction_of_a_session_that_we_never_saw_leaves_nothing(world: World) -> None:
    agent = world.agent()
    assert agent.start("compact") == ""
    assert world.state(agent.session_id) is None
    assert not world.errors()


def test_compaction_after_the_agent_went_to_another_worktree(world: World, tmp_path: Path) -> None:
    """The step of each worktree has that worktree's files."""
    agent = world.agent()
    agent.start()
    agent.prompt("Write here, then there")
    agent.write("here.py", "here\n")
    world.git("worktree", "add", "--quiet", "-b", "other", str(tmp_path / "other"))
    agent.root = str(tmp_path / "other")
    agent.write("there.py", "there\n")
    assert agent.start("compact") == ""
    files = {shadow: set(world.names(shadow)) & {"here.py", "there.py"} for shadow in world.shadows()}
    assert sorted(map(sorted, files.values())) == [["here.py"], ["there.py"]]
    state = world.state(agent.session_id)
    assert state is not None
    assert (state["phase"], state["worktree_path"]) == ("active", agent.root)
    agent.say("Done.")
    agent.stop()
    assert world.touched(agent) == ["there.py"]
    assert not world.errors()
