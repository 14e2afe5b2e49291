"""Gathering what `entire status` shows."""

from __future__ import annotations

import os

from entire.agent import registry
from entire.checkpoint.unpushed import count_unpushed
from entire.cli import reading
from entire.cli.commands.status import problems as status_problems
from entire.cli.commands.status.facts import (
    GitHook,
    GitHooks,
    LastError,
    Reason,
    Session,
    SettingsFile,
    Status,
    Worktree,
)
from entire.cli.commands.status.problems import Problem
from entire.cli.file_row import file_rows
from entire.core import clock, log
from entire.core import settings as settings_files
from entire.core.errors import EntireError
from entire.core.settings import Settings
from entire.core.text import one_line
from entire.doctor import commits
from entire.git import history
from entire.git.errors import NotARepository, NoWorkTree, UntrustedRepository
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.git.worktree import own_settings
from entire.git.worktree.own_settings import Source
from entire.remote import exchange
from entire.remote.exchange import NotAllowed
from entire.remote.shared_refs import CHECKPOINTS
from entire.session.find import is_open
from entire.session.state import UNKNOWN_AGENT, State, is_waiting, is_working
from entire.session.store import Store
from entire.setup import git_hooks, hooks_dir
from entire.setup.facts import Hook
from entire.strategy import registry as strategies
from entire.strategy.links import unlinked
from entire.transcript.usage import total

UNKNOWN_PLACE = "(unknown)"
_ERROR_SHOWN_SECONDS = 7 * 24 * 3600
_TEXT_LENGTH = 500


def outside(error: NotARepository) -> Status:
    """The status outside a work tree."""
    reasons = {NoWorkTree: Reason.NO_WORK_TREE, UntrustedRepository: Reason.UNTRUSTED}
    reason = reasons.get(type(error), Reason.NOT_A_REPOSITORY)
    return Status(None, reason, problems=[Problem(error.message, error.hint)])


def gather(repo: Repository) -> Status:
    loaded = own_settings.load(repo)
    installed = [agent.TYPE for agent in registry.every() if agent.installed(repo.worktree)]
    files = [file for one in own_settings.sources(repo) if (file := _settings_file(one))]
    strategy = strategies.get(loaded.settings.strategy)
    found = Status(
        repo.worktree,
        Reason.ON if loaded.enabled else Reason.DISABLED if loaded.present else Reason.NOT_SET_UP,
        loaded.present,
        loaded.enabled,
        disabled_by="" if loaded.enabled else _disabled_by(files),
        strategy=strategy.NAME,
        makes_commits=strategy.MAKES_COMMITS and not strategy.why_not_here(repo, loaded.settings),
        agents=installed,
        settings=files,
        push=loaded.settings.strategy_options.get("push_sessions") is not False,
        problems=status_problems.of_settings(loaded),
        last_error=_last_error(repo),
    )
    if not loaded.enabled:
        return found
    reading.keep_links(repo)
    store = Store(repo)
    hooks = git_hooks.look(repo)
    unpushed, not_allowed = _unpushed(repo, loaded.settings)
    return found._replace(
        git_hooks=_git_hooks(repo, hooks),
        worktrees=_worktrees(repo, store.live()),
        next_commit=strategy.next_commit(repo, store),
        unpushed_checkpoints=unpushed,
        waiting_commits=_waiting(repo, store),
        unlinked=unlinked.find(repo, store),
        problems=found.problems
        + status_problems.of_setup(repo, loaded.settings, hooks, installed)
        + status_problems.of_agents(repo, store)
        + status_problems.of_transcripts(repo, store.live())
        + not_allowed,
    )


def _disabled_by(files: list[SettingsFile]) -> str:
    """The settings file that disables entire; the local one wins."""
    return next((file.name for file in reversed(files) if not file.error and not file.enabled), "")


def _git_hooks(repo: Repository, found: list[Hook]) -> GitHooks:
    directory = os.path.dirname(found[0].path)
    hooks = [GitHook(hook.name, hook.place, hook.manager) for hook in found]
    return GitHooks(directory, hooks_dir.is_shared(repo, directory), hooks)


def _unpushed(repo: Repository, settings: Settings) -> tuple[int | None, list[Problem]]:
    """How many checkpoints are not pushed (None without a remote), and what prevents pushing them."""
    pushes = settings.strategy_options.get("push_sessions") is not False
    try:
        to = exchange.peers(repo, "", settings.strategy_options)[0]
    except NotAllowed as error:
        problem = Problem(f"checkpoints are not pushed: {error.message}", error.hint)
        return None, [problem] if pushes else []
    except EntireError:
        return None, []
    with Objects(repo) as objects:
        return count_unpushed(objects, CHECKPOINTS.seen(to.where, named=to.named)), []


def _waiting(repo: Repository, store: Store) -> int:
    with Objects(repo) as objects:
        return len(commits.promised_commits(repo, objects, store))


def _settings_file(source: Source) -> SettingsFile | None:
    try:
        raw = settings_files.read_file(source.root, source.name)
    except (ValueError, OSError) as error:
        return SettingsFile(source.shown, False, "", error=str(error))
    if raw is None:
        return None
    read = Settings.from_json(raw)
    return SettingsFile(source.shown, read.enabled, read.strategy, list(raw))


def _last_error(repo: Repository) -> LastError | None:
    row = log.last_error(repo.worktree)
    if row is None:
        return None
    when = str(row.get("time", ""))
    age = clock.age(when)
    text = one_line(str(row.get("error") or row.get("msg", "")), _TEXT_LENGTH)
    return LastError(when, text) if age is not None and age < _ERROR_SHOWN_SECONDS else None


def _worktrees(repo: Repository, states: list[State]) -> list[Worktree]:
    groups: dict[str, list[State]] = {}
    for state in (one for one in states if is_open(one) or one.files_touched):
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
        state.is_active and is_working(state),
        state.started_at,
        state.last_interaction_time,
        state.first_prompt,
        state.last_prompt,
        file_rows(state.files_touched),
        state.checkpoint_count,
        total(state.token_usage),
        state.ended_at if state.is_ended else "",
        state.is_active and not is_working(state),
        is_waiting(state),
        state.refused,
    )
