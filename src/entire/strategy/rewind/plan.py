"""What a rewind does to each file. Pure.

Files of git's (those that HEAD has) and those that the session made become what the step has. Everything
else that is there stays: what the user made before the session or since, what git ignores, what only another
session touched. What is not there any more comes back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from entire.core.value import Value
from entire.git.objects.read import Entry

YOURS = "yours"
IGNORED = "ignored by git"


class FileFact(Value):
    """One path; a side that does not have it is None."""

    path: str
    target: Entry | None  # as the step has it
    present: Entry | None  # in the work tree
    head: Entry | None
    last: Entry | None  # as the session's last step has it
    touched: bool  # by the session
    other: str = ""  # another session that touched it
    before: bool = False  # there, untracked, when the session began
    ignored: bool = False
    problem: str = ""  # why it cannot be touched at all


class Item(Value):
    """A file that changes."""

    path: str
    entry: Entry | None  # None: it is deleted
    lost: bool  # what is there now is in no step and in no commit


class Kept(Value):
    """A file that the step has otherwise, and that stays as it is."""

    path: str
    why: str


class Plan(Value):
    restore: list[Item]
    delete: list[Item]
    keep: list[Kept]

    @property
    def paths(self) -> list[str]:
        return [item.path for item in (*self.restore, *self.delete)]

    @property
    def lost(self) -> list[str]:
        return [item.path for item in (*self.restore, *self.delete) if item.lost]


def decide(facts: Iterable[FileFact], in_the_way: Mapping[str, list[str]]) -> Plan:
    """``in_the_way``: what has to go before a path can be a file (a file on its way, the files below it)."""
    restore: list[Item] = []
    delete: list[Item] = []
    keep: list[Kept] = []
    for fact in sorted(facts, key=lambda fact: fact.path):
        if fact.target == fact.present:
            continue
        why = _why_kept(fact)
        if why:
            keep.append(Kept(fact.path, why))
        else:
            lost = fact.present is not None and fact.present not in (fact.last, fact.head)
            (restore if fact.target is not None else delete).append(Item(fact.path, fact.target, lost))
    gone = {item.path for item in delete}
    stays = {path: [way for way in ways if way not in gone] for path, ways in in_the_way.items()}
    blocked = [item.path for item in restore if stays.get(item.path)]
    keep += [Kept(path, f"{stays[path][0]} is in its way") for path in blocked]
    return Plan([item for item in restore if item.path not in blocked], delete, keep)


def _why_kept(fact: FileFact) -> str:
    if fact.problem:
        return fact.problem
    if fact.other and not fact.touched:
        return f"session {fact.other[:8]}"
    if fact.head is not None or fact.present is None:
        return ""
    if fact.ignored:
        return IGNORED
    return "" if fact.touched and not fact.before else YOURS
