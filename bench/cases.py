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
IDLE_SESSION = "commit, an idle session"
IDLE_SESSIONS = "commit, 20 idle sessions"
ELSEWHERE = "commit of other files than a session's"
UNFELT = (IDLE_SESSION, IDLE_SESSIONS, ELSEWHERE)
COMMIT = "commit with a session"  # until git returns
WHOLE_COMMIT = "commit with a session, and its checkpoint"
SYNC_COMMIT = "commit with a session, synchronous"  # with ENTIRE_SYNC
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
EXPLAIN_ALL = "explain --limit 0"
SEARCH_FIRST = "search WORD, the first ever"
SEARCH_NEW = "search WORD, after a commit"
SEARCH = "search WORD"
SEARCH_PART = "search PART"  # of a word
SEARCH_NARROWED = "search WORD --author NAME --since DATE"
STATS_FIRST = "stats, the first ever"
STATS = "stats"
STATS_BY = "stats --by directory"
DISK_USAGE = "du"
RELINK = "relink"
WEB_FIRST = "web, its first page"  # of a server that has just started
WEB_LONG = "web, a conversation of 20 MB, the first time"  # one run
WEB_AGAIN = "web, a conversation of 20 MB"
WEB_WALK = "web, 500 pages"  # once; what counts is the server's memory at the end
WEB = (WEB_FIRST, WEB_LONG, WEB_AGAIN, WEB_WALK)
SEARCHES = (SEARCH, SEARCH_PART, SEARCH_NARROWED)
WHOLE = (STATS, STATS_BY, RELINK)  # what reads all there is
READING = (
    *(EXPLAIN_NEW, EXPLAIN, EXPLAIN_ALL, EXPLAIN_ONE, ENTIRE_STATUS, REWIND, SESSIONS, ALL_SESSIONS, BLAME),
    *(SEARCH_NEW, *SEARCHES, *WHOLE, DISK_USAGE),
)


def of_agent(case: str, name: str) -> str:
    """The case in a session of an agent."""
    return f"{case}, {registry.AGENTS[name][1]}"


AGENTS = [of_agent(case, name) for name in registry.names() for case in (PROMPT, STOP)]

CONTROLS = {
    IDLE: BARE,
    **dict.fromkeys(UNFELT, BARE),
    COMMIT: BARE,
    WHOLE_COMMIT: BARE,
    SYNC_COMMIT: BARE,
    PROMPT: STATUS,
    STOP: STATUS,
    AUTO_STOP: STATUS_AND_COMMIT,
    PRE_TASK: STATUS,
    POST_TASK: STATUS,
    POST_TODO: STATUS,
    **dict.fromkeys((EXPLAIN_FIRST, SEARCH_FIRST, STATS_FIRST, *READING, *WEB), LOG),
    ENTIRE_STATUS: STATUS,
    BLAME: GIT_BLAME,
    PUSH: BARE_PUSH,
    **dict.fromkeys(AGENTS, STATUS),
}
