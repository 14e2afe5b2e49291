"""The auto-commit strategy: what `strategy/protocol.py` asks for."""

from __future__ import annotations

from entire.strategy import defaults
from entire.strategy.auto_commit import NAME
from entire.strategy.commits import defaults as commits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from entire.core.settings import Settings
    from entire.git.repository import Repository
    from entire.git.worktree.status import Status
    from entire.session.store import Store

__all__ = ["NAME"]

SUMMARY = "every turn of an agent becomes a commit"
MAKES_COMMITS = True

start_turn = defaults.start_turn
save_turn = defaults.save_turn  # a step holds the work if the commit is refused
save_task = defaults.save_task
end_session = defaults.end_session
heal = commits.heal
complete_commits = commits.complete_commits
prepare_commit_msg = commits.prepare_commit_msg
commit_msg = defaults.commit_msg
post_commit = commits.post_commit
postpone_commit = commits.postpone_commit
post_rewrite = defaults.post_rewrite
next_commit = commits.next_commit
rewind_points = defaults.rewind_points
find_point = defaults.find_point
apply_rewind = defaults.apply_rewind
sessions_in = commits.sessions_in
reset = defaults.reset
list_unused = defaults.list_unused
is_condensable = commits.is_condensable
condense = commits.condense


def finish(
    repo: Repository, settings: Settings, store: Store, session_id: str, now: Status | None = None
) -> str:
    if now is not None and not now.changed:
        return ""
    from entire.git.objects.read import Objects

    objects = Objects(repo).begin()  # git starts while modules are loaded
    from entire.strategy.auto_commit.commit import commit_work

    with objects:
        return commit_work(repo, objects, settings, store, session_id, now)
