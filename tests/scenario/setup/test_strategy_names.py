"""Names of strategies in the settings: today's, those of early versions, and those that we do not have."""

from __future__ import annotations

import json

import pytest
from tests.scenario.world import World

NOTE = 'strategy "no such strategy" is not available: sessions are recorded as manual-commit'


def choose(world: World, name: str) -> None:
    world.file(".entire/settings.json").write_text(json.dumps({"strategy": name, "enabled": True}))


def commit_a_turn(world: World) -> str:
    agent = world.agent()
    agent.start()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "one.py")
    return world.commit()


@pytest.mark.parametrize("name", ["manual-commit", "shadow"])
def test_a_known_strategy_is_used_without_a_word(world: World, name: str) -> None:
    choose(world, name)
    assert commit_a_turn(world)
    assert world.entire("status").splitlines()[0] == "Enabled (manual-commit)"
    assert "strategy" not in world.doctor()


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("no such strategy", '"no such strategy"'),
        ("a\x1b[31mred\nb", '"a[31mred b"'),
    ],
)
def test_a_strategy_that_we_do_not_have_records_as_manual_commit_and_says_so(
    world: World, name: str, shown: str
) -> None:
    choose(world, name)
    checkpoint = commit_a_turn(world)
    assert checkpoint
    stored = world.git("show", f"entire/checkpoints/v1:{checkpoint[:2]}/{checkpoint[2:]}/metadata.json")
    assert json.loads(stored)["strategy"] == "manual-commit"
    note = NOTE.replace('"no such strategy"', shown)
    status = world.entire("status")
    assert status.splitlines()[0] == "Enabled (manual-commit)"
    assert note in status
    assert json.loads(world.entire("status", "--json"))["strategy"] == "manual-commit"
    assert note in world.run("entire", "doctor", check=False).stdout
    assert note in world.entire("enable")
    assert note in world.entire("enable", "--force")


def test_steps_of_such_a_session_can_be_reset(world: World) -> None:
    choose(world, "no such strategy")
    agent = world.agent()
    agent.start()
    agent.turn("Write one", {"one.py": "1\n"})
    assert world.shadows()
    world.entire("reset", "--force")
    assert not world.shadows()


def test_a_name_on_the_command_line_must_be_known(world: World) -> None:
    refused = world.run("entire", "enable", "--strategy", "fast-commit", check=False)
    assert refused.returncode == 1
    assert refused.stderr.splitlines() == [
        'entire: strategy "fast-commit" is not available',
        "hint: available strategies: manual-commit, auto-commit",
    ]


@pytest.mark.parametrize(("old", "name"), [("shadow", "manual-commit"), ("dual", "auto-commit")])
def test_an_old_name_on_the_command_line_becomes_the_current_one(world: World, old: str, name: str) -> None:
    world.entire("enable", "--strategy", old, "--project")
    assert json.loads(world.file(".entire/settings.json").read_text())["strategy"] == name


@pytest.mark.parametrize("name", ["auto-commit", "dual"])
def test_the_other_strategy_is_used_without_a_word(world: World, name: str) -> None:
    choose(world, name)
    world.agent().turn("Write one", {"one.py": "1\n"})
    assert world.git("log", "-1", "--format=%s") == "Write one"
    assert world.entire("status").splitlines()[0] == "Enabled (auto-commit)"
