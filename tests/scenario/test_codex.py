"""Recorded sessions of Codex through the real hooks: each call twice, an interrupted turn, a compaction."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests.agent.codex.recorded import PAYLOADS, rows
from tests.scenario.world import World, make_repo


class Player:
    """Plays the recorded transcript of a session; the hooks are called as Codex calls them."""

    def __init__(self, world: World, scenario: str, times: int = 1) -> None:
        text = json.dumps(rows(scenario)).replace('"/repo', f'"{world.repo.path}')
        self.rows: list[dict[str, Any]] = json.loads(text)
        self.world, self.times, self.shown = world, times, 0
        self.session_id: str = self.rows[0]["payload"]["id"]
        home = Path(world.env["HOME"]) / ".codex/sessions/2026/11/15"
        home.mkdir(parents=True)
        self.transcript = home / f"rollout-2026-11-15T07-42-31-{self.session_id}.jsonl"

    def write_until(self, kind: str, number: int = 1) -> None:
        """Codex has written all before the nth record of a kind."""
        places = [n for n, row in enumerate(self.rows) if kind in (row["type"], row["payload"].get("type"))]
        self.shown = places[number - 1]
        self._write()

    def write_all(self) -> None:
        self.shown = len(self.rows)
        self._write()

    def _write(self) -> None:
        lines = [json.dumps(row) + "\n" for row in self.rows[: self.shown]]
        self.transcript.write_text("".join(lines))

    def call(self, verb: str, **more: object) -> None:
        recorded = (one["payload"] for one in PAYLOADS.values() if one["verb"] == verb)
        payload = next(one for one in recorded if "agent_id" not in one)
        about = {"session_id": self.session_id, "transcript_path": str(self.transcript)}
        data = json.dumps(payload | about | {"cwd": str(self.world.repo.path)} | more)
        for _ in range(self.times):
            done = subprocess.run(
                ["entire", "hooks", "codex", verb],
                cwd=self.world.repo.path,
                env=self.world.env,
                input=data,
                capture_output=True,
                text=True,
                check=False,
            )
            assert (done.returncode, done.stderr) == (0, "")
            if done.stdout:
                json.loads(done.stdout)

    def total(self) -> dict[str, int]:
        counts = [row["payload"]["info"] for row in self.rows if row["payload"].get("type") == "token_count"]
        used = counts[-1]["total_token_usage"]
        return {
            "input_tokens": used["input_tokens"] - used["cached_input_tokens"],
            "cache_creation_tokens": 0,
            "cache_read_tokens": used["cached_input_tokens"],
            "output_tokens": used["output_tokens"],
            "api_call_count": len([row for row in self.rows if row["type"] == "token_usage_record"]),
        }


@pytest.fixture
def world(tmp_path: Path) -> World:
    world = World(make_repo(tmp_path / "repo"))
    world.env["HOME"] = str(tmp_path / "home")
    world.entire("enable", "--agent", "codex")
    world.git("add", "-A")
    world.git("commit", "--quiet", "-m", "use entire")
    return world


def metadata(world: World) -> dict[str, Any]:
    world.git("add", "-A")
    checkpoint_id = world.commit()
    assert checkpoint_id
    found: dict[str, Any] = world.root(checkpoint_id)
    return found


@pytest.mark.parametrize("times", [1, 2])
def test_a_call_that_comes_twice_counts_once(world: World, times: int) -> None:
    """As where both the user's and the project's configuration have our hooks."""
    player = Player(world, "resume", times)
    for number, prompt in enumerate(("First: write one.txt", "Second: extend one.txt"), 1):
        player.write_until("task_started", number)
        player.call("session-start", source="startup" if number == 1 else "resume")
        player.call("user-prompt-submit", prompt=prompt)
        world.repo.write("one.txt", "one\n" if number == 1 else "one two\n")
        player.write_until("task_complete", number)
        player.call("stop", last_assistant_message="")
        player.call("session-end")
    (shadow,) = world.shadows()
    assert world.steps(shadow) == ["Second: extend one.txt", "First: write one.txt"]
    found = metadata(world)
    assert found["files_touched"] == ["one.txt"]
    assert found["token_usage"]["api_call_count"] == 4
    assert found["token_usage"]["output_tokens"] == 200
    assert not world.errors()


def test_an_interrupted_turn_is_saved_by_the_next_prompt(world: World) -> None:
    player = Player(world, "interrupt")
    player.write_until("task_started")
    player.call("session-start")
    player.call("user-prompt-submit", prompt="First: write one.txt")
    world.repo.write("one.txt", "one\n")
    player.write_until("task_started", 2)
    player.call("user-prompt-submit", prompt="Second: write two.txt")
    world.repo.write("two.txt", "two\n")
    player.write_all()
    player.call("stop", last_assistant_message="Wrote two.txt.")
    (shadow,) = world.shadows()
    assert world.steps(shadow) == ["Second: write two.txt", "First: write one.txt"]
    found = metadata(world)
    assert (found["files_touched"], found["token_usage"]) == (["one.txt", "two.txt"], player.total())
    assert not world.errors()


def test_a_compaction_counts_nothing_twice(world: World) -> None:
    player = Player(world, "compact")
    player.write_until("task_started")
    player.call("session-start")
    player.call("user-prompt-submit", prompt="First: write one.txt")
    world.repo.write("one.txt", "one\n")
    player.write_until("task_complete")
    player.call("stop", last_assistant_message="Wrote one.txt.")
    player.write_until("compacted")
    player.call("pre-compact")
    player.call("post-compact")
    player.write_until("task_started", 3)
    player.call("session-start", source="compact")
    player.call("user-prompt-submit", prompt="Second: write two.txt")
    world.repo.write("two.txt", "two\n")
    player.write_all()
    player.call("stop", last_assistant_message="Wrote two.txt.")
    found = metadata(world)
    assert (found["files_touched"], found["token_usage"]) == (["one.txt", "two.txt"], player.total())
    assert not world.errors()


def test_a_transcript_that_is_late_is_completed(world: World) -> None:
    """The end of the turn is not written yet when its hook runs; the next event has it."""
    player = Player(world, "one_turn")
    player.call("session-start")
    player.call("user-prompt-submit", prompt="Write hello.py, commit it, then change calc.py")
    world.repo.write("hello.py", "print('hello')\n")
    player.write_until("token_count", 2)
    player.call("stop", last_assistant_message="Wrote hello.py, committed it, and changed calc.py.")
    player.write_all()
    player.call("session-end")
    assert metadata(world)["token_usage"] == player.total()
    assert not world.errors()


def test_a_session_without_a_transcript(world: World) -> None:
    """`--ephemeral`: prompts and files are all there is."""
    player = Player(world, "one_turn")
    player.call("user-prompt-submit", prompt="Write it", transcript_path=None)
    world.repo.write("hello.py", "print('hello')\n")
    player.call("stop", transcript_path=None)
    assert metadata(world)["files_touched"] == ["hello.py"]


def test_another_agents_call_records_nothing(world: World) -> None:
    player = Player(world, "one_turn")
    player.call("user-prompt-submit", prompt="Write it", cursor_version="1.7", conversation_id="x")
    assert json.loads(world.entire("status", "--json"))["worktrees"] == []
