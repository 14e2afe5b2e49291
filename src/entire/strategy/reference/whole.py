"""Put a long transcript into one file of a shadow branch, when its session has ended. Rarely loaded.

Steps store a long transcript in segments, of which the reference takes the first one only, if the agent's
file is gone by the time of the commit. Storing it whole at every step would cost its length every time (I5);
once the session has ended, it is written once, in the background.
"""

from __future__ import annotations

from entire.checkpoint import segments, trailers
from entire.checkpoint.branch import advance
from entire.checkpoint.segments_read import part_ids, read_transcript
from entire.checkpoint.temporary.snapshots import last_snapshot
from entire.core import log
from entire.core.paths import session_metadata_dir
from entire.git import identity
from entire.git.objects.read import Commit, Objects
from entire.git.objects.write import Writer
from entire.git.refs import BRANCHES
from entire.git.repository import Repository
from entire.session.state import State
from entire.strategy.turn.shadow import branch_of

LARGEST = 50 * 1024 * 1024  # the reference stores no larger files
_SUBJECT = "Transcript in one piece"


def is_wanted(state: State, copy_bytes: int) -> bool:
    """Pure: whether a session that ended may have a transcript in segments that waits for a commit."""
    return state.is_ended and state.has_steps_here and segments.WHOLE_BYTES < copy_bytes <= LARGEST


def store_whole(repo: Repository, state: State, others: list[State]) -> None:
    """Write the commit; it names no session, so that it is not a step. The caller holds the lock.

    While another agent works on the same branch, its last step must stay the branch's tip.
    """
    name = branch_of(state)
    if any(other.is_active and branch_of(other) == name for other in others):
        return
    folder = session_metadata_dir(state.session_id)
    author = identity.get_git_author_from_repo(repo)
    with Objects(repo) as objects:

        def build(tip: Commit | None) -> str | None:
            entry = objects.entry(tip.tree, folder) if tip is not None else None
            if tip is None or entry is None or not entry.is_tree or len(part_ids(objects, entry.oid)) < 2:
                return None
            data = read_transcript(objects, entry.oid, state.agent_type, LARGEST)
            end = last_snapshot(objects, tip)
            if data is None or end is None:
                return None
            message = f"{_SUBJECT}\n\n{trailers.BASE_COMMIT}: {trailers.base_commit(tip.message)}\n"
            message += trailers.format_lacks(trailers.lacks(tip.message))
            with Writer(repo, objects) as writer:
                changes = segments.replace(folder, objects.tree(entry.oid), [writer.blob(data)])
                parents = (tip.oid, end.oid)
                return writer.commit(changes, message, author.identity(), parents=parents)[0]

        if advance(repo, objects, BRANCHES + name, build) is not None:
            log.info("transcript stored in one piece", component="session", session_id=state.session_id)
