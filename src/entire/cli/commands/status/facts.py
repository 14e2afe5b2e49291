"""What `entire status` shows. Field names are the names in `--json`."""

from __future__ import annotations

from typing import NamedTuple

from entire.cli.commands.status.problems import Problem
from entire.cli.file_row import FileRow
from entire.strategy.links.unlinked import Unlinked
from entire.strategy.next_commit import NextCommit


class Session(NamedTuple):
    """A session that is open, or ended with work that is not committed yet."""

    session_id: str
    agent: str
    working: bool  # a turn is open, and the agent gave a sign of life within the last hour
    started_at: str
    last_interaction_time: str
    first_prompt: str
    last_prompt: str
    files: list[FileRow]  # not committed yet
    step_count: int  # since the last commit
    tokens: int  # since the last commit
    ended_at: str = ""  # empty if it is open
    interrupted: bool = False  # a turn is open, but the agent is silent: it was probably killed
    waiting: bool = False  # for the user, as the agent said
    refused: str = ""  # why git did not commit its work by itself


class Worktree(NamedTuple):
    path: str
    branch: str  # empty if HEAD is detached or the worktree was removed
    current: bool
    sessions: list[Session]  # latest start first


class SettingsFile(NamedTuple):
    name: str
    enabled: bool
    strategy: str
    keys: list[str] = []  # in the file; others have their default
    error: str = ""  # why it cannot be read


class LastError(NamedTuple):
    """The latest failure of a hook."""

    time: str
    text: str


class GitHook(NamedTuple):
    name: str
    place: str  # a value of `setup.facts.Place`
    manager: str  # the hook manager that wrote it, if known


class GitHooks(NamedTuple):
    directory: str
    shared: bool  # with other repositories
    hooks: list[GitHook]


class Reason:
    """Why entire is on or off."""

    ON = "on"
    NOT_A_REPOSITORY = "not_a_repository"
    NO_WORK_TREE = "no_work_tree"
    UNTRUSTED = "untrusted_repository"
    NOT_SET_UP = "not_set_up"
    DISABLED = "disabled"


class Status(NamedTuple):
    repository: str | None  # path of the work tree; None outside one
    reason: str = Reason.NOT_SET_UP
    set_up: bool = False
    enabled: bool = False
    disabled_by: str = ""  # the settings file
    strategy: str = ""
    makes_commits: bool = False  # whether the strategy commits by itself on this branch
    agents: list[str] = []
    settings: list[SettingsFile] = []
    git_hooks: GitHooks | None = None
    worktrees: list[Worktree] = []
    next_commit: NextCommit | None = None
    push: bool = True  # whether `git push` also pushes checkpoints
    unpushed_checkpoints: int | None = None  # None without a remote
    waiting_commits: int = 0  # that have no checkpoint yet, of all worktrees
    unlinked: list[Unlinked] = []  # commits with files of a session, but without a link
    problems: list[Problem] = []
    last_error: LastError | None = None

    @property
    def is_committed_soon(self) -> bool:
        """Whether an agent is working on what the strategy commits next."""
        ids = self.next_commit.session_ids if self.next_commit is not None else []
        return self.makes_commits and any(
            session.working and session.session_id in ids for session in self._sessions
        )

    @property
    def refusals(self) -> list[str]:
        """Why commits of the strategy failed."""
        return [session.refused for session in self._sessions if session.refused and session.files]

    @property
    def _sessions(self) -> list[Session]:
        return [session for worktree in self.worktrees for session in worktree.sessions]
