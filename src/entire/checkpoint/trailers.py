"""The trailers that link commits, sessions and checkpoints.

A trailer must be at the start of a line and, in our own commits, in the last paragraph: a prompt in the
subject cannot fake one. An empty value stays empty; it does not continue on the next line.
"""

from __future__ import annotations

from entire.core import json_text
from entire.core.paths import METADATA_DIR
from entire.core.pattern import HEX, made_of

CHECKPOINT = "Entire-Checkpoint"
SESSION = "Entire-Session"
STRATEGY = "Entire-Strategy"
METADATA = "Entire-Metadata"
METADATA_TASK = "Entire-Metadata-Task"
AGENT = "Entire-Agent"
BASE_COMMIT = "Base-Commit"
LACKS = "Entire-Lacks"  # not in the reference
UNLINKED = "Entire-Unlinked"  # not in the reference; in notes: a link that the user removed
EPHEMERAL_BRANCH = "Ephemeral-branch"


def format_checkpoint(checkpoint_id: str) -> str:
    """Return the trailer that links a user's commit to its checkpoint, without a newline."""
    return f"{CHECKPOINT}: {checkpoint_id}"


def format_unlinked(checkpoint_id: str) -> str:
    """Return the line of a note that removes a link."""
    return f"{UNLINKED}: {checkpoint_id}"


def format_step(subject: str, metadata_dir: str, session_id: str, strategy: str, base: str = "") -> str:
    """Return the message of a session's step. ``base`` is the commit that the code is based on."""
    return _step(subject, (METADATA, metadata_dir), session_id, strategy, base)


def format_task_step(
    subject: str, task_metadata_dir: str, session_id: str, strategy: str, base: str = ""
) -> str:
    """Return the message of a subagent's step."""
    return _step(subject, (METADATA_TASK, task_metadata_dir), session_id, strategy, base)


def _step(subject: str, place: tuple[str, str], session_id: str, strategy: str, base: str) -> str:
    trailers = [place, (SESSION, session_id), (STRATEGY, strategy)]
    return _message(subject, trailers + ([(BASE_COMMIT, base)] if base else []))


def format_committed(checkpoint_id: str, trailers: list[tuple[str, str]], subject: str = "") -> str:
    """Return the message of a committed checkpoint."""
    head = f"Checkpoint: {checkpoint_id}"
    return _message(f"{head}\n\n{subject}" if subject else head, trailers)


def _message(head: str, trailers: list[tuple[str, str]]) -> str:
    return f"{head}\n\n" + "".join(f"{key}: {value}\n" for key, value in trailers)


def checkpoint_ids(message: str) -> list[str]:
    """Return the checkpoints that a user's commit is linked to, in order, without duplicates.

    Squash merges quote whole messages with an indent, so any line with nothing but the trailer counts. A note
    that follows the message can remove a link.
    """
    removed = unlinked_ids(message)
    return [id for id in _ids(message, CHECKPOINT) if id not in removed]


def unlinked_ids(message: str) -> list[str]:
    """Return the checkpoints that the user unlinked from a commit, from the note that follows its message."""
    return _ids(message, UNLINKED) if UNLINKED in message else []


def _ids(message: str, trailer: str) -> list[str]:
    pairs = (line.lstrip(" \t").partition(":") for line in message.split("\n")[1:])
    values = (value.lstrip(" \t").rstrip(" \t\r") for key, _, value in pairs if key == trailer)
    return list(dict.fromkeys(value for value in values if made_of(value, HEX, 12, 12)))


def session_ids(message: str) -> list[str]:
    """Return the sessions that one of our commits names, in order, without duplicates."""
    return list(dict.fromkeys(value for value in _values(message, SESSION) if value))


def extract_session_id_from_commit(message: str) -> str:
    """Return the session of one of our commits, empty if none; early ones name it only in a path."""
    named = next(iter(session_ids(message)), "")
    return named or metadata_dir(message).removeprefix(METADATA_DIR + "/").partition("/")[0]


def metadata_dir(message: str) -> str:
    """Return the path of a step's files in its tree; empty if the trailer is missing or empty."""
    return _first(message, METADATA)


def task_metadata_dir(message: str) -> str:
    return _first(message, METADATA_TASK)


def strategy(message: str) -> str:
    return _first(message, STRATEGY)


def base_commit(message: str) -> str:
    """Return the commit that a step's code is based on; empty if unknown."""
    found = _first(message, BASE_COMMIT)
    return found if made_of(found, HEX, 40, 64) else ""


def format_lacks(paths: list[str]) -> str:
    """Return the line that names the files that a step does not know; empty if it knows all."""
    return f"{LACKS}: {json_text.encode_line(paths)}\n" if paths else ""


def lacks(message: str) -> list[str]:
    """Return the files that a step does not know: they existed, but could not be stored.

    The step's tree has an earlier version of them, or none.
    """
    text = _first(message, LACKS)
    try:
        found = json_text.decode(text) if text else []
    except ValueError:
        return []
    return [path for path in found if isinstance(path, str)] if isinstance(found, list) else []


def _first(message: str, key: str) -> str:
    return next(iter(_values(message, key)), "")


def _values(message: str, key: str) -> list[str]:
    pairs = (line.partition(":") for line in _last_paragraph(message))
    return [value.strip(" \t\r") for name, colon, value in pairs if colon and name == key]


def _last_paragraph(message: str) -> list[str]:
    """Return the lines of the last paragraph; empty if it is the only one, which is the subject."""
    lines = message.rstrip().split("\n")
    start = len(lines)
    while start and lines[start - 1].strip():
        start -= 1
    return lines[start:] if start else []
