"""The start of a session, before its first prompt; and rewinding only the files, or only the conversation."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from tests.scenario.rewind.rewinding import agent_of, every_point, points, start_of, state_of, step, tree_of
from tests.scenario.ways import STEPS
from tests.scenario.world import World

from entire.cli.main import run

pytestmark = STEPS

KEYS = ["id", "message", "metadata_dir", "date", "is_task_checkpoint", "is_logs_only", "session_id"]


def test_the_start_is_listed_and_rewound_to(world: World) -> None:
    world.repo.write("notes.txt", "mine\n")
    world.repo.write("README.md", "edited by me\n")
    agent = world.agent()
    before = tree_of(world.repo.path)
    agent.turn("First", {"a.py": "1\n", "README.md": "edited by the agent\n"}, "One.")
    agent.prompt("Second")
    agent.shell("echo more >> notes.txt")
    agent.stop()
    after, whole = tree_of(world.repo.path), Path(agent.transcript).read_bytes()
    found = every_point(world)
    assert [(p["message"], p["at"]) for p in found] == [
        ("Second", "after"),
        ("First", "after"),
        ("Before: First", "before"),
    ]
    assert [key for key in found[2] if key in KEYS] == KEYS
    state = state_of(world, agent.session_id)

    planned = world.entire("rewind", "--to", start_of(world)[:7], "--dry-run")
    assert "(the start) Before: First\nRestore: README.md\nRestore: notes.txt\nDelete: a.py\n" in planned
    assert "Remove: 2 prompts\n" in planned
    done = world.entire("rewind", "--to", start_of(world)[:7])

    assert "truncated (2 prompts removed)" in done
    assert "Resume: " not in done  # nothing is left to continue
    assert tree_of(world.repo.path) == before
    assert b"First" not in Path(agent.transcript).read_bytes()
    assert (every_point(world), world.shadows(), world.touched(agent)) == ([], [], [])
    assert state_of(world, agent.session_id)["checkpoint_count"] == 0

    world.entire("rewind", "--undo")
    assert tree_of(world.repo.path) == after
    assert Path(agent.transcript).read_bytes() == whole
    assert state_of(world, agent.session_id) == state
    assert every_point(world) == found
    world.check_sound()


def test_the_session_goes_on_from_its_start(world: World) -> None:
    agent = world.agent()
    agent.turn("First", {"a.py": "1\n"})
    world.entire("rewind", "--to", start_of(world))
    agent.turn("Another", {"b.py": "b\n"})
    assert [point["message"] for point in every_point(world)] == ["Another", "Before: Another"]
    world.git("add", "--all")
    checkpoint = world.commit()
    assert world.session(checkpoint)["files_touched"] == ["b.py"]
    assert world.stored(checkpoint, "prompt.txt") == "Another"
    world.check_sound()


def test_beside_another_session(world: World) -> None:
    one, two = agent_of(world, "one"), agent_of(world, "two")
    two.turn("Two 1", {"two.py": "1\n"})
    one.turn("One 1", {"one.py": "1\n"})
    two.turn("Two 2", {"two.py": "2\n", "more.py": "2\n"})
    state, spoken, after = state_of(world, "two"), Path(two.transcript).read_bytes(), tree_of(world.repo.path)
    world.entire("rewind", "--to", start_of(world, "one"))
    assert not world.file("one.py").exists()
    assert world.file("two.py").read_text() == "2\n"
    assert (state_of(world, "two"), Path(two.transcript).read_bytes()) == (state, spoken)
    assert [point["message"] for point in every_point(world)] == ["Two 2", "Two 1", "Before: Two 1"]
    one.turn("One again", {"one.py": "again\n"})
    assert [point["message"] for point in points(world)] == ["One again", "Two 2", "Two 1"]
    world.entire("rewind", "--undo")
    assert world.file("one.py").exists()
    assert "One 1" in [point["message"] for point in points(world)]
    world.entire("rewind", "--to", start_of(world, "two"))
    assert set(after) - set(tree_of(world.repo.path)) == {"two.py", "more.py"}
    world.check_sound()


def test_after_a_commit_it_is_the_first_prompt_since(world: World) -> None:
    agent = agent_of(world)
    agent.turn("First", {"a.py": "1\n"}, "One.")
    world.git("add", "--all")
    world.commit()
    spoken = Path(agent.transcript).read_bytes()
    agent.turn("A question", {}, "An answer.")
    agent.turn("Second", {"a.py": "2\n", "b.py": "2\n"}, "Two.")
    (_, start, linked) = every_point(world)
    assert (start["message"], start["at"]) == ("Before: Second", "before")
    assert "at" not in linked
    done = world.entire("rewind", "--to", start["id"])
    assert f"Resume: claude -r {agent.session_id}\n" in done
    assert Path(agent.transcript).read_bytes() == spoken
    assert world.git("status", "--porcelain") == ""
    agent.turn("Third", {"c.py": "3\n"})
    world.git("add", "--all")
    assert world.stored(world.commit(), "prompt.txt") == "Third"
    world.check_sound()


@pytest.mark.parametrize("edited", [True, False])
def test_a_first_turn_that_was_interrupted(world: World, edited: bool) -> None:
    world.repo.write("notes.txt", "mine\n")
    if edited:
        world.repo.write("README.md", "edited by me\n")
    before = tree_of(world.repo.path)
    agent = world.agent()
    agent.prompt("First")
    agent.write("a.py", "unfinished\n")
    agent.shell("echo more >> notes.txt")
    agent.write("README.md", "edited by the agent\n")
    (start,) = every_point(world)
    assert (start["message"], start["at"]) == ("Before: First", "before")
    assert every_point(world) == [start]
    assert "Remove: 1 prompt\n" in world.entire("rewind", "--to", start["id"], "--dry-run")
    world.entire("rewind", "--to", start["id"][:7])
    assert tree_of(world.repo.path) == before
    assert (every_point(world), world.shadows(), world.touched(agent)) == ([], [], [])
    world.entire("rewind", "--undo")
    assert world.file("a.py").read_text() == "unfinished\n"
    assert [point["message"] for point in every_point(world)] == ["First", "Before: First"]
    world.check_sound()


def test_a_first_turn_beside_another_session(world: World) -> None:
    one, two = agent_of(world, "one"), agent_of(world, "two")
    two.turn("Two 1", {"two.py": "1\n"})
    one.prompt("One 1")
    one.write("one.py", "1\n")
    world.entire("rewind", "--to", start_of(world, "one"))
    assert not world.file("one.py").exists()
    assert [point["message"] for point in every_point(world)] == ["Two 1", "Before: Two 1"]
    world.entire("rewind", "--undo")
    assert world.file("one.py").exists()
    world.check_sound()


def test_no_start_in_a_turn_that_was_committed_in_part(world: World) -> None:
    agent = world.agent()
    agent.prompt("Two files, one commit")
    agent.write("a.py", "a\n")
    agent.shell("git add a.py && git commit --quiet -m 'By the agent'")
    agent.write("b.py", "b\n")
    agent.stop()
    assert [point["message"] for point in every_point(world) if point.get("at") == "before"] == []


def test_only_the_files(world: World) -> None:
    agent = world.agent()
    agent.turn("First", {"a.py": "1\n"}, "One.")
    agent.turn("Second", {"a.py": "2\n", "b.py": "2\n"}, "Two.")
    spoken, state, found = (
        Path(agent.transcript).read_bytes(),
        state_of(world, agent.session_id),
        every_point(world),
    )
    done = world.entire("rewind", "--to", step(world, "First"), "--files-only")
    assert "Restored: a.py\nDeleted: b.py\n" in done
    assert "unchanged: only the files were rewound" in done
    assert world.file("a.py").read_text() == "1\n"
    assert Path(agent.transcript).read_bytes() == spoken
    assert state_of(world, agent.session_id) == state
    assert every_point(world) == found
    world.entire("rewind", "--undo")
    assert world.file("a.py").read_text() == "2\n"
    world.entire("rewind", "--to", step(world, "First"), "--files-only")
    agent.turn("Third", {"c.py": "3\n"})
    later = state_of(world, agent.session_id)
    world.entire("rewind", "--undo")  # only the files, again
    assert world.file("b.py").exists()
    assert state_of(world, agent.session_id) == later
    assert [point["message"] for point in points(world)] == ["Third", "Second", "First"]
    world.entire("rewind", "--to", step(world, "Third"), "--files-only")
    world.git("add", "--all")
    checkpoint = world.commit()
    assert world.session(checkpoint)["files_touched"] == ["a.py", "c.py"]
    assert "Second" in world.stored(checkpoint, "prompt.txt")
    world.check_sound()


def test_only_the_conversation(world: World) -> None:
    agent = world.agent()
    agent.turn("First", {"a.py": "1\n"}, "One.")
    first = Path(agent.transcript).read_bytes()
    agent.turn("Second", {"a.py": "2\n", "b.py": "2\n"}, "Two.")
    tree = tree_of(world.repo.path)
    planned = world.entire("rewind", "--to", step(world, "First"), "--conversation-only", "--dry-run")
    assert planned.split("\n", 1)[1] == "Remove: 1 prompt\n"
    done = world.entire("rewind", "--to", step(world, "First"), "--conversation-only")
    assert "truncated (1 prompt removed)" in done
    assert "Note: files are unchanged\n" in done
    assert tree_of(world.repo.path) == tree
    assert Path(agent.transcript).read_bytes() == first
    world.entire("rewind", "--undo")
    assert Path(agent.transcript).read_bytes() != first
    world.entire("rewind", "--to", step(world, "First"), "--conversation-only")
    agent.turn("Third", {"c.py": "3\n"})
    world.git("add", "--all")
    checkpoint = world.commit()
    assert world.session(checkpoint)["files_touched"] == ["a.py", "b.py", "c.py"]
    assert world.stored(checkpoint, "prompt.txt") == "First\n\n---\n\nThird"
    world.check_sound()


@pytest.mark.parametrize("earlier", [0, 2])
def test_what_a_removed_turn_wrote_is_not_of_the_turn_after_it(world: World, earlier: int) -> None:
    """Its files stay, but the conversation has another prompt where its own was."""
    agent = world.agent()
    for number in range(earlier):
        agent.turn(f"Write {number}", {f"{number}.py": f"{number}\n"})
    agent.turn("Removed", {"removed.py": "removed\n"})
    before = step(world, f"Write {earlier - 1}") if earlier else start_of(world)
    world.entire("rewind", "--to", before, "--conversation-only")
    agent.turn("After", {"after.py": "after\n"})
    world.git("add", "--all")
    assert world.commit()
    asked = {path: why(world, path) for path in ("removed.py", "after.py")}
    assert asked == {"removed.py": ("agent", []), "after.py": ("agent", ["After"])}
    for number in range(earlier):
        assert why(world, f"{number}.py") == ("agent", [f"Write {number}"])
    assert "the turn was removed from the conversation" in world.entire("why", "removed.py:1")
    world.check_sound()


def test_a_file_with_lines_of_a_removed_turn_and_of_the_one_after_it(world: World) -> None:
    agent = world.agent()
    agent.turn("Removed", {"both.py": "removed = 1\n"})
    world.entire("rewind", "--to", start_of(world), "--conversation-only")
    agent.prompt("After")
    agent.replace("both.py", "removed = 1\n", "removed = 1\nafter = 2\n")
    agent.say("Done.")
    agent.stop()
    world.git("add", "--all")
    assert world.commit()
    found = json.loads(world.entire("blame", "both.py", "--json"))
    assert [line["turn"] for line in found["lines"]] == [0, 1]
    assert [turn["prompt"] for turn in found["turns"]] == ["", "After"]


def why(world: World, path: str) -> tuple[str, list[str]]:
    """Who wrote a file's first line, and the prompt."""
    found = json.loads(world.entire("why", f"{path}:1", "--json"))
    return found["who"], found["prompts"]


