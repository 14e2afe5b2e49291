"""Where a transcript may be written: only in the agent's own directory (I6).

A transcript that is elsewhere, because the agent said so in its hooks, can be truncated, but not restored.
"""

from __future__ import annotations

import os
import stat

from entire.agent.protocol import Agent
from entire.core import files
from entire.core.paths import nameable, valid_session_id, valid_tool_id
from entire.git.repository import Repository
from entire.session import cursors
from entire.session.state import State
from entire.session.store import Store


def transcript_place(repo: Repository, agent: Agent, session_id: str, state: State | None) -> str | None:
    """The path to write a session's transcript to; None if there is no safe one.

    If the session ran in this worktree, it is the path that its hooks reported. Paths in a checkpoint are
    never used: anyone may have written them.
    """
    if not valid_session_id(session_id):
        return None
    named = state.transcript_path if state is not None and state.worktree_path == repo.worktree else ""
    if session_id in os.path.basename(named) and may_write(agent, named):
        return named
    usual = agent.transcript_path(repo.worktree, session_id)
    return usual if may_write(agent, usual) else None


def subagent_place(agent: Agent, transcript_path: str, agent_id: str) -> str | None:
    """The same for a subagent's transcript, next to its session's."""
    if not valid_tool_id(agent_id):
        return None
    path = agent.subagent_path(transcript_path, agent_id)
    return path if may_write(agent, path) else None


def may_cut(store: Store, state: State, path: str) -> bool:
    """Whether a transcript outside of the agent's directory may be truncated: the session's hooks read it.

    It must be a regular file of the user's own. That the state names it is not enough.
    """
    named = path == state.transcript_path == cursors.load(store, state.session_id).path
    return named and state.session_id in os.path.basename(path) and is_own_file(path)


def is_own_file(path: str) -> bool:
    """Whether a path, without any link in it, is a regular file of the user that has no other name."""
    if not nameable(path) or not os.path.isabs(path) or os.path.realpath(path) != os.path.normpath(path):
        return False
    try:
        found = os.lstat(path)
    except OSError:
        return False
    plain = stat.S_ISREG(found.st_mode) and found.st_nlink == 1 and found.st_size < files.MAX_BYTES
    return plain and found.st_uid == os.geteuid()


def may_write(agent: Agent, path: str) -> bool:
    """Whether a path is in the agent's directory, with links resolved, and is unused or a regular file."""
    if not nameable(path) or not os.path.isabs(path):
        return False
    place = os.path.realpath(agent.transcripts_dir())
    folder = os.path.realpath(os.path.dirname(path))
    if os.path.commonpath([place, folder]) != place:
        return False
    try:
        found = os.lstat(path)
        return stat.S_ISREG(found.st_mode) and found.st_size < files.MAX_BYTES  # small enough for a backup
    except FileNotFoundError:
        return True
    except OSError:  # such as a name that is too long
        return False
