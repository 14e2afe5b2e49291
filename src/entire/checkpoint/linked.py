"""Commits and their checkpoints: from one to the other."""

from __future__ import annotations

from collections.abc import Iterable

from entire.checkpoint import trailers
from entire.checkpoint.committed_list import list_committed
from entire.checkpoint.committed_read import find_stored, latest_prompts
from entire.checkpoint.model import CheckpointSummary, CommittedMetadata
from entire.core import clock
from entire.core.value import Value
from entire.git import history
from entire.git.history import DefaultBranch, Logged
from entire.git.objects import Objects
from entire.git.repository import Repository

_MARK = f"{trailers.CHECKPOINT}: "
# Every branch, and HEAD, but not our own: those hold no commits of the user's.
_EVERYWHERE = ("--exclude=refs/heads/entire/*", "--exclude=refs/remotes/*/entire/*", "--all")


class Overview(Value):
    """A checkpoint in a list."""

    checkpoint_id: str
    summary: CheckpointSummary
    sessions: list[CommittedMetadata]  # those that can be read; the latest is the last
    prompts: str  # `prompt.txt` of the latest session that has one

    @property
    def created_at(self) -> str:
        return self.sessions[-1].created_at if self.sessions else ""


def by_checkpoint(commits: Iterable[Logged]) -> dict[str, list[Logged]]:
    """The commits of each checkpoint, in the order in which the commits come."""
    found: dict[str, list[Logged]] = {}
    for commit in commits:
        for checkpoint_id in trailers.checkpoint_ids(commit.message):
            found.setdefault(checkpoint_id, []).append(commit)
    return found


def commits_of_branch(
    repo: Repository, branch: str, default: DefaultBranch | None, limit: int
) -> list[Logged]:
    """Linked commits that concern HEAD, newest first.

    On a branch its own; on the default branch, without one, and where HEAD is on no branch at all,
    everything that leads to HEAD.
    """
    if branch and default is not None and branch != default.name:
        own = [commit for commit in history.log_of_branch(repo, default.ref) if _MARK in commit.message]
        return own[:limit] if limit else own
    return history.log(repo, "HEAD", containing=_MARK, limit=limit)


def commits_of_checkpoint(repo: Repository, checkpoint_id: str) -> list[Logged]:
    """The commits that carry a checkpoint, on whatever branch."""
    found = history.log(repo, *_EVERYWHERE, containing=_MARK + checkpoint_id)
    return by_checkpoint(found).get(checkpoint_id, [])


def is_stored(objects: Objects, checkpoint_id: str) -> bool:
    return find_stored(objects, checkpoint_id) is not None


def overview(objects: Objects, checkpoint_id: str) -> Overview | None:
    """What a list shows of a checkpoint, None if it is not here."""
    found = find_stored(objects, checkpoint_id)
    if found is None:
        return None
    stored = found[1]
    sessions = [slot for slot in stored.slots if slot is not None]
    if not stored.slots:  # before there were slots, the root described the only session
        sessions = [CommittedMetadata.from_json(stored.summary.to_json())]
    return Overview(checkpoint_id, stored.summary, sessions, latest_prompts(objects, stored))


def of_session(objects: Objects, checkpoint_ids: list[str], prefix: str) -> list[str]:
    """Those of the checkpoints that have a session whose id starts so; read in batches."""
    sessions = {info.checkpoint_id: info.session_ids for info in list_committed(objects, checkpoint_ids)}
    for id in checkpoint_ids:
        if id not in sessions:  # only on origin's branch
            one = overview(objects, id)
            sessions[id] = [session.session_id for session in one.sessions] if one is not None else []
    return [id for id in checkpoint_ids if any(session.startswith(prefix) for session in sessions[id])]


def latest(overviews: Iterable[Overview]) -> Overview | None:
    """Of several checkpoints of one commit the one that was written last."""
    return max(overviews, key=lambda one: clock.timestamp(one.created_at) or 0.0, default=None)
