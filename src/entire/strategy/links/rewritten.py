"""Commits that git made anew (amend, rebase): a checkpoint that the new message does not name is noted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from entire.checkpoint import trailers
from entire.checkpoint.names import NOTES_REF
from entire.checkpoint.relinked import add_links
from entire.core import log
from entire.core.value import Value
from entire.git import history, identity
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.strategy.links.message import without_trailer


class Rewrite(Value):
    old: str
    new: str


def parse_rewrites(text: str) -> list[Rewrite]:
    """What git tells a post-rewrite hook: `old new` and perhaps more, a line each."""
    words = (line.split() for line in text.splitlines())
    return [Rewrite(found[0], found[1]) for found in words if len(found) > 1]


class Rewritable(Value):
    """A commit as it is linked."""

    message: str
    checkpoint_ids: Sequence[str]  # by its message, or by a note


def lost_links(rewrites: Sequence[Rewrite], commits: Mapping[str, Rewritable]) -> dict[str, list[str]]:
    """Pure: the checkpoints of the old commits that the new ones do not name, by new commit."""
    lost: dict[str, list[str]] = {}
    nothing = Rewritable("", ())
    for rewrite in rewrites:
        old, new = commits.get(rewrite.old, nothing), commits.get(rewrite.new, nothing)
        known = {*new.checkpoint_ids, *lost.get(rewrite.new, ()), *_taken_out(old.message, new.message)}
        missing = [id for id in old.checkpoint_ids if id not in known]
        if missing:
            lost.setdefault(rewrite.new, []).extend(missing)
    return lost


def _taken_out(old: str, new: str) -> list[str]:
    """A message that lost its trailer and nothing else was meant so: somebody took it out."""
    return trailers.checkpoint_ids(old) if without_trailer(old).split() == new.split() else []


def keep_links(repo: Repository, rewrites: Sequence[Rewrite]) -> None:
    """Note what the new commits do not say themselves."""
    oids = dict.fromkeys(oid for rewrite in rewrites for oid in (rewrite.old, rewrite.new))
    ids = {
        commit.oid: trailers.checkpoint_ids(commit.message)
        for commit in history.log_of(repo, oids, NOTES_REF)
    }
    with Objects(repo) as objects:
        found = (objects.commit(oid) for oid in ids)
        commits = {one.oid: Rewritable(one.message, ids[one.oid]) for one in found if one is not None}
        lost = lost_links(rewrites, commits)
        if lost:
            add_links(repo, objects, lost, identity.get_git_author_from_repo(repo))
            log.info("rewritten commits linked", component="checkpoint", commits=len(lost))
