"""What `python -X importtime` says. Pure."""

from __future__ import annotations

import re
import statistics

from bench.measured import Imported, Imports

DEAREST = 10
_LINE = re.compile(r"import time:\s+(\d+) \|\s+\d+ \|\s+(\S+)\Z")


def parse(text: str) -> dict[str, float]:
    """Milliseconds by module, each without what it imports."""
    found = (_LINE.match(line) for line in text.splitlines())
    return {match[2]: int(match[1]) / 1000 for match in found if match}


def summarise(hook: str, runs: list[dict[str, float]], bare: list[dict[str, float]]) -> Imports:
    """Medians of several runs of one hook, and of an interpreter that does nothing."""
    own = {
        name: statistics.median(run[name] for run in runs if name in run)
        for name in dict.fromkeys(name for run in runs for name in run)
    }
    dearest = sorted(own, key=lambda name: -own[name])[:DEAREST]
    return Imports(
        hook,
        len(own),
        statistics.median(sum(run.values()) for run in runs),
        len(dict.fromkeys(name for run in bare for name in run)),
        statistics.median(sum(run.values()) for run in bare),
        [Imported(name, own[name]) for name in dearest],
    )
