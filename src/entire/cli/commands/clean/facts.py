"""What `entire clean` found and did. Field names are the names in `--json`."""

from __future__ import annotations

import os
from itertools import groupby
from typing import NamedTuple

from entire.cli.ui import failures
from entire.core.text import one_line
from entire.strategy.clean.apply import CleanupResult
from entire.strategy.clean.items import CleanupItem, CleanupType

# One of them, and several.
_NAMES = {
    CleanupType.SHADOW_BRANCH: ("shadow branch", "shadow branches"),
    CleanupType.SET_ASIDE: ("branch put aside", "branches put aside"),
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
    done: bool = False  # whether anything was to be deleted; else this is what would be
    deleted: list[CleanupItem] = []
    kept: dict[str, str] = {}  # shadow branches that were put aside, and where
    failed: list[Failed] = []


def cleaned(root: str, items: list[CleanupItem], result: CleanupResult) -> Cleaned:
    failed = [Failed(failure.item, *failures.words(failure.error)) for failure in result.failed]
    return Cleaned(root, items, True, result.deleted, result.kept, failed)


class Group(NamedTuple):
    """Items of one kind."""

    one: str
    many: str
    items: list[CleanupItem]


def groups(items: list[CleanupItem]) -> list[Group]:
    order = sorted(items, key=lambda item: CleanupType.ALL.index(item.type))
    return [Group(*_NAMES[kind], list(each)) for kind, each in groupby(order, key=lambda item: item.type)]


def shown(item: CleanupItem, root: str) -> str:
    """Names and ids as they are, paths as people write them."""
    if not os.path.isabs(item.id):
        return one_line(item.id)
    relative = os.path.relpath(item.id, root)
    return one_line(item.id if relative.startswith("..") else relative)


def remark(item: CleanupItem, report: Cleaned) -> str:
    """Why it goes; or, once it is gone, how to get it back."""
    if not report.done:
        return one_line(item.reason)
    if item.id in report.kept:
        return f"put aside as {report.kept[item.id]}"
    return f"was {item.tip[:12]}" if item.tip else ""
