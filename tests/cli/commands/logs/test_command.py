"""`entire logs` as it is called, and what it looks like."""

from __future__ import annotations

import json
import re
import signal
import subprocess
from pathlib import Path

import pytest
from tests.cli.conftest import COMMAND, Stage, on_terminal, run

from entire.cli.commands.logs import screen as logs_screen
from entire.cli.ui.screen import Screen
from entire.core import log_read
from entire.core.log_read import Row

ROWS = [
    {
        "time": "2026-03-19T10:00:00.123456789Z",
        "level": "INFO",
        "msg": "phase transition",
        "session_id": "8f76b0e8-1111-4222",
        "component": "session",
        "event": "TurnEnd",
        "from": "",
        "to": "idle",
    },
    {
        "time": "2026-03-19T10:00:01Z",
        "level": "ERROR",
        "msg": "hook failed",
        "component": "hooks",
        "error": "GitError: git fast-import failed (exit 128): fatal: disk full",
        "duration_ms": 12,
    },
    {"time": "2026-03-19T10:00:02Z", "level": "DEBUG", "msg": "done", "files": ["a b", "c"]},
    {"time": "\x1b[2J", "level": "\x07", "msg": "\x1b]0;t\x07\nx", "\x9bkey": "\u202ereversed \x1b[31m"},
]
LINES = [json.dumps(row, ensure_ascii=False) for row in ROWS]
PLAIN = """\
2026-03-19 10:00:00 INFO session phase transition session=8f76b0e8-1111-4222 event=TurnEnd from="" to=idle
2026-03-19 10:00:01 ERROR hooks hook failed \
error="GitError: git fast-import failed (exit 128): fatal: disk full" duration_ms=12
2026-03-19 10:00:02 DEBUG done files=["a b","c"]
[2J ]0;t x key="reversed [31m"
"""


@pytest.fixture
def logged(stage: Stage) -> Path:
    folder = stage.work.path / ".entire/logs"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "entire.log").write_text("".join(line + "\n" for line in LINES))
    return stage.work.path


def rows() -> list[Row]:
    return [row for line in LINES if (row := log_read.parse(line.encode())) is not None]


def shown(width: int, *, colour: bool = False) -> str:
    screen = Screen(width, 0.0, colour)
    return "\n".join(line for row in rows() for line in logs_screen.render(row, screen)) + "\n"


def test_plain(logged: Path) -> None:
    assert run(logged, "logs") == (PLAIN, "", 0)
    inside = logged / "sub"
    inside.mkdir()
    assert run(inside, "logs").out == PLAIN
    assert on_terminal(logged, "logs", ACCESSIBLE="1") == PLAIN


def test_wide() -> None:
    assert (
        shown(140)
        == """\
03-19 10:00:00  INFO   session     phase transition  session=8f76b0e8 event=TurnEnd from="" to=idle
03-19 10:00:01  ERROR  hooks       hook failed  \
error="GitError: git fast-import failed (exit 128): fatal: disk full" duration_ms=12
03-19 10:00:02  DEBUG              done  files=["a b","c"]
                                   ]0;t x  key="reversed [31m"
"""
    )


def test_narrow() -> None:
    assert (
        shown(60)
        == """\
03-19 10:00:00  INFO   session     phase transition
      session=8f76b0e8 event=TurnEnd from="" to=idle
03-19 10:00:01  ERROR  hooks       hook failed
      error="GitError: git fast-import failed (exit 128):
      fatal: disk full" duration_ms=12
03-19 10:00:02  DEBUG              done  files=["a b","c"]
                                   ]0;t x
      key="reversed [31m"
"""
    )
    assert all(len(line) <= 60 for line in shown(60).splitlines())


def test_colour_only_adds() -> None:
    coloured = shown(60, colour=True)
    assert (
        "\x1b[2m03-19 10:00:01\x1b[0m  \x1b[31mERROR\x1b[0m  \x1b[2mhooks     \x1b[0m  hook failed"
        in coloured
    )
    assert re.sub(r"\x1b\[\d*m", "", coloured) == shown(60)


def test_on_a_terminal(logged: Path) -> None:
    assert on_terminal(logged, "logs", width=60) == shown(60)
    assert on_terminal(logged, "logs", width=60, NO_COLOR="") == shown(60, colour=True)
    raw = on_terminal(logged, "logs", "--json", width=200)
    assert "\x1b" not in raw
    assert "\x9b" not in raw
    assert '"msg": "hook failed"' in raw


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["--level", "error"], LINES[1:2] + LINES[3:]),  # what has no level is not hidden
        (["--level", "INFO", "--lines", "1"], LINES[3:]),
        (["-n", "2"], LINES[2:]),
        (["-n", "0"], LINES),
        (["--session", "8F76"], LINES[:1]),
        (["--session", "8F76", "--level", "error"], []),
    ],
)
def test_the_lines_that_are_wanted(logged: Path, words: list[str], found: list[str]) -> None:
    done = run(logged, "logs", "--json", *words)
    assert (done.out.splitlines(), done.err, done.code) == (found, "", 0)


def test_nothing_to_show(logged: Path, tmp_path: Path) -> None:
    assert (
        run(logged, "logs", "--session", "8F76", "--level", "error").out == "No matching lines in the log.\n"
    )
    for words in ([], ["--json"]):
        nobody = run(logged, "logs", "--session", "nobody", *words)
        assert (nobody.code, nobody.out) == (1, "")
        assert nobody.err.startswith('entire: the log has no lines of a session that starts with "nobody"\n')
    (logged / ".entire/logs/entire.log").unlink()
    assert run(logged, "logs").out.startswith("No log yet (.entire/logs/entire.log); ")
    outside = run(tmp_path, "logs")
    assert (outside.code, outside.out) == (1, "")
    assert run(logged, "logs", "--level", "loud").code == 2


def test_following(logged: Path) -> None:
    path = logged / ".entire/logs/entire.log"
    words = [*COMMAND, "logs", "--follow", "--json", "-n", "1", "--level", "debug"]
    with subprocess.Popen(words, cwd=logged, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as follower:
        assert follower.stdout is not None
        assert follower.stdout.readline().decode() == LINES[-1] + "\n"
        with path.open("a") as log:
            log.write(LINES[0] + "\n")
        assert follower.stdout.readline().decode() == LINES[0] + "\n"
        path.replace(f"{path}.1")
        path.write_text(LINES[1] + "\n")
        assert follower.stdout.readline().decode() == LINES[1] + "\n"
        follower.send_signal(signal.SIGINT)
        rest, errors = follower.communicate(timeout=30)
    assert (rest, errors.strip(), follower.returncode) == (b"", b"", 130)
