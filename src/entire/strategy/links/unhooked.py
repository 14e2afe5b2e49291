"""Link the commits that an agent made in a turn without git's hooks: some turn them off."""

from __future__ import annotations

from entire.checkpoint.relinked import add_links
from entire.core import log
from entire.core.errors import EntireError
from entire.git import identity
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.session.store import Store
from entire.strategy.links import by_hand, unlinked
from entire.strategy.protocol import Strategy


def link(strategy: Strategy, repo: Repository, store: Store, session_id: str) -> None:
    """Write the checkpoint of a session for its commits without a link, and link them by notes.

    The checkpoint has the whole turn, so there is one for all commits of it. Never fails: `entire status`
    shows what is left. The caller does not hold the lock.
    """
    try:
        _link(strategy, repo, store, session_id)
    except (EntireError, OSError) as error:
        log.error("the agent's commits are not linked", component="checkpoint", error=str(error))


def _link(strategy: Strategy, repo: Repository, store: Store, session_id: str) -> None:
    found = [one for one in unlinked.find(repo, store) if one.session_id == session_id]
    checkpoint_id = ""
    for one in found:  # newest first: as a rule it has most of the turn's work
        state = store.load(session_id)
        with Objects(repo) as objects:
            commit = objects.commit(one.commit)
            if state is None or commit is None:
                return
            if not checkpoint_id and not by_hand.is_stored(store, state):
                checkpoint_id = by_hand.condense(strategy, repo, store, state, commit)
            elif checkpoint_id:
                author = identity.get_git_author_from_repo(repo)
                add_links(repo, objects, {commit.oid: [checkpoint_id]}, author)
        if checkpoint_id:
            log.info("commit linked by a note", component="checkpoint", commit=one.commit)
