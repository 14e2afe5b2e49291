"""Rewritten commits (amend, rebase): keep links that the new message does not name as git notes."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from entire.checkpoint import relinked, trailers
from entire.checkpoint.relinked import add_links, remove_links
from entire.core import files, log
from entire.core.paths import REWRITTEN_FILE
from entire.core.value import Value
from entire.git import identity, refs, sequence
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.strategy.condensing.amended import record_amended
from entire.strategy.links.message import without_trailer


class Rewrite(Value):
    old: str
    new: str


def parse_rewrites(text: str) -> list[Rewrite]:
    """Parse the input of a post-rewrite hook: lines of `<old> SP <new> [SP <extra>]`."""
    words = (line.split() for line in text.splitlines())
    return [Rewrite(found[0], found[1]) for found in words if len(found) > 1]


class Rewritable(Value):
    """A commit and its links."""

    message: str
    checkpoint_ids: Sequence[str]  # from its message, or from a note


def lost_links(rewrites: Sequence[Rewrite], commits: Mapping[str, Rewritable]) -> dict[str, list[str]]:
    """Pure: the checkpoints of the old commits that the new ones do not name, by new commit."""
    lost: dict[str, list[str]] = {}
    nothing = Rewritable("", ())
    for rewrite in rewrites:
        old, new = commits.get(rewrite.old, nothing), commits.get(rewrite.new, nothing)
        known = {*new.checkpoint_ids, *lost.get(rewrite.new, ()), *_removed(old.message, new.message)}
        ids = (*old.checkpoint_ids, *lost.get(rewrite.old, ()))  # perhaps itself a new one
        missing = [id for id in dict.fromkeys(ids) if id not in known]
        if missing:
            lost.setdefault(rewrite.new, []).extend(missing)
    return lost


def made_from(rewrites: Sequence[Rewrite]) -> dict[str, list[str]]:
    """Pure: by new commit, the old ones in their order; several if they were squashed."""
    found: dict[str, list[str]] = {}
    for rewrite in rewrites:
        found.setdefault(rewrite.new, []).append(rewrite.old)
    return found


def kept_links(olds: Sequence[str], new: str, commits: Mapping[str, Rewritable]) -> list[str]:
    """Pure: the checkpoints of a new commit and of the old ones, without those that the user removed."""
    nothing = Rewritable("", ())
    known = commits.get(new)
    found = [commits.get(old, nothing) for old in olds]
    removed = (
        {id for old in found for id in _removed(old.message, known.message)} if known is not None else ()
    )
    linked = [*(id for old in found for id in old.checkpoint_ids), *(known or nothing).checkpoint_ids]
    return [id for id in dict.fromkeys(linked) if id not in removed]


def _removed(old: str, new: str) -> list[str]:
    """Links that the user removed: the trailer is the only difference between the messages."""
    return trailers.checkpoint_ids(old) if without_trailer(old).split() == new.split() else []


def unlinked_again(
    rewrites: Sequence[Rewrite], linked: Mapping[str, Sequence[str]], unlinked: Mapping[str, Sequence[str]]
) -> dict[str, list[str]]:
    """Pure: the checkpoints that were unlinked from the old commits, but that the new messages still name."""
    found: dict[str, list[str]] = {}
    for rewrite in rewrites:
        removed = [id for id in unlinked.get(rewrite.old, ()) if id in linked.get(rewrite.new, ())]
        if removed:
            found.setdefault(rewrite.new, []).extend(removed)
    return found


def keep_links(repo: Repository, rewrites: Sequence[Rewrite]) -> None:
    """Store links that the new messages do not name as notes."""
    squashed = sequence.being_squashed(repo) if len(rewrites) == 1 else ""
    if squashed and (found := refs.resolve(repo, squashed)):
        rewrites = [*rewrites, Rewrite(found, rewrites[0].new)]
    groups = made_from(rewrites)
    oids = dict.fromkeys(oid for new, olds in groups.items() for oid in (*olds, new))
    logged = relinked.logged(repo, oids)
    ids = {commit.oid: trailers.checkpoint_ids(commit.message) for commit in logged}
    removed = {commit.oid: trailers.unlinked_ids(commit.message) for commit in logged}
    with Objects(repo) as objects:
        there = (objects.commit(oid) for oid in ids)
        commits = {one.oid: Rewritable(one.message, ids[one.oid]) for one in there if one is not None}
        for new, olds in groups.items():
            kept = kept_links(olds, new, commits)
            last = next((old for old in reversed(olds) if ids.get(old)), olds[0])
            for old in olds:
                record_amended(repo, objects, old, new, kept, last)
        lost = lost_links(rewrites, commits)
        if lost:
            add_links(repo, objects, lost, identity.get_git_author_from_repo(repo))
            log.info("rewritten commits linked", component="checkpoint", commits=len(lost))
        again = unlinked_again(rewrites, ids, removed)
        if again:
            remove_links(repo, objects, again, identity.get_git_author_from_repo(repo))


def keep_all_links(repo: Repository, rewrites: str = "") -> None:
    """The same for what a hook got, and for what it got before and did not finish."""
    path = os.path.join(repo.git_dir, REWRITTEN_FILE)
    left = files.read_or_empty(path).decode("utf-8", "replace")  # another user's file, or no file at all
    lines = dict.fromkeys((left + rewrites).splitlines())
    keep_links(repo, parse_rewrites("\n".join(lines)))
    files.remove(path)
