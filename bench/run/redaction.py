"""How fast secrets are found in a long transcript, and how many."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from bench.fixture import dense, transcripts
from bench.measured import Redaction
from bench.secrets import library
from bench.secrets import measure as counted

MEGABYTE = 1_000_000
_RUNS = 3
_DENSE = 4 * MEGABYTE

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
    figures = Redaction(
        size / MEGABYTE, size / MEGABYTE / seconds, replaced, _dense(path, env), *_planted(megabytes)
    )
    checked = library.check(library.everything())
    return figures._replace(library=checked.megabytes, library_changed=len(checked.changes))


def _dense(path: Path, env: dict[str, str]) -> float:
    """How many megabytes of dense text are redacted in a second."""
    other = path.with_name("dense.jsonl")
    other.write_bytes(b"".join(dense.lines(_DENSE)))
    return other.stat().st_size / MEGABYTE / min(_run(other, env)[0] for _ in range(_RUNS))


def _planted(rounds: int) -> tuple[int, ...]:
    """How many secrets were planted and remain, tuned and untuned; how many harmless texts were touched."""
    seeds = range(rounds)
    tuned, untuned = (counted.removed(counted.planted(seeds, tuned=tuned)) for tuned in (True, False))
    odd, later = (counted.removed(cases(seeds)) for cases in (counted.odd, counted.later))
    harmless, others = (counted.touched(counted.plain(seeds, tuned=tuned)) for tuned in (True, False))
    touched = len(harmless.failures) + len(others.failures)
    return (
        tuned.total,
        len(tuned.failures),
        untuned.total,
        len(untuned.failures),
        harmless.total + others.total,
        touched,
        odd.total,
        len(odd.failures),
        later.total,
        len(later.failures),
    )


def _run(path: Path, env: dict[str, str]) -> tuple[float, int]:
    words = [sys.executable, "-c", _PROBE, str(path)]
    done = subprocess.run(words, env=env, stdout=subprocess.PIPE, text=True, check=True)
    seconds, replaced = done.stdout.split()
    return float(seconds), int(replaced)
