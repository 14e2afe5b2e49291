"""Promises: commits that may get a checkpoint, and do not have it yet. One file each (I2).

`entire-sessions/promised/<checkpoint id>` is written by prepare-commit-msg, and deleted by the hook that
completed the commit, or once it is certain that the commit was not made. A commit that is aborted leaves its
promise, and the next one can have the same checkpoint: then prepare-commit-msg replaces the promise. Only if
a commit waits for that checkpoint, and is being amended, its promise stays.
"""

from __future__ import annotations

import os

from entire.core import clock, files, json_text, log
from entire.core.errors import Locked
from entire.core.lock import Lock
from entire.core.pattern import HEX, made_of
from entire.core.record import Record
from entire.session.store import PROMISED, Store
from entire.transcript.usage import TokenUsage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from typing import Any

# What earlier versions wrote: one file for each worktree, with nothing but the id.
_OLDER = f"{PROMISED}."
_MAIN = "main"
_MADE = ".commit"
FORGOTTEN_SECONDS = 7 * 24 * 3600
_NOT_WRITTEN = ("checkpoint_id", "older", "made", "read")
_CHANGE_SECONDS = 0.3  # one change takes a few milliseconds


class End(Record):
    """Where a session's conversation was when a turn began: what comes later is not about earlier commits."""

    ALWAYS = frozenset({"position", "files"})
    NESTED = {"usage": TokenUsage}

    position: int = 0
    usage: TokenUsage | None = None  # everything counted up to there
    turn_id: str = ""  # the turn before
    files: Any = None  # which waited for a commit when the turn began; no list if an earlier version wrote it


class Promise(Record):
    """What is known about a commit before it is made."""

    ALWAYS = frozenset({"worktree_id", "created_at"})

    worktree_id: str = ""
    created_at: str = ""
    parent: str = ""  # of the commit; empty if it is the first one, or unknown
    amends: str = ""  # the commit that it replaces
    sessions: dict[str, Any] = {}  # files to link by session id; empty: of any session
    claims: dict[str, Any] = {}  # the same, of sessions that said so when the commit waited already
    person: bool = False  # made at a terminal, as far as is known: only files in transcripts are an agent's
    turns: dict[str, Any] = {}  # the last turn of each session, as far as it is certain
    ends: dict[str, Any] = {}  # where the turn of each session ended (End), if another one began since
    commit: str = ""  # the commit, if it is known; linked by a note if its message has no trailer
    unlinked: str = ""  # a commit that may have lost its link: only `doctor` can ask about it
    emptied: bool = False  # the message had nothing but the trailer, so it was taken out: link by a note
    strategy: str = ""  # that makes the commit; empty if a person or an agent does
    step: str = ""  # the step that it commits

    checkpoint_id: str = ""
    older: bool = False  # a file of an earlier version
    made: str = ""  # the commit that was made next: this one, unless its message lost the trailer
    read: Any = None  # its JSON when it was read

    def __eq__(self, other: object) -> bool:
        """Whether both say the same."""
        return isinstance(other, Promise) and self._facts() == other._facts()

    def _facts(self) -> dict[str, Any]:
        return self.__dict__ | {"read": None}

    __hash__ = None

    def written(self) -> dict[str, Any]:
        """What its file has."""
        return {name: value for name, value in self.to_json().items() if name not in _NOT_WRITTEN}

    def files_of(self, session_id: str) -> list[str]:
        """The files of a session that the commit was linked for, or that it claimed."""
        both = (self.sessions.get(session_id), self.claims.get(session_id))
        paths = (path for some in both if isinstance(some, list) for path in some)
        return list(dict.fromkeys(path for path in paths if isinstance(path, str)))

    @property
    def known_sessions(self) -> list[str]:
        """Those that are sure to have work in the commit."""
        return list(dict.fromkeys([*self.sessions, *self.claims]))

    def may_concern(self, session_ids: Collection[str]) -> bool:
        """Whether the commit has work of one of these sessions, or may have."""
        return not self.sessions or not {*self.known_sessions}.isdisjoint(session_ids)

    def end_of(self, session_id: str) -> End | None:
        """Where the turn that the commit belongs to ended; None if no other turn began since."""
        end = self.ends.get(session_id)
        return End.from_json(end) if isinstance(end, dict) else None

    def may_contain(self, session_id: str, path: str) -> bool:
        """Whether a file can be a session's work in the commit: not if only later turns touched it."""
        end = self.end_of(session_id)
        known = end.files if end is not None else None
        return not isinstance(known, list) or path in known or path in self.files_of(session_id)

    def age(self) -> float:
        """Seconds since it was made; endless if that is unknown."""
        seconds = clock.age(self.created_at)
        return float("inf") if seconds is None else seconds

    @property
    def is_prepared(self) -> bool:
        """Whether prepare-commit-msg wrote it for a new commit, and nobody has seen that commit yet.

        If a turn began since, it was of another commit, which was aborted.
        """
        return not (self.older or self.unlinked or self.commit or self.amends or self.ends)

    @property
    def is_being_amended(self) -> bool:
        """Whether the commit waits, and one that replaces it was begun, and perhaps made."""
        return bool(self.commit) and self.commit == self.amends

    def note_made(self, commit: str) -> None:
        """This is the commit. If another one waited, it replaces that: turns in between belong to it."""
        if self.commit not in ("", commit):
            self.ends, self.turns = {}, {}
        self.commit = commit

    @property
    def is_forgotten(self) -> bool:
        return self.age() > FORGOTTEN_SECONDS


