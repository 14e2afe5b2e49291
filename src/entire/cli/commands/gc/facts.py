"""What `entire gc` found and did. Field names are the names in `--json`."""

from __future__ import annotations

from typing import NamedTuple

from entire.care.collect import Collected
from entire.care.copies import Copy
from entire.care.flood import flood
from entire.care.leftovers import Leftover
from entire.care.plan import Plan, Unreachable
from entire.care.sweep import Swept
from entire.cli.ui import failures
from entire.core.errors import EntireError
from entire.core.text import count
from entire.git.objects.store import ObjectStore


class Failed(NamedTuple):
    what: str  # a path, or a command
    error: str
    hint: str


class Report(NamedTuple):
    store: ObjectStore
    unreachable: Unreachable
    leftovers: list[Leftover]  # that can be deleted; with `--run`, that were
    copies: list[Copy]  # the same
    worth_packing: bool
    problem: str  # too many objects and no packing; empty if not
    cause: str
    at_work: list[str]  # locks of running git commands
    branches: int  # unused: `entire clean` deletes them
    done: bool = False
    packed: Collected | None = None
    failures: list[Failed] = []


def advised(found: Plan) -> Report:
    bad = flood(found.store, found.upkeep)
    return Report(
        found.store,
        found.unreachable,
        found.leftovers,
        found.copies,
        found.worth_packing or bad is not None,
        bad.text if bad is not None else "",
        bad.cause if bad is not None else "",
        [lock.path for lock in found.running_locks],
        found.branches,
    )


def after(report: Report, swept: Swept, packed: Collected | EntireError | None) -> Report:
    """The report once it was done; ``packed`` is None if there was nothing to pack."""
    failed = [Failed(failure.path, *failures.describe(failure.error)) for failure in swept.failed]
    if isinstance(packed, EntireError):
        failed.append(Failed("git gc", *failures.describe(packed)))
        packed = None
    return report._replace(
        leftovers=swept.leftovers, copies=swept.copies, done=True, packed=packed, failures=failed
    )


class Row(NamedTuple):
    """One thing to do, or done."""

    bytes: int
    what: str


def rows(report: Report) -> list[Row]:
    found = []
    if report.copies:
        text = f"{count(len(report.copies), 'copied transcript')} that checkpoints already contain"
        found.append(Row(sum(copy.bytes for copy in report.copies), text))
    if report.leftovers:
        text = f"{count(len(report.leftovers), 'temporary file')} of interrupted writes"
        found.append(Row(sum(leftover.bytes for leftover in report.leftovers), text))
    loose = count(report.store.loose, "loose object")
    if report.packed is not None:
        before, now = report.packed
        found.append(Row(max(0, before.bytes - now.bytes), f"{loose} packed with `git gc`"))
    elif report.worth_packing and not report.done:
        packs = f", {count(report.store.packs, 'pack')}" if report.store.packs > 1 else ""
        found.append(Row(report.store.loose_bytes, f"{loose}{packs} to pack with `git gc`"))
    return found


def state_of(store: ObjectStore) -> str:
    return f"{count(store.loose, 'loose object')}, {count(store.packs, 'pack')}"
