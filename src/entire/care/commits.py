"""The commits of our refs: which refs reach each one, and whose step it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from entire.care.refs import Kind
from entire.checkpoint import trailers
from entire.checkpoint.names import ORPHANED_REFS, SHADOW_BRANCH_PREFIX, parse_shadow_branch_name
from entire.checkpoint.temporary import snapshots
from entire.checkpoint.temporary.read import read_step
from entire.core.paths import valid_session_id
from entire.core.value import Value
from entire.git.objects import reach
from entire.git.objects.read import Commit, Objects, parse_commit
from entire.git.refs import BRANCHES
from entire.git.repository import Repository


class OurRef(Value):
    name: str
    tip: str
    kind: str


class Node(Value):
    """One of our commits."""

    oid: str
    tree: str
    before: str  # the commit to compare it with; empty if there is none
    base: str  # the user's commit that it is based on; empty if unknown
    time: int
    session: str  # empty if it has none
    is_step: bool
    refs: frozenset[str]
    kinds: frozenset[str]  # of these refs


def read(repo: Repository, objects: Objects, refs: Sequence[OurRef], apart_from: Iterable[str]) -> list[Node]:
    """Return the commits that only these refs reach, parents before children."""
    return read_above(repo, objects, refs, apart_from)[0]


def read_above(
    repo: Repository, objects: Objects, refs: Sequence[OurRef], apart_from: Iterable[str]
) -> tuple[list[Node], dict[str, frozenset[str]]]:
    """The same, and the refs that reach other commits: parents and tips that are not among them."""
    reached: dict[str, frozenset[str]] = {}
    tips: dict[str, list[str]] = {}
    kinds = {ref.name: ref.kind for ref in refs}
    for ref in refs:
        tips.setdefault(ref.tip, []).append(ref.name)
    ids = reach.commit_ids(repo, tips, apart_from)
    nodes = []
    for oid, found in zip(ids, objects.read_many(ids), strict=True):
        if found is None:
            continue
        commit = parse_commit(found)
        names = reached.pop(oid, frozenset()).union(tips.pop(oid, ()))
        for parent in commit.parents:
            reached[parent] = reached.get(parent, frozenset()) | names
        nodes.append(_node(commit, names, frozenset(kinds[name] for name in names)))
    for tip, there in tips.items():
        reached[tip] = reached.get(tip, frozenset()).union(there)
    return _based(objects, nodes[::-1]), reached


def _node(commit: Commit, names: frozenset[str], kinds: frozenset[str]) -> Node:
    before = commit.parents[0] if commit.parents else ""
    if kinds.isdisjoint(Kind.WORK):
        return Node(commit.oid, commit.tree, before, "", commit.time, "", False, names, kinds)
    base = trailers.base_commit(commit.message)
    is_step = read_step(commit) is not None
    return Node(commit.oid, commit.tree, before, base, commit.time, _session(commit), is_step, names, kinds)


def _session(commit: Commit) -> str:
    """Return the session of a step or a snapshot."""
    session = trailers.extract_session_id_from_commit(commit.message)
    snapshot = snapshots.read_snapshot(commit) if not session else None
    if snapshot is not None:
        session = str(snapshot.owner.get("session_id", ""))
    return session if valid_session_id(session) else ""


def _based(objects: Objects, nodes: list[Node]) -> list[Node]:
    """Compare a commit without a parent with the one it is based on: it has the user's whole tree."""
    there = objects.sizes(node.base for node in nodes if node.base)
    named: dict[str, str] = {}  # by ref
    found = []
    for node in nodes:
        base = node.base if node.base in there else ""
        if node.is_step and not node.before and not base:
            base = next((oid for ref in sorted(node.refs) if (oid := _named(objects, ref, named))), "")
        found.append(node.replace(base=base, before=node.before or base))
    return found


def _named(objects: Objects, ref: str, known: dict[str, str]) -> str:
    """Return the commit in a shadow branch's name: older versions have it nowhere else."""
    if ref not in known:
        name = ref.removeprefix(BRANCHES)
        if ref.startswith(ORPHANED_REFS):
            name = SHADOW_BRANCH_PREFIX + ref.removeprefix(ORPHANED_REFS).split("/")[0]
        parsed = parse_shadow_branch_name(name)
        base = objects.commit(parsed[0]) if parsed is not None else None
        known[ref] = base.oid if base is not None else ""
    return known[ref]


def steps_of(nodes: Iterable[Node]) -> dict[str, list[str]]:
    """Return the sessions of the steps of each ref, the latest last."""
    found: dict[str, list[str]] = {}
    for node in nodes:
        if node.is_step:
            for ref in node.refs:
                found.setdefault(ref, []).append(node.session)
    return found
