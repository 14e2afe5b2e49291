"""Session states on disk: `<git common dir>/entire-sessions/<session id>.json`.

For the git hooks, a session is live while its file is directly in that folder. Ended sessions that are
fully condensed move to `ended/`, so that hooks do not read them; they move back when resumed.
"""

from __future__ import annotations

import os

from entire.core import files, json_text, log
from entire.core.errors import EntireError
from entire.core.lock import WAIT_SECONDS, Lock
from entire.core.paths import STATE_DIR, check_session_id, valid_session_id
from entire.git.repository import Repository
from entire.session import places
from entire.session import state as states
from entire.session.places import Place
from entire.session.state import State

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

ENDED_DIR = "ended"
PROMISED = "promised"  # a folder
QUIET = "quiet"  # see `session/quiet.py`
_SUFFIXES = (".model", ".cursor", ".json")


class BrokenState(EntireError):
    """A state file is not readable; it is left as it is."""


class Store:
    """The session states of a repository, for all of its worktrees."""

    def __init__(self, repo: Repository) -> None:
        self.directory = os.path.join(repo.common_dir, STATE_DIR)

    def lock(self, wait: float = WAIT_SECONDS) -> Lock:
        """Return the repository's lock. Hold it while reading something in order to change it."""
        return Lock(os.path.join(self.directory, "lock"), wait)

    def path(self, session_id: str, suffix: str = ".json", *, ended: bool = False) -> str:
        folder = os.path.join(self.directory, ENDED_DIR) if ended else self.directory
        return os.path.join(folder, check_session_id(session_id) + suffix)

    def load(self, session_id: str) -> State | None:
        """Return a session's state, live or ended; None if it does not exist. Raises BrokenState."""
        for ended in (False, True):
            try:
                data = files.read(self.path(session_id, ended=ended), files.SMALL)
            except files.NotReadable as error:
                raise BrokenState(f"session state {session_id} cannot be read: {error}") from error
            if data is not None:
                return _parse(data, session_id)
        return None

    def load_or_set_aside(self, session_id: str) -> State | None:
        """The same, but a broken file is set aside, and the session continues without it."""
        try:
            return self.load(session_id)
        except BrokenState as error:
            for ended in (False, True):
                path = self.path(session_id, ended=ended)
                if os.path.lexists(path):
                    os.replace(path, f"{path}.broken-{os.urandom(3).hex()}")
            log.error(
                "session state set aside", component="session", session_id=session_id, error=error.message
            )
            return None

    def save(self, state: State) -> None:
        """Write a state. An archived session becomes live again, with all of its files."""
        files.make_dir(self.directory)
        self.end_quiet()
        self._move(state.session_id, back=True)
        files.write_atomic(self.path(state.session_id), json_text.encode(places.at_home(state).to_json()))

    def end_quiet(self) -> None:
        """Something may wait from now on: the commit hooks have to look (`session/quiet.py`)."""
        files.remove(os.path.join(self.directory, QUIET))

    def clear(self, session_id: str) -> None:
        """Remove all files of a session."""
        for suffix in _SUFFIXES:
            for ended in (False, True):
                files.remove(self.path(session_id, suffix, ended=ended))

    def archive(self, session_id: str) -> None:
        """Move an ended session to `ended/`, where hooks do not look."""
        files.make_dir(os.path.join(self.directory, ENDED_DIR))
        self._move(session_id, back=False)

    def _move(self, session_id: str, *, back: bool) -> None:
        """Move a session's files from or to `ended/`; the state moves last, so that the others are there."""
        for suffix in _SUFFIXES:
            source = self.path(session_id, suffix, ended=back)
            target = self.path(session_id, suffix, ended=not back)
            if back and os.path.lexists(target):  # newer than the archived one
                files.remove(source)
                continue
            try:
                os.replace(source, target)
            except FileNotFoundError:
                pass

    def live(self) -> list[State]:
        """Return the states of live sessions, sorted by id. A broken file is skipped and logged."""
        return list(self._read(self.directory))

    def in_worktree(self, worktree_id: str) -> list[State]:
        """The live sessions of a worktree, and those that moved to another one and left work there."""
        return [state for state in self.live() if places.visit(state, worktree_id)]

    def for_commit(self, worktree_id: str, head: str) -> list[State]:
        """The same, and agents working in other worktrees: they may have written here unseen by any hook."""
        found = []
        for state in self.live():
            here = Place(base_commit=head, attribution_base_commit=head)
            working = state.is_active and states.is_working(state)
            if places.visit(state, worktree_id, here if working else None):
                found.append(state)
        return found

    def all(self) -> list[State]:
        """Return the states of all sessions, live and ended."""
        return [*self.live(), *self._read(os.path.join(self.directory, ENDED_DIR))]

    def ended_ids(self) -> list[str]:
        """Return the ids of ended sessions without reading their states."""
        names = _names(os.path.join(self.directory, ENDED_DIR))
        ids = (name.removesuffix(".json") for name in names if name.endswith(".json"))
        return [id for id in ids if valid_session_id(id)]

    def has_promises(self) -> bool:
        """Whether there are promises (`promises.py`, which is not worth loading just to find none)."""
        names = [name for name in _names(self.directory) if name.startswith(PROMISED)]
        folder = os.path.join(self.directory, PROMISED)
        return any(name != PROMISED or any("." not in one for one in _names(folder)) for name in names)

    def _read(self, folder: str) -> Iterator[State]:
        for name in _names(folder):
            session_id = name.removesuffix(".json")
            if not name.endswith(".json") or not valid_session_id(session_id):
                continue
            try:
                data = files.read(os.path.join(folder, name), files.SMALL)
                if data is not None:
                    yield _parse(data, session_id)
            except (BrokenState, OSError) as error:
                log.warn(
                    "session state skipped", component="session", session_id=session_id, error=str(error)
                )

    def store_model_hint(self, session_id: str, model: str) -> None:
        """Save the model that an agent reported before the session has a state."""
        files.make_dir(self.directory)
        files.write_atomic(self.path(session_id, ".model"), model.strip().encode("utf-8", "replace"))

    def load_model_hint(self, session_id: str) -> str:
        return files.read_or_empty(self.path(session_id, ".model")).decode("utf-8", "replace").strip()


def _names(folder: str) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except (FileNotFoundError, NotADirectoryError):
        return []


def _parse(data: bytes, session_id: str) -> State:
    try:
        state = states.load(json_text.decode(data))
    except (ValueError, RecursionError) as error:
        raise BrokenState(f"session state {session_id} cannot be read: {error}") from error
    if state.session_id != session_id:
        raise BrokenState(f"session state {session_id} belongs to another session: {state.session_id[:60]!r}")
    return state
