"""A transcript that is too long for a hook: each one reads a portion, and nothing is lost."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from tests.scenario.limits.limited import detached_jobs_done, limit, nothing_in_the_background
from tests.scenario.world import World

from entire.cli.commands.demo.stand_in import StandIn

pytestmark = pytest.mark.skipif(not Path("/proc/self").exists(), reason="processes are found in /proc")

SECRET = "ghp_Zx8Qm4Lr2Vt7Kp1Nw6Bj3Hs9Dc5Fg0YaUe"


@pytest.fixture
def slow(world: World) -> World:
    """A world whose hooks read half a megabyte each, however fast the machine is."""
    limit(world, portion_mb=0.5)
    world.env["ENTIRE_TIME_LIMIT"] = "60"
    return world


def dense(agent: StandIn, megabytes: float, seed: int = 1) -> None:
    """Long results of tools."""
    chance = random.Random(seed)
    words = ["".join(chance.choices("abcdefghij", k=6)) for _ in range(1000)]
    for _ in range(int(megabytes * 10)):
        agent.record(type="user", toolUseResult=" ".join(chance.choices(words, k=15_000)))


def cursor(world: World, agent: StandIn) -> dict[str, Any]:
    path = world.file(f".git/entire-sessions/{agent.session_id}.cursor")
    found: dict[str, Any] = json.loads(path.read_text())
    return found


def said(agent: StandIn) -> str:
    return Path(agent.transcript).read_text()


def long_turn(agent: StandIn, prompt: str, name: str, megabytes: float, seed: int = 1) -> None:
    agent.prompt(prompt)
    dense(agent, megabytes, seed)
    agent.write(name, f"{name}\n")
    agent.say(f"Wrote {name}.")
    agent.stop()


def test_each_hook_reads_a_portion(slow: World) -> None:
    """The step and the checkpoint have what was read so far; later events read the rest."""
    agent = slow.agent()
    with nothing_in_the_background(slow):
        long_turn(agent, "Write one", "one.py", 3)
        assert cursor(slow, agent)["unread"] > 2 << 20
        assert slow.touched(agent) == [
            "one.py"
        ]  # the work tree shows it, although the transcript was not read
        slow.git("add", "one.py")
        checkpoint = slow.commit()
        whole = said(agent)
        part = slow.transcript(checkpoint)
        assert 0 < len(part) < len(whole)
        assert whole.startswith(part)
        assert slow.session(checkpoint)["files_touched"] == ["one.py"]
        for number in range(4):
            agent.prompt(f"Go on {number}")
            agent.stop()
        assert cursor(slow, agent).get("unread", 0) == 0
    assert slow.transcript(checkpoint) == whole
    assert slow.stored(checkpoint, "prompt.txt").startswith("Write one")
    state = slow.state(agent.session_id)
    assert state is not None
    assert not state.get("turn_checkpoint_ids")
    slow.check_sound()


def test_a_process_in_the_background_reads_the_rest(slow: World) -> None:
    agent = slow.agent()
    long_turn(agent, "Write one", "one.py", 3)
    slow.git("add", "one.py")
    checkpoint = slow.commit()
    assert detached_jobs_done(slow)
    assert cursor(slow, agent).get("unread", 0) == 0
    assert slow.transcript(checkpoint) == said(agent)
    assert slow.stored(checkpoint, "prompt.txt") == "Write one"
    slow.check_sound()


def test_each_turn_is_in_its_own_checkpoint(slow: World) -> None:
    """The next turn and its commit come before the transcript of the first is read."""
    agent = slow.agent()
    with nothing_in_the_background(slow):
        long_turn(agent, "Write one", "one.py", 2)
        slow.git("add", "one.py")
        first = slow.commit()
        until_first = said(agent)
        long_turn(agent, "Write two", "two.py", 2, seed=2)
        slow.git("add", "two.py")
        second = slow.commit()
        until_second = said(agent)
        long_turn(agent, "Write three", "three.py", 2, seed=3)
        assert cursor(slow, agent)["unread"]
    agent.prompt("Go on")
    assert detached_jobs_done(slow)
    agent.stop()
    assert slow.transcript(first) == until_first
    assert slow.transcript(second) == until_second
    assert slow.stored(first, "prompt.txt") == "Write one"
    assert slow.stored(second, "prompt.txt") == "Write two"
    slow.git("add", "three.py")
    third = slow.commit()
    assert slow.transcript(third) == said(agent)
    usage = [slow.session(id)["token_usage"]["output_tokens"] for id in (first, second, third)]
    assert usage == [170, 170, 170]  # two answers in each turn
    slow.check_sound()


def test_a_record_that_no_hook_can_read(slow: World) -> None:
    """A line that is longer than a portion is left to the process in the background."""
    agent = slow.agent()
    agent.prompt("Write one")
    agent.record(type="user", toolUseResult=f"token {SECRET} " + "words and more words " * 150_000)
    agent.write("one.py", "1\n")
    with nothing_in_the_background(slow):
        agent.stop()
        agent.stop()
        assert cursor(slow, agent)["unread"] > 3_000_000
    slow.git("add", "one.py")
    checkpoint = slow.commit()
    assert detached_jobs_done(slow)
    assert slow.transcript(checkpoint) == said(agent).replace(SECRET, "REDACTED")
    slow.check_sound()


def test_what_is_read_late_is_redacted_too(slow: World) -> None:
    agent = slow.agent()
    agent.prompt("Write one")
    dense(agent, 1.5)
    agent.write("one.py", "1\n")
    agent.say(f"The token is {SECRET}.")
    agent.stop()
    slow.git("add", "one.py")
    checkpoint = slow.commit()
    assert detached_jobs_done(slow)
    assert "The token is REDACTED" in slow.transcript(checkpoint)
    copies = [path.read_bytes() for path in slow.file(".entire/metadata").rglob("*") if path.is_file()]
    assert not any(SECRET.encode() in copy for copy in copies)


def test_a_commit_during_the_turn(slow: World) -> None:
    """The agent's own commit gets the rest of the turn, when all of it is read."""
    agent = slow.agent()
    agent.prompt("Write one")
    dense(agent, 2)
    agent.write("one.py", "1\n")
    agent.shell("git add one.py && git commit --quiet -m one")
    checkpoint = slow.checkpoint()
    assert checkpoint
    agent.say("Committed.")
    agent.stop()
    assert detached_jobs_done(slow)
    assert slow.transcript(checkpoint) == said(agent)
    slow.check_sound()


