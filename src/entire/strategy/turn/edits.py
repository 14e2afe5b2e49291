"""What people changed between two turns: stored at the prompt, apart from the agent's work."""

from __future__ import annotations

import os

from entire.checkpoint.temporary.write import WriteTemporaryResult
from entire.core import log
from entire.core.paths import is_infrastructure
from entire.git.errors import GitError
from entire.git.objects.edit_tree import Change
from entire.git.objects.read import Commit, Objects
from entire.git.objects.write import Writer
from entire.git.repository import Repository
from entire.git.worktree import content
from entire.git.worktree.status import Status
from entire.session.capture import ABSENT, Capture
from entire.session.state import PromptAttribution, State
from entire.strategy.turn.shadow import tip_of
from entire.strategy.turn.to_store import to_store

TYPE_CHECKING = False
if TYPE_CHECKING:
    pass


def note_edits(repo: Repository, state: State, now: Status, capture: Capture) -> None:
    """Store the files that differ from the last step, and note them in the capture."""
    with Objects(repo) as objects:
        tip = tip_of(objects, state)
        base = tip or objects.commit(now.head)
        capture.edits_since = tip.oid if tip is not None else ""
        stored = to_store(repo, objects, tip, state.files_touched, now, [], [])
        if base is None or not (stored.paths or stored.settled):
            return
        modes = {entry.path: entry.mode for entry in now.changed if entry.mode}
        with Writer(repo, objects) as writer:
            changes = [*stored.settled, *content.snapshot(repo, writer, stored.paths, modes)]
        capture.edits = {c.path: _written(c) for c in changes if not _is_there(objects, base, c)}


def _is_there(objects: Objects, base: Commit, change: Change) -> bool:
    entry = objects.entry(base.tree, change.path)
    return change.oid is None if entry is None else (entry.oid, entry.mode) == (change.oid, change.mode)


def _written(change: Change) -> str:
    return ABSENT if change.oid is None else f"{change.mode} {change.oid}"


def edited_later(repo: Repository, state: State, paths: list[str]) -> list[str]:
    """The files that were written after the agent's last record: not, or not only, by the agent.

    For a turn whose end no hook has seen: the work tree may have changed since.
    """
    try:
        last = os.stat(state.transcript_path).st_mtime_ns
    except OSError:
        return []
    return [path for path in paths if _written_at(repo.path(path)) > last]


def _written_at(path: str) -> int:
    try:
        return os.lstat(path).st_mtime_ns
    except OSError:
        return 0


def note_prompt(repo: Repository, state: State, saved: WriteTemporaryResult) -> None:
    """Note in the state how many lines people had changed when this step's turn started (not saved)."""
    number = state.checkpoint_count
    if state.pending_prompt_attribution is not None:  # the reference counted them at the prompt
        state.pending_prompt_attribution.checkpoint_number = number
        state.prompt_attributions = [*state.prompt_attributions, state.pending_prompt_attribution]
        state.pending_prompt_attribution = None
        return
    if not saved.people_tree:
        state.prompt_attributions = [*state.prompt_attributions, PromptAttribution(checkpoint_number=number)]
        return
    from entire.attribution.prompts import calculate_prompt_attribution
    from entire.git import diff

    found = PromptAttribution(checkpoint_number=number)
    try:
        user = diff.line_counts(repo, saved.before, saved.people_tree)
        user = {path: counts for path, counts in user.items() if not is_infrastructure(path)}
        agent = diff.line_counts(repo, state.base_commit, saved.before, list(user)) if number > 1 else {}
        found = calculate_prompt_attribution(number, user, agent)
    except GitError as error:  # an object is missing: the step is saved, and counts without these lines
        log.warn("lines not counted", component="attribution", error=error.message)
    state.prompt_attributions = [*state.prompt_attributions, found]
