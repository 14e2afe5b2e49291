"""For a session resumed here for the first time: how much of its transcript is in checkpoints already."""

from __future__ import annotations

from entire.agent import defaults, registry
from entire.checkpoint import trailers
from entire.checkpoint.names import CHECKPOINTS_REF, NOTES_REF, ORIGIN_CHECKPOINTS_REF
from entire.core import files
from entire.git import history, refs
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.strategy.restore.find import slots_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from entire.transcript.layout import Source

_SUBJECT = "Checkpoint: "
_COMMITS = 5000  # newest commits of the branch to search: a prompt waits for this


def condensed_position(repo: Repository, agent_type: str, session_id: str, transcript_path: str) -> int:
    """The position up to which checkpoints have the conversation; 0 for a new one.

    Costs nothing for a new session: it has no transcript yet.
    """
    here = _end(agent_type, transcript_path) if transcript_path else 0
    if not here:
        return 0
    with Objects(repo) as objects:
        slots = slots_of(objects, latest_checkpoint(repo, session_id))
        stored = [slot.end(objects) for slot in slots if slot.metadata.session_id == session_id]
    return min(here, *stored) if stored else 0


def latest_checkpoint(repo: Repository, session_id: str) -> str:
    """The id of a session's latest checkpoint, local or fetched; empty if it has none.

    Taken from the commit messages of the checkpoints branch, without reading checkpoints.
    """
    tips = [*refs.values(repo, CHECKPOINTS_REF, ORIGIN_CHECKPOINTS_REF).values()]
    for commit in history.log_of(repo, history.newest(repo, tips, _COMMITS), NOTES_REF) if tips else ():
        if session_id in trailers.session_ids(commit.message) and commit.subject.startswith(_SUBJECT):
            return commit.subject.removeprefix(_SUBJECT)
    return ""


def _end(agent_type: str, path: str) -> int:
    """The position after a transcript's last complete record; 0 if it cannot be read."""
    source: Source = registry.by_type(agent_type) or defaults
    try:
        return source.layout().end(files.read(path) or b"")
    except OSError:
        return 0
