"""A turn that wrote files in other repositories: each gets its own part of the session. Rarely loaded.

There the session is one like any other, with the turns in which it wrote there and no others: what was said
about one repository is not pushed with another (I4). Its work is what these turns name and is not committed.
Repositories in which entire is not enabled are left alone.
"""

from __future__ import annotations

import os
from contextlib import contextmanager

from entire import redact
from entire.agent.events import Event, Kind
from entire.core import files, json_text, limits, links, log
from entire.core.errors import EntireError
from entire.core.paths import real_parent, session_metadata_dir
from entire.git.repository import Repository, open_elsewhere
from entire.git.worktree import own_settings, status
from entire.lifecycle.ending import end_session
from entire.session import cursors
from entire.session.store import Store
from entire.strategy import registry as strategies
from entire.strategy.turn.end import end_turn
from entire.strategy.turn.start import initialize_session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from entire.core.settings import Loaded
    from entire.session.state import State

_MOST = 5  # repositories that a hook looks at
_MOST_PARTS = 20  # of a session
_LARGEST = 64 * 1024 * 1024  # of a turn
PART = "part.jsonl"  # the turns of a session that wrote in a repository, redacted
_LAST = "part.json"  # about the last of them


def save(repo: Repository, store: Store, session_id: str) -> None:
    """Save the work of the last turn in each of them. What fails there does not matter here (I1)."""
    state, cursor = store.load(session_id), cursors.load(store, session_id)
    at = cursor.turn_outside(repo.worktree, repo.git_dir)
    if state is None or at is None:
        return
    turn, after = cursor.turns[at], cursor.turns[at + 1 :]
    end = after[0].byte if after else cursor.mark.byte
    around = _roots(repo, [real_parent(name) for name in turn.files if os.path.isabs(name)])[:_MOST]
    roots = [root for root in around if _is_other(repo, root)]
    _note(store, session_id, roots)
    for root in roots:
        try:
            if not limits.may_heal():
                raise EntireError("the hook has no time left")
            _save(repo, root, state, turn.byte, end)
        except (EntireError, OSError) as error:
            log.warn("cannot save a turn's work in another repository", repository=root, error=str(error))


def end(repo: Repository, state: State) -> None:
    """End a session's parts, which no hook does. Not one that has become a session of its repository."""
    for root in state.parts:
        try:
            _end(repo, root, state.session_id)
        except (EntireError, OSError) as error:
            log.warn("cannot end a session in another repository", repository=root, error=str(error))


def _end(repo: Repository, root: str, session_id: str) -> None:
    there = open_elsewhere(root)
    loaded, state = own_settings.load(there), Store(there).load(session_id)
    if state is None or not loaded.enabled or state.transcript_path != _part(there, session_id):
        return
    with _redacting(repo, loaded):
        end_session(strategies.get(loaded.settings.strategy), there, session_id, save_turn=False)


def _note(store: Store, session_id: str, roots: list[str]) -> None:
    """Remember where parts are, to end them."""
    with store.lock():
        state = store.load(session_id)
        parts = list(dict.fromkeys([*state.parts, *roots]))[:_MOST_PARTS] if state is not None else []
        if state is not None and parts != state.parts:
            state.parts = parts
            store.save(state)


@contextmanager
def _redacting(repo: Repository, loaded: Loaded) -> Iterator[None]:
    """By the settings of another repository, for as long as it lasts."""
    redact.configure(lambda: loaded.settings.redaction)
    try:
        yield
    finally:
        redact.configure(lambda: own_settings.load(repo).settings.redaction)


def _part(repo: Repository, session_id: str) -> str:
    return repo.path(session_metadata_dir(session_id), PART)


def _roots(repo: Repository, paths: list[str]) -> list[str]:
    """The work trees around these files, without this one."""
    found = dict.fromkeys(filter(None, map(_root, paths)))
    return [root for root in found if root != repo.worktree]


def _is_other(repo: Repository, root: str) -> bool:
    """Whether a work tree belongs to another repository, not to another worktree of this one."""
    try:
        return open_elsewhere(root).common_dir != repo.common_dir
    except (EntireError, OSError):
        return False


def _root(path: str) -> str:
    """The nearest folder above a file that has a `.git`, or an empty text."""
    folder = os.path.dirname(path)
    while not os.path.lexists(os.path.join(folder, ".git")):
        if folder == os.path.dirname(folder):
            return ""
        folder = os.path.dirname(folder)
    return folder


def _read(transcript: str, start: int, end: int) -> bytes:
    """A turn's records. Raises EntireError if they cannot be cut out of the transcript."""
    descriptor = files.open_regular(transcript)
    if descriptor is None or not 0 <= start < end <= start + _LARGEST:
        raise EntireError("its part of the conversation cannot be cut out")
    with open(descriptor, "rb") as file:
        return os.pread(file.fileno(), end - start, start)


def _save(repo: Repository, root: str, state: State, start: int, end: int) -> None:
    """Nothing happens if the turn was saved there before."""
    there = open_elsewhere(root)
    loaded = own_settings.load(there)
    if not loaded.enabled or links.own(root, there.common_dir):
        return
    session_id, records = state.session_id, _read(state.transcript_path, start, end)
    strategy, store = strategies.get(loaded.settings.strategy), Store(there)
    with _redacting(repo, loaded), store.lock():
        last = _last(there, session_id)
        if (last.get("byte"), last.get("end")) == (start, end):
            return
        path = _keep(there, session_id, last, start, records)
        event = Event(Kind.TURN_END, session_id, path, model=state.model_name)
        now = status.read(there)
        part = store.load(session_id)
        if part is None or not part.is_active:
            part = initialize_session(strategy, there, store, part, event, state.agent_type, now)
        end_turn(strategy, there, store, part, now, late=False)
        _note_end(there, session_id, end)
    log.info("saved a turn's work in another repository", component="session", repository=there.worktree)


def _last(repo: Repository, session_id: str) -> dict[str, Any]:
    """Where the last turn begins, in the transcript and in the part; where it ends, once it is saved."""
    try:
        found = json_text.decode(files.read_or_empty(_noted(repo, session_id)) or b"{}")
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _noted(repo: Repository, session_id: str) -> str:
    return repo.path(session_metadata_dir(session_id), _LAST)


def _keep(repo: Repository, session_id: str, last: dict[str, Any], byte: int, records: bytes) -> str:
    """Add a turn to the repository's part of the conversation; a turn that has grown replaces itself."""
    files.make_private_dir(repo.worktree, session_metadata_dir(session_id))
    path = _part(repo, session_id)
    kept = files.read_or_empty(path)
    if last.get("byte") == byte and isinstance(last.get("size"), int):
        kept = kept[: last["size"]]
    note = {"byte": byte, "size": len(kept)}
    files.write_atomic(_noted(repo, session_id), json_text.encode(note))
    files.write_atomic(path, kept + redact.redact_jsonl(records))
    return path


def _note_end(repo: Repository, session_id: str, end: int) -> None:
    note = _last(repo, session_id) | {"end": end}
    files.write_atomic(_noted(repo, session_id), json_text.encode(note))
