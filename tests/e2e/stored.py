"""What is found in the repository afterwards, read with git and json only."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.e2e.sandbox import Repo

Json = dict[str, Any]
CHECKPOINTS = "entire/checkpoints/v1"


def shadow_branch(repo: Repo, worktree_id: str = "") -> str:
    return f"entire/{repo.head()[:7]}-{hashlib.sha256(worktree_id.encode()).hexdigest()[:6]}"


def shadow_branches(repo: Repo) -> list[str]:
    return [name for name in repo.branches("entire/") if name != CHECKPOINTS]


def steps(repo: Repo, branch: str) -> list[str]:
    """The commits of a shadow branch, oldest first."""
    return repo.git("rev-list", "--first-parent", "--reverse", "--grep=^Entire-Session: ", branch).split()


def subjects(repo: Repo, branch: str) -> list[str]:
    """Those of the commits of a shadow branch, oldest first."""
    return repo.git(
        "log", "--first-parent", "--reverse", "--format=%s", "--grep=^Entire-Session: ", branch
    ).splitlines()


def trailers(repo: Repo, commit: str) -> dict[str, str]:
    """Without the one that tells what a step was based on."""
    lines = repo.git("log", "-1", "--format=%(trailers:only,unfold)", commit).splitlines()
    found = dict(line.split(": ", 1) for line in lines if line)
    found.pop("Base-Commit", None)
    return found


def noted(repo: Repo, commit: str) -> dict[str, str]:
    """The link in a commit's note."""
    lines = repo.git("notes", "--ref", "refs/notes/entire", "show", commit).splitlines()
    return dict(line.split(": ", 1) for line in lines if line)


def transcript(repo: Repo, tree: str, folder: str) -> str:
    """`full.jsonl` of a folder, re-assembled from its segments (5.7)."""
    pattern = re.compile(re.escape(f"{folder}/full.jsonl") + r"(\.\d{3})?")
    return "\n".join(repo.show(tree, path) for path in sorted(repo.files(tree)) if pattern.fullmatch(path))


def records(text: str) -> list[tuple[str | None, str | None]]:
    """What redaction may not change in a transcript: order and ids of its records."""
    parsed = [json.loads(line) for line in text.splitlines()]
    return [(r.get("uuid"), (r.get("message") or {}).get("id")) for r in parsed]


def live_transcript(repo: Repo, session_id: str) -> Path:
    """Claude Code's own file."""
    home = Path(repo.sandbox.env["HOME"])
    [path] = home.glob(f".claude/projects/*/{session_id}.jsonl")
    return path


def live_records(repo: Repo, session_id: str) -> list[tuple[str | None, str | None]]:
    """Those of Claude Code's own file, as it is now."""
    return records(live_transcript(repo, session_id).read_text(encoding="utf-8"))


def live_calls(repo: Repo, session_id: str, tool: str) -> list[str]:
    """The ids of the calls of a tool, by Claude Code's own file."""
    lines = live_transcript(repo, session_id).read_text(encoding="utf-8").splitlines()
    messages = [record["message"] for record in map(json.loads, lines) if record["type"] == "assistant"]
    return [block["id"] for m in messages for block in m["content"] if block.get("name") == tool]


def states(repo: Repo) -> list[Json]:
    """Every session's state; one that is ended and fully condensed may lie in `ended/`."""
    folder = repo.root / repo.git("rev-parse", "--git-common-dir") / "entire-sessions"
    return [json.loads(path.read_text(encoding="utf-8")) for path in folder.rglob("*.json")]


def state(repo: Repo, session_id: str) -> Json:
    [found] = [state for state in states(repo) if state["session_id"] == session_id]
    return found


@dataclass(frozen=True)
class Checkpoint:
    files: list[str]
    summary: Json
    metadata: Json
    transcript: str
    prompt: str
    context: str
    content_hash: str


def checkpoint(repo: Repo, checkpoint_id: str, slot: int = 0) -> Checkpoint:
    """A committed checkpoint, and what one of its sessions left there."""
    assert re.fullmatch("[0-9a-f]{12}", checkpoint_id)
    tree = f"{CHECKPOINTS}:{checkpoint_id[:2]}/{checkpoint_id[2:]}"
    tree = repo.git("rev-parse", tree)
    return Checkpoint(
        files=sorted(repo.files(tree)),
        summary=json.loads(repo.show(tree, "metadata.json")),
        metadata=json.loads(repo.show(tree, f"{slot}/metadata.json")),
        transcript=transcript(repo, tree, f"{slot}"),
        prompt=repo.show(tree, f"{slot}/prompt.txt"),
        context=repo.show(tree, f"{slot}/context.md"),
        content_hash=repo.show(tree, f"{slot}/content_hash.txt"),
    )
