"""What `entire du` shows. Field names are the names in `--json`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import closing
from typing import NamedTuple

from entire.care import fates, plan, shares
from entire.care.files import FileKind, LocalFile, local_files
from entire.care.ledger.ledger import Ledger
from entire.care.plan import Excess
from entire.care.read_once import ReadOnce
from entire.care.shares import Share
from entire.care.usage import Usage
from entire.core import clock, prefix
from entire.core.text import count
from entire.git import upkeep
from entire.git.objects.read import Objects
from entire.git.refs import BRANCHES
from entire.git.repository import Repository
from entire.git.worktree import worktrees
from entire.session import find
from entire.session.state import UNKNOWN_AGENT, State


class RefRow(NamedTuple):
    name: str  # a branch, or another ref
    kind: str
    unique_bytes: int
    shared_bytes: int  # also in other refs of entire
    step_count: int
    needed: bool


class SessionRow(NamedTuple):
    session_id: str
    short_id: str  # the shortest unique prefix
    agent: str
    last_interaction_time: str
    prompt: str
    checkpoint_count: int
    step_count: int  # not committed yet
    unique_bytes: int
    shared_bytes: int  # also in other sessions
    file_bytes: int

    @property
    def bytes(self) -> int:
        return self.unique_bytes + self.shared_bytes + self.file_bytes


class FileRow(NamedTuple):
    kind: str
    file_count: int
    bytes: int


class Counted(NamedTuple):
    """Git objects; sizes are those on disk."""

    object_count: int
    bytes: int
    shared_by_refs_bytes: int  # counted once
    shared_by_sessions_bytes: int  # counted once
    no_session_bytes: int  # commits and folders of the checkpoints branch
    yours_bytes: int  # in steps, but also in your own commits: not counted
    missing_count: int  # not fetched by a partial clone


class Freed(NamedTuple):
    command: str
    bytes: int
    what: str


class DiskUsage(NamedTuple):
    total_bytes: int
    object_store_bytes: int  # of the whole repository
    git: Counted
    refs: list[RefRow]  # the largest first
    sessions: list[SessionRow]  # the largest first
    local_files: list[FileRow]
    freed: list[Freed]


def gather(repo: Repository, report: Callable[[str, int], None]) -> DiskUsage:
    store = ReadOnce(repo)
    states = store.all()
    with Objects(repo) as objects, closing(Ledger(repo, objects, report)) as ledger:
        used = ledger.measure()
        report("copies of transcripts", 0)
        places = list(worktrees.every(repo))
        care = plan.look(places, objects, store, upkeep.read(repo).expire, ledger.unreachable)
    kept = local_files(places)
    idle = fates.not_needed(used, states)
    files = _files(kept)
    return DiskUsage(
        used.bytes + sum(row.bytes for row in files),
        care.store.bytes,
        _counted(used),
        _refs(used, idle),
        _sessions(used, states, kept),
        files,
        _freed(used, idle, care),
    )


def _counted(used: Usage) -> Counted:
    return Counted(
        sum(part.objects for part in used.parts),
        used.bytes,
        sum(part.bytes for part in used.parts if len(part.refs) > 1),
        sum(part.bytes for part in used.parts if len(part.sessions) > 1),
        sum(part.bytes for part in used.parts if not part.sessions),
        used.yours.bytes,
        used.missing,
    )


def _refs(used: Usage, idle: set[str]) -> list[RefRow]:
    held = shares.by_ref(used.parts)
    rows = []
    for ref in used.refs:
        share = held.get(ref.name, Share())
        steps = len(used.steps.get(ref.name, ()))
        name = ref.name.removeprefix(BRANCHES)
        rows.append(RefRow(name, ref.kind, share.unique, share.shared, steps, ref.name not in idle))
    return sorted(rows, key=lambda row: (-row.unique_bytes - row.shared_bytes, row.name))


def _sessions(used: Usage, states: list[State], kept: Iterable[LocalFile]) -> list[SessionRow]:
    """All sessions that use any space, here or in checkpoints of others."""
    held = shares.by_session(used.parts)
    known = {state.session_id: state for state in states}
    files: dict[str, int] = {}
    for file in kept:
        if file.session_id:
            files[file.session_id] = files.get(file.session_id, 0) + file.bytes
    ids = sorted(held.keys() | known.keys() | files.keys())
    shorten = prefix.shortener(ids, find.LEAST_LENGTH)
    rows = []
    for id in ids:
        state, recorded, share = known.get(id), used.recorded.get(id), held.get(id, Share())
        rows.append(
            SessionRow(
                id,
                shorten(id),
                (state.agent_type if state else "") or (recorded.agent if recorded else "") or UNKNOWN_AGENT,
                _last(state, recorded.last if recorded else ""),
                (state.last_prompt or state.first_prompt) if state else "",
                recorded.checkpoints if recorded else 0,
                state.checkpoint_count if state else 0,
                share.unique,
                share.shared,
                files.get(id, 0),
            )
        )
    return sorted(rows, key=lambda row: (-row.bytes, row.session_id))


def _last(state: State | None, recorded: str) -> str:
    local = (state.last_interaction_time or state.started_at) if state else ""
    return max(filter(None, (local, recorded)), key=lambda text: clock.timestamp(text) or 0.0, default="")


def _files(kept: Iterable[LocalFile]) -> list[FileRow]:
    found = dict.fromkeys(FileKind.ALL, (0, 0))
    for file in kept:
        number, size = found[file.kind]
        found[file.kind] = (number + 1, size + file.bytes)
    return [FileRow(kind, *counted) for kind, counted in found.items() if counted[0]]


def _freed(used: Usage, idle: set[str], care: Excess) -> list[Freed]:
    gone = care.unreachable
    rows = [
        Freed(
            "entire clean --force",
            shares.held_only_by(used.parts, idle),
            f"{count(len(idle), 'unused ref')}",
        ),
        Freed(
            "entire gc --run",
            sum(copy.bytes for copy in care.copies),
            f"{count(len(care.copies), 'transcript')} of ended sessions that checkpoints contain",
        ),
        Freed(
            "entire gc --run",
            sum(leftover.bytes for leftover in care.leftovers),
            f"{count(len(care.leftovers), 'temporary file')} of interrupted writes",
        ),
        Freed("git gc", gone.expired_bytes, "unreachable objects"),
        Freed("git gc", gone.bytes - gone.expired_bytes, "unreachable objects that git keeps for a while"),
    ]
    return [row for row in rows if row.bytes]
