"""Scratch repositories to measure in: an isolated home, the installed command, a scripted agent."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import TracebackType

from entire.cli.stand_in import StandIn


class Playground:
    """A repository with so many files, in a folder that is removed at the end."""

    def __init__(self, files: int) -> None:
        self.base = Path(os.path.realpath(tempfile.mkdtemp(prefix="entire-bench-")))
        self.root = self.base / "repo"
        self.root.mkdir()
        kept = {
            n: v
            for n, v in os.environ.items()
            if not n.startswith(("GIT_", "ENTIRE_", "CLAUDE", "ANTHROPIC"))
        }
        self.env = kept | {
            "HOME": str(self.base),
            "GIT_CONFIG_GLOBAL": str(self.base / "gitconfig"),
            "GIT_CONFIG_NOSYSTEM": "1",
            "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
        }
        (self.base / "gitconfig").write_text("[user]\n\tname = Bench\n\temail = bench@example.com\n")
        self.run("git", "init", "--quiet", "--initial-branch=main")
        for number in range(files):
            path = self.root / f"folder{number // 100}" / f"file{number}.txt"
            path.parent.mkdir(exist_ok=True)
            path.write_text(f"line of file {number}\n" * 20)
        self.run("git", "add", "--all")
        self.run("git", "commit", "--quiet", "-m", "files")

    def __enter__(self) -> Playground:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        shutil.rmtree(self.base)

    def run(self, *words: str, **variables: str) -> float:
        """Run a command to its end without a terminal; returns the milliseconds that it took."""
        start = time.perf_counter()
        subprocess.run(
            words,
            cwd=self.root,
            env=self.env | variables,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
            check=True,
        )
        return (time.perf_counter() - start) * 1000

    def output(self, *words: str) -> str:
        done = subprocess.run(
            words, cwd=self.root, env=self.env, stdout=subprocess.PIPE, text=True, check=True
        )
        return done.stdout

    def agent(self) -> StandIn:
        return StandIn(str(self.root), self.env)

    def git_processes(self, *words: str) -> int:
        """How many git processes a command starts, its own included."""
        folder = self.base / "trace"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        self.run(*words, GIT_TRACE2_EVENT=str(folder))
        return len(list(folder.iterdir()))

    def python_processes(self, *words: str) -> int:
        """How often a command starts our program."""
        calls, folder = self.base / "calls", self.base / "bin"
        folder.mkdir(exist_ok=True)
        calls.write_text("")
        real = shutil.which("entire", path=self.env["PATH"])
        wrapper = folder / "entire"
        wrapper.write_text(f'#!/bin/sh\necho x >>"{calls}"\nexec "{real}" "$@"\n')
        wrapper.chmod(0o755)
        self.run(*words, PATH=f"{folder}{os.pathsep}{self.env['PATH']}")
        return len(calls.read_text().splitlines())
