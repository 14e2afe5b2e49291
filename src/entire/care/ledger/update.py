"""Bring the ledger up to date with the checkpoints branch.

If the branch only got new commits, one after the other, these are added. After anything else (a merge,
another branch in its place) everything is read again: whose a checkpoint is depends on the order of commits.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from entire.care.ledger import owned
from entire.care.ledger.owned import Sets
from entire.care.ledger.tables import Fact, clear, keyed
from entire.care.owners import NOBODY, Recorded, Records, checkpoints_in
from entire.checkpoint.index.rows import fact, remember, writing
from entire.core.value import Value
from entire.git.errors import GitError
from entire.git.objects import reach, settled, store
from entire.git.objects.read import Objects, parse_commit
from entire.git.repository import Repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from entire.care.owners import Entries, Owners

    Progress = Callable[[str, int], None]

AHEAD = 200  # commits whose metadata is read together


class NotKnown(Exception):
    """The ledger is not enough: everything has to be counted."""


class Step(Value):
    """A commit of the branch."""

    oid: str
    tree: str
    parents: list[str]


def update(
    db: sqlite3.Connection, repo: Repository, objects: Objects, tip: str, packs: str, progress: Progress
) -> None:
    """Bring it up to a tip, with the sizes that objects have in these packs. Raises NotKnown."""
    if fact(db, Fact.TIP) == tip and fact(db, Fact.PACKS) == packs:
        return
    with writing(db):
        before = fact(db, Fact.TIP)
        new = _gained(repo, objects, before, tip) if before else None
        if new is None:
            clear(db)
            new = _commits(repo, objects, [tip], [])
        fresh = _extend(db, repo, objects, new, progress)
        if fact(db, Fact.PACKS) == packs:
            owned.measure(db, repo, fresh)
            owned.add_up(db, fresh)
        else:
            _measure_all(db, repo, progress)
            remember(db, Fact.ENDS, "")
            remember(db, Fact.WHOLE, "")
        remember(db, Fact.TIP, tip)
        remember(db, Fact.PACKS, packs)


def _measure_all(db: sqlite3.Connection, repo: Repository, progress: Progress) -> None:
    progress("sizes of objects", 0)
    db.execute("DELETE FROM unsized")
    db.execute("UPDATE objects SET size = NULL WHERE size IS NOT NULL")
    everything = [oid for (oid,) in db.execute("SELECT oid FROM objects")]
    owned.measure(db, repo, everything)
    owned.sum_up(db)


def _gained(repo: Repository, objects: Objects, before: str, tip: str) -> list[Step] | None:
    """Return the commits after ``before``, oldest first; None if it is not simply followed by them."""
    try:
        new = _commits(repo, objects, [tip], [before])
    except GitError:  # it is gone
        return None
    last = before
    for step in new:
        if step.parents != [last]:
            return None
        last = step.oid
    return new if last == tip else None


def _commits(
    repo: Repository, objects: Objects, tips: Sequence[str], apart_from: Sequence[str]
) -> list[Step]:
    ids = reach.commit_ids(repo, tips, apart_from)
    steps = []
    for found in objects.read_many(ids):
        if found is None:
            raise NotKnown
        commit = parse_commit(found)
        steps.append(Step(commit.oid, commit.tree, list(commit.parents)))
    return steps[::-1]


def _extend(
    db: sqlite3.Connection, repo: Repository, objects: Objects, steps: list[Step], progress: Progress
) -> list[bytes]:
    """Add these commits, parents first; return the objects that are new."""
    numbers, beside = _number(db, steps)
    records, sets = Records(objects), Sets(db)
    recall_sessions(db, records)
    before = dict(records.sessions)
    own = ((oid, numbers[step.oid], NOBODY) for step in steps for oid in (step.oid, step.tree))
    fresh = []
    while some := list(islice(own, 2 * AHEAD)):
        fresh += owned.add(db, sets, some, beside)
    pairs = ((step.oid, step.parents[0] if step.parents else "") for step in steps)
    added = reach.added(repo, pairs)
    done = 0
    while together := list(islice(added, AHEAD)):
        progress("commits", done)
        done += len(together)
        touched = set[str]().union(*(checkpoints_in(entries) for _, entries in together))
        recall(db, records, touched)
        records.read_ahead(entries for _, entries in together)
        fresh += owned.add(db, sets, _events(together, numbers, records), beside)
        _note(db, records, touched)
        records.forget()
    rows = ((id, *facts) for id, facts in records.sessions.items() if facts != before.get(id))
    db.executemany("INSERT OR REPLACE INTO sessions VALUES (?, ?, ?, ?)", rows)
    return fresh


def _events(
    together: Iterable[tuple[str, Entries]], numbers: dict[str, int], records: Records
) -> Iterator[tuple[str, int, Owners]]:
    for commit, entries in together:
        for oid, sessions in records.of(entries):
            yield oid, numbers[commit], sessions


def _number(db: sqlite3.Connection, steps: list[Step]) -> tuple[dict[str, int], set[int]]:
    """Number the commits; return also those that are not descendants of all before them."""
    [last] = db.execute("SELECT max(number) FROM commits").fetchone()
    numbers: dict[str, int] = {}
    start = 0
    if last is not None:
        start = last + 1
        numbers[fact(db, Fact.TIP)] = last
    ends = set(numbers.values())  # without children so far
    beside, rows = set(), []
    for number, step in enumerate(steps, start):
        numbers[step.oid] = number
        parents = [numbers[oid] for oid in step.parents]
        ends.difference_update(parents)
        ends.add(number)
        if len(ends) > 1:
            beside.add(number)
        rows.append((number, bytes.fromhex(step.oid), " ".join(map(str, parents))))
    db.executemany("INSERT INTO commits VALUES (?, ?, ?)", rows)
    return numbers, beside


def recall(db: sqlite3.Connection, records: Records, wanted: Iterable[str]) -> set[str]:
    """Let records know of these checkpoints; return those that the branch has."""
    found = set()
    query = "SELECT id, slots, sessions FROM checkpoints WHERE id IN (?)"
    for id, slots, sessions in keyed(db, query, wanted):
        found.add(id)
        if slots and not records.knows(id):
            records.recall(id, json.loads(slots), json.loads(sessions))
    return found


def recall_sessions(db: sqlite3.Connection, records: Records) -> None:
    for id, *facts in db.execute("SELECT id, agent, last, checkpoints FROM sessions"):
        records.sessions[id] = Recorded(*facts)


def _note(db: sqlite3.Connection, records: Records, touched: Iterable[str]) -> None:
    """Keep what is known of checkpoints; nothing, if they have no readable metadata."""
    db.executemany("INSERT OR IGNORE INTO checkpoints VALUES (?, '', '')", ((id,) for id in touched))
    rows = ((id, json.dumps(slots), json.dumps(sessions)) for id, slots, sessions in records.known())
    db.executemany("INSERT OR REPLACE INTO checkpoints VALUES (?, ?, ?)", rows)


def unreachable(
    db: sqlite3.Connection, repo: Repository, packs: str, stored: store.ObjectStore
) -> list[store.Loose]:
    """Return the loose objects that nothing reaches. Raises NotKnown if the packs are not these ones."""
    if fact(db, Fact.PACKS) != packs:
        raise NotKnown
    names = (Fact.ENDS, Fact.WHOLE)
    before = settled.Settled(*(frozenset(fact(db, name).split()) for name in names))
    gone, now = settled.unreachable(repo, before, stored)
    if now != before:
        with writing(db):
            if fact(db, Fact.PACKS) != packs:  # meanwhile, another process knows better
                return gone
            for name, commits in zip(names, now, strict=True):
                remember(db, name, "\n".join(sorted(commits)))
    return gone
