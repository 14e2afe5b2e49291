"""Tokens are counted once, also where the reference condensed in between: it drops the key that says so."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.scenario.interop.reference import Reference
from tests.scenario.world import World
from tests.support import Repo

from entire.core.json_text import decode


def tokens(world: World, checkpoint: str) -> int:
    """The output tokens that a checkpoint counts; every answer of the stand-in has 85."""
    usage: dict[str, int] = world.session(checkpoint)["token_usage"]
    return usage["output_tokens"] // 85


def shown(world: World, session_id: str) -> dict[str, Any]:
    found: dict[str, Any] = decode(world.entire("session", "show", session_id, "--json"))
    return found


def commit(world: World) -> str:
    world.git("add", "-A")
    found = world.commit_at_terminal()
    assert found
    return found


def test_after_a_session_that_the_reference_condensed(world: World) -> None:
    theirs = Reference(world)
    theirs.turn("Write one", {"one.py": "one = 1\n"})
    first = theirs.condense(["one.py"])
    world.agent(theirs.session_id).turn("Write two", {"two.py": "two = 2\n"})
    assert (tokens(world, first), tokens(world, commit(world))) == (2, 2)


def test_after_our_steps_that_the_reference_condensed(world: World) -> None:
    ours = world.agent()
    ours.turn("Write one", {"one.py": "one = 1\n"})
    first = Reference(world, ours.session_id).condense(["one.py"])
    ours.turn("Write two", {"two.py": "two = 2\n"})
    assert (tokens(world, first), tokens(world, commit(world))) == (2, 2)


def test_after_turns_of_both_that_the_reference_condensed(world: World) -> None:
    """Our cursor ends before what the reference counted."""
    ours = world.agent()
    ours.turn("Write one", {"one.py": "one = 1\n"})
    commit(world)
    theirs = Reference(world, ours.session_id)
    theirs.turn("Write two", {"two.py": "two = 2\n"})
    theirs.condense(["two.py"])
    ours.turn("Write three", {"three.py": "three = 3\n"})
    assert tokens(world, commit(world)) == 2


def test_what_the_reference_carried_forward_is_counted_already(world: World) -> None:
    theirs = Reference(world)
    theirs.turn("Write two files", {"one.py": "one = 1\n", "two.py": "two = 2\n"})
    theirs.condense(["one.py"])
    assert tokens(world, commit(world)) == 0


def test_the_same_after_a_checkpoint_of_ours(world: World) -> None:
    ours = world.agent()
    ours.turn("Write zero", {"zero.py": "zero = 0\n"})
    commit(world)
    theirs = Reference(world, ours.session_id)
    theirs.turn("Write two files", {"one.py": "one = 1\n", "two.py": "two = 2\n"})
    theirs.condense(["one.py"])
    ours.turn("Write three", {"three.py": "three = 3\n"})
    assert tokens(world, commit(world)) == 2


def test_a_prompt_of_the_reference_loses_no_count(world: World) -> None:
    """It saves the state without our key, after a commit that left work out."""
    ours = world.agent()
    ours.turn("Write two files", {"one.py": "one = 1\n", "two.py": "two = 2\n"})
    world.git("add", "one.py")
    world.commit_at_terminal()
    Reference(world, ours.session_id).prompt("Think")
    ours.say("Thought.")
    ours.stop()
    assert tokens(world, commit(world)) == 1


def test_a_turn_that_saved_nothing_is_not_counted_yet(world: World) -> None:
    """The session has no step, and the reference saves its state: no checkpoint has counted its tokens."""
    ours = world.agent()
    ours.prompt("Think")
    ours.say("Thought.")
    ours.stop()
    theirs = Reference(world, ours.session_id)
    theirs.save(theirs.state())
    ours.end()
    assert (world.state(ours.session_id) or {})["token_usage"]["output_tokens"] == 85


@pytest.mark.parametrize("saved", ["before", "after"])
def test_a_session_in_another_worktree_is_counted_whole(world: World, tmp_path: Path, saved: str) -> None:
    """What a commit there has of the conversation begins later, and nothing before it was ever counted."""
    ours = world.agent()
    ours.turn("Write one", {"one.py": "one = 1\n"})
    theirs = Reference(world, ours.session_id)
    if saved == "before":
        theirs.save(theirs.state())
    world.git("worktree", "add", "--quiet", str(tmp_path / "other"), "-b", "other")
    other = World(Repo(tmp_path / "other"))
    ours.root = str(other.repo.path)
    ours.turn("Write two", {"two.py": "two = 2\n"})
    if saved == "after":
        theirs.save(theirs.state())
        ours.turn("Write three", {"three.py": "three = 3\n"})
    assert tokens(other, commit(other)) == (4 if saved == "before" else 6)


def test_a_session_in_another_worktree_is_counted_once(world: World, tmp_path: Path) -> None:
    """The reference condensed in the first one."""
    ours = world.agent()
    ours.turn("Write one", {"one.py": "one = 1\n"})
    first = Reference(world, ours.session_id).condense(["one.py"])
    world.git("worktree", "add", "--quiet", str(tmp_path / "other"), "-b", "other")
    other = World(Repo(tmp_path / "other"))
    ours.root = str(other.repo.path)
    ours.turn("Write two", {"two.py": "two = 2\n"})
    assert (tokens(world, first), tokens(other, commit(other))) == (2, 2)


def test_the_rest_of_a_turn_is_added_to_the_checkpoint_that_the_reference_made(world: World) -> None:
    theirs = Reference(world)
    theirs.turn("Write one", {"one.py": "one = 1\n"})
    theirs.condense(["one.py"])
    theirs.prompt("Write two, and commit")
    theirs.write("two.py", "two = 2\n")
    second = theirs.condense(["two.py"])
    assert tokens(world, second) == 1
    ours = world.agent(theirs.session_id)
    ours.say("Done.")
    ours.stop()
    assert tokens(world, second) == 2
    ours.turn("Write three", {"three.py": "three = 3\n"})
    assert tokens(world, commit(world)) == 2


def test_the_total_of_a_session_counts_once(world: World) -> None:
    theirs = Reference(world)
    theirs.turn("Write one", {"one.py": "one = 1\n"})
    each = 12 + 340 + 2900 + 85
    assert shown(world, theirs.session_id)["tokens_total"] == 2 * each
    theirs.condense(["one.py"])
    assert shown(world, theirs.session_id)["tokens_total"] == 2 * each
    theirs.turn("Write two", {"two.py": "two = 2\n"})
    assert shown(world, theirs.session_id)["tokens_total"] == 4 * each
    world.agent(theirs.session_id).turn("Write three", {"three.py": "three = 3\n"})
    assert shown(world, theirs.session_id)["tokens_total"] == 6 * each
    commit(world)
    assert shown(world, theirs.session_id)["tokens_total"] == 6 * each


def test_the_total_with_what_the_reference_carried_forward(world: World) -> None:
    """Its second checkpoint counts the whole conversation again."""
    theirs = Reference(world)
    theirs.turn("Write two files", {"one.py": "one = 1\n", "two.py": "two = 2\n"})
    theirs.condense(["one.py"])
    theirs.condense(["two.py"])
    each = 12 + 340 + 2900 + 85
    found = shown(world, theirs.session_id)
    assert found["tokens_total"] == 3 * each


@pytest.mark.parametrize("with_state", [True, False])
def test_totals_of_sessions_without_a_version_are_cumulative(world: World, with_state: bool) -> None:
    theirs = Reference(world)
    theirs.turn("Write one", {"one.py": "one = 1\n"})
    state = theirs.state()
    usage = {"input_tokens": 0, "cache_creation_tokens": 0, "cache_read_tokens": 0, "api_call_count": 1}
    for number, id in enumerate(("aaaaaaaaaaaa", "bbbbbbbbbbbb", "cccccccccccc"), 1):
        more = usage | {"output_tokens": 100 * number}
        theirs.write_checkpoint(
            id, state | {"checkpoint_transcript_start": number}, ["one.py"], more, cli_version=""
        )
    theirs.save(state | {"token_usage": None})
    if not with_state:
        theirs.state_path.unlink()
    assert shown(world, theirs.session_id)["tokens_total"] == 300


def test_json_and_text_show_the_same_number(world: World) -> None:
    ours = world.agent()
    ours.turn("Write one", {"one.py": "one = 1\n"})
    commit(world)
    ours.turn("Write two", {"two.py": "two = 2\n"})
    found = shown(world, ours.session_id)
    assert f"Tokens: {found['tokens']}" in world.entire("session", "show", ours.session_id).splitlines()
    assert (found["tokens"], found["tokens_total"]) == (2 * found["tokens_pending"], found["tokens"])
