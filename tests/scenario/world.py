"""A repository with entire installed, people and agents working in it. Only commands and hooks are used."""

from __future__ import annotations

import atexit
import json
import os
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from tests.scenario.ways import BY_HAND, Way
from tests.support import FOREIGN, GIT_CONFIG, Repo, at_home

from entire.cli.commands.demo.stand_in import StandIn

BRANCH = "entire/checkpoints/v1"


def environment() -> dict[str, str]:
    """The test's own environment, with the installed command on PATH."""
    beside = str(Path(sys.executable).parent)
    assert shutil.which("entire", path=beside), f"no `entire` in {beside}: is the wheel installed?"
    return dict(os.environ) | {"PATH": os.pathsep.join([beside, os.environ["PATH"]])}


def make_repo(path: Path, *options: str) -> Repo:
    repo = Repo.init(path, *options)
    repo.write("README.md", "# A project\n")
    repo.commit("first")
    return repo


class World:
    """A work tree as people and agents see it."""

    way = BY_HAND

    def __init__(self, repo: Repo) -> None:
        self.repo = repo
        self.env = environment()

    @classmethod
    def new(cls, path: Path, way: Way = BY_HAND, agent: str = "claude-code") -> World:
        """A repository with one commit where an agent is enabled."""
        shutil.copytree(_ready(way, agent), path, symlinks=True)
        world = cls(Repo(path))
        world.way = way
        world.git("update-index", "--refresh")  # the index knows files by their inodes
        return world

    @classmethod
    def enabled(cls, repo: Repo, way: Way = BY_HAND) -> World:
        """Enable, and commit what that adds, as a team does."""
        world = cls(repo)
        world.way = way
        world._enable("claude-code")
        world.git("add", ".claude", ".entire")
        world.git("commit", "--quiet", "-m", "use entire")
        return world

    def _enable(self, agent: str) -> None:
        self.entire("enable", "--agent", agent, *self.way.options)
        if self.way.branches is not None:
            file = self.file(".entire/settings.json")
            options = {"strategy_options": {"auto_commit": {"branches": self.way.branches}}}
            file.write_text(json.dumps(json.loads(file.read_text()) | options))

    def run(
        self, *words: str, cwd: Path | None = None, check: bool = True
    ) -> subprocess.CompletedProcess[str]:
        """Run a command as an agent or a GUI does: without a terminal."""
        done = subprocess.run(
            words,
            cwd=cwd or self.repo.path,
            env=self.env,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            start_new_session=True,
            check=False,
        )
        assert not check or done.returncode == 0, f"{words}: {done.returncode}\n{done.stdout}{done.stderr}"
        return done

    def entire(self, *words: str) -> str:
        return self.run("entire", *words).stdout

    def doctor(self, *words: str) -> str:
        """What `entire doctor` prints. With `--force`, only slow hooks may be left."""
        done = self.run("entire", "doctor", *words, check=False)
        if "--force" in words and done.returncode != 0:
            left = json.loads(self.run("entire", "doctor", "--json", check=False).stdout)["findings"]
            assert {finding["kind"] for finding in left} <= {"slow_hook"}, done.stdout
        return done.stdout

    def git(self, *words: str, cwd: Path | None = None) -> str:
        return self.run("git", *words, cwd=cwd).stdout.removesuffix("\n")

    def commit(self, *words: str, message: str = "work", cwd: Path | None = None) -> str:
        """Commit with git, hooks and all; returns the checkpoint that the commit is linked to, if any.

        If a strategy has committed everything itself, its last commit counts.
        """
        if self.way.makes_commits and not words and not self.git("diff", "--cached", "--name-only", cwd=cwd):
            return self.checkpoint()
        self.git("commit", "--quiet", "-m", message, *words, cwd=cwd)
        return self.checkpoint()

    def hold_commits(self) -> None:
        """Let the work of the next turns wait, if a strategy would commit it."""
        if self.way.makes_commits:
            self.file(".entire/settings.local.json").write_text(
                json.dumps({"strategy_options": {"auto_commit": {"branches": []}}})
            )

    def commit_at_terminal(self, *words: str, message: str = "work") -> str:
        """Commit as a person at a terminal."""
        self.env["ENTIRE_TEST_TTY"] = "1"
        try:
            return self.commit(*words, message=message)
        finally:
            del self.env["ENTIRE_TEST_TTY"]

    def checkpoint(self, commit: str = "HEAD") -> str:
        """The id that a commit's trailer names, as git reads trailers."""
        found = self.git("log", "-1", "--format=%(trailers:key=Entire-Checkpoint,valueonly)", commit).split()
        assert len(found) <= 1, found
        return found[0] if found else ""

    def agent(self, session_id: str = "") -> StandIn:
        return StandIn(str(self.repo.path), self.env, session_id)

    def file(self, path: str) -> Path:
        return self.repo.path / path

    # What is stored, read with git alone.

    def show(self, path: str, ref: str = BRANCH) -> str:
        return self.run("git", "show", f"{ref}:{path}").stdout

    def names(self, ref: str = BRANCH) -> list[str]:
        return self.git("-c", "core.quotePath=false", "ls-tree", "-r", "--name-only", ref).splitlines()

    def root(self, checkpoint: str) -> dict[str, Any]:
        loaded: dict[str, Any] = json.loads(self.show(f"{checkpoint[:2]}/{checkpoint[2:]}/metadata.json"))
        return loaded

    def session(self, checkpoint: str, index: int = 0) -> dict[str, Any]:
        path = f"{checkpoint[:2]}/{checkpoint[2:]}/{index}/metadata.json"
        loaded: dict[str, Any] = json.loads(self.show(path))
        return loaded

    def stored(self, checkpoint: str, name: str, index: int = 0) -> str:
        return self.show(f"{checkpoint[:2]}/{checkpoint[2:]}/{index}/{name}")

    def transcript(self, checkpoint: str, index: int = 0) -> str:
        """The stored transcript, put together from its parts."""
        folder = f"{checkpoint[:2]}/{checkpoint[2:]}/{index}/"
        parts = sorted(n for n in self.names() if n.startswith(folder + "full.jsonl"))
        return "\n".join(self.show(part) for part in parts)

    def steps(self, shadow: str) -> list[str]:
        """The subjects of a shadow branch's steps, newest first."""
        return self.git(
            "log", "--first-parent", "--format=%s", "--grep=^Entire-Session: ", shadow
        ).splitlines()

    def state(self, session_id: str) -> dict[str, Any] | None:
        """A session's state, wherever it lies; None if there is none."""
        common = Path(self.git("rev-parse", "--path-format=absolute", "--git-common-dir"))
        for folder in (common / "entire-sessions", common / "entire-sessions" / "ended"):
            path = folder / f"{session_id}.json"
            if path.exists():
                loaded: dict[str, Any] = json.loads(path.read_text())
                return loaded
        return None

    def touched(self, agent: StandIn) -> list[str]:
        """What a session has to commit."""
        state = self.state(agent.session_id)
        assert state is not None
        found: list[str] = state.get("files_touched", [])
        return found

    def shadows(self) -> list[str]:
        """The shadow branches."""
        names = self.git("for-each-ref", "--format=%(refname:short)", "refs/heads/entire/").splitlines()
        return [name for name in names if name not in (BRANCH, "entire/trails/v1")]

    def log(self) -> list[dict[str, Any]]:
        path = self.file(".entire/logs/entire.log")
        return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []

    def errors(self) -> list[dict[str, Any]]:
        return [row for row in self.log() if row["level"] == "ERROR"]

    def check_sound(self) -> None:
        """What must hold after every story: objects are sound, nothing failed, no file of ours is left."""
        self.git("fsck", "--strict", "--no-dangling")
        assert not self.errors()
        git_dir = Path(self.git("rev-parse", "--absolute-git-dir"))
        assert not list(git_dir.glob("entire-sessions/*.tmp"))


@cache
def _ready(way: Way, agent: str) -> Path:
    """A repository where an agent was enabled, made once for each way: most stories begin with a copy."""
    folder = Path(tempfile.mkdtemp(prefix="entire-ready-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    (folder / "home").mkdir()
    (folder / "home" / ".gitconfig").write_text(GIT_CONFIG)
    (folder / "repo").mkdir()
    world = World(Repo(folder / "repo"))
    world.way = way
    # Nothing that the first story has changed in its environment is in the others'.
    kept = {name: value for name, value in world.env.items() if not name.startswith(FOREIGN)}
    world.env = kept | at_home(folder / "home") | {"ENTIRE_SYNC": "1", "ENTIRE_TIME_LIMIT": "60"}
    world.git("init", "--quiet")
    world.repo.write("README.md", "# A project\n")
    world.git("add", "--all")
    world.git("commit", "--quiet", "--message=first")
    world._enable(agent)
    world.git("add", "--all")
    world.git("commit", "--quiet", "--message=use entire")
    return world.repo.path
