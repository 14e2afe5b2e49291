"""The ways in which prompts and commits interleave, each through installed hooks and the real git."""

from __future__ import annotations

import json
from pathlib import Path

from tests.scenario.ways import STEPS
from tests.scenario.world import World

pytestmark = STEPS


def files_touched(world: World, session_id: str) -> list[str]:
    state = world.state(session_id)
    assert state is not None
    found: list[str] = state.get("files_touched", [])
    return found


def test_2_the_prompt_commits_within_the_turn(world: World) -> None:
    agent = world.agent()
    agent.prompt("Make changes and commit them")
    agent.write("a.py", "a\n")
    agent.shell("echo b > b.py && git add . && git commit -qm 'Add a and b'")

    checkpoint = world.checkpoint()
    assert checkpoint
    assert world.session(checkpoint)["files_touched"] == ["a.py", "b.py"]
    state = world.state(agent.session_id)
    assert state is not None
    assert state["phase"] == "active"
    assert state["turn_checkpoint_ids"] == [checkpoint]
    provisional = world.transcript(checkpoint)

    agent.say("Both are committed.")
    agent.stop()
    state = world.state(agent.session_id)
    assert state is not None
    assert "turn_checkpoint_ids" not in state
    assert "files_touched" not in state
    final = world.transcript(checkpoint)
    assert final.startswith(provisional)
    assert "Both are committed." in final
    assert world.session(checkpoint)["token_usage"]["api_call_count"] == 3
    assert world.shadows() == []
    world.check_sound()


def test_3_several_commits_within_a_turn(world: World) -> None:
    agent = world.agent()
    agent.prompt("Implement it with granular commits")
    checkpoints = []
    for name in ("a", "b", "c"):
        agent.write(f"{name}.py", f"{name}\n")
        agent.shell(f"git add . && git commit -qm 'Add {name}'")
        checkpoints.append(world.checkpoint())
    agent.say("Three commits.")
    agent.stop()

    assert len(set(checkpoints)) == 3
    assert [world.session(c)["files_touched"] for c in checkpoints] == [["a.py"], ["b.py"], ["c.py"]]
    for checkpoint in checkpoints:
        assert world.transcript(checkpoint) == Path(agent.transcript).read_text()
        assert "Implement it with granular commits" in world.stored(checkpoint, "prompt.txt")
    calls = [world.session(c)["token_usage"]["api_call_count"] for c in checkpoints]
    assert sum(calls) == 7  # three writes, three commands, the last words; each counted once
    world.check_sound()


def test_4_the_user_splits_the_changes(world: World) -> None:
    agent = world.agent()
    agent.turn("Write four", {f"{name}.py": f"{name}\n" for name in "abcd"})
    world.git("add", "a.py", "b.py")
    first = world.commit()
    assert world.session(first)["files_touched"] == ["a.py", "b.py"]
    assert files_touched(world, agent.session_id) == ["c.py", "d.py"]
    (shadow,) = world.shadows()
    assert shadow.startswith(f"entire/{world.git('rev-parse', 'HEAD')[:7]}-")
    assert world.show("c.py", shadow) == "c\n"

    world.git("add", "c.py", "d.py")
    second = world.commit()
    assert second not in ("", first)
    assert world.session(second)["files_touched"] == ["c.py", "d.py"]
    assert world.stored(second, "prompt.txt") == "Write four"
    assert world.transcript(second) == world.transcript(first)
    assert world.session(first)["token_usage"]["api_call_count"] == 5
    assert world.session(second).get("token_usage", {}).get("api_call_count", 0) == 0
    assert files_touched(world, agent.session_id) == []
    assert world.shadows() == []
    world.check_sound()


def test_5_partial_commit_stash_and_another_prompt(world: World) -> None:
    agent = world.agent()
    agent.turn("Prompt one", {"a.py": "a\n", "b.py": "b\n", "c.py": "c\n"})
    world.git("add", "a.py")
    assert world.commit()
    world.git("stash", "--include-untracked", "--quiet")
    agent.turn("Prompt two", {"d.py": "d\n", "e.py": "e\n"})
    assert files_touched(world, agent.session_id) == ["b.py", "c.py", "d.py", "e.py"]
    world.git("add", "d.py", "e.py")
    second = world.commit()
    assert world.session(second)["files_touched"] == ["d.py", "e.py"]
    assert files_touched(world, agent.session_id) == ["b.py", "c.py"]
    (shadow,) = world.shadows()
    assert world.show("b.py", shadow) == "b\n"  # stashed, and still known by content

    world.git("stash", "pop", "--quiet")
    world.git("add", "-A")
    third = world.commit()
    assert world.session(third)["files_touched"] == ["b.py", "c.py"]
    assert world.stored(third, "prompt.txt").startswith("Prompt one")
    assert world.shadows() == []
    world.check_sound()


def test_6_stash_another_prompt_unstash_commit_all(world: World) -> None:
    agent = world.agent()
    agent.turn("Prompt one", {"a.py": "a\n", "b.py": "b\n", "c.py": "c\n"})
    world.git("add", "a.py")
    first = world.commit()
    world.git("stash", "--include-untracked", "--quiet")
    agent.turn("Prompt two", {"d.py": "d\n", "e.py": "e\n"})
    world.git("stash", "pop", "--quiet")
    world.git("add", "-A")
    second = world.commit()
    assert second not in ("", first)
    assert world.session(second)["files_touched"] == ["b.py", "c.py", "d.py", "e.py"]
    prompts = world.stored(second, "prompt.txt")
    assert "Prompt one" in prompts
    assert "Prompt two" in prompts
    assert files_touched(world, agent.session_id) == []
    assert world.shadows() == []
    world.check_sound()


