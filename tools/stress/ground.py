"""Where a run takes place: a repository with worktrees, a bare remote and a colleague's clone of it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from dataclasses import dataclass, field
from pathlib import Path

from tools.clients import registry
from tools.stress.plan import Plan

START = "start"  # the first commit's message
GUARD_SECONDS = 300  # a command that takes longer hangs
# `git repack -ad` leaves the commit-graph as it is, and git then fails on commits that are only there.
_CONFIG = """\
[core]
	commitGraph = false
[gc]
	writeCommitGraph = false
[user]
	name = Stress
	email = stress@example.com
[init]
	defaultBranch = main
[protocol "file"]
	allow = always
[advice]
	detachedHead = false
"""
_FOREIGN = ("GIT_", "ENTIRE_", "CLAUDE", "ANTHROPIC", "PYTHON")


@dataclass(frozen=True)
class Done:
    code: int
    output: str
    errors: str


@dataclass
class Place:
    """One work tree, with its branch."""

    root: Path
    branch: str
    env: dict[str, str]
    committing: threading.Lock = field(default_factory=threading.Lock)

    def run(self, *words: str, given: str = "", at_terminal: bool = False) -> Done:
        return self.finish(self.start(*words, at_terminal=at_terminal), given)

    def start(
        self, *words: str, at_terminal: bool = False, env: dict[str, str] | None = None
    ) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            words,
            cwd=self.root,
            env=self.env | {"ENTIRE_TEST_TTY": str(int(at_terminal))} | (env or {}),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )

    def finish(self, running: subprocess.Popen[bytes], given: str = "") -> Done:
        try:
            texts = running.communicate(given.encode(), timeout=GUARD_SECONDS)
        except subprocess.TimeoutExpired:
            running.kill()
            raise
        return Done(running.returncode, *(text.decode("utf-8", "replace") for text in texts))

    def moves(self) -> str:
        """Grows whenever HEAD moves."""
        return (self.git_dir() / "logs" / "HEAD").read_text()

    def git_dir(self) -> Path:
        dot_git = self.root / ".git"
        return dot_git if dot_git.is_dir() else Path(dot_git.read_text().removeprefix("gitdir: ").strip())

    def output(self, *words: str) -> str:
        done = self.run(*words)
        if done.code:
            raise RuntimeError(f"{' '.join(words)}: {done.code}\n{done.output}{done.errors}")
        return done.output

    def common_dir(self) -> Path:
        return Path(self.output("git", "rev-parse", "--path-format=absolute", "--git-common-dir").strip())


@dataclass(frozen=True)
class Ground:
    scratch: Path
    remote: Path
    places: list[Place]
    colleague: Place | None
    visited: list[Place] = field(default_factory=list)  # branches of worktrees that are gone
    packing: threading.Lock = field(default_factory=threading.Lock)

    @property
    def main(self) -> Place:
        return self.places[0]


def _environment(scratch: Path) -> dict[str, str]:
    (scratch / "gitconfig").write_text(_CONFIG)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(_FOREIGN)}
    kept.pop("CI", None)  # then no checkpoint is left to the background
    return kept | {
        "HOME": str(scratch),
        "GIT_CONFIG_GLOBAL": str(scratch / "gitconfig"),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_EDITOR": "true",
        "PATH": os.pathsep.join(
            [str(Path(sys.executable).parent), str(scratch / "bin"), os.environ.get("PATH", os.defpath)]
        ),
    }


def prepare(scratch: Path, plan: Plan) -> Ground:
    """Make the repositories; entire is enabled and committed, as a team does."""
    env, remote = _environment(scratch), scratch / "remote.git"
    main = Place(scratch / "repository", "main", env)
    main.root.mkdir()
    main.output("git", "init", "--quiet")
    (main.root / "README.md").write_text("# A project\n")
    _enable(main, plan)
    main.output("git", "add", "--all")
    main.output("git", "commit", "--quiet", "-m", START)
    main.output("git", "clone", "--quiet", "--bare", str(main.root), str(remote))
    main.output("git", "remote", "add", "origin", str(remote))
    main.output("git", "fetch", "--quiet", "origin")
    places = [main]
    for number in range(1, plan.size.worktrees):
        main.output(*adding(scratch / f"worktree{number}", f"side{number}"))
        places.append(settle(main, scratch / f"worktree{number}", f"side{number}", plan))
    colleague = _clone(scratch, remote, env, plan) if plan.size.colleague_turns else None
    return Ground(scratch, remote, [*places, *([colleague] if colleague else [])], colleague)


def adding(root: Path, branch: str) -> tuple[str, ...]:
    """The command that adds a worktree."""
    return ("git", "worktree", "add", "--quiet", str(root), "-b", branch)


def settle(place: Place, root: Path, branch: str, plan: Plan) -> Place:
    """Make a worktree that was added ready for agents."""
    there = Place(root, branch, place.env)
    _admit(there, plan)
    _limit(there, plan)
    return there


def _enable(place: Place, plan: Plan) -> None:
    _admit(place, plan)
    place.output("entire", "enable", *(word for name in plan.agents for word in ("--agent", name)))
    _limit(place, plan)


def _limit(place: Place, plan: Plan) -> None:
    """Let hooks of commits be stopped early, if the plan says so."""
    if plan.size.commit_seconds:
        path = place.root / ".entire" / "settings.local.json"
        settings = json.loads(path.read_text()) if path.exists() else {}
        settings.setdefault("strategy_options", {})["limits"] = {"commit_seconds": plan.size.commit_seconds}
        path.write_text(json.dumps(settings))


def _admit(place: Place, plan: Plan) -> None:
    for name in plan.agents:
        registry.admit(name, place.root, place.env)


def _clone(scratch: Path, remote: Path, env: dict[str, str], plan: Plan) -> Place:
    place = Place(scratch / "clone", "colleague", env)
    place.root.mkdir()
    place.output("git", "clone", "--quiet", str(remote), ".")
    place.output("git", "checkout", "--quiet", "-b", place.branch)
    _enable(place, plan)
    return place
