"""The auto-commit strategy: what `strategy/protocol.py` asks for."""

from __future__ import annotations

import os

from entire.core.paths import OWN_COMMIT
from entire.strategy import defaults
from entire.strategy.auto_commit import NAME
from entire.strategy.commits import defaults as commits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from entire.core.settings import Settings
    from entire.git.repository import Repository
    from entire.git.worktree.status import Status
    from entire.session.capture import Capture
    from entire.session.state import State
    from entire.session.store import Store
    from entire.strategy.next_commit import NextCommit

__all__ = ["NAME"]

SUMMARY = "every turn of an agent becomes a commit"
MAKES_COMMITS = True

save_turn = defaults.save_turn  # a step holds the work if the commit is refused
save_task = defaults.save_task
end_session = defaults.end_session
heal = commits.heal
complete_commits = commits.complete_commits
claim_committed = commits.claim_committed
prepare_commit_msg = commits.prepare_commit_msg
commit_msg = defaults.commit_msg
post_commit = commits.post_commit
postpone_commit = commits.postpone_commit
note_quiet = commits.note_quiet
post_rewrite = defaults.post_rewrite
rewind_points = defaults.rewind_points
find_point = defaults.find_point
apply_rewind = defaults.apply_rewind
sessions_in = commits.sessions_in
reset = defaults.reset
list_unused = defaults.list_unused
is_condensable = commits.is_condensable
condense = commits.condense


def start_turn(repo: Repository, state: State, now: Status, capture: Capture) -> None:
    gone = [entry.path for entry in now.changed if entry.staged and entry.kind == "deleted"]
    state.unstaged_files = [path for path in gone if os.path.lexists(repo.path(path))]
    defaults.start_turn(repo, state, now, capture)


def finish(
    repo: Repository,
    settings: Settings,
    store: Store,
    session_id: str,
    now: Status | None = None,
    *,
    ended: bool = False,
) -> str:
    if OWN_COMMIT in os.environ or (now is not None and not now.changed):
        return ""  # an agent that a hook of such a commit runs cannot make another one
    from entire.git.objects.read import Objects

    objects = Objects(repo).begin()  # git starts while modules are loaded
    from entire.strategy.auto_commit.commit import commit_work

    with objects:
        return commit_work(repo, objects, settings, store, session_id, now, ended=ended)


def why_not_here(repo: Repository, settings: Settings) -> str:
    from entire.git.refs import get_current_branch_name
    from entire.strategy.auto_commit.places import why_not_on

    return why_not_on(repo, settings, get_current_branch_name(repo))


def next_commit(repo: Repository, store: Store) -> NextCommit | None:
    from entire.git.worktree import own_settings
    from entire.strategy.commits import forecast

    waits = why_not_here(repo, own_settings.load(repo).settings)
    return forecast.next_commit(repo, store, everything=not waits)
