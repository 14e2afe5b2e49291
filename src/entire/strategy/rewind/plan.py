"""What a rewind does to each file. Pure.

Tracked files (those in HEAD) and files that the session changed become what the point has. Deleted files come
back. A file that a person made since then, and the session changed, becomes what it was before that. All
other files stay: those of the user's that the session did not change, ignored files, and files that only
another session touched.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from entire.core.text import short_session_id
from entire.core.value import Value
from entire.git.objects.tree import Entry


class Parts:
    """What a rewind to a step changes."""

    ALL = "all"
    FILES = "files"
    CONVERSATION = "conversation"


YOURS = "yours"
IGNORED = "ignored by git"


class FileFact(Value):
    """One path; None where the file does not exist."""

    path: str
    target: Entry | None  # as the point has it, or as it was before the session changed it
    present: Entry | None  # in the work tree
    head: Entry | None
    last: Entry | None  # as the session's last step has it
    touched: bool  # by the session
    other: str = ""  # another session that touched it
    before: bool = False  # already untracked when the session started
    ignored: bool = False
    problem: str = ""  # why it cannot be changed


class Item(Value):
    """A file that changes."""

    path: str
    entry: Entry | None  # None: delete the file
    lost: bool  # the present content is in no step and no commit


class Kept(Value):
    """A file that differs from the step and stays as it is."""

    path: str
    why: str


class Plan(Value):
    restore: list[Item]
    delete: list[Item]
    keep: list[Kept]

    @classmethod
    def nothing(cls) -> Plan:
        return cls([], [], [])

    @property
    def paths(self) -> list[str]:
        return [item.path for item in (*self.restore, *self.delete)]

    @property
    def lost(self) -> list[str]:
        return [item.path for item in (*self.restore, *self.delete) if item.lost]


def decide(facts: Iterable[FileFact], blockers: Mapping[str, list[str]]) -> Plan:
    """Decide for each file. ``blockers``: what has to be removed before a path can be a file."""
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
    staying = {path: [other for other in paths if other not in gone] for path, paths in blockers.items()}
    blocked = [item.path for item in restore if staying.get(item.path)]
    keep += [Kept(path, f"blocked by {staying[path][0]}") for path in blocked]
    return Plan([item for item in restore if item.path not in blocked], delete, keep)


def _why_kept(fact: FileFact) -> str:
    if fact.problem:
        return fact.problem
    if fact.other and not fact.touched:
        return f"session {short_session_id(fact.other)}"
    if fact.head is not None or fact.present is None:
        return ""
    if fact.ignored:
        return IGNORED
    # Without a target, a file that was there before the session is one that no step could store.
    return "" if fact.touched and (fact.target is not None or not fact.before) else YOURS
