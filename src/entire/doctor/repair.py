"""Repair what a check found; return what was done, for the user."""

from __future__ import annotations

from collections.abc import Callable

from entire.agent import registry
from entire.checkpoint import mend, repairs
from entire.checkpoint.names import CHECKPOINTS_BRANCH, CHECKPOINTS_REF, ORIGIN_CHECKPOINTS_REF
from entire.core import files
from entire.core.errors import EntireError
from entire.core.text import count
from entire.doctor import agent_hooks, commits, damage, git_hooks, locks, metadata, sessions, states
from entire.doctor.finding import Finding, Repair
from entire.git import identity
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.git.worktree import own_settings
from entire.lifecycle import before_deleting, catch_up
from entire.remote.reconnect import reconnect
from entire.session.state import State
from entire.session.store import Store
from entire.setup import trust
from entire.setup.git_hooks import hook_command, install_git_hook
from entire.strategy import registry as strategies
from entire.strategy.clean.reset import plan_for_session
from entire.strategy.condensing.stuck import CondenseResult, condense_session
from entire.strategy.protocol import Strategy


def apply(repo: Repository, finding: Finding, repair: str) -> str:
    """Apply one of a finding's repairs. Raises EntireError, OSError."""
    store = Store(repo)
    strategy = _strategy(repo)
    if repair != Repair.REPAIR:
        before_deleting.complete(repo, own_settings.load(repo).settings)
    with store.lock():
        if repair == Repair.REPAIR:
            return _REPAIRS[finding.kind](repo, store, finding)
        state = _still_stuck(strategy, repo, store, finding)
        waiting = catch_up.still_waiting(repo)
        before_deleting.check_none(before_deleting.of(waiting, [state.session_id]))
        act = _condense if repair == Repair.CONDENSE else _discard
        return act(strategy, repo, store, state)


def _strategy(repo: Repository) -> Strategy:
    return strategies.get(own_settings.load(repo).settings.strategy)


def _still_stuck(strategy: Strategy, repo: Repository, store: Store, finding: Finding) -> State:
    """Return the session. Raises EntireError if it has continued since the check."""
    state = store.load(finding.session_id)
    with Objects(repo) as objects:
        now = sessions.examine_one(strategy, objects, store, state) if state is not None else None
    if state is None or now is None or now.kind != finding.kind:
        raise EntireError(f"session {finding.session_id} continued meanwhile", "run `entire doctor` again")
    return state


def _condense(strategy: Strategy, repo: Repository, store: Store, state: State) -> str:
    done = condense_session(strategy, repo, store, state)
    after = store.load(state.session_id)
    if done == CondenseResult() and after is not None and not after.has_work:
        store.clear(state.session_id)
        return "state deleted: nothing to condense"
    return ", ".join(_words(done)) or "turn ended"


def _words(done: CondenseResult) -> list[str]:
    words = []
    if done.finalised:
        words.append(f"{count(done.finalised, 'checkpoint')} completed with the whole conversation")
    if done.checkpoint_id:
        words.append(f"condensed as {done.checkpoint_id}")
    if done.waiting:
        words.append(f"{count(len(done.waiting), 'file')} not committed yet")
    if done.kept_as:
        words.append(f"steps set aside as {done.kept_as}")
    return words


def _discard(strategy: Strategy, repo: Repository, store: Store, state: State) -> str:
    with Objects(repo) as objects:
        kept = strategy.reset(repo, objects, store, plan_for_session(objects, store, state))
    return f"discarded, steps set aside as {', '.join(kept)}" if kept else "discarded"


def _install_git_hooks(repo: Repository, store: Store, finding: Finding) -> str:
    command = hook_command(own_settings.load(repo).settings)
    installed = install_git_hook(repo, command)
    return f"installed in {installed.directory}"


def _install_agent_hooks(repo: Repository, store: Store, finding: Finding) -> str:
    agents = [agent for agent in registry.every() if agent.installed(repo.worktree)]
    agents = [agent for agent in agents if agent.missing_hooks(repo.worktree)]
    added = {agent.NAME: agent.install(repo.worktree, force=True) for agent in agents}
    written = f"{count(sum(added.values()), 'hook')} written"
    return ". ".join([written, *trust.reminders(agents, added, repo, store)])


def _complete_commit(repo: Repository, store: Store, finding: Finding) -> str:
    return commits.complete(_strategy(repo), repo, store, finding)


def _link_commit(repo: Repository, store: Store, finding: Finding) -> str:
    return commits.link(_strategy(repo), repo, store, finding)


def _remove_lock(repo: Repository, store: Store, finding: Finding) -> str:
    return locks.remove(repo)


def _set_state_aside(repo: Repository, store: Store, finding: Finding) -> str:
    store.load_or_set_aside(finding.session_id)
    return "set aside"


def _remove_files(repo: Repository, store: Store, finding: Finding) -> str:
    return f"{count(sum(files.remove(path) for path in finding.names), 'file')} removed"


def _reconnect(repo: Repository, store: Store, finding: Finding) -> str:
    with Objects(repo) as objects:
        author = identity.get_git_author_from_repo(repo)
        replayed = reconnect(repo, objects, ORIGIN_CHECKPOINTS_REF, author)
    return f"{count(replayed or 0, 'commit')} replayed on top of origin's"


def _mend(repo: Repository, store: Store, finding: Finding) -> str:
    names = [CHECKPOINTS_REF] if finding.ref == CHECKPOINTS_BRANCH else finding.names
    mended = [name for name in names if mend.mend(repo, name)]
    return f"{count(len(mended), 'ref')} repaired" if mended else "nothing is missing now"


def _forget_repairs(repo: Repository, store: Store, finding: Finding) -> str:
    files.remove(repairs.path(repo))
    return "noted"


_REPAIRS: dict[str, Callable[[Repository, Store, Finding], str]] = {
    git_hooks.MISSING: _install_git_hooks,
    git_hooks.FOREIGN: _install_git_hooks,
    git_hooks.OLD: _install_git_hooks,
    agent_hooks.OLD: _install_agent_hooks,
    commits.KIND: _complete_commit,
    commits.UNLINKED: _link_commit,
    locks.LEFT: _remove_lock,
    states.UNREADABLE: _set_state_aside,
    states.TEMPORARY: _remove_files,
    metadata.DISCONNECTED: _reconnect,
    metadata.BROKEN: _mend,
    metadata.UNREADABLE: _mend,
    damage.DAMAGED: _mend,
    damage.REPAIRED: _forget_repairs,
}
