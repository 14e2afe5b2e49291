"""A scratch repository in which an agent is tried."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from types import TracebackType
from typing import NamedTuple, Self

from entire.agent.external import OPTION
from entire.core import files, json_text
from entire.core.errors import EntireError
from entire.core.settings import LOCAL_FILE
from entire.core.text import one_line

_SECONDS = 60
_DROPPED = ("GIT_", "ENTIRE_", "CLAUDE", "CODEX_", "GEMINI_", "QWEN_", "COPILOT_", "CURSOR_", "XDG_")


class Result(NamedTuple):
    """One thing that was tried."""

    what: str
    problem: str  # empty: it holds


class Stage:
    """The repository; while it is open, this process has its environment, too."""

    def __init__(self) -> None:
        self._scratch = os.path.realpath(tempfile.mkdtemp(prefix="entire-check-"))
        self.home = os.path.join(self._scratch, "home")
        self.root = os.path.join(self._scratch, "repo")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(_DROPPED)}
        path = [os.path.dirname(sys.executable), os.environ.get("PATH", os.defpath)]
        self.env = kept | {
            "HOME": self.home,
            "GIT_CONFIG_GLOBAL": os.path.join(self.home, "gitconfig"),
            "GIT_CONFIG_NOSYSTEM": "1",
            "PATH": os.pathsep.join(path),
            "ENTIRE_SYNC": "1",
        }

    def __enter__(self) -> Self:
        self._before, self._here = dict(os.environ), os.getcwd()
        os.environ.clear()
        os.environ.update(self.env)
        files.make_dir(self.root)
        files.make_dir(self.home)
        config = b"[user]\n\tname = Ada\n\temail = ada@example.com\n[init]\n\tdefaultBranch = main\n"
        files.write_atomic(self.env["GIT_CONFIG_GLOBAL"], config)
        os.chdir(self.root)
        self.run("git", "init", "--quiet")
        self.write("README.md", b"# Tried\n")
        self.run("git", "add", ".")
        self.run("git", "commit", "--quiet", "-m", "first")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.chdir(self._here)
        os.environ.clear()
        os.environ.update(self._before)
        shutil.rmtree(self._scratch, ignore_errors=True)

    def allow_programs(self) -> None:
        settings = {"strategy_options": {OPTION: True}}
        self.write(LOCAL_FILE, json_text.encode(settings))

    def write(self, path: str, content: bytes) -> None:
        full = os.path.join(self.root, path)
        files.make_dir(os.path.dirname(full))
        files.write_atomic(full, content, 0o644)

    def run(self, *words: str, data: bytes = b"") -> str:
        """Run a command; returns what it prints. Raises EntireError if it fails or hangs."""
        try:
            done = subprocess.run(
                words, cwd=self.root, input=data, capture_output=True, timeout=_SECONDS, check=False
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise EntireError(f"`{' '.join(words[:3])}` does not end: {type(error).__name__}") from error
        if done.returncode != 0:
            why = one_line(done.stderr.decode("utf-8", "replace").strip(), 200)
            raise EntireError(f"`{' '.join(words[:3])}` failed: {why}")
        return done.stdout.decode("utf-8", "replace")

    def snapshot(self) -> dict[str, bytes]:
        """The files of the work tree, without those of git and entire."""
        found = {}
        for folder, below, names in os.walk(self.root):
            below[:] = [name for name in below if name not in (".git", ".entire")]
            for name in names:
                path = os.path.join(folder, name)
                found[os.path.relpath(path, self.root)] = files.read_or_empty(path)
        return found
