"""Agents and trees for tests of rewind: hooks in this process, and a work tree as plain values."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path
from typing import Any

from tests.scenario.world import World
from tests.support import Repo

from entire.agent import registry
from entire.cli.commands.demo.stand_in import StandIn
from entire.core import settings
from entire.git.repository import open_repository
from entire.lifecycle import agent_events
from entire.strategy import registry as strategies

Tree = dict[str, tuple[int, bytes]]
OURS = (".git", ".entire", ".claude")


class Direct(StandIn):
    """A stand-in whose hooks run in this process: hundreds of turns in seconds."""

    def hook(self, verb: str, **fields: Any) -> str:
        payload = {"session_id": self.session_id, "transcript_path": self.transcript, "cwd": self.root}
        agent = registry.by_name("claude-code")
        event = agent.parse_event(verb, payload | fields)
        assert event is not None
        found = settings.load(self.root).settings
        call = agent_events.Call(
            strategies.get(found.strategy), found, open_repository(self.root), agent, event
        )
        return agent_events.handle(call)


def tree_of(root: Path) -> Tree:
    """Every file, link and directory of a work tree: its mode, and its content or target."""
    found: Tree = {}
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if os.path.join(folder, name) not in _ours(root)]
        for name in (*folders, *names):
            path = os.path.join(folder, name)
            mode = os.lstat(path).st_mode
            content = b""
            if stat.S_ISLNK(mode):
                content = os.fsencode(os.readlink(path))
            elif stat.S_ISREG(mode):
                content = Path(path).read_bytes()
            found[os.path.relpath(path, root)] = (mode, content)
    return found


def _ours(root: Path) -> set[str]:
    return {str(root / name) for name in OURS}


def files_of(tree: Tree) -> Tree:
    return {path: entry for path, entry in tree.items() if not stat.S_ISDIR(entry[0])}


def stored_tree(repo: Repo, commit: str) -> dict[str, tuple[str, str]]:
    """Mode and blob of each of the user's files in a commit."""
    found = {}
    for record in repo.git("ls-tree", "-r", "-z", commit).split("\0"):
        if record:
            head, path = record.split("\t", 1)
            mode, _, oid = head.split(" ")
            if path.split("/")[0] not in OURS:
                found[path] = (mode, oid)
    return found


def as_stored(repo: Repo, path: str) -> tuple[str, str] | None:
    """A file of the work tree as git would store it."""
    full = repo.path / path
    if not os.path.lexists(full) or any(parent.is_symlink() for parent in full.parents):
        return None
    mode = os.lstat(full).st_mode
    if stat.S_ISDIR(mode):
        return None
    if stat.S_ISLNK(mode):
        return "120000", repo.git("hash-object", "--stdin", data=os.fsencode(os.readlink(full)))
    return "100755" if mode & stat.S_IXUSR else "100644", repo.git("hash-object", "--", path)


def agent_of(world: World, session_id: str = "") -> Direct:
    return Direct(str(world.repo.path), world.env, session_id)


def points(world: World) -> list[dict[str, Any]]:
    """Steps and linked commits: what is after a prompt."""
    return [point for point in every_point(world) if point.get("at") != "before"]


def every_point(world: World) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(world.entire("rewind", "--list"))
    return found


def start_of(world: World, session_id: str = "") -> str:
    """The id of the point before a session's first prompt."""
    starts = [point for point in every_point(world) if point.get("at") == "before"]
    (found,) = [point["id"] for point in starts if session_id in ("", point["session_id"])]
    return str(found)


def step(world: World, message: str) -> str:
    """The id of the step that answers a prompt."""
    (found,) = [point["id"] for point in points(world) if point["message"] == message]
    return str(found)


def state_of(world: World, session_id: str) -> dict[str, Any]:
    state = world.state(session_id)
    assert state is not None
    return state
