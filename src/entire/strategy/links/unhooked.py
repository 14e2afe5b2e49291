"""Link the commits that an agent made in a turn without git's hooks: some turn them off."""

from __future__ import annotations

from entire.checkpoint.relinked import add_links
from entire.core import clock, log
from entire.core.errors import EntireError
from entire.git import identity
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.session.store import Store
from entire.strategy.links import by_hand, unlinked
from entire.strategy.owners.commands import commits
from entire.strategy.owners.reported import Again
from entire.strategy.protocol import Strategy
from entire.strategy.turn.conversation import Conversation
from entire.transcript.facts import Command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def link(
    strategy: Strategy, repo: Repository, store: Store, session_id: str, *, in_turn: bool = True
) -> None:
    """Write the checkpoint of a session for its commits without a link, and link them by notes.

    ``in_turn``: HEAD moved in the turn. Otherwise, only what commands of the turn before made counts: commits
    of people have no link if they declined it. The checkpoint has the whole turn, so there is one for all
    commits of it. It is an earlier one if that has everything: of another commit in the turn, with hooks.

    Never fails: `entire status` shows what is left. The caller does not hold the lock.
    """
    try:
        _link(strategy, repo, store, session_id, in_turn)
    except (EntireError, OSError) as error:
        log.error("the agent's commits are not linked", component="checkpoint", error=str(error))


def _link(strategy: Strategy, repo: Repository, store: Store, session_id: str, in_turn: bool) -> None:
    checkpoint_id = ""
    found = _found(repo, store, session_id, in_turn)
    for one in found:  # newest first: as a rule it has most of the turn's work
        state = store.load(session_id)
        with Objects(repo) as objects:
            commit = objects.commit(one)
            if state is None or commit is None:
                return
            if not checkpoint_id and not by_hand.is_stored(store, state):
                checkpoint_id = by_hand.condense(strategy, repo, store, state, commit)
            elif checkpoint_id := checkpoint_id or state.last_checkpoint_id:
                author = identity.get_git_author_from_repo(repo)
                add_links(repo, objects, {commit.oid: [checkpoint_id]}, author)
        if checkpoint_id:
            log.info("commit linked by a note", component="checkpoint", commit=one)


def _found(repo: Repository, store: Store, session_id: str, in_turn: bool) -> list[str]:
    """The commits that its commands made, and those of the turn with files that the session wrote."""
    state = store.load(session_id)
    made = {one.oid: one.time for one in unlinked.made_since(repo, state)} if state is not None else {}
    if state is None or not made:
        return []
    named = {one.commit: one.session_id for one in unlinked.find(repo, store)} if in_turn else {}
    conversation = Conversation(repo, store, state)
    last = [turn.position for turn in conversation.cursor.turns[-2:]]  # of the one before, a hook was killed
    reports, _ = conversation.reports(last[0] if last else None, Again().may_read)
    free = {oid: time for oid, time in made.items() if oid not in named}
    ours = made_by([one for one in reports if isinstance(one, Command)], free)
    return [oid for oid in made if oid in ours or named.get(oid) == session_id]


def made_by(commands: Sequence[Command], times: dict[str, int]) -> set[str]:
    """Pure: the commits that were made while a command ran that makes commits.

    Git's clock has whole seconds.
    """
    windows = [
        (start, end)
        for one in commands
        if commits(one.text) and (start := clock.timestamp(one.time)) and (end := clock.timestamp(one.end))
    ]
    return {oid for oid, time in times.items() if any(int(start) <= time <= end for start, end in windows)}
