"""Condense a stuck session without a commit.

No commit links to this checkpoint. Files that can still be committed stay with the session, and so does their
shadow branch: a commit of them is linked as usual.
"""

from __future__ import annotations

import hashlib
import os

from entire.agent import registry
from entire.checkpoint.committed.write import WriteCommittedOptions, write_committed
from entire.checkpoint.errors import NoTranscript
from entire.checkpoint.segments import Transcript
from entire.checkpoint.temporary.read import get_transcript_from_commit
from entire.core.paths import PROMPT_FILE, session_metadata_dir
from entire.core.settings import DEFAULT_STRATEGY
from entire.core.text import split_prompts
from entire.git import identity, refs
from entire.git.objects.read import Commit, Objects
from entire.git.repository import Repository
from entire.redact import redact_jsonl
from entire.session import cursors
from entire.session.state import State
from entire.session.store import Store
from entire.strategy.commits.condense import choose, delete_condensed_branches
from entire.strategy.commits.work import gather
from entire.strategy.condensing.part import move_on, part_of
from entire.strategy.condensing.stuck import CondenseResult
from entire.strategy.turn.conversation import Conversation
from entire.strategy.turn.shadow import branch_of, owns, set_aside, tip_of


def is_condensable(objects: Objects, store: Store, state: State) -> bool:
    """Whether some work of the session is in no checkpoint yet, on its branch or in its transcript."""
    if state.checkpoint_count and tip_of(objects, state) is not None:
        return True
    cursor = cursors.load(store, state.session_id)
    unread = not cursor.path and os.path.isfile(state.transcript_path)
    return bool(state.files_touched) and (unread or cursor.position > state.token_transcript_start)


def condense(
    repo: Repository, home: Repository | None, objects: Objects, store: Store, state: State
) -> CondenseResult:
    """Write the checkpoint, save the state, then delete or set aside the branch (I2)."""
    place = home or repo
    tip = tip_of(objects, state)
    head = objects.commit("HEAD") if home is not None else None
    waiting = _waiting(place, objects, store, state, head) if head is not None else []
    done = tip is not None and head is not None and _has_all(objects, head, state.files_touched, tip)
    conversation = Conversation(place, store, state)
    conversation.read()
    branch = refs.get_current_branch_name(place) if home is not None else ""
    part = part_of(
        objects, state, conversation, _id(state, tip), branch, sorted(state.files_touched), DEFAULT_STRATEGY
    )
    _write(place, objects, conversation, part, tip)
    name, before = branch_of(state), state.last_checkpoint_id
    move_on(state, conversation, part.checkpoint_id, state.base_commit, waiting)
    state.checkpoint_count = 0
    state.last_checkpoint_id = before  # not linked from a commit: an amended commit must not name it
    if tip is not None and done:
        state.condensed_branches = state.condensed_branches | {name: tip.oid}
    conversation.save()
    store.save(state)
    delete_condensed_branches(place, objects, store)
    kept_as = ""
    if tip is not None and not done and not any(owns(other, name) for other in store.all()):
        kept_as = set_aside(repo, objects, name, tip.oid)  # may be the only copy of what was never committed
    return CondenseResult(part.checkpoint_id, waiting=waiting, kept_as=kept_as)


def _has_all(objects: Objects, head: Commit, paths: list[str], tip: Commit) -> bool:
    """Whether a commit has the same versions of these files as the last step."""
    return all(objects.entry(head.tree, path) == objects.entry(tip.tree, path) for path in paths)


def _waiting(place: Repository, objects: Objects, store: Store, state: State, head: Commit) -> list[str]:
    """The session's files that a commit could still contain."""
    work = gather(place, objects, store, state, {}, at_terminal=True)
    return choose(place, objects, store, [work], head, {})[0].carry


def _id(state: State, tip: Commit | None) -> str:
    """An id derived from the work: after a kill, the same checkpoint is written again (I2)."""
    work = (state.session_id, state.turn_id, str(state.token_transcript_start), tip.oid if tip else "")
    return hashlib.sha256("\0".join(work).encode("utf-8", "replace")).hexdigest()[:12]


def _write(
    place: Repository,
    objects: Objects,
    conversation: Conversation,
    part: WriteCommittedOptions,
    tip: Commit | None,
) -> None:
    author = identity.get_git_author_from_repo(place)
    if part.transcript is None and tip is not None:
        part = _from_branch(objects, part, tip)

    def write(transcript: Transcript | None) -> tuple[str, ...]:
        stored = part.replace(transcript=transcript or part.transcript)
        return write_committed(place, objects, [stored], author).transcript_oids[0]

    conversation.stored(write, hashed=True)


def _from_branch(objects: Objects, part: WriteCommittedOptions, tip: Commit) -> WriteCommittedOptions:
    """If the transcript and our copy are gone: use the conversation in the last step, redacted again."""
    folder = session_metadata_dir(part.session_id)
    prompts = (objects.file(tip.tree, f"{folder}/{PROMPT_FILE}") or b"").decode("utf-8", "replace")
    part = part.replace(prompts=split_prompts(prompts))
    try:
        text = redact_jsonl(get_transcript_from_commit(objects, tip.oid, folder, part.agent))
    except NoTranscript:
        return part
    sealed, still_open = registry.stored_layout(part.agent).chunks(0, text)
    content_hash = f"sha256:{hashlib.sha256(text).hexdigest()}"
    return part.replace(transcript=Transcript((*sealed, *still_open), content_hash, len(sealed)))
