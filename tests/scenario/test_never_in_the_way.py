"""Invariant I1: whatever comes in, hooks exit 0, write nothing outside our folders, and say so in the log."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest
from tests.scenario.world import World, make_repo
from tests.support import Repo

VERBS = [
    "session-start",
    "session-end",
    "user-prompt-submit",
    "stop",
    "pre-task",
    "post-task",
    "post-todo",
    "subagent-stop",
]


def hook(world: World, verb: str, data: bytes) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        ["entire", "hooks", "claude-code", verb],
        input=data,
        cwd=world.repo.path,
        env=world.env,
        capture_output=True,
        check=False,
    )


def files_below(path: Path) -> dict[str, bytes]:
    """Everything but what is ours and what changes by itself."""
    found = {}
    for folder, _, names in os.walk(path):
        for name in names:
            full = Path(folder) / name
            if not any(
                part in str(full) for part in ("/.entire/logs/", "/.entire/tmp/", "/entire-sessions/")
            ):
                found[str(full)] = full.read_bytes()
    return found


GARBAGE = {
    "nothing": b"",
    "blanks": b" \n\n",
    "no JSON": b"{nope",
    "not UTF-8": b"\xff\xfe{}",
    "no object": b"[1, 2]",
    "no id": b'{"transcript_path": "/tmp/x"}',
    "wrong types": b'{"session_id": 7, "transcript_path": ["x"], "tool_input": 3, "tool_response": "text"}',
    "deep": b'{"session_id": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
}
IDS = [
    "../x",
    "..",
    "a/b",
    "a\\b",
    "x\ny",
    "-rf",
    "",
    "x" * 10_000_000,
    "nul\0",
    "é" * 50,
    ".json",
    "a\u202eb",
]


@pytest.mark.parametrize("name", GARBAGE)
def test_garbage_on_standard_input(world: World, name: str) -> None:
    before = files_below(world.repo.path)
    for number, verb in enumerate(VERBS):
        done = hook(world, verb, GARBAGE[name])
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
        assert len(world.errors()) == number + 1
    assert files_below(world.repo.path) == before


@pytest.mark.parametrize("session_id", IDS, ids=lambda text: repr(text[:12]))
def test_hostile_session_ids(world: World, session_id: str, tmp_path: Path) -> None:
    before = files_below(tmp_path)
    payload = {"session_id": session_id, "transcript_path": str(tmp_path / "t.jsonl"), "prompt": "x"}
    for verb in VERBS:
        done = hook(world, verb, json.dumps(payload).encode())
        assert (done.returncode, done.stderr) == (0, b"")
    assert files_below(tmp_path) == before
    assert world.errors()
    assert all(len(json.dumps(row)) < 5000 for row in world.log())


# The first finds a folder to climb out of where ids become file names unchecked: see below.
TOOL_IDS = ["a/../../../../x", "../../../x", "/tmp/x", "a/b", "..", "x\ny", "nul\0", "x" * 10_000, "é"]


@pytest.mark.parametrize("field", ["tool_use_id", "agent_id"])
@pytest.mark.parametrize("hostile", TOOL_IDS, ids=lambda text: repr(text[:16]))
def test_hostile_tool_ids(world: World, field: str, hostile: str, tmp_path: Path) -> None:
    agent = world.agent()
    agent.prompt("Write one")
    world.file(".entire/tmp/pre-task-a").mkdir()
    world.repo.write("one.py", "1\n")
    ours = [world.file(".entire"), Path(world.git("rev-parse", "--absolute-git-dir")) / "entire-sessions"]
    before, names = files_below(tmp_path), [sorted(folder.rglob("*")) for folder in ours]
    ids = {"tool_use_id": "toolu_1", "agent_id": "abc"} | {field: hostile}
    payload = {"session_id": agent.session_id, "transcript_path": agent.transcript, "agent_type": "x"} | ids
    for number, verb in enumerate(("pre-task", "post-todo", "post-task", "subagent-stop")):
        fields = {"tool_name": "TodoWrite", "tool_input": {"description": "Write it", "todos": []}}
        done = hook(world, verb, json.dumps(payload | fields).encode())
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
        assert len(world.errors()) == number + 1
        assert "invalid tool or subagent id" in world.errors()[-1]["error"]
    assert files_below(tmp_path) == before
    assert [sorted(folder.rglob("*")) for folder in ours] == names
    assert world.shadows() == []


@pytest.mark.parametrize("path", ["relative.jsonl", "/nowhere/at/all.jsonl", "/dev/zero", "/", "/dev/stdin"])
def test_a_transcript_that_is_none(world: World, path: str) -> None:
    """The work is saved all the same: the work tree tells what was done."""
    agent = world.agent()
    for verb in ("user-prompt-submit", "stop", "session-end"):
        payload = {"session_id": agent.session_id, "transcript_path": path, "prompt": "Do it"}
        done = hook(world, verb, json.dumps(payload).encode())
        assert (done.returncode, done.stderr) == (0, b"")
        world.repo.write("made.txt", "made\n")
    world.git("add", "-A")
    if os.path.isabs(path):
        state = world.state(agent.session_id)
        assert state is not None
        assert (state["checkpoint_count"], state["files_touched"]) == (1, ["made.txt"])
        (shadow,) = world.shadows()
        assert world.show("made.txt", shadow) == "made\n"
        checkpoint = world.commit()
        assert world.session(checkpoint)["files_touched"] == ["made.txt"]
        assert not world.errors()
    else:  # the hook's input is refused as a whole
        assert ["not a usable path" in row["error"] for row in world.errors()] == [True] * 3
        assert world.state(agent.session_id) is None
        assert world.commit() == ""
    world.git("fsck", "--strict", "--no-dangling")


def test_a_transcript_that_vanishes_keeps_what_was_read(world: World) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    said = Path(agent.transcript).read_text()
    Path(agent.transcript).unlink()
    world.git("add", "-A")
    checkpoint = world.commit()
    assert world.transcript(checkpoint) == said


def test_unknown_hooks_and_agents(world: World) -> None:
    for words in (
        ["claude-code", "no-such"],
        ["nobody", "stop"],
        ["git", "no-such"],
        ["git"],
        [],
        ["git", "commit-msg"],
    ):
        done = world.run("entire", "hooks", *words)
        assert (done.stdout, done.stderr) == ("", "")
    assert len(world.errors()) >= 5


def test_outside_a_repository_and_where_it_is_not_enabled(tmp_path: Path) -> None:
    payload = json.dumps({"session_id": "s1", "transcript_path": "/x", "prompt": "y"}).encode()
    world = World(Repo(tmp_path / "empty"))
    world.repo.path.mkdir()
    assert hook(world, "user-prompt-submit", payload).returncode == 0
    assert list(world.repo.path.iterdir()) == []
    world = World(make_repo(tmp_path / "repo"))
    before = files_below(world.repo.path)
    assert hook(world, "user-prompt-submit", payload).returncode == 0
    assert files_below(world.repo.path) == before


def test_disabled_means_off(world: World) -> None:
    world.entire("disable")
    agent = world.agent()
    assert agent.start() == ""
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "-A")
    assert world.commit() == ""
    assert world.state(agent.session_id) is None
    world.entire("enable", "--agent", "claude-code")
    agent.turn("Write two", {"two.py": "2\n"})
    world.git("add", "-A")
    assert world.commit()


def test_without_commits_nothing_is_recorded_and_the_reason_is_told(tmp_path: Path) -> None:
    world = World(Repo.init(tmp_path / "repo"))
    assert "no commits yet" in world.entire("enable", "--agent", "claude-code")
    agent = world.agent()
    assert "no commits yet" in json.loads(agent.start())["systemMessage"]
    agent.turn("Write one", {"one.py": "1\n"})
    assert world.state(agent.session_id) is None
    assert not world.errors()
    assert any("no commits yet" in row["msg"] for row in world.log())
    world.git("add", "-A")
    assert world.commit(message="the first") == ""
    agent.turn("Write two", {"two.py": "2\n"})
    world.git("add", "-A")
    assert world.commit(message="the second")
    world.check_sound()


def test_a_broken_state_is_put_aside_and_told_once(world: World) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    folder = Path(world.git("rev-parse", "--absolute-git-dir")) / "entire-sessions"
    state = folder / f"{agent.session_id}.json"
    state.write_text('{"session_id": ')
    agent.turn("Write two", {"two.py": "2\n"})
    (aside,) = folder.glob("*.broken-*")
    assert aside.read_text() == '{"session_id": '
    assert len(world.errors()) == 1
    assert "cannot be read" in world.entire("status")
    world.git("add", "-A")
    assert world.commit()
    told = json.loads(world.agent().start())["systemMessage"]
    assert "A hook failed" in told
    assert "A hook failed" not in json.loads(world.agent().start())["systemMessage"]


def test_an_uninstalled_program_does_not_stop_git(world: World) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    beside = world.env["PATH"].split(os.pathsep)[0]
    world.env["PATH"] = world.env["PATH"].replace(beside + os.pathsep, "", 1)
    if world.run("sh", "-c", "command -v entire", check=False).returncode == 0:
        pytest.skip("another entire is on PATH")
    world.git("add", "-A")
    assert world.commit() == ""


def test_redaction_comes_before_every_write(world: World) -> None:
    secret = "ghp_Zx8Qm4Lr2Vt7Kp1Nw6Bj3Hs9Dc5Fg0YaUe"
    agent = world.agent()
    agent.turn(f"Use the token {secret} please", {"one.py": "1\n"}, f"I used {secret}.")
    world.git("add", "-A")
    checkpoint = world.commit()
    assert checkpoint
    everything = world.git("log", "--all", "--format=%B", "-p")
    assert "REDACTED" in everything
    assert secret not in everything
    copies = list(world.file(".entire/metadata").rglob("*"))
    assert not any(secret in path.read_text() for path in copies if path.is_file())


def test_a_call_of_another_agent_is_ignored(world: World) -> None:
    world.file(".entire/settings.local.json").write_text('{"log_level": "debug"}')
    payload = {"session_id": "s1", "conversation_id": "s1", "cursor_version": "2.1", "prompt": "Do it"}
    done = hook(world, "user-prompt-submit", json.dumps(payload).encode())
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert world.state("s1") is None
    assert [row["msg"] for row in world.log()] == ["another agent's call is ignored", "timing"]
