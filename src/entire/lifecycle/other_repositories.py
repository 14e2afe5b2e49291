"""A turn that wrote files in other repositories: each gets its own part of the session. Rarely loaded.

There the session is one like any other, with the turns in which it wrote there and no others: what was said
about one repository is not pushed with another (I4). Its work is what these turns name and is not committed.
Repositories in which entire is not enabled are left alone.
"""

from __future__ import annotations

import os

from entire import redact
from entire.core import files, json_text, limits, links, log, settings
from entire.core.errors import EntireError
from entire.core.paths import real_parent, session_metadata_dir
from entire.git.repository import Repository, open_repository
from entire.git.worktree import status
from entire.session.store import Store
from entire.strategy import registry as strategies
from entire.strategy.turn.end import end_turn
from entire.strategy.turn.start import initialize_session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from entire.lifecycle.agent_events import Call
    from entire.transcript.cursor import Cursor

_MOST = 5  # repositories that a hook looks at
_LARGEST = 64 * 1024 * 1024  # of a turn
PART = "part.jsonl"  # the turns of a session that wrote in a repository, redacted
_LAST = "part.json"  # where the last of them begins, in the transcript and in the part


def save(call: Call, cursor: Cursor) -> None:
    """Save the last turn's work in each of them. What fails there does not matter here (I1)."""
    turn = cursor.turns[-1]
    named = [real_parent(name) for name in turn.files if os.path.isabs(name)]
    for root in _roots(call.repo, named)[:_MOST]:
        try:
            if not limits.may_heal():
                raise EntireError("the hook has no time left")
            records = _read(call.event.transcript_path, turn.byte, cursor.mark.byte)
            _save(call, root, turn.byte, records)
        except (EntireError, OSError) as error:
            log.warn("cannot save a turn's work in another repository", repository=root, error=str(error))


def _roots(repo: Repository, paths: list[str]) -> list[str]:
    """The work trees around these files, without this one."""
    found = dict.fromkeys(filter(None, map(_root, paths)))
    return [root for root in found if root != repo.worktree]


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


def _save(call: Call, root: str, byte: int, records: bytes) -> None:
    repo = open_repository(root)
    loaded = settings.load(repo.worktree)
    linked = links.own(repo.worktree, repo.common_dir)
    if repo.common_dir == call.repo.common_dir or not loaded.enabled or linked:
        return
    redact.configure(lambda: loaded.settings.redaction)
    try:
        strategy, store = strategies.get(loaded.settings.strategy), Store(repo)
        with store.lock():
            event = call.event.replace(transcript_path=_keep(repo, call.event.session_id, byte, records))
            now = status.read(repo)
            state = store.load(event.session_id)
            if state is None or not state.is_active:
                state = initialize_session(strategy, repo, store, state, event, call.agent.TYPE, now)
            end_turn(strategy, repo, store, state, now, late=False)
        log.info("saved a turn's work in another repository", component="session", repository=repo.worktree)
    finally:
        redact.configure(lambda: call.settings.redaction)


def _keep(repo: Repository, session_id: str, byte: int, records: bytes) -> str:
    """Add a turn to the repository's part of the conversation; a turn that has grown replaces itself."""
    folder = session_metadata_dir(session_id)
    files.make_private_dir(repo.worktree, folder)
    path, note = repo.path(folder, PART), repo.path(folder, _LAST)
    kept = files.read_or_empty(path)
    try:
        last = json_text.decode(files.read_or_empty(note) or b"{}")
    except ValueError:
        last = {}
    if isinstance(last, dict) and last.get("byte") == byte and isinstance(last.get("size"), int):
        kept = kept[: last["size"]]
    files.write_atomic(note, json_text.encode({"byte": byte, "size": len(kept)}))
    files.write_atomic(path, kept + redact.redact_jsonl(records))
    return path
