"""Find commits that lost their link when a forge squashed or rebased them, by comparing their changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from entire.checkpoint import linked, trailers
from entire.checkpoint.index.index import Index
from entire.checkpoint.relinked import add_links
from entire.core.value import Value
from entire.git import history, identity
from entire.git.history import DefaultBranch, LoggedCommit
from entire.git.objects.read import Objects, parse_commit
from entire.git.patch_id import patch_id_between, patch_ids
from entire.git.repository import Repository

Progress = Callable[[str, int], None]  # what is read, and how many so far
COMMITS = 1000  # newest commits without a link to check
_PATCH = "patch "  # before the keys of patch ids in the index
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
    by_patch: dict[str, list[str]] = {}
    by_tree: dict[str, list[str]] = {}
    for k in known:
        by_patch.setdefault(k.patch, []).extend(k.checkpoint_ids)
        by_tree.setdefault(k.tree, []).extend(k.checkpoint_ids)
    found = []
    for one in lost:
        ids, how = by_patch.get(one.patch, []) if one.patch else [], MatchedBy.CHANGE
        if not ids and not one.linked:
            ids, how = by_tree.get(one.tree, []), MatchedBy.FILES
        ids = [id for id in ids if id not in one.linked]
        if ids:
            found.append(Found(one.commit, one.subject, tuple(dict.fromkeys(ids)), how))
    return found


def find(index: Index, progress: Progress = lambda what, number: None) -> list[Found]:
    """Compare the commits of all branches with linked commits, also those that are no longer on a branch."""
    repo, objects = index.repo, index.objects
    sources = linked.linked_anywhere(repo)
    candidates = linked.commits_anywhere(repo, COMMITS)
    patches = _patches(index, dict.fromkeys(commit.oid for commit in (*sources, *candidates)), progress)
    read = objects.read_many(commit.oid for commit in candidates)
    lost = [
        Lost(commit.oid, commit.subject, patches.get(commit.oid, ""), parse_commit(one).tree, _known(commit))
        for commit, one in zip(candidates, read, strict=True)
        if one is not None
    ]
    alone = [Known(patches.get(commit.oid, ""), "", _ids(commit)) for commit in sources]
    return match(lost, [*alone, *_lines(repo, objects, sources)])


def _patches(index: Index, commits: Iterable[str], progress: Progress) -> dict[str, str]:
    """Return the patch ids of these commits; they never change, so the index keeps them."""
    keys = {f"{_PATCH}{oid}": oid for oid in commits}
    known = {keys[key]: patch for key, patch in index.derived(keys).items()}
    new = [oid for oid in keys.values() if oid not in known]
    found = patch_ids(index.repo, new, progress)
    index.keep_derived({f"{_PATCH}{oid}": found.get(oid, "") for oid in new})
    return known | found


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
