"""A scratch place with a home, a repository and a remote, which can be put back to how it was."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import time
import uuid
from pathlib import Path
from typing import Any

from tests.support import FOREIGN, GIT_CONFIG, at_home

from entire.cli.commands.demo.stand_in import StandIn
from entire.core import faults

_ATTEMPTS = 100
NO_GC = "[gc]\n\tauto = 0\n"
KILLS_GIT = '#!/bin/sh\n[ "$1" != prepared ] || kill -9 $PPID\n'


class Agent(StandIn):
    """An agent that goes on whatever its hooks return, with ids that are the same in every run."""

    def __init__(self, stage: Stage, session_id: str, root: str = "") -> None:
        super().__init__(root or str(stage.repo), stage.env, session_id)
        self.stage = stage

    def hook(self, verb: str, **fields: Any) -> str:
        payload = {"session_id": self.session_id, "transcript_path": self.transcript, "cwd": self.root}
        return self.stage.run(
            "entire", "hooks", "claude-code", verb, cwd=Path(self.root), given=json.dumps(payload | fields)
        )

    def shell(self, command: str) -> None:
        self.stage.run("sh", "-c", command, cwd=Path(self.root))
        self.use("Bash", command=command, description="Run a command")


class Stage:
    """Everything is below ``root``, always at the same path: sessions remember where they were."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.live, self.kept = root / "live", root / "kept"
        self.home, self.repo, self.remote = self.live / "home", self.live / "repo", self.live / "remote.git"
        self.log = root / "effects"
        self.said: list[str] = []  # what commands printed as errors, and how they ended
        self.is_left = False  # what doctor found and could not repair
        beside = str(Path(sys.executable).parent)
        self.env = {name: value for name, value in os.environ.items() if not name.startswith(FOREIGN)}
        self.env |= at_home(self.home) | {
            "PATH": os.pathsep.join([beside, str(self.home / "bin"), os.environ["PATH"]]),
            "TMPDIR": str(self.live / "tmp"),
            "ENTIRE_SYNC": "1",
        }

    def open(self) -> None:
        """Start with a repository where entire is enabled and committed."""
        shutil.rmtree(self.root, ignore_errors=True)
        for folder in (self.home, self.repo, self.live / "tmp", self.kept):
            folder.mkdir(parents=True)
        hook = Path(f"{self.log}.hooks", "reference-transaction")
        hook.parent.mkdir()
        hook.write_text(KILLS_GIT)
        hook.chmod(0o755)
        (self.home / ".gitconfig").write_text(GIT_CONFIG + NO_GC)
        self.git("init", "--quiet", "--template=")
        for number in range(256):  # otherwise the number of effects depends on the ids of objects
            (self.repo / ".git" / "objects" / f"{number:02x}").mkdir(exist_ok=True)
        self.write("README.md", "# A project\n")
        self.commit("first")

    def enable(self) -> None:
        self.run("entire", "enable", "--agent", "claude-code")
        self.commit("use entire")

    # What people and agents do

    def run(self, *words: str, cwd: Path | None = None, given: str = "") -> str:
        """Run a command without a terminal. Failures are noted: a fault may cause them."""
        done = subprocess.run(
            words,
            cwd=cwd or self.repo,
            env=self.env,
            input=given.encode(),
            capture_output=True,
            start_new_session=True,
            check=False,
            timeout=120,
        )
        out, error = (text.decode("utf-8", "replace") for text in (done.stdout, done.stderr))
        found = words[1:2] == ("doctor",) and done.returncode == 1 and not error
        self.is_left = self.is_left or found
        if (done.returncode and not found) or "Traceback" in error:
            text = error.strip() or out.strip()
            self.said.append(f"{' '.join(words[:3])}: {done.returncode} {text[-400:]}")
        return out

    def git(self, *words: str, cwd: Path | None = None) -> str:
        return self.run("git", *words, cwd=cwd).removesuffix("\n")

    def entire(self, *words: str, cwd: Path | None = None) -> str:
        return self.run("entire", *words, cwd=cwd)

    def write(self, path: str, content: str) -> None:
        full = self.repo / path
        full.parent.mkdir(parents=True, exist_ok=True)
        full.write_text(content)

    def commit(self, message: str, *paths: str, cwd: Path | None = None) -> None:
        self.git("add", *(paths or ("--all",)), cwd=cwd)
        self.git("commit", "--quiet", "-m", message, cwd=cwd)

    def agent(self, session_id: str = "one", root: str = "") -> Agent:
        return Agent(self, session_id, root)

    # Faults

    def arm(self, fault: str) -> None:
        self.log.unlink(missing_ok=True)
        self.env[faults.VARIABLE] = f"{fault}:{self.log}"

    def disarm(self) -> list[list[str]]:
        """Returns the effects as rows: number, process, event, detail."""
        del self.env[faults.VARIABLE]
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        return [line.split("\t") for line in lines]

    def steady(self, number: int) -> None:
        """Let the ids of a step be the same in every run."""
        chance = random.Random(number)
        uuid.uuid4 = lambda: uuid.UUID(int=chance.getrandbits(128), version=4)

    # Snapshots

    def keep(self, name: str) -> None:
        self._copy(self.live, self.kept / name)

    def put_back(self, name: str) -> None:
        self._replace(self.kept / name)
        self.said, self.is_left = [], False
        for capture in self.live.rglob(".entire/tmp/pre-*.json"):
            _renew(capture)

    def _replace(self, source: Path) -> None:
        """Git and background work do not die with a hook: they may still write."""
        copy = self.root / "next"
        self._copy(source, copy)
        for _ in range(_ATTEMPTS):
            shutil.rmtree(self.live, ignore_errors=True)
            try:
                copy.rename(self.live)
            except OSError:
                time.sleep(0.05)
            else:
                return
        raise AssertionError(f"something still writes to {self.live}")

    def _copy(self, source: Path, target: Path) -> None:
        for _ in range(_ATTEMPTS):
            done = subprocess.run(
                ["cp", "-a", "--", str(source), str(target)], capture_output=True, check=False
            )
            if not done.returncode:
                return
            shutil.rmtree(target, ignore_errors=True)
            time.sleep(0.05)
        raise AssertionError(done.stderr.decode())


def _renew(capture: Path) -> None:
    """Give unchanged files the signature that they have after copying: its last part is the inode's time."""
    loaded, taken = json.loads(capture.read_text()), capture.stat()
    root = capture.parents[2]
    for path, signature in loaded.get("signatures", {}).items():
        if not os.path.lexists(root / path):
            continue
        info = os.lstat(root / path)
        known, _, _ = signature.rpartition(":")
        if known == f"{info.st_mode:o}:{info.st_size}:{info.st_mtime_ns}":
            loaded["signatures"][path] = f"{known}:{info.st_ctime_ns}"
    capture.write_text(json.dumps(loaded))
    os.utime(capture, ns=(taken.st_atime_ns, taken.st_mtime_ns))  # the time of the prompt
