"""Default functions for strategies that link commits and condense them.

Hooks load this module, so each function imports what it needs.
"""

from __future__ import annotations

import os

from entire.core import files, sharing
from entire.core.paths import LINKING_FILE, REWRITTEN_FILE
from entire.strategy.defaults import post_rewrite

TYPE_CHECKING = False
if TYPE_CHECKING:
    from entire.core.settings import Settings
    from entire.git.objects.read import Commit, Objects
    from entire.git.repository import Repository
    from entire.session.state import State
    from entire.session.store import Store
    from entire.strategy.condensing.stuck import CondenseResult
    from entire.strategy.next_commit import NextCommit


def heal(repo: Repository, store: Store, tried: set[str] | None = None) -> bool:
    from entire.core import limits

    if os.path.lexists(os.path.join(repo.git_dir, REWRITTEN_FILE)):
        if limits.may_heal():
            post_rewrite(repo, "")
        else:
            limits.leave_rest()
    if not _waits(repo, store) and not any(state.condensed_branches for state in store.live()):
        return False
    from entire.git.objects.read import Objects
    from entire.strategy.commits import condense, interrupted

    with Objects(repo) as objects:
        left = interrupted.complete_pending(repo, objects, store, tried=tried)
        if left != interrupted.Outcome.REST:
            condense.delete_condensed_branches(repo, objects, store)
    return left == interrupted.Outcome.REST


def complete_commits(repo: Repository, store: Store, session_id: str) -> bool:
    if not _waits(repo, store):
        return True
    from entire.git.objects.read import Objects
    from entire.strategy.commits import interrupted

    concerns = interrupted.of_sessions([session_id])
    with Objects(repo) as objects:
        _claim_waiting(repo, objects, store, session_id)
        left = interrupted.complete_pending(repo, objects, store, concerns=concerns)
        # Others may have work of the session, too.
        return left != interrupted.Outcome.REST and not interrupted.holds_back(repo, objects, store)


def _claim_waiting(repo: Repository, objects: Objects, store: Store, session_id: str) -> None:
    """Let commits that wait know what they have of the session, so that they concern it."""
    from entire.session import promises

    if promises.waiting(store, repo.worktree_id):
        from entire.strategy.commits.claim import claim_waiting

        states = [state for state in store.in_worktree(repo.worktree_id) if state.session_id == session_id]
        claim_waiting(repo, objects, store, states)


def claim_committed(repo: Repository, store: Store, state: State, paths: list[str], since: str) -> None:
    if store.has_promises():
        from entire.git.objects.read import Objects
        from entire.strategy.commits import claim

        with Objects(repo) as objects:
            claim.claim(repo, objects, store, state, paths, since)


def _waits(repo: Repository, store: Store) -> bool:
    """Whether a commit may wait for its checkpoint. Costs next to nothing if none does."""
    left = files.any_starts_with(repo.git_dir, LINKING_FILE)
    if not store.has_promises() and not left:
        return False
    from entire.session import promises

    here = left or bool(promises.of_worktree(store, repo.worktree_id))
    return here or any(find(store, repo.worktree_id) for find in (promises.elsewhere, promises.ownerless))


def prepare_commit_msg(repo: Repository, settings: Settings, path: str, source: str, commit: str) -> None:
    from entire.strategy.commits import prepare

    prepare.prepare_commit_msg(repo, settings, path, source, commit)


def post_commit(repo: Repository, objects: Objects, store: Store) -> list[str]:
    from entire.strategy.commits import post_commit

    return post_commit.post_commit(repo, objects, store)


def postpone_commit(repo: Repository, objects: Objects, store: Store) -> None:
    from entire.strategy.commits import post_commit

    post_commit.postpone(repo, objects, store)


def note_quiet(repo: Repository, store: Store) -> None:
    from entire.session import quiet
    from entire.strategy.links import seen

    if quiet.note(store, lambda: seen.may_come_again(repo)) and sharing.is_with_others():
        from entire.strategy.commits import later

        later.provide(repo)


def next_commit(repo: Repository, store: Store) -> NextCommit | None:
    from entire.strategy.commits import forecast

    return forecast.next_commit(repo, store)


def sessions_in(repo: Repository, objects: Objects, store: Store, commit: Commit) -> list[str]:
    from entire.strategy.commits import work

    return [found.state.session_id for found in work.works_in(repo, objects, store, commit)]


def is_condensable(objects: Objects, store: Store, state: State) -> bool:
    from entire.strategy.commits import condense_by_id

    return condense_by_id.is_condensable(objects, store, state)


def condense(
    repo: Repository, home: Repository | None, objects: Objects, store: Store, state: State
) -> CondenseResult:
    from entire.strategy.commits import condense_by_id

    return condense_by_id.condense(repo, home, objects, store, state)
