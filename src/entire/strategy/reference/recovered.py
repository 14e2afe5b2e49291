"""Transcripts that are gone: what is known of the conversation all the same. Rarely loaded.

Our copy in the work tree has what was read; a step has what its program knew at the time. Both may be the
reference's, whose copies are not redacted: they are read like a transcript of the agent.
"""

from __future__ import annotations

import os

from entire.checkpoint.segments_read import LARGEST_WHOLE, part_ids, read_transcript
from entire.core import files, log
from entire.core.paths import PROMPT_FILE, TMP_DIR, session_metadata_dir
from entire.core.text import split_prompts
from entire.git.objects.read import SMALL, Objects
from entire.git.repository import Repository
from entire.session.state import State
from entire.strategy.turn.shadow import tip_of
from entire.transcript import reader
from entire.transcript.cursor import Cursor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from entire.transcript.reader import ReadContext


def recover(repo: Repository, state: State, copy: str, context: ReadContext) -> Cursor | None:
    """Make our copy of a transcript that is gone. None if there is nothing to make it from."""
    if _size(copy):
        return _read(state, copy, copy, context)
    with Objects(repo) as objects:
        folder = _folder(objects, state)
        data = read_transcript(objects, folder, state.agent_type, LARGEST_WHOLE) if folder else None
    if not data:
        return None
    files.make_private_dir(repo.worktree, TMP_DIR)
    path = repo.path(TMP_DIR, f"recovered-{state.session_id}")
    files.write_atomic(path, data, durable=False)
    try:
        return _read(state, path, copy, context)
    finally:
        files.remove(path)


def _read(state: State, path: str, copy: str, context: ReadContext) -> Cursor:
    """Read a stored transcript as if it were the agent's. If that one comes back, only what is new counts."""
    made = f"{copy}.again"
    files.remove(made)
    cursor = Cursor(path=path, rules=context.rules)
    before = -1
    while cursor.mark.byte != before and (before < 0 or cursor.unread):  # as far as the time of a hook allows
        before = cursor.mark.byte
        reader.advance(cursor, made, context, state.token_transcript_start)
    if cursor.copy_bytes:
        os.replace(made, copy)
    cursor.path, cursor.rewritten = state.transcript_path, True
    cursor.mark.byte, cursor.mark.check, cursor.mark.ahead = 0, 0, cursor.position
    log.warn("transcript is gone: using our copy", component="session", session_id=state.session_id)
    return cursor


def is_lost(objects: Objects, state: State, copy: str) -> bool:
    """Whether nothing is left of a session's conversation but its prompts."""
    if not state.transcript_path or os.access(state.transcript_path, os.R_OK) or _size(copy):
        return False
    folder = _folder(objects, state)
    return not (folder and part_ids(objects, folder))


def known_prompts(objects: Objects, state: State) -> list[str]:
    """The prompts that a step or the state has, for a session without a transcript."""
    folder = _folder(objects, state)
    data = objects.file(folder, PROMPT_FILE, largest=SMALL) if folder else None
    stored = split_prompts((data or b"").decode("utf-8", "replace"))
    return stored or [prompt for prompt in dict.fromkeys((state.first_prompt, state.last_prompt)) if prompt]


def _folder(objects: Objects, state: State) -> str:
    """The folder with the session's metadata in its last step; empty if it has none."""
    tip = tip_of(objects, state)
    entry = objects.entry(tip.tree, session_metadata_dir(state.session_id)) if tip is not None else None
    return entry.oid if entry is not None and entry.is_tree else ""


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size
    except OSError:
        return 0
