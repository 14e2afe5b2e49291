"""What must hold after a turn and after a commit, whatever the agent."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from tests.e2e import stored
from tests.support import without_models

if TYPE_CHECKING:
    from tests.e2e.sandbox import Repo

SEPARATOR = "\n\n---\n\n"
SESSION_FILES = ("metadata.json", "full.jsonl", "prompt.txt", "context.md", "content_hash.txt", "lines.json")
GIT_HOOKS = ("prepare-commit-msg", "commit-msg", "post-commit", "post-rewrite", "pre-push")


def hooks_present(repo: Repo) -> list[str]:
    folder = repo.root / repo.git("rev-parse", "--git-path", "hooks")
    return [name for name in GIT_HOOKS if (folder / name).exists()]


def enable(repo: Repo, agent: str = "claude-code", config: str = ".claude/settings.json") -> None:
    """Switch it on, and commit what that adds, as people do."""
    repo.entire("enable", "--agent", agent)
    assert hooks_present(repo) == list(GIT_HOOKS)
    assert f"entire hooks {agent} " in (repo.root / config).read_text()
    assert (repo.root / ".entire/settings.json").exists()
    assert repo.branches(stored.CHECKPOINTS) == [stored.CHECKPOINTS]
    assert commit(repo, "Set up entire") == ""


def commit(repo: Repo, subject: str) -> str:
    """The user commits everything, and gets what git alone would have given; → its checkpoint, if any."""
    tree, branch = repo.tree_of_worktree(), repo.git("rev-parse", "--abbrev-ref", "HEAD")
    repo.git("add", "--all")
    repo.git("commit", "--quiet", "-am", subject)
    assert repo.git("rev-parse", "HEAD^{tree}") == tree
    assert repo.git("rev-parse", "--abbrev-ref", "HEAD") == branch
    assert repo.git("status", "--porcelain") == ""
    assert repo.git("log", "-1", "--format=%s") == subject
    return stored.trailers(repo, "HEAD").get("Entire-Checkpoint", "")


def check_step(repo: Repo, shadow: str, number: int, session_id: str, texts: list[str]) -> None:
    """A turn has ended: one more temporary checkpoint, with files and conversation as they are now."""
    assert stored.shadow_branches(repo) == [shadow]
    assert len(stored.steps(repo, shadow)) == number
    folder = f".entire/metadata/{session_id}"
    files = {path: about for path, about in repo.files(shadow).items() if not path.startswith(f"{folder}/")}
    assert files == repo.files(repo.tree_of_worktree())
    conversation = stored.transcript(repo, shadow, folder)
    assert [text for text in texts if text not in conversation] == []
    assert texts[0] in repo.show(shadow, f"{folder}/prompt.txt")
    assert stored.trailers(repo, shadow) == {
        "Entire-Metadata": folder,
        "Entire-Session": session_id,
        "Entire-Strategy": "manual-commit",
    }
    state = stored.state(repo, session_id)
    assert state["checkpoint_count"] == number
    assert state["phase"] in ("idle", "ended")


def check_checkpoint(repo: Repo, checkpoint_id: str, facts: stored.Json, prompts: list[str]) -> None:
    """A committed checkpoint of one session; `facts` must be in its metadata."""
    found = stored.checkpoint(repo, checkpoint_id)
    whole = {path for path in found.files if not path.startswith("0/full.jsonl.")}
    assert whole == {"metadata.json", *(f"0/{name}" for name in SESSION_FILES)}

    place = f"/{checkpoint_id[:2]}/{checkpoint_id[2:]}/0"
    facts = {"strategy": "manual-commit"} | facts | {"checkpoint_id": checkpoint_id}
    assert _chosen(found.metadata, facts) == facts
    summed = {key: facts[key] for key in facts.keys() - {"session_id", "agent"}} | {
        "sessions": [
            {
                "metadata": f"{place}/metadata.json",
                "transcript": f"{place}/full.jsonl",
                "context": f"{place}/context.md",
                "content_hash": f"{place}/content_hash.txt",
                "prompt": f"{place}/prompt.txt",
            }
        ]
    }
    assert _chosen(found.summary, summed) == summed

    kept, live = stored.records(found.transcript), stored.live_records(repo, facts["session_id"])
    assert kept == live[: len(kept)]
    assert found.content_hash == "sha256:" + hashlib.sha256(found.transcript.encode()).hexdigest()
    assert found.prompt == SEPARATOR.join(prompts)
    numbered = "".join(f"### Prompt {n}\n\n{prompt}\n\n" for n, prompt in enumerate(prompts, 1))
    assert found.context == f"# Session Context\n\n## User Prompts\n\n{numbered}"


def _chosen(document: stored.Json, keys: stored.Json) -> stored.Json:
    """These keys of a document; tokens without what is stored by model."""
    found = {key: document.get(key) for key in keys}
    used = found.get("token_usage")
    return found | ({"token_usage": without_models(used)} if used else {})


def check_tidy(repo: Repo) -> None:
    """Everything is condensed: no shadow branch is left, and git finds no fault."""
    assert stored.shadow_branches(repo) == []
    assert repo.git("fsck", "--strict", "--no-dangling", "--no-progress") == ""
