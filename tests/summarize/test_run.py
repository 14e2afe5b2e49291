"""Ask a program: real processes that answer, fail, hang, or print too much."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import pytest
from tests.support import Repo

from entire.core.errors import EntireError
from entire.summarize import run, surroundings
from entire.summarize.providers import Provider


def shell(script: str, key: str = "") -> Provider:
    return Provider("fake", ("sh", "-c", script), key)


def test_the_prompt_is_on_standard_input() -> None:
    assert run.ask(shell("cat; echo; echo noise >&2"), "What? ü\ud800", 30) == "What? ü?\n"
    assert run.ask(shell("""echo '{"result": "{}"}'""", "result"), "x" * 300_000, 30) == "{}"


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("echo out; echo 'not logged in' >&2; exit 7", "fake failed (exit code 7): not logged in"),
        ("kill -9 $$", "fake failed (signal 9)"),
        ("""echo '{"is_error":true,"result":"No key"}'; exit 1""", "fake failed (exit code 1): No key"),
        ("""echo '{"is_error":true,"result":"No key"}'""", "no answer: No key"),
        ("yes", "fake was stopped: too much output"),
        ("yes >&2", "fake was stopped: too much output"),
    ],
)
def test_failures(script: str, message: str) -> None:
    with pytest.raises(EntireError) as failed:
        run.ask(shell(script, "result"), "", 30)
    assert failed.value.message == message


def test_a_program_that_cannot_be_started(tmp_path: Path) -> None:
    with pytest.raises(EntireError, match="cannot run gone: No such file or directory"):
        run.ask(Provider("gone", (str(tmp_path / "gone"),)), "", 30)


def held(pipe: Path) -> int:
    """The reading end of a pipe that a provider's children hold open; it ends when they do."""
    os.mkfifo(pipe)
    return os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)


@pytest.mark.parametrize("script", ["exec sleep 1000", "sleep 1000"])
def test_the_time_is_limited(script: str, tmp_path: Path) -> None:
    """And nothing is left running: the pipe is closed by everybody who had it."""
    reader = held(tmp_path / "pipe")
    with pytest.raises(EntireError) as failed:
        run.ask(shell(f"exec 9> '{tmp_path}/pipe'; echo begun >&9; {script}"), "", 0.3)
    assert failed.value.message == "fake was stopped: no answer within 0.3 s"
    assert "timeout_seconds" in failed.value.hint
    os.set_blocking(reader, True)
    with open(reader, "rb") as file:
        assert file.read() in (b"begun\n", b"")


def test_an_interrupt_while_it_starts_leaves_nothing_running(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C when the process is running, but nothing waits for it yet."""
    started = []

    def start_and_interrupt(*args: Any, popen: Any = subprocess.Popen, **options: Any) -> Any:
        started.append(popen(*args, **options))
        signal.raise_signal(signal.SIGINT)
        return started[0]

    monkeypatch.setattr(subprocess, "Popen", start_and_interrupt)
    try:
        with pytest.raises(KeyboardInterrupt):
            run.ask(shell("sleep 1000"), "", 30)
        assert started[0].poll() == -signal.SIGKILL
    finally:
        started[0].kill()
        started[0].wait()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_an_interrupt_is_not_swallowed_when_it_cannot_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt_and_fail(*_: Any, **__: Any) -> Any:
        signal.raise_signal(signal.SIGINT)
        raise OSError

    monkeypatch.setattr(subprocess, "Popen", interrupt_and_fail)
    with pytest.raises(KeyboardInterrupt):
        run.ask(shell("true"), "", 30)


def test_what_it_leaves_behind_ends_with_it(tmp_path: Path) -> None:
    """A daemon that holds standard output neither delays the answer nor survives it."""
    reader = held(tmp_path / "pipe")
    assert run.ask(shell(f"exec 9> '{tmp_path}/pipe'; sleep 1000 & echo said"), "", 30) == "said\n"
    os.set_blocking(reader, True)
    with open(reader, "rb") as file:
        assert file.read() == b""


def test_the_folder_is_empty_in_no_repository_and_gone_afterwards(
    repo: Repo, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside = repo.path / "tmp"
    inside.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(inside))
    monkeypatch.chdir(repo.path)
    monkeypatch.setenv("GIT_DIR", str(repo.path / ".git"))
    folder, found = run.ask(shell("pwd; ls -A | wc -l; touch left"), "", 30).split()
    assert (found, Path(folder).exists()) == ("0", False)
    assert not surroundings.in_repository(folder)
    assert surroundings.in_repository(str(inside))
    with pytest.raises(EntireError, match="exit code 128"):
        run.ask(shell("git rev-parse"), "", 30)
