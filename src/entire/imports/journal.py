"""What was imported in this repository, for undoing it: `imported` beside the session states.

It is written before anything else, so that what a killed import has written can be undone, too.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from entire.checkpoint.ids import is_checkpoint_id
from entire.checkpoint.names import CHECKPOINTS_REF, NOTES_REF
from entire.core import clock, files, json_text
from entire.core.errors import EntireError
from entire.core.paths import STATE_DIR
from entire.core.record import Record
from entire.core.value import Value
from entire.git.objects.read import Objects
from entire.git.repository import Repository

_FILE = "imported"
_REFS = (NOTES_REF, CHECKPOINTS_REF)


class Run(Record):
    """One import, or one that was killed and completed later."""

    ALWAYS = frozenset({"started_at", "before", "checkpoints", "sessions"})

    started_at: str = ""
    before: dict[str, Any] = {}  # the tips of refs; those that did not exist are missing
    ended_at: str = ""  # empty if it was killed
    checkpoints: dict[str, Any] = {}  # by id, the commit
    sessions: dict[str, Any] = {}  # by checkpoint, those that were imported: other clones import others


class Journal(Record):
    ALWAYS = frozenset({"runs"})
    NESTED = {"runs": Run}

    runs: list[Run] = []

    @property
    def checkpoint_ids(self) -> set[str]:
        return {id for run in self.runs for id in run.checkpoints if is_checkpoint_id(id)}

    @property
    def is_open(self) -> bool:
        """Whether the last import was killed, or still runs."""
        return bool(self.runs) and not self.runs[-1].ended_at

    def sessions_of(self, checkpoint_id: str) -> set[str]:
        """The sessions that were imported here for a checkpoint."""
        noted = (run.sessions.get(checkpoint_id) for run in self.runs)
        return {one for ids in noted if isinstance(ids, list) for one in ids if isinstance(one, str)}


class Planned(Value):
    commit: str
    checkpoint_id: str
    session_ids: list[str]  # that the checkpoint does not have yet


def _place(repo: Repository) -> str:
    return os.path.join(repo.common_dir, STATE_DIR, _FILE)


def load(repo: Repository) -> Journal:
    """Load the journal, which is empty before the first import. Raises EntireError if it cannot be read."""
    try:
        return Journal.from_json(json_text.decode(files.read(_place(repo), files.SMALL) or b"{}"))
    except (OSError, ValueError, RecursionError) as error:
        place = os.path.relpath(_place(repo), repo.worktree)
        raise EntireError(
            f"the list of what was imported cannot be read: {place}",
            "restore it, or delete it: what it lists then stays, and cannot be undone",
        ) from error


def begin(repo: Repository, objects: Objects, planned: Sequence[Planned]) -> Journal:
    """Note what is about to be written. What a killed import left belongs to the same run."""
    found = load(repo)
    if not found.is_open:
        found.runs = [*found.runs, Run(started_at=clock.now_utc(), before=_tips(objects))]
    run = found.runs[-1]
    run.checkpoints = run.checkpoints | {one.checkpoint_id: one.commit for one in planned}
    run.sessions = run.sessions | {
        one.checkpoint_id: sorted({*found.sessions_of(one.checkpoint_id), *one.session_ids})
        for one in planned
    }
    _save(repo, found)
    return found


def end(repo: Repository, found: Journal) -> None:
    found.runs[-1].ended_at = clock.now_utc()
    _save(repo, found)


def forget(repo: Repository) -> None:
    files.remove(_place(repo))


def _save(repo: Repository, found: Journal) -> None:
    files.write_atomic(_place(repo), json_text.encode(found.to_json()), durable=True)


def _tips(objects: Objects) -> dict[str, str]:
    found = {ref: objects.commit(ref) for ref in _REFS}
    return {ref: commit.oid for ref, commit in found.items() if commit is not None}
