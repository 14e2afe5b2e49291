"""Pass git's events on to the strategy. Nothing else dispatches them."""

from __future__ import annotations

from entire.core import limits, log
from entire.core.errors import Locked
from entire.core.paths import transcript_copy
from entire.core.settings import Settings
from entire.git import refs
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.session.store import Store
from entire.strategy import registry

POST_COMMIT_WAIT_SECONDS = 1.5  # the user waits; after that, the next event condenses the commit


def prepare_commit_msg(repo: Repository, settings: Settings, path: str, source: str, commit: str) -> None:
    registry.get(settings.strategy).prepare_commit_msg(repo, settings, path, source, commit)


def commit_msg(repo: Repository, settings: Settings, path: str) -> None:
    registry.get(settings.strategy).commit_msg(repo, path)


def post_rewrite(repo: Repository, settings: Settings, rewrites: str) -> None:
    registry.get(settings.strategy).post_rewrite(repo, rewrites)


def post_commit(repo: Repository, settings: Settings) -> None:
    """Condense the sessions whose work the commit contains; start a summary if the settings ask for one."""
    objects = Objects(repo).begin()
    store = Store(repo)
    from entire.lifecycle import heal
    from entire.strategy.turn import content_hash

    at_work = [state for state in store.live() if state.has_work]
    for state in at_work:
        content_hash.begin(repo.path(transcript_copy(state.session_id)))
    strategy = registry.get(settings.strategy)
    # Most commits move the checkpoints branch and delete a shadow branch.
    with objects, repo.start_early(*((refs.MOVE, refs.MOVE) if at_work else ())):
        try:
            with store.lock(wait=POST_COMMIT_WAIT_SECONDS):
                heal.archive_finished(store)
                condensed = strategy.post_commit(repo, objects, store)
                strategy.note_quiet(repo, store)
        except Locked as error:
            strategy.postpone_commit(repo, objects, store)
            log.warn("commit postponed", component="checkpoint", reason=error.message)
            limits.leave_rest()
            return
    if condensed and "summarize" in settings.strategy_options:
        from entire.summarize import at_commit

        checkpoint_id = at_commit.wanted(repo, settings.strategy_options)
        if checkpoint_id:
            from entire.lifecycle import background

            background.start(at_commit.NAME, checkpoint_id)
            log.debug("summary started", checkpoint_id=checkpoint_id)
