"""Find unreachable loose objects without walking all commits and all folders again.

What was packed once stays packed as long as the packs are the same. So only commits that are loose can hold
loose objects, and of a loose commit only what it adds to its parent. Where that is not so, all is walked.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from entire.core import files
from entire.core.value import Value
from entire.git.objects import reach, store
from entire.git.objects.reach import lines_of
from entire.git.objects.store import Loose, ObjectStore
from entire.git.repository import Repository

_OBJECTS = ("--objects", "--no-object-names", "--no-walk")
_OF_COMMITS = frozenset({"heads", "remotes", "notes", "stash"})  # reflogs


class Settled(Value):
    """Commits that hold no loose objects, as long as the packs are the same."""

    ends: frozenset[str] = frozenset()  # they and their ancestors are packed
    whole: frozenset[str] = frozenset()  # everything in them is packed


class _Unusual(Exception):
    """All has to be walked."""


class Walked(Value):
    """Commits, by what has to be done about them."""

    ends: frozenset[str]  # the last ones without loose ancestors
    edges: frozenset[str]  # of these, parents of others
    loose: dict[str, str]  # each with its first parent; empty if it has none


def unreachable(repo: Repository, settled: Settled, stored: ObjectStore) -> tuple[list[Loose], Settled]:
    """Return the same as `store.unreachable`, and what is settled now."""
    try:
        return _unreachable(repo, settled, stored)
    except _Unusual:
        return store.unreachable(repo), settled


def _unreachable(repo: Repository, settled: Settled, stored: ObjectStore) -> tuple[list[Loose], Settled]:
    doubled = set(store.doubled(repo)) if stored.doubled else set()
    request = "".join(f"^{oid}\n" for oid in settled.ends)
    options = ("--topo-order", "--reverse", "--parents", "--all", "--reflog", "--stdin")
    lines = list(lines_of(repo, "rev-list", *options, request=request))
    # Afterwards: what was walked and is not among them is packed.
    loose = [one for one in store.loose_objects(repo) if one.oid not in doubled]
    ids = {one.oid for one in loose}
    walked = sort(lines, ids, settled.ends)
    if walked is None:
        raise _Unusual
    now = Settled(walked.ends, settled.whole | walked.edges)
    new = "".join(f"{oid}\n" for oid in now.whole - settled.whole)
    if new and not ids.isdisjoint(lines_of(repo, "rev-list", *_OBJECTS, "--stdin", request=new)):
        raise _Unusual
    reached = {
        *_named(repo),
        *lines_of(repo, "rev-list", *_OBJECTS, "--missing=allow-any", "--indexed-objects"),
    }
    reached.update(walked.loose)
    for _, entries in reach.added(repo, walked.loose.items()) if walked.loose else ():
        reached.update(oid for _, oid in entries)
    roots = [f"{oid}^{{tree}}" for oid in walked.loose]
    asked = [*roots, *(oid for oid in ids if oid not in reached)]
    kinds = list(_kinds(repo, asked))
    if any(kind == "tag" for _, kind in kinds):
        raise _Unusual  # a reflog or another tag may name it
    reached.update(oid for oid, _ in kinds[: len(roots)])
    gone = [one for one in loose if one.oid not in reached]
    return gone, now


def sort(lines: Iterable[str], loose: set[str], before: frozenset[str]) -> Walked | None:
    """Pure: sort commits; None if a loose one follows a packed one with loose ancestors.

    ``lines``: commits with their parents, parents before children.
    """
    waiting: set[str] = set()  # commits that are loose, or have a loose ancestor
    edges: set[str] = set()
    ends = set(before)
    found: dict[str, str] = {}
    for line in lines:
        oid, *parents = line.split(" ")
        if oid in loose:
            first = parents[0] if parents else ""
            if first in waiting and first not in loose:
                return None
            if first and first not in waiting:
                edges.add(first)
            found[oid] = first
            waiting.add(oid)
        elif not waiting.isdisjoint(parents):
            waiting.add(oid)
        else:
            ends.difference_update(parents)
            ends.add(oid)
    return Walked(frozenset(ends), frozenset(edges), found)


def _named(repo: Repository) -> Iterator[str]:
    """Yield what refs point to. Raises _Unusual for a tree or a blob."""
    if not _OF_COMMITS.issuperset(files.names(os.path.join(repo.common_dir, "logs", "refs"))):
        raise _Unusual
    for line in lines_of(repo, "for-each-ref", "--format=%(objectname) %(objecttype) %(*objecttype)"):
        oid, *kinds = line.split()
        if kinds not in (["commit"], ["tag", "commit"]):
            raise _Unusual
        yield oid


def _kinds(repo: Repository, names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the id and the kind of each object; for one that is not there, its name and `missing`."""
    request = "".join(f"{name}\n" for name in names)
    options = ("--buffer", "--batch-check=%(objectname) %(objecttype)")
    for line in lines_of(repo, "cat-file", *options, request=request) if request else ():
        oid, kind = line.rsplit(" ", 1)
        yield oid, kind
