"""What git and the hooks stored, read with git alone and from the state files."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.scenario.world import BRANCH, World

Content = bytes | None  # None: there is no such file
OURS = ("refs/heads/entire/", "refs/entire/", "refs/notes/entire")
USAGE_KEYS = (
    "input_tokens",
    "cache_creation_tokens",
    "cache_read_tokens",
    "output_tokens",
    "api_call_count",
)


@dataclass
class Slot:
    """A session's part of a committed checkpoint."""

    checkpoint: str
    metadata: dict[str, Any]
    transcript: bytes
    step: int  # when it was seen first
    lines: str  # blob id of what it says about the owners of lines, if it does


class Facts:
    """The repository as git and the state files show it now."""

    def __init__(self, world: World) -> None:
        self.world = world
        found = world.git("rev-parse", "--path-format=absolute", "--git-dir", "--git-common-dir")
        self.git_dir, self.common_dir = map(Path, found.splitlines())
        self.worktree_id = "" if self.git_dir == self.common_dir else self.git_dir.name
        self._reader = subprocess.Popen(
            ["git", "cat-file", "--batch"],
            cwd=world.repo.path,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._cache: dict[str, bytes] = {}

    def close(self) -> None:
        assert self._reader.stdin is not None
        assert self._reader.stdout is not None
        self._reader.stdin.close()
        self._reader.stdout.close()
        self._reader.wait()

    def blob(self, oid: str) -> bytes:
        if oid not in self._cache:
            assert self._reader.stdin is not None
            assert self._reader.stdout is not None
            self._reader.stdin.write(oid.encode() + b"\n")
            self._reader.stdin.flush()
            head = self._reader.stdout.readline().split()
            assert len(head) == 3, f"{oid} is missing"
            self._cache[oid] = self._reader.stdout.read(int(head[2]) + 1)[:-1]
        return self._cache[oid]

    def tree(self, name: str, *paths: str) -> dict[str, str]:
        """Blob ids by path."""
        rows = self.world.git("ls-tree", "-r", "-z", name, "--", *paths).split("\0")
        pairs = (row.split("\t", 1) for row in rows if row)
        return {path: head.split()[2] for head, path in pairs}

    def refs(self) -> dict[str, str]:
        rows = self.world.git("for-each-ref", "--format=%(refname) %(objectname)").splitlines()
        found = dict(row.split(" ", 1) for row in rows)
        found["HEAD"] = (self.git_dir / "HEAD").read_text()
        return found

    def theirs(self) -> dict[str, str]:
        """The refs that no hook may touch."""
        return {name: oid for name, oid in self.refs().items() if not name.startswith(OURS)}

    def status(self) -> str:
        return self.world.git("--no-optional-locks", "status", "--porcelain=v2", "-z", "-uall")

    def head(self, paths: Iterable[str]) -> dict[str, Content]:
        found = self.tree("HEAD")
        return {path: self.blob(found[path]) if path in found else None for path in paths}

    def state(self, session_id: str) -> dict[str, Any]:
        for folder in ("entire-sessions", "entire-sessions/ended"):
            path = self.common_dir / folder / f"{session_id}.json"
            if path.exists():
                loaded: dict[str, Any] = json.loads(path.read_text())
                return loaded
        return {}

    def touched(self, session_id: str) -> set[str]:
        """What a session has to commit in this worktree, be it here or elsewhere now."""
        state = self.state(session_id)
        if state.get("worktree_id", "") != self.worktree_id:
            state = state.get("places", {}).get(self.worktree_id, {})
        return set(state.get("files_touched", []))

    def slots(self, step: int, known: dict[tuple[str, str], Slot]) -> dict[tuple[str, str], Slot]:
        """All sessions' parts of all checkpoints, by checkpoint and session."""
        if f"refs/heads/{BRANCH}" not in self.refs():
            return {}
        found = {}
        tree = self.tree(BRANCH)
        for path, oid in tree.items():
            parts = path.split("/")
            if len(parts) != 4 or parts[3] != "metadata.json":
                continue
            metadata = json.loads(self.blob(oid))
            checkpoint = parts[0] + parts[1]
            folder = path.removesuffix("metadata.json")
            names = sorted(name for name in tree if name.startswith(folder + "full.jsonl"))
            key = (checkpoint, metadata["session_id"])
            assert key not in found, f"two slots for {key}"
            transcript = b"\n".join(self.blob(tree[name]) for name in names)
            seen = known[key].step if key in known else step
            found[key] = Slot(checkpoint, metadata, transcript, seen, tree.get(f"{folder}lines.json", ""))
        return found

    def shadow_transcripts(self) -> bytes:
        """All conversations that shadow branches hold, in any commit that a ref reaches."""
        refs = self.refs().items()
        tips = [oid for name, oid in refs if name.startswith(OURS) and not name.endswith("/" + BRANCH)]
        if not tips:
            return b""
        oids: set[str] = set()
        for commit in self.world.git("rev-list", *tips).split():
            found = self.tree(commit, ".entire/metadata")
            oids.update(oid for path, oid in found.items() if "/full.jsonl" in path)
        return b"\n".join(self.blob(oid) for oid in oids)

    def linked(self) -> dict[str, str]:
        """Commits of the user's branches that name a checkpoint."""
        fmt = "--format=%H %(trailers:key=Entire-Checkpoint,valueonly,separator=%x2C)"
        rows = self.world.git("log", fmt, "--exclude=entire/*", "--branches", "HEAD").splitlines()
        pairs = (row.split(" ", 1) for row in rows)
        return {commit: ids for commit, ids in pairs if ids}

    def noted(self) -> set[str]:
        """All checkpoints that notes name."""
        if "refs/notes/entire" not in self.refs():
            return set()
        rows = self.world.git("notes", "--ref=entire", "list").splitlines()
        lines = [line for row in rows for line in self.blob(row.split()[0]).decode().splitlines()]
        return {line.split()[1] for line in lines if line.startswith("Entire-Checkpoint: ")}


def usage(record: dict[str, Any] | None) -> tuple[int, ...]:
    """The session's own tokens, and its subagents' calls."""
    found = record or {}
    below = found.get("subagent_tokens", {}).get("api_call_count", 0)
    return (*(found.get(key, 0) for key in USAGE_KEYS), below)


def disk(root: Path, paths: Iterable[str]) -> dict[str, Content]:
    files = {path: root / path for path in paths}
    return {path: file.read_bytes() if file.exists() else None for path, file in files.items()}
