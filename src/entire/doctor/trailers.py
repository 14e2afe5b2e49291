"""Find commits whose checkpoint is missing."""

from __future__ import annotations

from collections.abc import Collection

from entire.checkpoint import linked
from entire.checkpoint.committed.listing import list_checkpoint_ids
from entire.checkpoint.names import NOTES_REF
from entire.core.text import count
from entire.doctor.finding import Finding
from entire.git import history, refs
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.session import promises
from entire.session.store import Store

KIND = "dangling_trailers"
LIMIT = 500  # commits to check
_EXAMPLES = 3


def examine(repo: Repository, objects: Objects, store: Store, waiting: Collection[str]) -> list[Finding]:
    """Check the last commits of HEAD. ``waiting``: checkpoints that can still be written.

    Hooks of other commits may run at the same time. So promises are read after the commits, and checkpoints
    after the promises: a promise is kept until its checkpoint is there.
    """
    if objects.commit("HEAD") is None:
        return []
    named = linked.by_checkpoint(history.log(repo, "HEAD", limit=LIMIT, notes=NOTES_REF))
    missing = dict.fromkeys(named)
    promised = [promise.checkpoint_id for promise in promises.everywhere(store) if not promise.unlinked]
    for id in (*promised, *list_checkpoint_ids(objects), *waiting):
        missing.pop(id, None)
    if not missing:
        return []
    commits = list(dict.fromkeys(commit.oid[:7] for id in missing for commit in named[id]))
    examples = ", ".join(commits[:_EXAMPLES]) + (", …" if len(commits) > _EXAMPLES else "")
    have = "has" if len(commits) == 1 else "have"
    return [
        Finding(
            KIND,
            f"{count(len(commits), 'commit')} on this branch {have} no checkpoint here: {examples}",
            "the checkpoints were not fetched, or not pushed by the clone that made them",
            _fix(repo),
            names=list(missing),
        )
    ]


def _fix(repo: Repository) -> str:
    push = "`entire push` in the clone that made them"
    if not refs.listing(repo, "refs/remotes/origin/"):
        return push
    return f"`entire fetch`; if that does not help, {push}"
