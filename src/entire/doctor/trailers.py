"""Commits that name a checkpoint which is not here."""

from __future__ import annotations

from entire.checkpoint import linked
from entire.checkpoint.committed.listing import list_checkpoint_ids
from entire.core.text import count
from entire.doctor.finding import Finding
from entire.git import history, refs
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.session import promises
from entire.session.store import Store

KIND = "dangling_trailers"
LIMIT = 500  # commits to look at
_EXAMPLES = 3


def examine(repo: Repository, objects: Objects, store: Store) -> list[Finding]:
    """The last commits that lead to HEAD; the one whose hook was interrupted is another matter."""
    if objects.commit("HEAD") is None:
        return []
    named = linked.by_checkpoint(history.log(repo, "HEAD", limit=LIMIT))
    missing = dict.fromkeys(named)
    for id in (*list_checkpoint_ids(objects), promises.read(repo, store)):
        missing.pop(id, None)
    if not missing:
        return []
    commits = list(dict.fromkeys(commit.oid[:7] for id in missing for commit in named[id]))
    examples = ", ".join(commits[:_EXAMPLES]) + (", …" if len(commits) > _EXAMPLES else "")
    return [
        Finding(
            KIND,
            f"{count(len(commits), 'commit')} of this branch with a checkpoint that is not here: {examples}",
            "the checkpoints were not fetched, or made in a clone that never pushed them",
            _fix(repo),
            items=list(missing),
        )
    ]


def _fix(repo: Repository) -> str:
    push = "`entire push` in the clone that made them"
    if not refs.listing(repo, "refs/remotes/origin/"):
        return push
    return f"`entire fetch`; if that brings nothing, {push}"
