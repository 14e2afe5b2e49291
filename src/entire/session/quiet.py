"""Nothing waits: what the scripts of the commit hooks need to know to end without starting Python.

`entire-sessions/quiet` exists while no session is in a turn. It says how many sessions there are, where their
transcripts are, and which files wait for a commit in each worktree. The scripts (`setup/scripts.py`) trust it
only while there are so many states, none of them is newer than the file, and no transcript is newer than its
cursor. Whatever changes a state or a promise deletes the file first.

A shell reads files byte by byte, each with a system call, but lists a folder with one. So the file does not
name the sessions: most transcripts differ only by the session's id, and what their paths have `before` and
`after` it is written once. Only those that are elsewhere are listed, each after its `session`.
"""

from __future__ import annotations

import os

from entire.core import files
from entire.session import capture, places
from entire.session.state import State
from entire.session.store import QUIET, Store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_MOST_FILES = 200  # more arguments than a script should pass to git


def note(store: Store, unless: Callable[[], bool]) -> bool:
    """Write the file, unless something keeps the hooks from ending early. The caller holds the lock.

    ``unless`` is asked again when it is written, because git does not wait for the lock. Returns whether it
    is there.
    """
    if unless():
        return False
    states = store.live()
    folders = {state.worktree_path for state in states if state.worktree_path}
    busy = commits_wait(store) or any(map(capture.has_open_tasks, folders))
    text = "" if busy else describe(states)
    if not text:
        return False
    files.write_atomic(
        os.path.join(store.directory, QUIET), text.encode("utf-8", "surrogateescape"), durable=False
    )
    if unless():
        store.end_quiet()
        return False
    return True


def describe(states: Sequence[State]) -> str:
    """Pure: the content of the file; empty if a session is in a turn, or a script could not read it."""
    if not states or any(map(_is_busy, states)):
        return ""
    usual = _usual(states)
    before, after = usual
    lines = [f"sessions {len(states)}", f"before {before}", f"after {after}"]
    waiting: dict[str, list[str]] = {}
    for state in states:
        if _around(state) != usual:
            written = (f"transcript {path}" for path in state.transcript_files())
            lines += [f"session {state.session_id}", *written]
        waiting.setdefault(state.worktree_id, []).extend(state.files_touched)
        for worktree_id, place in places.left(state):
            waiting.setdefault(worktree_id, []).extend(place.files_touched)
    for worktree_id, paths in waiting.items():
        lines += [f"worktree {worktree_id}", *(f"file {path}" for path in dict.fromkeys(paths))]
    if sum(map(len, waiting.values())) > _MOST_FILES or any("\n" in line for line in lines):
        return ""
    return "".join(f"{line}\n" for line in lines)


def _around(state: State) -> tuple[str, str] | None:
    """What the path of its only transcript has before and after its id; None if it is not there."""
    first, *more = state.transcript_files()
    before, named, after = first.partition(state.session_id)
    return (before, after) if named and not more else None


def _usual(states: Sequence[State]) -> tuple[str, str]:
    """What most of these paths have around the ids."""
    counts: dict[tuple[str, str], int] = {}
    for state in states:
        if (around := _around(state)) is not None:
            counts[around] = counts.get(around, 0) + 1
    return max(counts, key=lambda around: counts[around], default=("", ""))


def commits_wait(store: Store) -> bool:
    """Whether a commit waits for its checkpoint. Not one that only the user can decide about."""
    if not store.has_promises():
        return False
    from entire.session import promises

    return any(not promise.unlinked for promise in promises.everywhere(store))


def _is_busy(state: State) -> bool:
    """Whether it is in a turn, or has something to clean up."""
    return state.is_active or state.noted or bool(state.turn_checkpoint_ids or state.condensed_branches)
