"""Repair one of our refs that points to something missing, after a crash, a bad disk or a careless cleanup.

A shadow branch goes back to its last step that is whole: the next one stores what changed since from the work
tree. The branches that clones share keep everything that is still there: what can be read of the last version
is added to the last one that is whole. If nothing is left, the ref is deleted, and the next write starts from
the remote's version or with a new branch, which a push merges and never forces. What a remote had at the last
push or fetch is deleted: the next one brings it again.

The old value is kept: as a ref if its commit exists, and in any case in the list that `entire doctor` shows.
"""

from __future__ import annotations

from itertools import islice

from entire.checkpoint.names import (
    CHECKPOINTS_BRANCH,
    CHECKPOINTS_REF,
    NOTES_REF,
    ORPHANED_REFS,
    OWN_REFS,
    SHADOW_BRANCH_PREFIX,
    TRAILS_BRANCH,
    is_shadow_branch,
)
from entire.checkpoint.repairs import Repaired, note
from entire.checkpoint.temporary.read import first_parents
from entire.core import clock, log
from entire.git import broken_refs, diff, history, identity, refs
from entire.git.broken_refs import RawRef
from entire.git.errors import GitError
from entire.git.objects import loose
from entire.git.objects.edit_tree import Change
from entire.git.objects.promised import promisor
from entire.git.objects.read import Commit, Objects, empty_tree
from entire.git.objects.tree import SUBMODULE_MODE, Entry
from entire.git.objects.whole import Whole
from entire.git.objects.write import Writer
from entire.git.refs import Ref
from entire.git.repository import Repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_SHARED = (CHECKPOINTS_REF, refs.BRANCHES + TRAILS_BRANCH, NOTES_REF)
_REMOTES = "refs/remotes/"
_MOST = 1000  # commits to look at
_MESSAGE = "Repair the branch\n\nObjects were missing. This commit has everything that could still be read.\n"


def mend(repo: Repository, ref: str) -> bool:
    """Mend a ref; return whether it was damaged. The caller holds the lock. Raises RefChanged."""
    with Objects(repo) as objects:
        raw = broken_refs.find(repo, ref)
        if raw is None:
            return False
        tip = objects.commit(raw.text) if raw.valid else None
        whole = Whole(repo, objects)
        if tip is not None and (promisor(repo) or _is_sound(repo, objects, whole, ref, tip)):
            return False
        new, aside = None, ""
        if not _is_tracking(ref):
            good = _newest_sound(repo, objects, whole, raw, tip)
            if ref in _SHARED:
                new = _salvaged(repo, objects, whole, tip or good, good)
            else:
                new = _regrown(repo, objects, whole, good)
            lost = tip is not None and not whole.is_whole(tip.tree)
            aside = _set_aside(repo, objects, raw) if lost else ""
        note(repo, Repaired(time=clock.now_utc(), ref=ref, value=raw.text, kept_as=aside, now=new or ""))
        broken_refs.replace(repo, raw, new)
        loose.remove_empty(loose.objects_dir(repo), {*whole.missing, *([raw.text] if raw.valid else [])})
        broken_refs.forget_lost(repo, ref)
    log.warn("damaged ref repaired", component="checkpoint", ref=ref, value=raw.text, kept_as=aside, now=new)
    return True


def damaged(repo: Repository, objects: Objects) -> list[str]:
    """Return our refs that point to something missing, except for the checkpoints branch.

    Of shadow branches, only what differs from HEAD is looked at: the rest is the user's.
    """
    places = (f"{refs.BRANCHES}{SHADOW_BRANCH_PREFIX}", OWN_REFS, NOTES_REF, _REMOTES)
    found = [ref.name for ref in broken_refs.unreadable(repo, *places)]
    there = (ref for ref in refs.listing(repo, *places) if _is_ours(ref.name))
    found += [ref.name for ref in there if _is_lost(repo, objects, ref)]
    return [name for name in found if name != CHECKPOINTS_REF and _is_ours(name)]


def _is_lost(repo: Repository, objects: Objects, ref: Ref) -> bool:
    tip = objects.commit(ref.oid)
    if tip is None:
        return True
    if ref.name == CHECKPOINTS_REF or promisor(repo):
        return False
    if _is_tracking(ref.name):
        return not _has_root(objects, tip)
    if ref.name.startswith(OWN_REFS):
        return False
    head = objects.commit("HEAD")
    try:
        changes = diff.tree_changes(repo, head.tree if head is not None else empty_tree(tip.oid), tip.tree)
    except GitError:
        return True
    there = [change for change in changes if change.status != "D" and change.new_mode != SUBMODULE_MODE]
    present = {change.new_oid for change in there}
    return present != objects.sizes(present).keys() or not history.is_complete(repo, tip.oid)


def _is_ours(ref: str) -> bool:
    own = ref.startswith(OWN_REFS) or is_shadow_branch(ref.removeprefix(refs.BRANCHES))
    return own or ref in _SHARED or _is_tracking(ref)


