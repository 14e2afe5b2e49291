"""The cases by name, and beside what each is measured. Pure."""

from __future__ import annotations

from entire.agent import registry

# Controls: what git does alone.
BARE = "commit without hooks"
STATUS = "git status"
LOG = "git log -20"
GIT_BLAME = "git blame FILE"
BARE_PUSH = "push without hooks"
PYTHON = "bare Python"
STATUS_AND_COMMIT = "git status, commit without hooks"

IDLE = "commit, hooks idle"
COMMIT = "commit with a session"
PROMPT = "prompt hook"
STOP = "stop hook"
AUTO_STOP = "stop hook, auto-commit"
PRE_TASK = "pre-task hook"
POST_TASK = "post-task hook"
POST_TODO = "post-todo hook"
PUSH = "push with a merge"

EXPLAIN_FIRST = "explain, the first ever"  # one run: it happens once
EXPLAIN_NEW = "explain, after a commit"  # the branch has a checkpoint more than at the last look
EXPLAIN = "explain"
EXPLAIN_ONE = "explain CHECKPOINT"
ENTIRE_STATUS = "status"
REWIND = "rewind --list"
SESSIONS = "session list"
ALL_SESSIONS = "session list --all"
BLAME = "blame FILE"
READING = (EXPLAIN_NEW, EXPLAIN, EXPLAIN_ONE, ENTIRE_STATUS, REWIND, SESSIONS, ALL_SESSIONS, BLAME)


def of_agent(case: str, name: str) -> str:
    """The case in a session of an agent."""
    return f"{case}, {registry.AGENTS[name][1]}"


AGENTS = [of_agent(case, name) for name in registry.names() for case in (PROMPT, STOP)]

CONTROLS = {
    IDLE: BARE,
    COMMIT: BARE,
    PROMPT: STATUS,
    STOP: STATUS,
    AUTO_STOP: STATUS_AND_COMMIT,
    PRE_TASK: STATUS,
    POST_TASK: STATUS,
    POST_TODO: STATUS,
    EXPLAIN_FIRST: LOG,
    EXPLAIN_NEW: LOG,
    EXPLAIN: LOG,
    EXPLAIN_ONE: LOG,
    ENTIRE_STATUS: STATUS,
    REWIND: LOG,
    SESSIONS: LOG,
    ALL_SESSIONS: LOG,
    BLAME: GIT_BLAME,
    PUSH: BARE_PUSH,
    **dict.fromkeys(AGENTS, STATUS),
}
