"""Find commits that lost their link when a forge squashed or rebased them, by comparing their changes."""

from __future__ import annotations

from collections.abc import Sequence

from entire.checkpoint import linked, trailers
from entire.checkpoint.relinked import add_links
from entire.core.value import Value
from entire.git import history, identity
from entire.git.history import DefaultBranch, LoggedCommit
from entire.git.objects.read import Objects
from entire.git.patch_id import patch_id_between, patch_ids
from entire.git.repository import Repository

COMMITS = 1000  # newest commits without a link to check
LINES = 100  # branches that may have been squashed


class MatchedBy:
    CHANGE = "same change"
    FILES = "same files"


class Known(Value):
    """Linked work: one commit, or all commits of a branch."""

    patch: str  # empty if it changes nothing
    tree: str  # of the branch's tip; empty for a single commit
    checkpoint_ids: tuple[str, ...]


class Lost(Value):
    """A commit that may have lost a link."""

    commit: str
    subject: str
    patch: str
    tree: str
    linked: tuple[str, ...] = ()  # checkpoints that it still has, and those that the user removed


class Found(Value):
    commit: str
    subject: str
    checkpoint_ids: tuple[str, ...]
    how: str


def match(lost: Sequence[Lost], known: Sequence[Known]) -> list[Found]:
    """Pure: the links that each commit lost. The same change is preferred to the same files."""
    found = []
    for one in lost:
        ids, how = (
            [id for k in known if one.patch and k.patch == one.patch for id in k.checkpoint_ids],
            MatchedBy.CHANGE,
        )
        if not ids and not one.linked:
            ids, how = [id for k in known if k.tree == one.tree for id in k.checkpoint_ids], MatchedBy.FILES
        ids = [id for id in ids if id not in one.linked]
        if ids:
            found.append(Found(one.commit, one.subject, tuple(dict.fromkeys(ids)), how))
    return found


def find(repo: Repository, objects: Objects) -> list[Found]:
    """Compare the commits of all branches with linked commits, also those that are no longer on a branch."""
    sources = linked.linked_anywhere(repo)
    candidates = linked.commits_anywhere(repo, COMMITS)
    patches = patch_ids(repo, dict.fromkeys(commit.oid for commit in (*sources, *candidates)))
    lost = [
        Lost(commit.oid, commit.subject, patches.get(commit.oid, ""), tree, _known(commit))
        for commit in candidates
        if (tree := _tree(objects, commit.oid))
    ]
    alone = [Known(patches.get(commit.oid, ""), "", _ids(commit)) for commit in sources]
    return match(lost, [*alone, *_lines(repo, objects, sources)])


def _lines(repo: Repository, objects: Objects, sources: Sequence[LoggedCommit]) -> list[Known]:
    """The branches that end with a linked commit and are not merged into the default branch."""
    default = history.get_default_branch(repo)
    if default is None:
        return []
    followed = {parent for commit in sources for parent in commit.parents}
    tips = [commit for commit in sources if commit.oid not in followed]
    lines = (_line(repo, objects, default, tip) for tip in tips[:LINES])
    return [line for line in lines if line is not None]


def _line(repo: Repository, objects: Objects, default: DefaultBranch, tip: LoggedCommit) -> Known | None:
    base = history.merge_base(repo, default.ref, tip.oid)
    if base in ("", tip.oid):
        return None
    commits = linked.linked_between(repo, base, tip.oid)
    ids = tuple(id for commit in reversed(commits) for id in _ids(commit))
    return Known(patch_id_between(repo, base, tip.oid), _tree(objects, tip.oid), ids)


def _ids(commit: LoggedCommit) -> tuple[str, ...]:
    return tuple(trailers.checkpoint_ids(commit.message))


def _known(commit: LoggedCommit) -> tuple[str, ...]:
    return (*_ids(commit), *trailers.unlinked_ids(commit.message))


def _tree(objects: Objects, oid: str) -> str:
    commit = objects.commit(oid)
    return commit.tree if commit is not None else ""


def relink(repo: Repository, objects: Objects, found: Sequence[Found]) -> None:
    """Store the links as notes."""
    author = identity.get_git_author_from_repo(repo)
    add_links(repo, objects, {one.commit: one.checkpoint_ids for one in found}, author)
