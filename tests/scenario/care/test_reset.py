"""`entire reset`: sessions are forgotten, files stay, steps can be found again."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.scenario.world import World

from entire.cli.commands.demo.stand_in import StandIn


def aside(world: World) -> list[str]:
    return world.git("for-each-ref", "--format=%(refname)", "refs/entire/orphaned/").splitlines()


def test_reset(world: World) -> None:
    assert world.entire("reset", "--force") == "Nothing to reset.\n"
    first, second = world.agent(), world.agent()
    first.turn("Write one", {"one.py": "1\n"})
    second.turn("Write two", {"two.py": "2\n"})
    (shadow,) = world.shadows()
    tip = world.git("rev-parse", shadow)

    refused = world.run("entire", "reset", check=False)
    assert refused.returncode == 1
    assert "This deletes 2 sessions: 2 steps with 2 files.\n" in refused.stdout
    assert "hint: pass --force" in refused.stderr
    assert world.shadows() == [shadow]

    shown = world.entire("reset", "--force")
    assert shown.startswith("Reset 2 sessions: 2 steps with 2 files. Your files were not changed.\n")
    (kept,) = aside(world)
    assert f"git restore --source={kept} -- <file>" in shown
    assert world.git("rev-parse", kept) == tip
    assert world.shadows() == []
    assert world.state(first.session_id) is None
    assert world.state(second.session_id) is None
    assert world.file("one.py").read_text() == "1\n"
    assert not list(world.file(".entire/tmp").glob("*.json"))
    assert not list(world.file(".entire/metadata").glob("*/*")), "our copies of the conversations"
    world.git("add", "-A")
    assert world.commit() == ""
    assert world.entire("reset", "--force") == "Nothing to reset.\n"

    first.turn("Write three", {"three.py": "3\n"})  # the agent goes on: a new beginning
    world.git("add", "-A")
    assert world.session(world.commit())["files_touched"] == ["three.py"]
    world.entire("clean", "--force")
    assert aside(world) == []
    world.check_sound()


def test_one_session(world: World) -> None:
    first, second = world.agent("aaaa1111"), world.agent("aaaa2222")
    first.turn("Write one", {"one.py": "1\n"})
    second.turn("Write two", {"two.py": "2\n"})
    (shadow,) = world.shadows()
    ambiguous = world.run("entire", "reset", "--force", "--session", "aaaa", check=False)
    assert (ambiguous.returncode, ambiguous.stderr.splitlines()[0]) == (
        1,
        'entire: 2 sessions start with "aaaa"',
    )
    unknown = world.run("entire", "reset", "--force", "--session", "aaba", check=False)
    assert unknown.stderr.splitlines()[:2] == ['entire: no session starts with "aaba"', "hint: did you mean"]

    assert world.entire("reset", "--force", "--session", "aaaa1") == (
        "Reset 1 session: 1 step with 1 file. Your files were not changed.\n"
    )
    assert world.state("aaaa1111") is None
    assert world.shadows() == [shadow]  # the other one needs it
    world.git("add", "-A")
    assert world.session(world.commit())["files_touched"] == ["two.py"]
    assert world.shadows() == []
    world.check_sound()


def test_a_session_at_work_is_spared(world: World) -> None:
    agent = world.agent()
    agent.prompt("Write one")
    refused = world.run("entire", "reset", check=False)
    assert refused.returncode == 1
    assert refused.stderr == (
        f"entire: 1 session still working: {agent.session_id[:8]}\n"
        "hint: wait until it stops, or pass --force\n"
    )
    assert world.state(agent.session_id)
    world.entire("reset", "--force")
    assert world.state(agent.session_id) is None
    agent.write("one.py", "1\n")
    agent.say("Done.")
    agent.stop()  # it goes on from here
    world.git("add", "-A")
    assert world.session(world.commit())["files_touched"] == ["one.py"]
    world.check_sound()


def test_other_worktrees_are_left_alone(world: World, tmp_path: Path) -> None:
    path = tmp_path / "linked"
    world.git("worktree", "add", "--quiet", "-b", "other", str(path))
    here, there = world.agent(), StandIn(str(path), world.env)
    here.turn("Write one", {"one.py": "1\n"})
    there.turn("Write two", {"two.py": "2\n"})
    assert len(world.shadows()) == 2
    world.entire("reset", "--force")
    assert world.state(here.session_id) is None
    assert world.state(there.session_id)
    assert len(world.shadows()) == 1
    world.entire("reset", "--force", "--session", there.session_id)  # by name, from anywhere
    assert world.state(there.session_id) is None
    assert world.shadows() == []
    world.check_sound()


def test_a_branch_that_somebody_looks_at(world: World, tmp_path: Path) -> None:
    world.agent().turn("Write one", {"one.py": "1\n"})
    (shadow,) = world.shadows()
    world.git("worktree", "add", "--quiet", str(tmp_path / "looking"), shadow)
    refused = world.run("entire", "reset", "--force", check=False)
    assert refused.returncode == 1
    assert refused.stderr.startswith(f"entire: {shadow} is checked out in {tmp_path / 'looking'}\nhint: ")
    assert world.shadows() == [shadow]


@pytest.mark.parametrize("words", [("--session", ""), ("--session", "../x")])
def test_ids_that_are_none(world: World, words: tuple[str, str]) -> None:
    refused = world.run("entire", "reset", "--force", *words, check=False)
    assert refused.returncode == 1
    assert refused.stderr.startswith("entire: no session starts with")


def test_the_only_copy_of_a_conversation_stays(world: World) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    Path(agent.transcript).unlink()
    world.entire("reset", "--force")
    assert b"Write one" in world.file(f".entire/metadata/{agent.session_id}/full.jsonl").read_bytes()