def _is_tracking(ref: str) -> bool:
    """Whether it is what a remote had at the last push or fetch."""
    branches = (f"/{CHECKPOINTS_BRANCH}", f"/{TRAILS_BRANCH}")
    return ref.startswith(f"{OWN_REFS}seen/") or (ref.startswith(_REMOTES) and ref.endswith(branches))


def _has_root(objects: Objects, commit: Commit) -> bool:
    return commit.tree == empty_tree(commit.oid) or commit.tree in objects.sizes([commit.tree])


def _is_sound(repo: Repository, objects: Objects, whole: Whole, ref: str, commit: Commit) -> bool:
    """Whether nothing is missing. Without its history, a branch cannot be pushed, and `git gc` fails."""
    if _is_tracking(ref):
        return _has_root(objects, commit)
    if ref.startswith(OWN_REFS):
        return True  # it was set aside as it is, or is only read
    return whole.is_whole(commit.tree) and history.is_complete(repo, commit.oid)


def _newest_sound(
    repo: Repository, objects: Objects, whole: Whole, raw: RawRef, tip: Commit | None
) -> Commit | None:
    seen: set[str] = set()
    for start in _starts(repo, raw, tip):
        for commit in first_parents(objects, start):
            if commit.oid in seen or len(seen) > _MOST:
                break
            seen.add(commit.oid)
            if not whole.is_whole(commit.tree):
                continue
            if raw.name not in _SHARED or _is_sound(repo, objects, whole, raw.name, commit):
                return commit
            break  # what is missing is further back
    return None


def _starts(repo: Repository, raw: RawRef, tip: Commit | None) -> Iterator[str]:
    """Where to look for a commit that is whole, the newest first."""
    if tip is not None:
        yield tip.oid
    yield from broken_refs.earlier(repo, raw.name)
    if raw.name == CHECKPOINTS_REF:
        tracking = (f"refs/remotes/*/{raw.name.removeprefix(refs.BRANCHES)}", f"{OWN_REFS}seen/")
        for ref in refs.listing(repo, *tracking):
            if ref.name.endswith(raw.name.removeprefix("refs/")) or ref.name.startswith("refs/remotes/"):
                yield ref.oid


def _regrown(repo: Repository, objects: Objects, whole: Whole, last: Commit | None) -> str | None:
    """Return a shadow branch's step, without the part of its history that is missing."""
    if last is None or history.is_complete(repo, last.oid):
        return last.oid if last is not None else None
    chain = list(islice(first_parents(objects, last.oid), _MOST))
    parents: tuple[str, ...] = ()
    with Writer(repo, objects) as writer:
        for step in reversed([commit for commit in chain if whole.is_whole(commit.tree)]):
            parents += tuple(oid for oid in step.parents[1:] if history.is_complete(repo, oid))
            oid, _ = writer.commit(
                (), step.message, step.committer, parents=parents, tree=step.tree, author=step.author
            )
            parents = (oid,)
    return parents[0]


def _salvaged(
    repo: Repository, objects: Objects, whole: Whole, last: Commit | None, good: Commit | None
) -> str | None:
    """Return ``good`` with everything that can be read of ``last``, as a commit; None if there is nothing."""
    if last is None or (good is not None and last.oid == good.oid):
        return good.oid if good is not None else None
    changes = list(_readable(objects, whole, last.tree, good.tree if good is not None else "", ""))
    if not changes:
        return good.oid if good is not None else None
    parents = (good.oid,) if good is not None else ()
    author = identity.get_git_author_from_repo(repo)
    with Writer(repo) as writer:
        return writer.commit(changes, _MESSAGE, author.identity(), parents=parents)[0]


def _readable(objects: Objects, whole: Whole, tree: str, before: str, prefix: str) -> Iterator[Change]:
    """Yield the difference from ``before``, without what is missing."""
    if tree in whole.missing:
        return
    entries, known = objects.tree(tree), objects.tree(before) if before else {}
    for name, entry in entries.items():
        old = known.get(name)
        if entry == old or entry.oid in whole.missing:
            continue
        if entry.is_tree and not whole.is_whole(entry.oid):
            yield from _readable(objects, whole, entry.oid, _tree(old), f"{prefix}{name}/")
        else:
            yield Change(prefix + name, entry.mode, entry.oid)
    yield from (Change(prefix + name) for name in known if name not in entries)


def _tree(entry: Entry | None) -> str:
    return entry.oid if entry is not None and entry.is_tree else ""


def _set_aside(repo: Repository, objects: Objects, raw: RawRef) -> str:
    """Keep the commit of a ref under a ref that is not pushed; return that ref."""
    name = raw.name.removeprefix(refs.BRANCHES).removeprefix(SHADOW_BRANCH_PREFIX).removeprefix("refs/")
    aside = f"{ORPHANED_REFS}{name}/{raw.text[:12]}"
    if objects.read(aside) is None:
        refs.update(repo, refs.Update(aside, None, raw.text))
    return aside
