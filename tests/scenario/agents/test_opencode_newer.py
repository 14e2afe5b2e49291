"""OpenCode 2, played by its source: the installed plugin in a scripted host, and the installed command."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.scenario.agents.newer_player import OpenCode2
from tests.scenario.world import World


@pytest.fixture(params=["database", "export"])
def client(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[OpenCode2]:
    player = OpenCode2(tmp_path, exports=request.param == "export")
    yield player
    player.host.close()
    assert not player.world.errors()


def commit(world: World) -> str:
    world.git("add", "-A", ":!.opencode")
    return world.commit()


def points(world: World) -> dict[str, str]:
    return {one["message"]: one["id"] for one in json.loads(world.entire("rewind", "--list"))}


def test_two_turns_and_a_commit_by_hand(client: OpenCode2) -> None:
    world = client.world
    client.turn("Write one", "one.py")
    client.turn("Write two", "two.py")
    checkpoint = commit(world)
    found = world.session(checkpoint)
    assert found["agent"] == "OpenCode"
    assert found["files_touched"] == ["one.py", "two.py"]
    assert found["token_usage"]["api_call_count"] == 4
    assert found["token_usage"]["cache_read_tokens"] == 120
    kept = world.transcript(checkpoint)
    assert "Write one" in kept
    assert "two.py is written." in kept
    shown = world.entire("explain", checkpoint, "--full")
    assert "Write two" in shown
    assert "two.py is written." in shown
    assert "model-2" in world.entire("explain", checkpoint, "--json")
    assert "one.py" in world.entire("why", "one.py:1")


def test_a_commit_inside_a_turn(client: OpenCode2) -> None:
    world = client.world
    client.ask("Write one and commit it")
    client.create("one.py", "1\n")
    checkpoint = commit(world)
    assert checkpoint
    client.say("Committed.")
    client.end()
    assert world.session(checkpoint)["files_touched"] == ["one.py"]
    assert "Committed." in world.transcript(checkpoint)
    assert world.session(checkpoint)["token_usage"]["api_call_count"] == 2


@pytest.mark.parametrize(
    ("outcome", "more"), [("interrupted", {"reason": "user"}), ("failed", {"error": {"message": "no"}})]
)
def test_a_turn_that_does_not_end_well(client: OpenCode2, outcome: str, more: dict[str, object]) -> None:
    world = client.world
    client.ask("Write one")
    client.create("one.py", "1\n")
    client.end(outcome, **more)
    assert list(points(world)) == ["Write one", "Before: Write one"]
    client.turn("Write two", "two.py")
    assert world.session(commit(world))["files_touched"] == ["one.py", "two.py"]


def test_a_subagent(client: OpenCode2) -> None:
    world = client.world
    given = {"agent": "general", "description": "Write sub", "prompt": "Write sub.py"}
    client.ask("Delegate it")
    client.call("before", "subagent", given)
    world.repo.write("sub.py", "sub\n")
    if client.store.path.exists():
        client.store.add_session("ses_child", str(world.repo.path), client.id)
        state = {"status": "completed", "input": {"path": "sub.py", "content": "sub\n"}, "content": []}
        call = {"type": "tool", "id": "c", "name": "write", "state": state, "time": {}}
        client.answer(call, session_id="ses_child")
    client.use("subagent", given, {"sessionID": "ses_child", "status": "completed"})
    client.host.do("idle")
    assert any("Write sub" in message for message in points(world))
    client.say("Done.")
    client.end()
    found = world.session(commit(world))
    assert found["files_touched"] == ["sub.py"]
    if client.store.path.exists():
        assert found["token_usage"]["subagent_tokens"]["api_call_count"] == 1


def test_a_rewind_says_that_the_conversation_stays(tmp_path: Path) -> None:
    client = OpenCode2(tmp_path)
    world = client.world
    client.turn("Write one", "one.py")
    client.turn("Write two", "two.py")
    client.host.close()
    done = world.run("entire", "rewind", "--to", points(world)["Write one"], check=False)
    assert done.returncode != 0
    assert "rewound the files, but not the conversation" in done.stderr
    assert "only version 2 of OpenCode itself can take its messages back" in done.stderr
    assert not world.file("two.py").exists()
    world.entire("rewind", "--undo")
    assert world.file("two.py").exists()
    found = world.session(commit(world))
    assert found["files_touched"] == ["one.py", "two.py"]


@pytest.mark.parametrize("lacks", [("session.get",), ("tool",), ("event",), ("event.throws", "tool.throws")])
def test_a_host_that_lacks_parts(tmp_path: Path, lacks: tuple[str, ...]) -> None:
    client = OpenCode2(tmp_path, lacks=lacks)
    client.turn("Write one", "one.py")
    client.turn("Write two", "two.py")
    client.host.close()
    assert client.world.session(commit(client.world))["files_touched"] == ["one.py", "two.py"]


@pytest.mark.parametrize(
    "fault", ["kill -9 $$", "exit 3", "exec sleep 300"], ids=["crashes", "fails", "hangs"]
)
def test_a_program_that_fails_loses_nothing_that_the_client_keeps(tmp_path: Path, fault: str) -> None:
    client = OpenCode2(tmp_path, entire=f"#!/bin/sh\n{fault}\n")
    client.ask("Write one")
    client.create("one.py", "1\n")
    client.say("One.")
    client.host.event("session.execution.succeeded", sessionID=client.id)
    client.host.close()
    (client.store.programs / "entire").unlink()
    client.start()
    client.turn("Write two", "two.py")
    client.host.close()
    kept = client.world.transcript(commit(client.world))
    assert "Write one" in kept
    assert "Write two" in kept


def test_an_uninstall_leaves_nothing(tmp_path: Path) -> None:
    client = OpenCode2(tmp_path)
    client.turn("Write one", "one.py")
    client.host.close()
    assert list((client.store.path.parent / "entire").iterdir())
    client.world.entire("disable", "--uninstall", "--force")
    assert not (client.store.path.parent / "entire").exists()
    assert not (client.world.repo.path / ".opencode").exists()
