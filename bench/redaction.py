"""How fast secrets are found in a long transcript, and that a hook pays only for what is new of it."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

from bench import transcripts
from bench.playground import Playground

from entire.cli.stand_in import StandIn

MEGABYTE = 1_000_000
SIZE = 50 * MEGABYTE
WANTED = 20.0  # MB/s
GROWN = 1.25  # a stop with a long transcript, beside one with a short one

# In a process of its own, block by block as hooks read it; one core, start and imports included.
_PROBE = """
import sys, time
from entire.redact import redact_jsonl
from entire.transcript import lines
import os
descriptor = os.open(sys.argv[1], os.O_RDONLY)
start = time.perf_counter()
replaced = sum(redact_jsonl(block).count(b"REDACTED") for block in lines.new_lines(descriptor, 0))
print(time.perf_counter() - start, replaced)
"""


class Redaction(NamedTuple):
    megabytes: float
    speed: float  # MB/s
    replaced: int
    short_stop: float  # ms
    long_stop: float  # ms


def measure(rounds: int) -> Redaction:
    with Playground(100) as ground:
        ground.run("entire", "enable", "--agent", "claude-code")
        short = [_stop(ground, ground.agent(), number) for number in range(rounds)]
        agent = ground.agent()
        _begin(agent)
        size = transcripts.write(Path(agent.transcript), SIZE)
        speed, replaced = _speed(agent.transcript, size)
        _stop(ground, agent, 0)  # reads all of it, once
        long = [_stop(ground, agent, number) for number in range(1, rounds + 1)]
    return Redaction(size / MEGABYTE, speed, replaced, statistics.median(short), statistics.median(long))


def _speed(path: str, size: int) -> tuple[float, int]:
    """The best of three: others' work on the machine only ever adds."""
    best, replaced = 0.0, 0
    for _ in range(3):
        done = subprocess.run(
            [sys.executable, "-c", _PROBE, path], stdout=subprocess.PIPE, text=True, check=True
        )
        seconds, count = done.stdout.split()
        best, replaced = max(best, size / MEGABYTE / float(seconds)), int(count)
    return best, replaced


def _begin(agent: StandIn) -> None:
    os.makedirs(os.path.dirname(agent.transcript), exist_ok=True)
    agent.hook("user-prompt-submit", prompt="Begin")


def _stop(ground: Playground, agent: StandIn, number: int) -> float:
    """A turn with 10 KB of news; the milliseconds of its stop."""
    agent.prompt(f"Round {number}")
    agent.write("one.py", f"# {number}\n" + "value = 1\n" * 400)
    agent.say("Done.")
    start = time.perf_counter()
    agent.stop()
    return (time.perf_counter() - start) * 1000


def lines(result: Redaction) -> list[str]:
    fast, same = result.speed >= WANTED, result.long_stop <= GROWN * result.short_stop
    return [
        f"Redaction: {result.speed:.0f} MB/s on one core, {result.megabytes:.0f} MB of transcript with "
        f"{result.replaced} secrets (budget {WANTED:.0f} MB/s){'' if fast else ' !'}.",
        f"Stop hook, 10 KB new: {result.long_stop:.1f} ms with it, {result.short_stop:.1f} ms with "
        f"a short one (budget +{GROWN - 1:.0%}){'' if same else ' !'}.",
    ]
