"""What `entire status` knows. Field names are the names in `--json`."""

from __future__ import annotations

from typing import NamedTuple

from entire.cli.commands.status.problems import Problem
from entire.session.state import State


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
    keys: list[str] = []  # that it holds; what it leaves out has its usual value
    error: str = ""  # why it cannot be read


class NextCommit(NamedTuple):
    """What a commit made now would link."""

    files: list[str]
    sessions: list[str]
    staged: bool  # whether that is what is staged; else what could be


class LastError(NamedTuple):
    """The latest failure of a hook."""

    time: str
    text: str


class GitHook(NamedTuple):
    name: str
    place: str  # who is there: a word of `setup.facts.Place`
    manager: str  # of hooks, if one of those that we know wrote it


class GitHooks(NamedTuple):
    directory: str
    shared: bool  # other repositories use the directory too
    hooks: list[GitHook]


class Reason:
    """Why entire is on, or not."""

    ON = "on"
    NOT_A_REPOSITORY = "not_a_repository"
    NO_WORK_TREE = "no_work_tree"
    UNTRUSTED = "untrusted_repository"
    NOT_SET_UP = "not_set_up"
    DISABLED = "disabled"


class Status(NamedTuple):
    repository: str | None  # path of the work tree; None outside of one
    reason: str = Reason.NOT_SET_UP
    set_up: bool = False
    enabled: bool = False
    disabled_by: str = ""  # the settings file that says so
    strategy: str = ""
    agents: list[str] = []
    settings: list[SettingsFile] = []
    git_hooks: GitHooks | None = None
    worktrees: list[Worktree] = []
    next_commit: NextCommit | None = None
    push: bool = True  # whether checkpoints go along with a push
    unpushed_checkpoints: int | None = None  # None where there is nowhere to push to
    problems: list[Problem] = []
    last_error: LastError | None = None


def is_open(state: State) -> bool:
    """Whether a session can still go on: not over, and not forgotten for a week with nothing left to do."""
    return not (state.is_ended or state.ended_at) and (state.has_work or not state.is_stale())