def test_a_transcript_that_is_rewritten_before_it_is_read(slow: World) -> None:
    """The checkpoint that waits for the rest gets what there is."""
    agent = slow.agent()
    with nothing_in_the_background(slow):
        long_turn(agent, "Write one", "one.py", 2)
        slow.git("add", "one.py")
        checkpoint = slow.commit()
        assert cursor(slow, agent)["due"][checkpoint] == Path(agent.transcript).stat().st_size
        lines = said(agent).splitlines(keepends=True)
        Path(agent.transcript).write_text("".join(lines[3:]))
    agent.prompt("Go on")
    assert detached_jobs_done(slow)
    agent.stop()
    assert detached_jobs_done(slow)
    assert "Wrote one.py." in slow.transcript(checkpoint)
    state = slow.state(agent.session_id)
    assert state is not None
    assert not state.get("turn_checkpoint_ids")
    slow.check_sound()


def test_a_turn_that_is_read_again_in_part_is_not_judged(slow: World) -> None:
    """A hook reads again what earlier ones have read, but not to its end: a command may be missing."""
    slow.repo.write("gen.sh", "seq 10 13 > $1\n")
    slow.git("add", "gen.sh")
    slow.git("commit", "-qm", "old")
    agent, names = slow.agent(), ["one.txt", "two.txt", "three.txt"]
    agent.prompt("Make three tables")
    for seed, name in enumerate(names):
        dense(agent, 0.3, seed)
        agent.shell(f"sh gen.sh {name}")
        agent.shell("git add -A && git commit -qm work")
    agent.say("Done.")
    agent.stop()
    found = [line for name in names for line in json.loads(slow.entire("blame", name, "--json"))["lines"]]
    assert [line["who"] for line in found] == ["agent"] * 12
