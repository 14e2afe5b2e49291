"""Count with the ledger: its sums stand for the checkpoints branch, and what else there is comes on top.

The result is that of `usage.measure`. What only reading everything shows is left to it (NotKnown).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable

from entire.care import usage
from entire.care.commits import Node, OurRef, read_above, steps_of
from entire.care.holding import Holding
from entire.care.ledger.owned import Sets
from entire.care.ledger.tables import Fact, keyed
from entire.care.ledger.update import NotKnown, recall, recall_sessions
from entire.care.owners import Records, checkpoints_in
from entire.care.refs import Kind
from entire.care.shares import Part
from entire.care.usage import Usage
from entire.checkpoint.index.rows import chunks, fact, remember, writing
from entire.git.errors import GitError
from entire.git.objects import reach
from entire.git.objects.read import Objects
from entire.git.repository import Repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from entire.care.owners import Entries

    Progress = Callable[[str, int], None]
    Names = frozenset[str]


def check_apart(db: sqlite3.Connection, repo: Repository, theirs: list[str]) -> None:
    """Raise NotKnown if the user's own refs reach the branch: then it is not ours alone."""
    known = fact(db, Fact.APART).split()
    new = sorted(set(theirs).difference(known))
    if not new:
        return
    try:
        gained = reach.commit_ids(repo, new, known)
    except GitError:  # a commit is gone
        gained = reach.commit_ids(repo, new, [])
    roots = {oid.hex() for (oid,) in db.execute("SELECT oid FROM commits WHERE parents = ''")}
    if not roots.isdisjoint(gained):
        raise NotKnown
    with writing(db):
        remember(db, Fact.APART, "\n".join(sorted(set(theirs))))


def count(
    db: sqlite3.Connection,
    repo: Repository,
    objects: Objects,
    found: list[OurRef],
    theirs: list[str],
    tip: str,
    progress: Progress,
) -> Usage:
    """Count what these refs hold, if the ledger knows the branch up to its tip."""
    nodes, ends = read_above(repo, objects, found, [*theirs, tip])
    steps = steps_of(nodes)
    foreign = usage.foreign_of(found, nodes, steps)
    ours = [ref for ref in found if ref not in foreign]
    kinds = {ref.name: ref.kind for ref in found}
    nodes = usage.only(nodes, {ref.name for ref in ours})
    branch = _Branch(db, ends, kinds)
    holding = Holding()
    records = _hold(db, repo, objects, nodes, tip, holding, progress)
    for oids in (map(bytes.fromhex, list(holding.objects)), branch.special(), branch.unsized()):
        branch.lift(oids, holding)
    work = [node for node in nodes if not node.kinds.isdisjoint(Kind.WORK)]
    if work:
        theirs = [*theirs, *(ref.tip for ref in foreign)]
        listed = usage.reporting(usage.yours_of(repo, work, theirs), "objects of yours", progress)
        for some in chunks(listed):
            branch.lift(map(bytes.fromhex, some), holding)
            holding.give_back(some)
    sizes = usage.sizes_of(repo, list(holding.objects), frozenset())
    yours, parts, lacking = holding.sized(usage.reporting(sizes, "sizes of objects", progress))
    return Usage(ours, joined([*branch.parts(), *parts]), yours, lacking, steps, records.sessions)


def joined(parts: Iterable[Part]) -> list[Part]:
    """Pure: join parts with the same holders."""
    found: dict[tuple[Names, Names], Part] = {}
    for part in parts:
        key = part.refs, part.sessions
        objects, size = found[key][2:] if key in found else (0, 0)
        found[key] = Part(*key, objects + part.objects, size + part.bytes)
    return list(found.values())


