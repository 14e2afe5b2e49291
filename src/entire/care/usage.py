"""What our refs hold in this repository, in bytes as they are stored.

What the user's own commits hold too costs nothing and is not ours. To know that, a step is compared with the
commit that it builds on, and what it adds with the user's commits since. The number of git processes is the
same for any number of refs, sessions and checkpoints; objects are counted, and not read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

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
    Tell = Callable[[str, int], None]  # what is counted, and how many so far

_OFTEN = 1000


class Usage(Value):
    refs: list[OurRef]
    parts: list[Part]
    yours: Part  # what steps hold, and the user's own commits do too
    missing: int  # objects that a partial clone left with its remote
    steps: dict[str, list[str]]  # by ref: the sessions of its steps, the latest last
    recorded: dict[str, Recorded]  # what checkpoints tell, by session

    @property
    def bytes(self) -> int:
        return sum(part.bytes for part in self.parts)


def measure(repo: Repository, objects: Objects, tell: Tell) -> Usage:
    found, theirs = _refs(repo)
    tell("commits", 0)
    nodes = read(repo, objects, found, theirs)
    steps = steps_of(nodes)
    foreign = _foreign(found, nodes, steps)
    ours = [ref for ref in found if ref not in foreign]
    nodes = _only(nodes, {ref.name for ref in ours})
    missing = _missing(repo, ours)
    holding, records = Holding(), Records(objects, missing)
    _hold(repo, nodes, records, holding, tell)
    work = [node for node in nodes if not node.kinds.isdisjoint(Kind.WORK)]
    if work:
        theirs += [ref.tip for ref in foreign]
        holding.give_back(_told(_yours(repo, work, theirs), "objects of yours", tell))
    sizes = _sizes(repo, list(holding.objects), missing)
    yours, parts, lacking = holding.sized(_told(sizes, "sizes of objects", tell))
    return Usage(ours, parts, yours, lacking, steps, records.sessions)


def _refs(repo: Repository) -> tuple[list[OurRef], list[str]]:
    """Ours, and where the user's own are."""
    ours, theirs = [], []
    for ref in refs.listing(repo, "refs/"):
        kind = kind_of(ref.name)
        if kind is None:
            theirs.append(ref.oid)
        else:
            ours.append(OurRef(ref.name, ref.oid, kind))
    return ours, [*theirs, *reach.detached_heads(repo)]


def _foreign(found: Iterable[OurRef], nodes: Iterable[Node], steps: dict[str, list[str]]) -> list[OurRef]:
    """Branches of somebody's own that are named like shadow branches: they have commits, but no steps."""
    reaching = {name for node in nodes for name in node.refs}
    return [
        ref for ref in found if ref.kind == Kind.SHADOW and ref.name in reaching and ref.name not in steps
    ]


def _only(nodes: Iterable[Node], names: set[str]) -> list[Node]:
    return [node.replace(refs=node.refs & names) for node in nodes if not node.refs.isdisjoint(names)]


def _hold(repo: Repository, nodes: list[Node], records: Records, holding: Holding, tell: Tell) -> None:
    """Note who holds what each commit adds."""
    by_id = {node.oid: node for node in nodes}
    for node in nodes:
        own = frozenset({node.session}) if node.session else NOBODY
        for oid in (node.oid, node.tree):
            holding.add(oid, node.refs, own)
    pairs = ((node.oid, node.before) for node in nodes)
    for commit, entries in _told(reach.added(repo, pairs), "commits", tell):
        node = by_id[commit]
        for oid, sessions in _owned(node, entries, records):
            holding.add(oid, node.refs, sessions)


def _owned(node: Node, entries: owners.Entries, records: Records) -> Iterator[tuple[str, owners.Owners]]:
    if not node.kinds.isdisjoint(Kind.RECORDS):
        return records.of(entries)
    if not node.kinds.isdisjoint(Kind.WORK):
        return owners.of_step(node.session, entries)
    return ((oid, NOBODY) for _, oid in entries)


def _yours(repo: Repository, work: list[Node], theirs: list[str]) -> Iterator[str]:
    """What the user's commits hold that steps may hold too: the commits they build on, and all since."""
    own = {node.oid for node in work}
    bases = {oid for node in work for oid in (node.base, node.before) if oid and oid not in own}
    return reach.listed(repo, theirs, sorted(bases), min(node.time for node in work))


def _missing(repo: Repository, ours: Iterable[OurRef]) -> frozenset[str]:
    """What a partial clone left with its remote; git gives up when it is asked for one of these."""
    tips = sorted({ref.tip for ref in ours}) if promised.promisor(repo) else []
    return frozenset(promised.missing_below(repo, tips))


def _sizes(repo: Repository, oids: list[str], missing: frozenset[str]) -> Iterator[int | None]:
    there = store.disk_sizes(repo, (oid for oid in oids if oid not in missing))
    for oid in oids:
        yield None if oid in missing else next(there)


def _told(items: Iterable[T], what: str, tell: Tell) -> Iterator[T]:
    for number, item in enumerate(items):
        if number % _OFTEN == 0:
            tell(what, number)
        yield item
