"""What `entire resume` did. Field names are the names in `--json`."""

from __future__ import annotations

from typing import NamedTuple

from entire.agent import registry
from entire.cli.file_row import FileRow, file_rows
from entire.strategy.restore.apply import CHECKPOINT_NEWER, LOCAL_NEWER, NEW, UNCHANGED, Restorable, Restored
from entire.strategy.restore.model import LeftOut
from entire.strategy.resume.candidates import Candidate

HANDED_OVER = "handed_over"  # to another agent, as one of its sessions
DOCUMENT = "document"  # to another agent, as its first prompt


class Continued(NamedTuple):
    """A session that can be resumed."""

    session_id: str
    agent: str
    status: (
        str  # of its transcript here before: new, unchanged, checkpoint_newer, local_newer; or handed over
    )
    written: bool
    prompt: str
    created_at: str
    transcript: str
    backup: str  # the previous transcript, if something would be lost
    command: str


class Resumed(NamedTuple):
    branch: str  # empty when HEAD is detached
    switched: bool = False
    commit: str = ""
    subject: str = ""
    checkpoint_ids: list[str] = []
    created_at: str = ""  # of the latest of them
    newer_commits: int = 0  # that are not linked
    held_on: str = ""  # the branch of the most recent conversation
    sessions: list[Continued] = []  # the most recent last
    left_out: list[LeftOut] = []
    notes: list[str] = []  # why nothing was restored, or other notes
    directory: str = ""  # where to run the commands
    declined: bool = False  # the user did not want a conversation that others recorded


class Choices(NamedTuple):
    """Sessions that can be resumed."""

    branch: str
    sessions: list[Choosable]  # the latest first
    directory: str


class Choosable(NamedTuple):
    session_id: str
    agent: str
    branch: str
    last_active: str
    prompt: str
    files: list[FileRow]
    checkpoint_id: str
    command: str


def continued(one: Restorable, restored: Restored | None) -> Continued:
    """``restored`` is None for a session whose transcript was left unchanged."""
    return Continued(
        one.session_id,
        one.agent_type,
        one.status,
        restored is not None and one.status != UNCHANGED,
        one.prompt,
        one.created_at,
        one.path,
        restored.backup if restored is not None else "",
        command_of(one.agent_type, one.session_id),
    )


def choosable(one: Candidate) -> Choosable:
    return Choosable(
        one.session_id,
        one.agent_type,
        one.branch,
        one.last_active,
        one.prompt,
        file_rows(one.files),
        one.checkpoint_id,
        one.resume_command,
    )


def command_of(agent_type: str, session_id: str) -> str:
    agent = registry.by_type(agent_type)
    return agent.resume_command(session_id) if agent is not None else ""


def elsewhere(found: Resumed) -> str:
    """The branch of a conversation that was resumed by id; empty if it is the current one."""
    return found.held_on if not found.commit and found.held_on != found.branch else ""


def status_to_text(session: Continued) -> str:
    """What happened to a session's transcript, in a word or two."""
    if session.status == LOCAL_NEWER:
        return "overwritten" if session.written else "newer here, kept"
    words = {NEW: "restored", UNCHANGED: "unchanged", CHECKPOINT_NEWER: "updated"}
    return (words | {HANDED_OVER: "handed over", DOCUMENT: "handed over as a document"})[session.status]
