"""What `entire status` knows. Field names are the names in `--json`."""

from __future__ import annotations

import os
import shutil
from collections.abc import Collection
from typing import NamedTuple

from entire.agent import registry
from entire.core import clock, log
from entire.core import settings as settings_files
from entire.core.settings import LOCAL_FILE, PROJECT_FILE, Loaded
from entire.core.text import one_line
from entire.git import diff, history, hook_files, status
from entire.git.repository import Repository
from entire.session.state import UNKNOWN_AGENT, State
from entire.session.store import Store
from entire.strategy.manual_commit.work import sessions_here
from entire.transcript.usage import total

UNKNOWN_PLACE = "(unknown)"
_ERROR_SHOWN_SECONDS = 7 * 24 * 3600
_TEXT_LENGTH = 500


class Session(NamedTuple):
    """A session that is not over."""

    session_id: str
    agent: str
    working: bool  # a turn is open
    started_at: str
    last_interaction_time: str
    first_prompt: str
    last_prompt: str
    files: list[str]  # not committed yet
    steps: int  # since the last commit
    tokens: int  # since the last commit


class Worktree(NamedTuple):
    path: str
    branch: str  # empty when HEAD is detached, or the worktree is gone
    current: bool
    sessions: list[Session]  # latest start first


class SettingsFile(NamedTuple):
    name: str
    enabled: bool
    strategy: str
    error: str = ""  # why it cannot be read


class NextCommit(NamedTuple):
    """What a commit made now would link."""

    files: list[str]
    sessions: list[str]
    staged: bool  # whether that is what is staged; else what could be


class Problem(NamedTuple):
    text: str
    fix: str  # the command that repairs it, or what to do


class LastError(NamedTuple):
    """The latest failure of a hook."""

    time: str
    text: str


class Status(NamedTuple):
    repository: str | None  # path of the work tree; None outside of one
    set_up: bool = False
    enabled: bool = False
    strategy: str = ""
    agents: list[str] = []
    settings: list[SettingsFile] = []
    worktrees: list[Worktree] = []
    next_commit: NextCommit | None = None
    problems: list[Problem] = []
    last_error: LastError | None = None


OUTSIDE = Status(None)


def gather(repo: Repository) -> Status:
    loaded = settings_files.load(repo.worktree)
    installed = [agent.TYPE for agent in registry.every() if agent.installed(repo.worktree)]
    found = Status(
        repo.worktree,
        set_up=loaded.present,
        enabled=loaded.enabled,
        strategy=loaded.settings.strategy,
        agents=installed,
        settings=[file for name in (PROJECT_FILE, LOCAL_FILE) if (file := _settings_file(repo, name))],
        problems=_problems(repo, loaded, installed),
        last_error=_last_error(repo),
    )
    if not loaded.enabled:
        return found
    store = Store(repo)
    return found._replace(worktrees=_worktrees(repo, store.live()), next_commit=_next_commit(repo, store))


def _settings_file(repo: Repository, name: str) -> SettingsFile | None:
    try:
        read = settings_files.load_file(repo.worktree, name)
    except (ValueError, OSError) as error:
        return SettingsFile(name, False, "", str(error))
    return None if read is None else SettingsFile(name, read.enabled, read.strategy)


def _problems(repo: Repository, loaded: Loaded, agents: list[str]) -> list[Problem]:
    fix = "repair the file or remove it"
    found = [Problem(f"settings cannot be read: {text}", fix) for text in loaded.problems]
    if not loaded.enabled:
        return found
    if not hook_files.is_git_hook_installed(repo):
        found.append(Problem("git hooks are missing", "entire enable"))
    if not agents:
        found.append(Problem("no agent has our hooks", "entire enable"))
    if not loaded.settings.absolute_git_hook_path and shutil.which("entire") is None:
        found.append(
            Problem("hooks cannot find `entire` on PATH", "install it with pipx or `uv tool install`")
        )
    return found


def _last_error(repo: Repository) -> LastError | None:
    row = log.last_error(repo.worktree)
    if row is None:
        return None
    when = str(row.get("time", ""))
    age = clock.age(when)
    text = one_line(str(row.get("error") or row.get("msg", "")), _TEXT_LENGTH)
    return LastError(when, text) if age is not None and age < _ERROR_SHOWN_SECONDS else None


def is_open(state: State) -> bool:
    """Whether a session can still go on: not over, and not forgotten for a week with nothing left to do."""
    return not (state.is_ended or state.ended_at) and (state.has_work or not state.is_stale())


def _worktrees(repo: Repository, states: list[State]) -> list[Worktree]:
    groups: dict[str, list[State]] = {}
    for state in filter(is_open, states):
        groups.setdefault(state.worktree_path or UNKNOWN_PLACE, []).append(state)
    branches = history.worktree_branches(repo) if groups else {}
    return [
        Worktree(
            path,
            branches.get(os.path.realpath(path), ""),
            os.path.realpath(path) == repo.worktree,
            [_session(state) for state in sorted(groups[path], key=_start, reverse=True)],
        )
        for path in sorted(groups)
    ]


def _start(state: State) -> float:
    return clock.timestamp(state.started_at) or 0.0


def _session(state: State) -> Session:
    return Session(
        state.session_id,
        state.agent_type or UNKNOWN_AGENT,
        state.is_active,
        state.started_at,
        state.last_interaction_time,
        state.first_prompt,
        state.last_prompt,
        state.files_touched,
        state.checkpoint_count,
        total(state.token_usage),
    )


def _next_commit(repo: Repository, store: Store) -> NextCommit | None:
    touched = {state.session_id: state.files_touched for state in sessions_here(store, repo)}
    if not any(touched.values()):
        return None
    now = status.read(repo)
    if not now.head:
        return None
    staged = {change.path for change in diff.staged_changes(repo)}
    return next_commit(touched, staged, {entry.path for entry in now.changed})


def next_commit(
    touched: dict[str, list[str]], staged: Collection[str], changed: Collection[str]
) -> NextCommit | None:
    """Pure: the sessions' files among what is staged, or among all changes where nothing is staged yet."""
    wanted = staged or changed
    linked = {session: [path for path in paths if path in wanted] for session, paths in touched.items()}
    files = sorted({path for paths in linked.values() for path in paths})
    if not files and not staged:
        return None
    return NextCommit(files, [session for session, paths in linked.items() if paths], bool(staged))
