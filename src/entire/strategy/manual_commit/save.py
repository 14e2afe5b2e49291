"""Saving a step: the work tree and the conversation as they are now, on the shadow branch."""

from __future__ import annotations

import os

from entire.checkpoint import wording
from entire.checkpoint.segments import Transcript
from entire.checkpoint.temporary import WriteTemporaryOptions, write_temporary
from entire.core import log
from entire.core.paths import PROMPT_FILE, is_infrastructure
from entire.core.value import Value
from entire.git import identity, stash
from entire.git.objects import Commit, Objects
from entire.git.repository import Repository
from entire.git.status import Status
from entire.session import capture as captures
from entire.session.capture import Capture
from entire.session.state import State
from entire.session.store import Store
from entire.strategy.conversation import Conversation
from entire.strategy.manual_commit.orphans import set_aside_orphan
from entire.strategy.manual_commit.shadow import tip_of
from entire.strategy.messages import step_subject

LARGE_FILE_BYTES = 32 * 1024 * 1024


class TurnFacts(Value):
    """What can be known about who changed files in a turn."""

    dirty: list[str]  # differ from HEAD
    changed: list[str] | None  # of those, not as they were at the prompt; None: nobody looked then
    named: list[str]  # the transcript says that the agent wrote them
    ran_commands: bool  # it can have written others
    others: set[str]  # other sessions claim them


def touched_files(facts: TurnFacts) -> list[str]:
    """Pure: what the agent changed in the turn.

    What the transcript names, and what changed without being named if commands were run that can have done it
    and no other session claims it. What a person edited meanwhile is theirs where one can tell.
    """
    if facts.changed is None:
        return [path for path in facts.dirty if path in facts.named]
    named = set(facts.named)
    return [p for p in facts.changed if p in named or (facts.ran_commands and p not in facts.others)]


def turn_facts(
    repo: Repository,
    capture: Capture | None,
    status: Status,
    conversation: Conversation,
    others: set[str],
) -> TurnFacts:
    dirty = dirty_files(status)
    start = capture.step_transcript_start if capture is not None else None
    return TurnFacts(
        dirty,
        captures.changed_since(repo, capture, dirty) if capture is not None else None,
        conversation.turn_files(start),
        conversation.ran_commands(start or 0),
        others,
    )


def dirty_files(status: Status) -> list[str]:
    """What differs from HEAD and is not ours."""
    return [entry.path for entry in status.changed if not is_infrastructure(entry.path)]


def save_step(
    repo: Repository,
    store: Store,
    state: State,
    conversation: Conversation,
    status: Status,
    touched: list[str],
) -> None:
    """Write a temporary checkpoint and count it in the state (not saved here)."""
    prompts = conversation.prompts(state.checkpoint_transcript_start)
    skipped = False
    with Objects(repo) as objects:
        set_aside_orphan(repo, objects, store, state)
        tip = tip_of(objects, state)
        options = WriteTemporaryOptions(
            session_id=state.session_id,
            base_commit=state.base_commit,
            worktree_id=state.worktree_id,
            head=status.head,
            paths=paths_to_store(repo, objects, tip, state.files_touched, status, touched),
            modes={entry.path: entry.mode for entry in status.changed if entry.mode},
            metadata_files={PROMPT_FILE: wording.prompt_file(prompts)} if prompts else {},
            subject=step_subject(prompts[-1] if prompts else state.last_prompt),
            author=identity.get_git_author_from_repo(repo),
        )

        def write(transcript: Transcript | None) -> tuple[str, ...]:
            nonlocal skipped
            result = write_temporary(repo, objects, options.replace(transcript=transcript))
            skipped = result.skipped
            return result.transcript_oids

        conversation.stored(write, hashed=False)
    if not skipped:
        state.checkpoint_count += 1
    state.files_touched = sorted({*state.files_touched, *touched})
    log.info(
        "nothing new to save" if skipped else "step saved",
        component="checkpoint",
        session_id=state.session_id,
        touched=len(touched),
    )


def paths_to_store(
    repo: Repository,
    objects: Objects,
    tip: Commit | None,
    touched_before: list[str],
    status: Status,
    touched: list[str],
) -> list[str]:
    """What may differ between the work tree and the branch's tip. Files not written since are not read."""
    dirty = [path for path in dirty_files(status) if path in touched or not _too_large(repo, path, status)]
    if tip is None:
        return dirty
    known = set(dirty)
    back = [path for path in touched_before if path not in known and os.path.lexists(repo.path(path))]
    if back:  # clean again: undone or committed, and to be seen as such, unless only put away
        kept = [(path, entry.oid) for path in back if (entry := objects.entry(tip.tree, path)) is not None]
        put_away = stash.stashed(repo, objects, kept)
        back = [path for path in back if path not in put_away]
    needed = set(touched)
    return back + [
        path
        for path in dirty
        if path in needed or _written_since(repo, path, tip.time) or objects.entry(tip.tree, path) is None
    ]


def _too_large(repo: Repository, path: str, status: Status) -> bool:
    """Whether a file is not the agent's, not git's, and too large to keep a copy of at every turn."""
    try:
        large = os.lstat(repo.path(path)).st_size > LARGE_FILE_BYTES
    except OSError:
        return False
    return large and path in status.untracked


def _written_since(repo: Repository, path: str, seconds: int) -> bool:
    """By the change time, which no program can set back."""
    try:
        return os.lstat(repo.path(path)).st_ctime >= seconds - 1
    except OSError:
        return True
