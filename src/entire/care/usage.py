"""How many bytes our refs take on disk.

Objects that the user's own commits have too cost nothing, and are not ours. To find them, a step is compared
with the commit that it is based on, and what it adds with the user's commits since. The number of git
processes does not depend on the number of refs, sessions and checkpoints; objects are counted, not read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from entire.care import owners
from entire.care.commits import Node, OurRef, read, steps_of
from entire.care.holding import Holding
from entire.care.owners import NOBODY, Recorded, Records
from entire.care.refs import Kind, kind_of
from entire.care.shares import Part
from entire.core.value import Value
from entire.git import refs
from entire.git.objects import promised, reach, store
from entire.git.objects.read import Objects
from entire.git.repository import Repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    T = TypeVar("T")
    Progress = Callable[[str, int], None]  # what is counted, and how many so far

_OFTEN = 1000
_AHEAD = 200  # commits whose metadata is read together


class Usage(Value):
    refs: list[OurRef]
    parts: list[Part]
    yours: Part  # what steps and the user's own commits have in common
    missing: int  # objects that a partial clone lacks
    steps: dict[str, list[str]]  # by ref: the sessions of its steps, the latest last
    recorded: dict[str, Recorded]  # from checkpoints, by session

    @property
    def bytes(self) -> int:
        return sum(part.bytes for part in self.parts)


def measure(repo: Repository, objects: Objects, progress: Progress) -> Usage:
    found, theirs = refs_of(repo)
    progress("commits", 0)
    nodes = read(repo, objects, found, theirs)
    steps = steps_of(nodes)
    foreign = foreign_of(found, nodes, steps)
    ours = [ref for ref in found if ref not in foreign]
    nodes = only(nodes, {ref.name for ref in ours})
    missing = _missing(repo, ours)
    holding, records = Holding(), Records(objects, missing)
    hold(repo, nodes, records, holding, progress)
    work = [node for node in nodes if not node.kinds.isdisjoint(Kind.WORK)]
    if work:
        theirs += [ref.tip for ref in foreign]
        holding.give_back(reporting(yours_of(repo, work, theirs), "objects of yours", progress))
    sizes = sizes_of(repo, list(holding.objects), missing)
    yours, parts, lacking = holding.sized(reporting(sizes, "sizes of objects", progress))
    return Usage(ours, parts, yours, lacking, steps, records.sessions)


def refs_of(repo: Repository) -> tuple[list[OurRef], list[str]]:
    """Return our refs, and the commits of the user's own."""
    ours, theirs = [], []
    for ref in refs.listing(repo, "refs/"):
        kind = kind_of(ref.name)
        if kind is None:
            theirs.append(ref.oid)
        else:
            ours.append(OurRef(ref.name, ref.oid, kind))
    return ours, [*theirs, *reach.detached_heads(repo)]


def foreign_of(found: Iterable[OurRef], nodes: Iterable[Node], steps: dict[str, list[str]]) -> list[OurRef]:
    """Return the user's branches with names like shadow branches: they have commits, but no steps."""
    reaching = {name for node in nodes for name in node.refs}
    return [
        ref for ref in found if ref.kind == Kind.SHADOW and ref.name in reaching and ref.name not in steps
    ]


def only(nodes: Iterable[Node], names: set[str]) -> list[Node]:
    return [node.replace(refs=node.refs & names) for node in nodes if not node.refs.isdisjoint(names)]


def hold(
    repo: Repository,
    nodes: list[Node],
    records: Records,
    holding: Holding,
    progress: Progress,
    recall: Callable[[list[tuple[Node, owners.Entries]]], None] = lambda some: None,
) -> None:
    """Record who holds the objects that each commit adds.

    ``recall`` gets the next commits with records before they are looked at.
    """
    by_id = {node.oid: node for node in nodes}
    for node in nodes:
        own = frozenset({node.session}) if node.session else NOBODY
        for oid in (node.oid, node.tree):
            holding.add(oid, node.refs, own)
    pairs = ((node.oid, node.before) for node in nodes)
    added = reporting(reach.added(repo, pairs) if nodes else (), "commits", progress)
    while some := list(islice(added, _AHEAD)):
        recorded = [(by_id[commit], entries) for commit, entries in some]
        recorded = [(node, entries) for node, entries in recorded if not node.kinds.isdisjoint(Kind.RECORDS)]
        recall(recorded)
        records.read_ahead(entries for _, entries in recorded)
        for commit, entries in some:
            node = by_id[commit]
            for oid, sessions in _owned(node, entries, records):
                holding.add(oid, node.refs, sessions)


def _owned(node: Node, entries: owners.Entries, records: Records) -> Iterator[tuple[str, owners.Owners]]:
    if not node.kinds.isdisjoint(Kind.RECORDS):
        return records.of(entries)
    if not node.kinds.isdisjoint(Kind.WORK):
        return owners.of_step(node.session, entries)
    return ((oid, NOBODY) for _, oid in entries)


def yours_of(repo: Repository, work: list[Node], theirs: list[str]) -> Iterator[str]:
    """Yield objects of the user's commits that steps may share: those they are based on, and all since."""
    own = {node.oid for node in work}
    bases = {oid for node in work for oid in (node.base, node.before) if oid and oid not in own}
    return reach.listed(repo, theirs, sorted(bases), min(node.time for node in work))


def _missing(repo: Repository, ours: Iterable[OurRef]) -> frozenset[str]:
    """Return the objects that a partial clone lacks; git quits when asked for one of them."""
    tips = sorted({ref.tip for ref in ours}) if promised.promisor(repo) else []
    return frozenset(promised.missing_below(repo, tips))


def sizes_of(repo: Repository, oids: list[str], missing: frozenset[str]) -> Iterator[int | None]:
    there = store.disk_sizes(repo, (oid for oid in oids if oid not in missing))
    for oid in oids:
        yield None if oid in missing else next(there)


def reporting(items: Iterable[T], what: str, progress: Progress) -> Iterator[T]:
    for number, item in enumerate(items):
        if number % _OFTEN == 0:
            progress(what, number)
        yield item