def test_7_some_hunks_of_a_file(world: World) -> None:
    agent = world.agent()
    whole = "".join(f"line {number}\n" for number in range(100))
    agent.turn("Write a hundred lines", {"a.py": whole})
    half = whole[: whole.index("line 50")]
    blob = world.repo.git("hash-object", "-w", "--stdin", data=half.encode())
    world.git("update-index", "--add", "--cacheinfo", f"100644,{blob},a.py")
    # A new file whose content is only part of the session's is the session's work all the same.
    first = world.commit()
    assert first
    assert files_touched(world, agent.session_id) == ["a.py"]
    world.git("add", "a.py")
    second = world.commit()
    assert world.session(second)["files_touched"] == ["a.py"]
    assert files_touched(world, agent.session_id) == []
    assert world.shadows() == []
    world.check_sound()


def test_reverted_and_replaced_is_not_linked(world: World) -> None:
    agent = world.agent()
    agent.turn("Create x", {"x.py": "hello, written by the agent\nwith two lines\n"})
    world.file("x.py").write_text("world, something else entirely\nby a person\n")
    world.git("add", "-A")
    assert world.commit() == ""


def test_an_unrelated_commit_is_not_linked(world: World) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n", "README.md": "# Changed by the agent\n"})
    world.repo.write("mine.txt", "mine\n")
    world.git("add", "mine.txt")
    assert world.commit() == ""
    assert world.commit_at_terminal("--allow-empty") == ""
    assert files_touched(world, agent.session_id) == ["README.md", "one.py"]
    world.git("add", "-A")
    assert world.commit_at_terminal()
    world.check_sound()


def test_a_modified_file_is_linked_however_the_user_edited_it(world: World) -> None:
    agent = world.agent()
    agent.turn("Edit the readme", {"README.md": "# By the agent\n"})
    world.file("README.md").write_text("# By the agent, then by hand\n")
    world.git("add", "-A")
    checkpoint = world.commit()
    assert world.session(checkpoint)["files_touched"] == ["README.md"]
    assert files_touched(world, agent.session_id) == []  # fully committed: nothing is carried
    assert world.shadows() == []


def test_two_sessions_are_condensed_together(world: World) -> None:
    first, second = world.agent(), world.agent()
    first.turn("Write one", {"one.py": "1\n"})
    others = "1 other active conversation" in second.start()
    assert others != world.way.makes_commits, "otherwise it is not said that they are linked"
    second.turn("Write two", {"two.py": "2\n"})
    (shadow,) = world.shadows()
    assert world.steps(shadow) == ["Write two", "Write one"]
    world.git("add", "-A")
    checkpoint = world.commit()
    root = world.root(checkpoint)
    assert len(root["sessions"]) == 2
    assert root["files_touched"] == ["one.py", "two.py"]
    slots = [world.session(checkpoint, index) for index in (0, 1)]
    assert {slot["session_id"]: slot["files_touched"] for slot in slots} == {
        first.session_id: ["one.py"],
        second.session_id: ["two.py"],
    }
    assert world.shadows() == []
    world.check_sound()


def test_a_session_that_does_not_overlap_keeps_its_work(world: World) -> None:
    first, second = world.agent(), world.agent()
    first.turn("Write one", {"one.py": "1\n"})
    second.turn("Write two", {"two.py": "2\n"})
    world.git("add", "one.py")
    checkpoint = world.commit()
    assert len(world.root(checkpoint)["sessions"]) == 1
    assert files_touched(world, first.session_id) == []
    assert files_touched(world, second.session_id) == ["two.py"]
    (shadow,) = world.shadows()
    assert world.show("two.py", shadow) == "2\n"
    second.turn("Write three", {"three.py": "3\n"})
    world.git("add", "-A")
    checkpoint = world.commit()
    assert world.session(checkpoint)["files_touched"] == ["three.py", "two.py"]
    assert world.stored(checkpoint, "prompt.txt") == "Write two\n\n---\n\nWrite three"
    assert world.shadows() == []
    world.check_sound()


def test_what_a_commit_during_the_turn_left_out_keeps_its_prompt(world: World) -> None:
    agent = world.agent()
    agent.turn("Look around", {})
    agent.prompt("Write three files and commit one")
    agent.write("later.py", "later = 1\n")
    agent.write("now.py", "now = 1\n")
    agent.shell("git add now.py && git commit -qm now")
    agent.write("last.py", "last = 1\n")
    agent.say("Done.")
    agent.stop()
    world.git("add", "later.py", "last.py")
    checkpoint = world.commit()
    assert world.session(checkpoint)["files_touched"] == ["last.py", "later.py"]
    assert world.stored(checkpoint, "prompt.txt") == "Write three files and commit one"
    start = world.session(checkpoint)["checkpoint_transcript_start"]
    lines = world.transcript(checkpoint).splitlines()
    assert "Write three files" in lines[start]
    assert world.session(checkpoint)["transcript_identifier_at_start"] == json.loads(lines[start - 1])["uuid"]
    world.check_sound()
