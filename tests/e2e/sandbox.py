"""Running programs apart from this machine: own home, own git config, no terminal, nothing left running."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Words = str | Path
TIMEOUT = 60.0  # seconds; a turn takes one or two


class Sandbox:
    def __init__(self, base: Path) -> None:
        for folder in ("home", "tmp"):
            (base / folder).mkdir(parents=True)
        config = base / "gitconfig"
        config.write_text("[user]\n\tname = Ada\n\temail = ada@example.org\n[init]\n\tdefaultBranch = main\n")
        # Built, not inherited: this suite may itself be run by an agent, whose variables reach far.
        self.env = {
            "PATH": os.pathsep.join([str(_folder_of_entire()), os.environ["PATH"]]),
            "HOME": str(base / "home"),
            "TMPDIR": str(base / "tmp"),
            "GIT_CONFIG_GLOBAL": str(config),
            "GIT_CONFIG_NOSYSTEM": "1",
            "LANG": "C.UTF-8",
            "SHELL": "/bin/sh",
            "ENTIRE_SYNC": "1",
            "ENTIRE_TIME_LIMIT": "60",  # a busy machine must not change what a test sees
        }

    def run(self, *command: Words, cwd: Path, **variables: str) -> str:
        """Its standard output; anything but exit code 0 in time fails the test."""
        with self.start(*command, cwd=cwd, **variables) as process:
            out, err = (data.decode() for data in process.communicate(timeout=TIMEOUT))
        assert process.returncode == 0, f"{command}\nexit {process.returncode}\n{out}\n{err}"
        return out

    @contextmanager
    def start(self, *command: Words, cwd: Path, **variables: str) -> Iterator[subprocess.Popen[bytes]]:
        """A process that lives no longer than the block, nor do its children."""
        process = subprocess.Popen(
            command,
            cwd=cwd,
            env=self.env | variables,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,  # its own group, to be ended whole; and no controlling terminal
        )
        try:
            yield process
        finally:
            _end_group(process)


def _end_group(process: subprocess.Popen[bytes]) -> None:
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()
    for pipe in (process.stdout, process.stderr):
        if pipe is not None:
            pipe.close()


def _folder_of_entire() -> Path:
    """The command as installed beside this Python: the tests are about what people install."""
    beside = Path(sys.executable).parent
    found = shutil.which("entire", path=beside)
    assert found, f"no `entire` in {beside}: is the wheel installed?"
    return Path(found).parent


def wait_for(condition: Callable[[], object]) -> None:
    """Until it holds; what never does fails the test."""
    deadline = time.monotonic() + TIMEOUT / 2
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.02)


class Repo:
    """A worktree in a sandbox, seen through git alone."""

    def __init__(self, sandbox: Sandbox, root: Path) -> None:
        self.sandbox, self.root = sandbox, root

    def git(self, *words: Words, **variables: str) -> str:
        return self.sandbox.run("git", *words, cwd=self.root, **variables).removesuffix("\n")

    def entire(self, *words: str) -> str:
        return self.sandbox.run("entire", *words, cwd=self.root)

    def head(self) -> str:
        return self.git("rev-parse", "HEAD")

    def branches(self, under: str) -> list[str]:
        return self.git("for-each-ref", "--format=%(refname:short)", f"refs/heads/{under}").splitlines()

    def files(self, tree: str) -> dict[str, str]:
        """Path → mode and blob of every file in a tree."""
        entries = [e.split("\t", 1) for e in self.git("ls-tree", "-rz", tree).split("\0") if e]
        return {path: about for about, path in entries}

    def show(self, tree: str, path: str) -> str:
        """A file of a tree, byte for byte."""
        return self.sandbox.run("git", "cat-file", "blob", f"{tree}:{path}", cwd=self.root)

    def tree_of_worktree(self) -> str:
        """The tree that committing everything now would give, by an index of its own."""
        index = {"GIT_INDEX_FILE": str(self.root.parent / "other-index")}
        self.git("read-tree", "HEAD", **index)
        self.git("add", "--all", **index)
        return self.git("write-tree", **index)


def make_repo(sandbox: Sandbox, root: Path, *options: str) -> Repo:
    """A repository with one commit."""
    root.mkdir(parents=True)
    repo = Repo(sandbox, root)
    repo.git("init", "--quiet", *options)
    (root / "README.md").write_text("# A project\n")
    repo.git("add", "--all")
    repo.git("commit", "--quiet", "-m", "Begin")
    return repo
