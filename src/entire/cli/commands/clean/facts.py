"""What `entire clean` found and did. Field names are the names in `--json`."""

from __future__ import annotations

import os
from itertools import groupby
from typing import NamedTuple

from entire.cli.ui import failures
from entire.core.text import one_line
from entire.strategy.clean.apply import CleanupResult
from entire.strategy.clean.items import CleanupItem, CleanupType

# Singular and plural.
_NAMES = {
    CleanupType.SHADOW_BRANCH: ("shadow branch", "shadow branches"),
    CleanupType.SET_ASIDE: ("branch set aside", "branches set aside"),
    CleanupType.SESSION_STATE: ("session state", "session states"),
    CleanupType.UNREADABLE_STATE: ("unreadable state", "unreadable states"),
    CleanupType.CHECKPOINT: ("checkpoint", "checkpoints"),
    CleanupType.TEMPORARY_FILE: ("temporary file", "temporary files"),
}


class Failed(NamedTuple):
    item: CleanupItem
    error: str
    hint: str


class Cleaned(NamedTuple):
    root: str  # the work tree
    items: list[CleanupItem]
    done: bool = False  # with --force; otherwise this is what would be deleted
    deleted: list[CleanupItem] = []
    moved_branches: dict[str, str] = {}  # shadow branches that were moved, and to which ref
    failures: list[Failed] = []


def cleaned(root: str, items: list[CleanupItem], result: CleanupResult) -> Cleaned:
    failed = [Failed(failure.item, *failures.describe(failure.error)) for failure in result.failed]
    return Cleaned(root, items, True, result.deleted, result.kept, failed)


class Group(NamedTuple):
    """Items of one kind."""

    one: str
    many: str
    items: list[CleanupItem]


def groups(items: list[CleanupItem]) -> list[Group]:
    order = sorted(items, key=lambda item: CleanupType.ALL.index(item.type))
    return [Group(*_NAMES[kind], list(each)) for kind, each in groupby(order, key=lambda item: item.type)]


def display_name(item: CleanupItem, root: str) -> str:
    """An id as it is, a path relative to the work tree."""
    if not os.path.isabs(item.id):
        return one_line(item.id)
    relative = os.path.relpath(item.id, root)
    return one_line(item.id if relative.startswith("..") else relative)


def note(item: CleanupItem, report: Cleaned) -> str:
    """Why it can be deleted; once deleted, how to get it back."""
    if not report.done:
        return one_line(item.reason)
    if item.id in report.moved_branches:
        return f"set aside as {report.moved_branches[item.id]}"
    return f"was {item.tip[:12]}" if item.tip else ""
