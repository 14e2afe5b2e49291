"""`entire logs --timing`: where the time of hooks goes."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Stage, run

from entire.cli.commands.logs import timings
from entire.core import log_read
from entire.core.log_read import Row


def row(**values: object) -> Row:
    base = {"time": "2026-03-19T10:00:00Z", "level": "DEBUG", "msg": "timing", "component": "hooks"}
    found = log_read.parse(json.dumps(base | values).encode())
    assert found is not None
    return found


CALLS = [
    row(hook="stop", agent="codex", ms=40, start=12.25, load=13.0, git=5.5, redaction=10, modules=140),
    row(hook="stop", agent="codex", ms=60, start=12.25, load=13.0, git=7.5, redaction=10, modules=142),
    row(hook="post-commit", ms=9, start=10, git_processes=3),
    row(ms="nonsense"),
]
TABLE = """\
hook         calls  ms  start  load  git  lock  redaction  git processes  modules
codex stop       2  50  12.25    13  6.5     0         10              0      141
post-commit      1   9     10     0    0     0          0              3        0
?                1   0      0     0    0     0          0              0        0
"""


def test_medians_of_each_hook() -> None:
    assert "".join(f"{line}\n" for line in timings.table(CALLS)) == TABLE
    assert timings.table([]) == []


def test_the_command(stage: Stage) -> None:
    assert run(stage.work.path, "logs", "--timing").out.startswith("No timings in the log: hooks write them")
    log = stage.work.path / ".entire/logs/entire.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    others = json.dumps({"time": "2026-03-19T10:00:00Z", "level": "INFO", "msg": "phase transition"})
    log.write_text("".join(f"{line}\n" for line in (*(call.raw for call in CALLS), others)))
    assert run(stage.work.path, "logs", "--timing") == (TABLE, "", 0)
    assert run(stage.work.path, "logs", "--timing", "-n", "1").out.splitlines()[1].startswith("?")
    stored = run(stage.work.path, "logs", "--timing", "--json").out.splitlines()
    assert stored == [call.raw for call in CALLS]


def test_files(tmp_path: Path) -> None:
    """Only timings count as such, whatever else has the same fields."""
    assert log_read.Wanted(message="timing").has(CALLS[0])
    assert not log_read.Wanted(message="timing").has(CALLS[0]._replace(message="slow hook"))