def test_options_that_do_not_go_together(
    world: World, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    agent_of(world).turn("First", {"a.py": "1\n"})
    world.git("add", "--all")
    world.commit()
    monkeypatch.chdir(world.repo.path)
    for words, code, says in (
        (["--files-only", "--conversation-only", "--to", "HEAD"], 2, "cannot be used together"),
        (["--files-only", "--undo"], 2, "cannot be used together"),
        (["--conversation-only", "--reset", "--to", "HEAD"], 2, "cannot be used together"),
        (["--files-only", "--to", "HEAD"], 1, "is a commit, not a step"),
        (["--conversation-only", "--to", "HEAD"], 0, ""),
    ):
        assert run(["rewind", *words]) == code
        assert says in capsys.readouterr().err


def test_a_transcript_elsewhere_is_cut(world: World, tmp_path: Path) -> None:
    agent = world.agent()
    agent.transcript = str(tmp_path / "elsewhere" / f"{agent.session_id}.jsonl")
    agent.turn("First", {"a.py": "1\n"}, "One.")
    first = Path(agent.transcript).read_bytes()
    agent.turn("Second", {"a.py": "2\n"}, "Two.")
    whole = Path(agent.transcript).read_bytes()
    planned = json.loads(world.entire("rewind", "--to", step(world, "First"), "--dry-run", "--json"))
    (conversation,) = planned["conversations"]
    assert (conversation["did"], conversation["prompts_removed"]) == ("cut", 1)
    world.entire("rewind", "--to", step(world, "First"))
    assert Path(agent.transcript).read_bytes() == first
    (backup,) = Path(agent.transcript).parent.glob("*.bak")
    assert backup.read_bytes() == whole
    world.entire("rewind", "--undo")
    assert Path(agent.transcript).read_bytes() == whole
    assert not backup.exists()
    world.check_sound()


@pytest.mark.parametrize("how", ["link", "hard link", "another's"])
def test_a_transcript_that_may_not_be_cut(world: World, tmp_path: Path, how: str) -> None:
    if how == "another's" and os.geteuid() != 0:
        pytest.skip("needs root")
    agent = world.agent()
    agent.transcript = str(tmp_path / "elsewhere" / f"{agent.session_id}.jsonl")
    agent.turn("First", {"a.py": "1\n"}, "One.")
    agent.turn("Second", {"a.py": "2\n"}, "Two.")
    there, real = Path(agent.transcript), tmp_path / "real.jsonl"
    if how == "link":
        there.rename(real)
        there.symlink_to(real)
    elif how == "hard link":
        os.link(there, real)
    else:
        os.chown(there, 12345, 12345)
    whole, to = there.read_bytes(), step(world, "First")
    planned = world.entire("rewind", "--to", to, "--dry-run")
    assert "is not where the agent stores conversations" in planned
    world.entire("rewind", "--to", to)
    assert there.read_bytes() == whole
    assert world.file("a.py").read_text() == "1\n"


def test_the_start_while_people_save_during_the_turn(world: World) -> None:
    """Every save is a snapshot of its own, but not the start of the session."""
    world.repo.write("f.py", "")
    world.git("add", "f.py")
    world.git("commit", "--quiet", "-m", "f")
    agent = world.agent()
    agent.prompt("Write it")
    text = ""
    for number in range(12):
        text += f"x{number} = compute({number})\n"
        agent.write("f.py", text)
        text += f"# mine {number}\n"
        world.repo.write("f.py", text)
    agent.stop()
    [start] = [point for point in every_point(world) if point["at"] == "before"]
    world.entire("rewind", "--to", start["id"], "--force")
    assert world.file("f.py").read_text() == ""


def test_the_start_of_an_open_turn_after_a_step_of_another_session(world: World) -> None:
    first, second = world.agent(), world.agent()
    first.turn("Write one", {"one.py": "1\n"})
    second.prompt("Write two")
    second.write("two.py", "2\n")
    starts = [point for point in every_point(world) if point["at"] == "before"]
    assert second.session_id in {point["session_id"] for point in starts}
