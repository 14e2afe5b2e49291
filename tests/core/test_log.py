from __future__ import annotations

import fcntl
import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from entire.core import log


@pytest.fixture(autouse=True)
def _fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that has not logged yet."""
    monkeypatch.setattr(log._Target, "path", "")
    monkeypatch.setattr(log._Target, "level", 20)
    monkeypatch.setattr(log._Target, "context", {})
    monkeypatch.setattr(log._Target, "early", [])


def lines(root: Path) -> list[dict[str, Any]]:
    path = root / ".entire/logs/entire.log"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def test_a_line(tmp_path: Path) -> None:
    log.setup(str(tmp_path), "", session_id="s1", agent="")
    log.info("saved", component="hooks", duration_ms=12)
    (line,) = lines(tmp_path)
    assert list(line) == ["time", "level", "msg", "session_id", "component", "duration_ms"]
    assert line["msg"] == "saved"
    path = tmp_path / ".entire/logs/entire.log"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("setting", "variable", "kept"),
    [
        ("", "", ["INFO", "WARN", "ERROR"]),
        ("debug", "", ["DEBUG", "INFO", "WARN", "ERROR"]),
        ("Warning", "", ["WARN", "ERROR"]),
        ("debug", "error", ["ERROR"]),
    ],
)
def test_levels(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, setting: str, variable: str, kept: list[str]
) -> None:
    monkeypatch.setenv("ENTIRE_LOG_LEVEL", variable)
    log.setup(str(tmp_path), setting)
    for write in (log.debug, log.info, log.warn, log.error):
        write("x")
    assert [line["level"] for line in lines(tmp_path)] == kept


def test_an_unknown_level_is_noticed_and_means_info(tmp_path: Path) -> None:
    log.setup(str(tmp_path), "loud")
    log.debug("no")
    log.info("yes")
    assert [line["msg"] for line in lines(tmp_path)] == ["unknown log level, using INFO", "yes"]


def test_lines_before_setup_are_not_lost(tmp_path: Path) -> None:
    log.debug("too fine")
    log.warn("early")
    log.setup(str(tmp_path), "info")
    log.info("late")
    assert [line["msg"] for line in lines(tmp_path)] == ["early", "late"]


def test_context_can_grow(tmp_path: Path) -> None:
    log.setup(str(tmp_path), "")
    log.add_context(session_id="s2", agent=None)
    log.info("x")
    assert lines(tmp_path)[0]["session_id"] == "s2"
    assert "agent" not in lines(tmp_path)[0]


def test_hostile_values_stay_one_short_line(tmp_path: Path) -> None:
    log.setup(str(tmp_path), "")
    log.info("a\nb" + "x" * 10_000, path="\udc80\ud800\n", error=ValueError("bad"), raw=b"\xff", none=None)
    (line,) = lines(tmp_path)
    assert len(line["msg"]) == 2000
    assert line["path"] == "\udc80\ud800\n"
    assert line["error"] == "bad"
    assert line["none"] is None


def test_a_large_log_is_put_aside_once(tmp_path: Path) -> None:
    log.setup(str(tmp_path), "")
    log.info("old")
    path = tmp_path / ".entire/logs/entire.log"
    with path.open("ab") as file:
        file.truncate(5 * 1024 * 1024 + 1)
    log.info("new")
    log.info("newer")
    assert [line["msg"] for line in lines(tmp_path)] == ["new", "newer"]
    assert b'"old"' in (path.parent / "entire.log.1").read_bytes()[:200]


def test_another_process_was_faster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between the look and the lock the log was put aside: what was begun since must not replace it."""
    log.setup(str(tmp_path), "")
    log.info("new")
    old = tmp_path / ".entire/logs/entire.log.1"
    old.write_text("old\n")
    looks = iter([True])
    really = log._is_full
    monkeypatch.setattr(log, "_is_full", lambda: next(looks, None) or really())
    log.info("newer")
    assert [line["msg"] for line in lines(tmp_path)] == ["new", "newer"]
    assert old.read_text() == "old\n"


def test_rotation_does_not_wait_for_another_process(tmp_path: Path) -> None:
    log.setup(str(tmp_path), "")
    log.info("old")
    path = tmp_path / ".entire/logs/entire.log"
    with path.open("ab") as file:
        file.truncate(5 * 1024 * 1024 + 1)
    holder = os.open(path.parent, os.O_RDONLY)
    try:
        fcntl.flock(holder, fcntl.LOCK_EX)
        log.info("new")
    finally:
        os.close(holder)
    assert b'"new"' in path.read_bytes()
    assert not path.with_name("entire.log.1").exists()


def test_many_processes_at_a_full_log_lose_nothing(tmp_path: Path) -> None:
    folder = tmp_path / ".entire/logs"
    folder.mkdir(parents=True)
    (folder / "entire.log").write_bytes(b'{"msg":"old"}\n' * 400_000)  # more than a log may have
    script = f"""
from entire.core import log
log.setup({str(tmp_path)!r}, "")
for number in range(40):
    log.info("new", number=number)
"""
    writers = [subprocess.Popen([sys.executable, "-c", script]) for _ in range(8)]
    assert [writer.wait(timeout=60) for writer in writers] == [0] * 8
    both = [(folder / name).read_bytes() for name in ("entire.log.1", "entire.log")]
    assert both[0].count(b'"old"') == 400_000
    assert sum(text.count(b'"new"') for text in both) == 8 * 40
    assert len(both[1]) < 100_000
    assert sorted(path.name for path in folder.iterdir()) == [".gitignore", "entire.log", "entire.log.1"]


def test_a_log_that_cannot_be_written_goes_to_stderr(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / ".entire").write_text("in the way")
    log.setup(str(tmp_path), "")
    log.error("no room")
    assert json.loads(capsys.readouterr().err)["msg"] == "no room"


def test_a_log_is_not_written_through_a_link(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    victim = tmp_path / "victim"
    victim.write_text("")
    (tmp_path / ".entire/logs").mkdir(parents=True)
    (tmp_path / ".entire/logs/entire.log").symlink_to(victim)
    log.setup(str(tmp_path), "")
    log.error("x")
    assert victim.read_text() == ""
    assert capsys.readouterr().err


def test_last_error(tmp_path: Path) -> None:
    assert log.last_error(str(tmp_path)) is None
    log.setup(str(tmp_path), "")
    log.info("fine")
    assert log.last_error(str(tmp_path)) is None
    log.error("first")
    log.error("second", code=3)
    log.info("fine again", text='"level":"ERROR"', row={"level": "ERROR"})
    with (tmp_path / ".entire/logs/entire.log").open("a") as file:
        file.write('{"level":"ERROR", torn\n["level":"ERROR"]\n')
    found = log.last_error(str(tmp_path))
    assert found
    assert (found["msg"], found["code"]) == ("second", 3)