class Changing:
    """A lock to read, change and write a promise: prepare-commit-msg does so without the store's lock.

    It is never waited for long.
    """

    def __init__(self, store: Store) -> None:
        self._lock = Lock(os.path.join(store.directory, "lock-promises"), _CHANGE_SECONDS)
        self._taken = False

    def __enter__(self) -> None:
        try:
            self._lock.__enter__()
            self._taken = True
        except Locked as error:
            log.warn("promises are locked", component="session", error=error.message)

    def __exit__(self, *error: object) -> None:
        if self._taken:
            self._lock.__exit__(None, None, None)


def write(store: Store, promise: Promise, *, durable: bool) -> None:
    """Write a promise, which may exist already."""
    files.make_dir(_folder(store))
    store.end_quiet()
    files.write_atomic(_path(store, promise), json_text.encode(promise.written()), durable=durable)


def update(store: Store, promise: Promise, *, durable: bool) -> None:
    """Write a promise that was read, with what is known now.

    Hooks without the store's lock may have noted something since: that its commit is being amended, or the
    commit that amends it. That stays.
    """
    with Changing(store):
        now = _changed_since(store, promise)
        if now is not None and promise.read is not None:
            from entire.session.promise_changes import merged

            value = merged(promise.read, promise.written(), now.written())
            fresh = Promise.from_json(value).__dict__
            promise.__dict__.update((name, fresh[name]) for name in fresh if name not in _NOT_WRITTEN)
        write(store, promise, durable=durable)


def _changed_since(store: Store, promise: Promise) -> Promise | None:
    """The promise as it is now, if another process wrote it since it was read."""
    now = _read(store, promise.checkpoint_id) if not promise.older else None
    return now if now is not None and now.read != promise.read else None


def _is_of_another(store: Store, promise: Promise) -> bool:
    """Whether the promise was written since, for a commit that amends this one, made or not."""
    now = _changed_since(store, promise) if promise.read is not None else None
    if now is None:
        return False
    begun = now.is_being_amended and now.amends != promise.amends and promise.commit in ("", now.commit)
    return begun or now.commit not in ("", promise.commit)


def expect_commit(store: Store, checkpoint_id: str) -> None:
    """Create the file into which post-commit's script writes the commit."""
    files.write_atomic(_made_path(store, checkpoint_id), b"", durable=False)


def begin_turn(store: Store, session_id: str, end: End, files: Mapping[str, list[str]]) -> None:
    """A session begins a turn: what it does from now on is not part of the commits that wait.

    ``files``: what waits for a commit, by worktree.
    """
    for promise in _in_folder(store):
        if session_id not in promise.ends:
            end.files = files.get(promise.worktree_id, [])
            promise.ends = promise.ends | {session_id: end.to_json()}
            update(store, promise, durable=not promise.unlinked)


def find(store: Store, checkpoint_id: str) -> Promise | None:
    """The promise of a checkpoint; None if it has none, or only one of an earlier version."""
    return _read(store, checkpoint_id)


def from_on(store: Store, promise: Promise) -> list[str]:
    """The checkpoints of a promise and of those after it."""
    known = [each.checkpoint_id for each in _in_folder(store)]
    at = known.index(promise.checkpoint_id) if promise.checkpoint_id in known else len(known)
    return [promise.checkpoint_id, *known[at:]]


def settle(store: Store, promise: Promise) -> None:
    """Delete a promise: its commit is complete, or was not made. If that is amended since, it stays."""
    with Changing(store):
        if not _is_of_another(store, promise):
            files.remove(_made_path(store, promise.checkpoint_id))
            files.remove(_path(store, promise))


def settle_amended(store: Store, promise: Promise) -> None:
    """The commit that is being amended is complete as it was: what is left is the promise of the new one."""
    renewed = Promise(
        checkpoint_id=promise.checkpoint_id,
        worktree_id=promise.worktree_id,
        created_at=promise.created_at,
        parent=promise.parent,
        amends=promise.amends,
    )
    with Changing(store):
        if not _is_of_another(store, promise):
            files.remove(_made_path(store, promise.checkpoint_id))
            write(store, renewed, durable=True)