def _hold(
    db: sqlite3.Connection,
    repo: Repository,
    objects: Objects,
    nodes: list[Node],
    tip: str,
    holding: Holding,
    progress: Progress,
) -> Records:
    """Look at the other commits. Some may have checkpoints, too: what a remote has that is not merged yet."""
    records = Records(objects)
    recall_sessions(db, records)
    agents = {id: facts.agent for id, facts in records.sessions.items() if facts.agent}
    later = {tip}  # commits that come after all of the branch
    beside = False  # whether others have checkpoints
    for node in nodes:
        if node.before in later:
            later.add(node.oid)

    def prepare(some: list[tuple[Node, Entries]]) -> None:
        nonlocal beside
        others, after = set[str](), set[str]()
        for node, entries in some:
            (after if node.oid in later else others).update(checkpoints_in(entries))
        if recall(db, records, others):
            raise NotKnown  # the order of the commits decides
        beside = beside or bool(others)
        recall(db, records, after)

    usage.hold(repo, nodes, records, holding, progress, prepare)
    if beside and any(records.sessions[id].agent != agent for id, agent in agents.items()):
        raise NotKnown  # here, too
    return records


class _Branch:
    """The objects of the branch: sums, and those that have to be looked at one by one."""

    def __init__(self, db: sqlite3.Connection, ends: dict[str, Names], kinds: dict[str, str]) -> None:
        """``ends``: where refs reach the branch. Raises NotKnown if steps do."""
        self._db = db
        self._sets = Sets(db)
        self._lifted: set[bytes] = set()
        self._out: dict[int, tuple[int, int]] = {}  # objects and bytes that were lifted, by owners
        query = "SELECT oid, number FROM commits WHERE oid IN (?)"
        rows = keyed(db, query, [bytes.fromhex(oid) for oid in ends])
        places = {number: ends[oid.hex()] for oid, number in rows}
        self._all: Names = frozenset().union(*places.values())
        if any(kinds[name] in Kind.WORK for name in self._all):
            raise NotKnown
        self._names = _spread(db, places, self._all)

    def special(self) -> list[bytes]:
        """Return the objects whose first commit is not reached by all refs."""
        query = "SELECT oid FROM objects WHERE first IN (?)"
        return [oid for (oid,) in keyed(self._db, query, self._names)]

    def unsized(self) -> list[bytes]:
        return [oid for (oid,) in self._db.execute("SELECT oid FROM unsized")]

    def lift(self, oids: Iterable[bytes], holding: Holding) -> None:
        """Take those of the objects that the branch has out of its sums, and count them one by one."""
        wanted = [oid for oid in oids if oid not in self._lifted]
        others: dict[bytes, Names] = {}
        if self._names:
            for number, oid in keyed(self._db, "SELECT number, oid FROM again WHERE oid IN (?)", wanted):
                others[oid] = others.get(oid, frozenset()) | self._names.get(number, self._all)
        query = "SELECT oid, first, owners, size FROM objects WHERE oid IN (?)"
        for oid, first, owners, size in keyed(self._db, query, wanted):
            self._lifted.add(oid)
            refs = self._names.get(first, self._all) | others.get(oid, frozenset())
            holding.add(oid.hex(), refs, self._sets.of[owners])
            if size is not None:
                objects, total = self._out.get(owners, (0, 0))
                self._out[owners] = (objects + 1, total + size)

    def parts(self) -> list[Part]:
        """Return the rest."""
        found = []
        for number, objects, size in self._db.execute("SELECT number, objects, bytes FROM owners"):
            out = self._out.get(number, (0, 0))
            if objects > out[0]:
                found.append(Part(self._all, self._sets.of[number], objects - out[0], size - out[1]))
        return found


def _spread(db: sqlite3.Connection, places: dict[int, Names], everyone: Names) -> dict[int, Names]:
    """Return the commits that not all refs reach, each with those that do."""
    found: dict[int, Names] = {}
    open = dict(places)
    rows = db.execute("SELECT number, parents FROM commits ORDER BY number DESC")
    for number, parents in rows:
        if all(names == everyone for names in open.values()):
            break
        names = open.pop(number)
        if names != everyone:
            found[number] = names
        for parent in map(int, parents.split()):
            open[parent] = open.get(parent, frozenset()) | names
    rows.close()
    return found
