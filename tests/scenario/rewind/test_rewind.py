"""Going back to a step: files, conversation and state, so that the session can go on from there."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from tests.scenario.commits.subagent import Sub
from tests.scenario.rewind.rewinding import agent_of, points, state_of, step, tree_of
from tests.scenario.ways import STEPS
from tests.scenario.world import World

from entire.cli.main import run

pytestmark = STEPS


def test_nothing_to_list(world: World) -> None:
    assert world.entire("rewind", "--list") == "[]\n"


def test_three_turns_back_to_the_first_another_and_a_commit(world: World) -> None:
    agent = agent_of(world)
    agent.turn("First", {"a.py": "a = 1\n"}, "One.")
    agent.turn("Second", {"a.py": "a = 2\n", "b.py": "b\n"}, "Two.")
    agent.turn("Third", {"c/d.py": "c\n", "README.md": "changed\n"}, "Three.")
    whole = Path(agent.transcript).read_text()
    assert [point["message"] for point in points(world)] == ["Third", "Second", "First"]

    done = world.entire("rewind", "--to", step(world, "First")[:7])

    assert "Restored: README.md\nRestored: a.py\nDeleted: b.py\nDeleted: c/d.py\n" in done
    assert f"Resume: claude -r {agent.session_id}\nUndo: entire rewind --undo\n" in done
    assert world.file("a.py").read_text() == "a = 1\n"
    assert world.file("README.md").read_text() == "# A project\n"
    assert not world.file("b.py").exists()
    assert not world.file("c").exists()
    cut = Path(agent.transcript).read_text()
    assert whole.startswith(cut)
    assert cut.rstrip().endswith("}")
    assert "Second" not in cut
    assert "One." in cut
    (backup,) = Path(agent.transcript).parent.glob("*.bak")
    assert backup.read_text() == whole
    state = state_of(world, agent.session_id)
    assert (state["checkpoint_count"], state["files_touched"], state["last_prompt"]) == (1, ["a.py"], "First")
    assert state["token_usage"]["api_call_count"] == 2
    assert [point["message"] for point in points(world)] == ["First"]

    agent.turn("Another", {"e.py": "e\n"}, "Four.")
    assert [point["message"] for point in points(world)] == ["Another", "First"]
    world.git("add", "--all")
    checkpoint = world.commit()

    transcript = world.transcript(checkpoint)
    assert transcript == Path(agent.transcript).read_text()
    assert [word in transcript for word in ("First", "Second", "Third", "Another")] == [
        True,
        False,
        False,
        True,
    ]
    assert world.stored(checkpoint, "prompt.txt") == "First\n\n---\n\nAnother"
    session = world.session(checkpoint)
    assert session["files_touched"] == ["a.py", "e.py"]
    assert session["checkpoints_count"] == 2
    assert session["token_usage"]["api_call_count"] == 4
    assert world.shadows() == []
    world.check_sound()


def test_undo_after_undo_goes_further_back(world: World) -> None:
    agent = agent_of(world)
    for name in ("First", "Second", "Third"):
        agent.turn(name, {"a.py": f"{name}\n"}, f"{name} done.")
    trees, transcripts = [tree_of(world.repo.path)], [Path(agent.transcript).read_bytes()]
    states, steps = [state_of(world, agent.session_id)], points(world)
    for name in ("Second", "First"):
        world.entire("rewind", "--to", step(world, name))
        trees.append(tree_of(world.repo.path))
        transcripts.append(Path(agent.transcript).read_bytes())
        states.append(state_of(world, agent.session_id))
    assert len({str(tree) for tree in trees}) == 3
    for number in (1, 0):
        planned = world.entire("rewind", "--undo", "--dry-run")
        assert "Would undo: Rewind to " in planned
        assert "Restore: a.py\n" in planned
        assert tree_of(world.repo.path) == trees[number + 1]
        world.entire("rewind", "--undo")
        assert tree_of(world.repo.path) == trees[number]
        assert Path(agent.transcript).read_bytes() == transcripts[number]
        assert state_of(world, agent.session_id) == states[number]
    assert points(world) == steps
    done = world.run("entire", "rewind", "--undo", check=False)
    assert (done.returncode, done.stderr) == (1, "entire: no rewind to undo in this worktree\n")
    world.check_sound()


def test_what_an_undo_replaced_can_be_had_again(world: World) -> None:
    agent = agent_of(world)
    agent.turn("First", {"a.py": "1\n"})
    agent.turn("Second", {"a.py": "2\n"})
    world.entire("rewind", "--to", step(world, "First"))
    world.repo.write("a.py", "edited after the rewind\n")
    assert "Lose: a.py" in world.entire("rewind", "--undo", "--dry-run")
    done = world.entire("rewind", "--undo")
    assert world.file("a.py").read_text() == "2\n"
    again = done.splitlines()[-1].removeprefix("Redo: ").split()
    world.entire(*again[1:])
    assert world.file("a.py").read_text() == "edited after the rewind\n"
    assert state_of(world, agent.session_id)["checkpoint_count"] == 1
    world.entire("rewind", "--undo")
    assert world.file("a.py").read_text() == "2\n"
    assert state_of(world, agent.session_id)["checkpoint_count"] == 2


def test_snapshots_are_bounded(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    agent = agent_of(world)
    agent.turn("First", {"a.py": "1\n"})
    there = step(world, "First")
    monkeypatch.chdir(world.repo.path)
    for number in range(12):
        world.repo.write("a.py", f"edit {number}\n")
        assert run(["rewind", "--to", there]) == 0
    assert len(world.git("for-each-ref", "refs/entire/rewind").splitlines()) == 10
    for number in reversed(range(2, 12)):
        assert run(["rewind", "--undo"]) == 0
        assert world.file("a.py").read_text() == f"edit {number}\n"
    assert run(["rewind", "--undo"]) == 1


def test_dry_run_changes_nothing(world: World) -> None:
    agent = agent_of(world)
    agent.turn("First", {"a.py": "1\n"})
    agent.turn("Second", {"a.py": "2\n", "b.py": "b\n"})
    world.repo.write("a.py", "mine\n")
    world.repo.write("notes.txt", "mine\n")
    refs, tree = world.git("for-each-ref"), tree_of(world.repo.path)
    transcript, state = Path(agent.transcript).read_bytes(), state_of(world, agent.session_id)
    planned = world.entire("rewind", "--to", step(world, "First"), "--dry-run")
    assert planned.split("\n", 1)[1] == (
        "Restore: a.py\nDelete: b.py\nLose: a.py (+1 -1)\nKeep: notes.txt (yours)\nRemove: 1 prompt\n"
    )
    facts = json.loads(world.entire("rewind", "--to", step(world, "First"), "--dry-run", "--json"))
    assert (facts["restore"], facts["delete"], facts["done"]) == (["a.py"], ["b.py"], False)
    assert facts["lost"] == [{"path": "a.py", "added": 1, "removed": 1}]
    assert facts["keep"] == [{"path": "notes.txt", "why": "yours"}]
    assert (world.git("for-each-ref"), tree_of(world.repo.path)) == (refs, tree)
    assert (Path(agent.transcript).read_bytes(), state_of(world, agent.session_id)) == (transcript, state)


def test_the_index_and_the_branch_stay(world: World) -> None:
    agent = agent_of(world)
    agent.turn("First", {"a.py": "1\n"})
    agent.turn("Second", {"a.py": "2\n", "b.py": "b\n"})
    world.git("add", "a.py", "b.py")
    before = (world.git("ls-files", "--stage"), world.git("rev-parse", "HEAD", "main"))
    world.entire("rewind", "--to", step(world, "First"))
    assert (world.git("ls-files", "--stage"), world.git("rev-parse", "HEAD", "main")) == before
    assert not world.file("b.py").exists()


def test_an_open_turn_is_kept_as_a_step(world: World) -> None:
    agent = agent_of(world)
    agent.turn("First", {"a.py": "1\n"})
    agent.prompt("Second")
    agent.write("b.py", "unfinished\n")  # and interrupted: no hook tells
    there = step(world, "First")
    assert "Delete: b.py" in world.entire("rewind", "--to", there, "--dry-run")
    world.entire("rewind", "--to", there)
    assert not world.file("b.py").exists()
    state = state_of(world, agent.session_id)
    assert (state["phase"], state["checkpoint_count"]) == ("idle", 1)
    assert list(world.file(".entire/tmp").glob("pre-*")) == []
    world.entire("rewind", "--undo")
    assert world.file("b.py").read_text() == "unfinished\n"
    assert [point["message"] for point in points(world)] == ["Second", "First"]


def test_a_subagents_step_ends_with_its_result(world: World) -> None:
    agent = agent_of(world)
    agent.prompt("Delegate")
    sub = Sub(agent, "Write the parser")
    sub.write("parser.py", "parse = 1\n")
    sub.end()
    agent.write("main.py", "main = 1\n")
    agent.say("Both are done.")
    agent.stop()
    whole = Path(agent.transcript).read_text()
    (task,) = [point for point in points(world) if point["is_task_checkpoint"]]
    assert task["tool_use_id"] == sub.tool_use_id
    assert task["metadata_dir"].endswith(f"/tasks/{sub.tool_use_id}")

    world.entire("rewind", "--to", task["id"])

    assert world.file("parser.py").exists()
    assert not world.file("main.py").exists()
    cut = Path(agent.transcript).read_text()
    assert whole.startswith(cut)
    last = json.loads(cut.splitlines()[-1])
    assert last["message"]["content"][0]["tool_use_id"] == sub.tool_use_id
    assert last["toolUseResult"]["agentId"] == sub.agent_id  # nothing is dropped from lines that remain
    state = state_of(world, agent.session_id)
    assert (state["checkpoint_count"], state["files_touched"]) == (0, ["parser.py"])
    agent.turn("Go on", {"main.py": "main = 2\n"})
    world.git("add", "--all")
    checkpoint = world.commit()
    assert world.session(checkpoint)["files_touched"] == ["main.py", "parser.py"]
    world.check_sound()


def test_without_the_agents_transcript_the_stored_copy_is_used(world: World) -> None:
    agent = agent_of(world)
    secret = "sk-ant-api03-" + "Ab3dEf6hIj9kLmN0pQrS" * 4
    agent.turn(f"First with {secret}", {"a.py": "1\n"}, "One.")
    agent.turn("Second", {"a.py": "2\n"}, "Two.")
    there = points(world)[1]["id"]
    os.unlink(agent.transcript)
    done = world.entire("rewind", "--to", there)
    assert "was deleted: restored from the stored copy, in which secrets are redacted" in done
    restored = Path(agent.transcript).read_text()
    assert "One." in restored
    assert "Two." not in restored
    assert secret not in restored
    world.entire("rewind", "--undo")
    assert not os.path.exists(agent.transcript)


def test_a_transcript_that_does_not_have_the_point_is_left(world: World) -> None:
    agent = agent_of(world)
    agent.turn("First", {"a.py": "1\n"})
    agent.turn("Second", {"a.py": "2\n"})
    there = step(world, "First")
    other = '{"type":"user","uuid":"x","message":{"content":"another conversation"}}\n'
    Path(agent.transcript).write_text(other)
    done = world.entire("rewind", "--to", there)
    assert "unchanged: this point is not in" in done
    assert Path(agent.transcript).read_text() == other
    assert world.file("a.py").read_text() == "1\n"


def test_filters_links_and_modes_are_gits(world: World) -> None:
    world.repo.write(".gitattributes", "*.txt text eol=crlf\n*.key filter=mask\n")
    world.git("config", "filter.mask.clean", "sed s/SECRET/masked/")
    world.git("config", "filter.mask.smudge", "sed s/masked/SECRET/")
    world.git("add", ".")
    world.git("commit", "--quiet", "-m", "attributes")
    agent = agent_of(world)
    agent.prompt("First")
    world.repo.write("dos.txt", "one\r\ntwo\r\n")
    world.repo.write("x.key", "SECRET\n")
    world.repo.write("run.sh", "#!/bin/sh\n").chmod(0o755)
    world.file("link").symlink_to("README.md")
    agent.use("Bash", command="make")
    agent.say("Done.")
    agent.stop()
    before = tree_of(world.repo.path)
    agent.prompt("Second")
    world.repo.write("dos.txt", "other\r\n")
    world.repo.write("x.key", "other\n")
    world.file("run.sh").chmod(0o644)
    world.file("link").unlink()
    world.file("link").mkdir()
    world.repo.write("link/inside", "x\n")
    agent.use("Bash", command="make")
    agent.say("Done again.")
    agent.stop()
    later = tree_of(world.repo.path)
    world.entire("rewind", "--to", step(world, "First"))
    assert tree_of(world.repo.path) == before
    world.entire("rewind", "--undo")
    assert tree_of(world.repo.path) == later


def test_files_that_came_with_a_pull_stay(world: World) -> None:
    agent = agent_of(world)
    agent.turn("First", {"a.py": "1\n"})
    agent.turn("Second", {"a.py": "2\n"})
    world.git("stash", "--include-untracked", "--quiet")
    world.repo.write("README.md", "from upstream\n")
    world.repo.write("upstream.py", "new\n")
    no_hooks = ("-c", f"core.hooksPath={os.devnull}")
    world.git("add", ".")
    world.git(*no_hooks, "commit", "--quiet", "-m", "upstream")
    world.git("stash", "pop", "--quiet")
    agent.turn("Third", {"a.py": "3\n"})
    world.entire("rewind", "--to", step(world, "First"))
    assert world.file("a.py").read_text() == "1\n"
    assert world.file("README.md").read_text() == "from upstream\n"
    assert world.file("upstream.py").read_text() == "new\n"


def test_what_a_commit_holds_of_the_conversation_stays(world: World) -> None:
    agent = agent_of(world)
    agent.turn("First", {"a.py": "1\n", "b.py": "1\n"}, "One.")
    agent.turn("A question", {}, "An answer.")
    world.git("add", "a.py")
    world.commit()
    spoken = Path(agent.transcript).read_bytes()
    agent.turn("Second", {"b.py": "2\n", "c.py": "2\n"}, "Two.")
    (_, carried, linked) = points(world)
    assert carried["message"] == "carry forward: uncommitted session files"
    assert linked["is_logs_only"]
    world.entire("rewind", "--to", carried["id"])
    assert Path(agent.transcript).read_bytes() == spoken
    assert world.file("b.py").read_text() == "1\n"
    assert not world.file("c.py").exists()
    state = state_of(world, agent.session_id)
    assert (state["checkpoint_count"], state["files_touched"]) == (1, ["b.py"])
    world.git("add", "--all")
    checkpoint = world.commit()
    assert world.session(checkpoint)["files_touched"] == ["b.py"]
    assert "token_usage" not in world.session(checkpoint) or not any(
        value for value in world.session(checkpoint)["token_usage"].values() if isinstance(value, int)
    )
    world.check_sound()


REFUSED = [
    (["--to", "abc"], 1, 'id "abc" is too short'),
    (["--to", "zz"], 1, 'no step or linked commit starts with "zz"'),
    (["--to", "zzzzzzz"], 1, 'no step or linked commit starts with "zzzzzzz"'),
    (["--to", ""], 2, "--to requires an id"),
    (["--to", "HEAD"], 1, "has no checkpoint in this repository"),
    (["--list", "--undo"], 2, "cannot be used together"),
    (["--undo", "--reset"], 2, "cannot be used together"),
    (["--logs-only", "--reset", "--to", "abcd"], 2, "cannot be used together"),
    ([], 1, "not a terminal: pass --to ID"),
]


def test_what_cannot_be(
    world: World, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    agent_of(world).turn("First", {"a.py": "1\n"})
    monkeypatch.chdir(world.repo.path)
    for words, code, says in REFUSED:
        assert run(["rewind", *words]) == code
        assert says in capsys.readouterr().err


def test_ids_may_be_short_but_must_be_clear(world: World) -> None:
    agent = agent_of(world)
    for number in range(3):
        agent.turn(f"Turn {number}", {"a.py": f"{number}\n"})
    there = step(world, "Turn 1")
    wrong = there[:6] + ("0" if there[6] != "0" else "1") + "000"
    near = world.run("entire", "rewind", "--to", wrong, check=False)
    assert f"did you mean {there[:7]}" in near.stderr
    world.entire("rewind", "--to", there[:4].upper())
    assert world.file("a.py").read_text() == "1\n"


def test_off_and_outside(world: World, tmp_path: Path) -> None:
    world.entire("disable")
    for words in ([], ["--undo"], ["--to", "HEAD"]):
        said = world.entire("rewind", *words)
        assert said == "Entire is disabled here. Run `entire enable` to turn it on.\n"
        done = world.run("entire", "rewind", "--json", *words)
        assert (done.stdout, done.stderr) == ("", said)
    outside = tmp_path / "outside"
    outside.mkdir()
    done = world.run("entire", "rewind", cwd=outside, check=False)
    assert done.returncode == 1
    assert "not a git repository" in done.stderr