def sweep(store: Store) -> None:
    """Delete the names of commits whose promise is settled: a script wrote them too late."""
    names = set(files.names(_folder(store)))
    for name in names:
        if name.endswith(_MADE) and name.removesuffix(_MADE) not in names:
            files.remove(os.path.join(_folder(store), name))


def of_worktree(store: Store, worktree_id: str) -> list[Promise]:
    """The promises of a worktree, oldest first; usually none."""
    older = files.read_or_empty(_older_path(store, worktree_id)).decode("utf-8", "replace")
    found = [promise for promise in _in_folder(store) if promise.worktree_id == worktree_id]
    if made_of(older, HEX, 12, 12):
        found.insert(0, Promise(worktree_id=worktree_id, checkpoint_id=older, older=True))
    return found


def waiting(store: Store, worktree_id: str) -> list[Promise]:
    """The same, of commits that will get their checkpoint without a question."""
    return [promise for promise in of_worktree(store, worktree_id) if not promise.unlinked]


def elsewhere(store: Store, worktree_id: str) -> list[Promise]:
    """The promises of other worktrees for sessions that were also in this one; usually none."""
    found = [promise for promise in _in_folder(store) if promise.worktree_id != worktree_id]
    here = {state.session_id for state in store.in_worktree(worktree_id)} if found else set()
    return [
        promise for promise in found if not promise.unlinked and not here.isdisjoint(promise.known_sessions)
    ]


def ownerless(store: Store, worktree_id: str) -> list[Promise]:
    """The promises of other worktrees that no event there will look at; usually none.

    The worktree was removed, or nobody has used it since the promise was made, long ago.
    """
    return [
        promise
        for promise in everywhere(store)
        if promise.worktree_id != worktree_id
        and (is_gone(store, promise.worktree_id) or (not promise.commit and promise.is_forgotten))
    ]


def is_gone(store: Store, worktree_id: str) -> bool:
    """Whether a worktree was removed: git has forgotten it, or would at its next `git worktree prune`."""
    folder = os.path.join(os.path.dirname(store.directory), "worktrees", worktree_id)
    if not worktree_id or os.path.lexists(os.path.join(folder, "locked")):
        return False
    path = os.fsdecode(files.read_or_empty(os.path.join(folder, "gitdir"))).rstrip("\n")
    return not path or not os.path.lexists(os.path.join(folder, path))


def note_commit(store: Store, promise: Promise, commit: str, worktree_id: str) -> None:
    """The commit was made, and waits in this worktree."""
    if promise.older:
        settle(store, promise)
    promise.older, promise.worktree_id, promise.commit = False, worktree_id, commit
    update(store, promise, durable=True)


def everywhere(store: Store) -> list[Promise]:
    """The promises of all worktrees, oldest first."""
    try:
        names = [name for name in os.listdir(store.directory) if name.startswith(_OLDER)]
    except FileNotFoundError:
        return []
    ids = sorted(_worktree_id(name.removeprefix(_OLDER)) for name in names)
    others = {promise.worktree_id for promise in _in_folder(store)}
    return [found for id in sorted({*ids, *others}) for found in of_worktree(store, id)]


def _in_folder(store: Store) -> list[Promise]:
    try:
        names = os.listdir(_folder(store))
    except (FileNotFoundError, NotADirectoryError):
        return []
    found = [promise for name in names if (promise := _read(store, name)) is not None]
    return sorted(found, key=lambda promise: (-promise.age(), promise.checkpoint_id))


def _read(store: Store, name: str) -> Promise | None:
    if not made_of(name, HEX, 12, 12):
        return None
    try:
        data = files.read(os.path.join(_folder(store), name))
        if data is None:
            return None
        promise = Promise.from_json(json_text.decode(data))
    except (OSError, ValueError, RecursionError) as error:
        log.warn("promise cannot be read", component="session", checkpoint_id=name, error=str(error))
        return None
    promise.checkpoint_id, promise.older = name, False
    promise.read = promise.written()
    made = files.read_or_empty(_made_path(store, name)).decode("ascii", "replace").strip()
    promise.made = made if made_of(made, HEX, 40, 64) else ""
    return promise


def _folder(store: Store) -> str:
    return os.path.join(store.directory, PROMISED)


def _path(store: Store, promise: Promise) -> str:
    if promise.older:
        return _older_path(store, promise.worktree_id)
    return os.path.join(_folder(store), promise.checkpoint_id)


def _made_path(store: Store, checkpoint_id: str) -> str:
    """Post-commit's script writes the commit there before it leaves the checkpoint to the background."""
    return os.path.join(_folder(store), checkpoint_id + _MADE)


def _older_path(store: Store, worktree_id: str) -> str:
    name = worktree_id.encode("utf-8", "replace").hex() or _MAIN
    return os.path.join(store.directory, _OLDER + name)


def _worktree_id(name: str) -> str:
    try:
        return "" if name == _MAIN else bytes.fromhex(name).decode("utf-8", "replace")
    except ValueError:
        return ""
