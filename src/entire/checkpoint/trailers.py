"""The lines at the end of commit messages that tie commits, sessions and checkpoints.

Anchored at line starts and, in our own commits, read from the last paragraph only: a prompt that became a
subject cannot forge them, and an empty value is empty instead of being the next line.
"""

from __future__ import annotations

from entire.core.letters import HEX, made_of
from entire.core.paths import METADATA_DIR

CHECKPOINT = "Entire-Checkpoint"
SESSION = "Entire-Session"
STRATEGY = "Entire-Strategy"
METADATA = "Entire-Metadata"
METADATA_TASK = "Entire-Metadata-Task"
AGENT = "Entire-Agent"
BASE_COMMIT = "Base-Commit"
EPHEMERAL_BRANCH = "Ephemeral-branch"


def format_checkpoint(checkpoint_id: str) -> str:
    """The line that links a user's commit to its checkpoint, without newline."""
    return f"{CHECKPOINT}: {checkpoint_id}"


def format_step(subject: str, metadata_dir: str, session_id: str, strategy: str, base: str = "") -> str:
    """Message of a session's step on a shadow branch. ``base`` is the commit that the code was based on."""
    return _step(subject, (METADATA, metadata_dir), session_id, strategy, base)


def format_task_step(
    subject: str, task_metadata_dir: str, session_id: str, strategy: str, base: str = ""
) -> str:
    """Message of a subagent's step on a shadow branch."""
    return _step(subject, (METADATA_TASK, task_metadata_dir), session_id, strategy, base)


def _step(subject: str, place: tuple[str, str], session_id: str, strategy: str, base: str) -> str:
    trailers = [place, (SESSION, session_id), (STRATEGY, strategy)]
    return _message(subject, trailers + ([(BASE_COMMIT, base)] if base else []))


def format_committed(checkpoint_id: str, trailers: list[tuple[str, str]], subject: str = "") -> str:
    """Message of a checkpoint on the permanent branch."""
    head = f"Checkpoint: {checkpoint_id}"
    return _message(f"{head}\n\n{subject}" if subject else head, trailers)


def _message(head: str, trailers: list[tuple[str, str]]) -> str:
    return f"{head}\n\n" + "".join(f"{key}: {value}\n" for key, value in trailers)


def checkpoint_ids(message: str) -> list[str]:
    """All distinct checkpoints that a user's commit is linked to, in order.

    Squash merges quote whole messages, indented: a line that holds the trailer and nothing else counts.
    """
    pairs = (line.lstrip(" \t").partition(":") for line in message.split("\n")[1:])
    values = (value.lstrip(" \t").rstrip(" \t\r") for key, _, value in pairs if key == CHECKPOINT)
    return list(dict.fromkeys(value for value in values if made_of(value, HEX, 12, 12)))


def session_ids(message: str) -> list[str]:
    """All distinct sessions that one of our own commits names, in order."""
    return list(dict.fromkeys(value for value in _values(message, SESSION) if value))


def extract_session_id_from_commit(message: str) -> str:
    """The session of one of our own commits, empty if none; old ones name it only in a path."""
    named = next(iter(session_ids(message)), "")
    return named or metadata_dir(message).removeprefix(METADATA_DIR + "/").partition("/")[0]


def metadata_dir(message: str) -> str:
    """Where a step's files lie in its tree; empty if the trailer is, or is missing."""
    return _first(message, METADATA)


def task_metadata_dir(message: str) -> str:
    return _first(message, METADATA_TASK)


def strategy(message: str) -> str:
    return _first(message, STRATEGY)


def base_commit(message: str) -> str:
    """The commit that a step's code was based on; empty where nothing tells."""
    found = _first(message, BASE_COMMIT)
    return found if made_of(found, HEX, 40, 64) else ""


def _first(message: str, key: str) -> str:
    return next(iter(_values(message, key)), "")


def _values(message: str, key: str) -> list[str]:
    pairs = (line.partition(":") for line in _last_paragraph(message))
    return [value.strip(" \t\r") for name, colon, value in pairs if colon and name == key]


def _last_paragraph(message: str) -> list[str]:
    """Lines of the last paragraph, unless nothing stands before it: then it is the subject."""
    lines = message.rstrip().split("\n")
    start = len(lines)
    while start and lines[start - 1].strip():
        start -= 1
    return lines[start:] if start else []
