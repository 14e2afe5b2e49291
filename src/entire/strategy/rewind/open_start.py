"""The start of a session whose first turn is still open, or was interrupted: no step has it yet."""

from __future__ import annotations

from entire.checkpoint.temporary.read import TemporaryCheckpointInfo
from entire.checkpoint.temporary.snapshots import UNKNOWN, format_snapshot
from entire.checkpoint.temporary.steps import START, SessionStep
from entire.core import clock, log
from entire.core.errors import EntireError
from entire.core.paths import session_metadata_dir
from entire.git.identity import Author
from entire.git.objects.edit_tree import Change
from entire.git.objects.read import Objects
from entire.git.objects.write import Writer
from entire.git.repository import Repository
from entire.session import capture as captures
from entire.session.capture import Capture
from entire.session.state import State
from entire.strategy.turn.shadow import tip_of
from entire.strategy.turn.subjects import step_subject


def open_start(repo: Repository, objects: Objects, state: State) -> SessionStep | None:
    """The work tree as the prompt's hook noted it; None if that is unknown, or HEAD has moved since.

    It becomes a commit that no ref has, the same one each time.
    """
    capture = captures.load(repo, state.session_id)
    head, tip = objects.commit("HEAD"), tip_of(objects, state)
    if capture is None or head is None or capture.head != head.oid or state.turn_checkpoint_ids:
        return None
    if capture.edits_since != (tip.oid if tip is not None else ""):
        return None
    try:
        commit = _write(repo, objects, capture, (tip or head).tree)
    except (EntireError, OSError) as error:  # a repository that can only be read
        log.warn("the start of the session is not listed", session_id=state.session_id, error=str(error))
        return None
    found = objects.commit(commit)
    if found is None:
        return None
    subject = START + step_subject(state.last_prompt, state.agent_type)
    folder = session_metadata_dir(state.session_id)
    info = TemporaryCheckpointInfo(
        commit, found.tree, "", subject, state.session_id, folder, False, "", found.time
    )
    return SessionStep(info, found, 0, is_start=True)


def _write(repo: Repository, objects: Objects, capture: Capture, tree: str) -> str:
    author, seconds = Author(), clock.timestamp(capture.timestamp) or 0
    identity = f"{author.name} <{author.email}> {int(seconds)} +0000"
    words = ((path, text.partition(" ")) for path, text in sorted(capture.edits.items()))
    changes = [Change(path, mode, oid) if oid else Change(path) for path, (mode, _, oid) in words]
    with Writer(repo, objects) as writer:
        return writer.commit(changes, format_snapshot(UNKNOWN, capture.head), identity, tree=tree)[0]
