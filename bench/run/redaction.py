"""How fast secrets are found in a long transcript."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from bench.fixture import transcripts
from bench.measured import Redaction

MEGABYTE = 1_000_000
_RUNS = 3

# In a process of its own, on one core, block by block as hooks read it.
_PROBE = """
import os, sys, time
from entire.redact import redact_jsonl
from entire.transcript import lines
descriptor = os.open(sys.argv[1], os.O_RDONLY)
start = time.perf_counter()
replaced = sum(redact_jsonl(block).count(b"REDACTED") for block in lines.new_lines(descriptor, 0))
print(time.perf_counter() - start, replaced)
"""


def measure(path: Path, env: dict[str, str], megabytes: int) -> Redaction:
    """The best of a few runs: others' work on the machine only ever adds."""
    size = transcripts.append(str(path), megabytes * MEGABYTE, transcripts.SESSION)
    found = [_run(path, env) for _ in range(_RUNS)]
    seconds, replaced = min(found)
    return Redaction(size / MEGABYTE, size / MEGABYTE / seconds, replaced)


def _run(path: Path, env: dict[str, str]) -> tuple[float, int]:
    words = [sys.executable, "-c", _PROBE, str(path)]
    done = subprocess.run(words, env=env, stdout=subprocess.PIPE, text=True, check=True)
    seconds, replaced = done.stdout.split()
    return float(seconds), int(replaced)
