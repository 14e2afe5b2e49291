"""Link the commits that an agent made without git's hooks: some turn them off.

They are looked for when a turn ends; if that hook was lost, at the next event of the session.
"""

from __future__ import annotations

from entire.checkpoint import trailers
from entire.checkpoint.committed.read import read_session_metadata
from entire.checkpoint.names import NOTES_REF
from entire.checkpoint.relinked import add_links
from entire.core import clock, log
from entire.core.errors import EntireError
from entire.git import diff, history, identity
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.session import cursors
from entire.session.state import State
from entire.session.store import Store
from entire.strategy.links import by_hand, unlinked
from entire.strategy.owners.commands import commits
from entire.strategy.owners.reported import Again
from entire.strategy.protocol import Strategy
from entire.strategy.turn.conversation import Conversation
from entire.transcript.facts import Command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from entire.git.history import LoggedCommit

_UNKNOWN = -1  # no command is known to have made the commit


def link(
    strategy: Strategy, repo: Repository, store: Store, session_id: str, head: str, *, in_turn: bool = True
) -> None:
    """Write the checkpoint of a session for its commits without a link, and link them by notes.

    ``in_turn``: HEAD moved in the turn. Otherwise, only what commands made counts: commits of people have no
    link if they declined it. The checkpoint has the whole turn, so there is one for all commits of it. It is
    an earlier one if that has everything: of another commit in the turn, or after it, with hooks.

    Never fails: `entire status` shows what is left. The caller holds the lock: when such a commit is amended
    before it is linked, nothing says that it has work of the session.
    """
    try:
        _link(strategy, repo, store, session_id, in_turn)
        state = store.load(session_id)
        if state is not None:
            state.unhooked_base = head
            state.unhooked_transcript_start = cursors.load(store, session_id).position
            store.save(state)
    except (EntireError, OSError) as error:
        log.error("the agent's commits are not linked", component="checkpoint", error=str(error))


def _link(strategy: Strategy, repo: Repository, store: Store, session_id: str, in_turn: bool) -> None:
    state = store.load(session_id)
    if state is None:
        return
    checkpoint_id, start = "", state.checkpoint_transcript_start
    recent = unlinked.made_since(repo, state.unhooked_base or state.attribution_base_commit)
    made = recent.commits
    commands = _commands(repo, store, state) if recent.bare or recent.amended else []
    bare = _not_linked(repo, session_id, made, recent.bare)
    found = _found(repo, store, session_id, bare, commands, in_turn)
    for oid, position in found.items():  # newest first: as a rule it has most of the turn's work
        state = store.load(session_id)
        with Objects(repo) as objects:
            commit = objects.commit(oid)
            if state is None or commit is None:
                return
            earlier = _stored(objects, state, made, oid, position) if _UNKNOWN < position < start else ""
            if earlier:
                _note(repo, objects, oid, earlier)
            elif not checkpoint_id and (new := by_hand.condense_locked(strategy, repo, store, state, commit)):
                checkpoint_id = new
            elif checkpoint_id := checkpoint_id or _last_checkpoint(store, session_id):
                _note(repo, objects, oid, checkpoint_id)
        if earlier or checkpoint_id:
            log.info("commit linked by a note", component="checkpoint", commit=oid)
    for old in made_by(commands, _times(repo, recent.amended)):
        _link_amended(repo, session_id, old, recent.amended[old])


def _link_amended(repo: Repository, session_id: str, old: str, new: str) -> None:
    """Link a commit that the session's commands made as its new version, if a branch or tag still has it."""
    if not history.is_on_a_branch(repo, old):
        return
    logged = history.log_of(repo, [new], NOTES_REF)
    ids = [id for one in logged for id in trailers.checkpoint_ids(one.message)]
    changed = {change.path for change in diff.commit_changes(repo, old)}
    with Objects(repo) as objects:
        for id in ids:
            part = read_session_metadata(objects, id, session_id)
            if part is not None and not changed.isdisjoint(part.files_touched):
                _note(repo, objects, old, id)


def _commands(repo: Repository, store: Store, state: State) -> list[Command]:
    """The commands that the session ran since its commits were linked."""
    conversation = Conversation(repo, store, state)
    reports, _ = conversation.reports(state.unhooked_transcript_start, Again().may_read)
    return [one for one in reports if isinstance(one, Command)]


def _not_linked(
    repo: Repository, session_id: str, made: list[LoggedCommit], bare: set[str]
) -> list[LoggedCommit]:
    """Those of the commits that are not linked to a checkpoint of the session."""
    with Objects(repo) as objects:
        return [
            one
            for one in made
            if one.oid in bare
            and not any(
                read_session_metadata(objects, id, session_id) for id in trailers.checkpoint_ids(one.message)
            )
        ]


def _last_checkpoint(store: Store, session_id: str) -> str:
    state = store.load(session_id)
    return "" if state is None else state.last_checkpoint_id


def _note(repo: Repository, objects: Objects, commit: str, checkpoint_id: str) -> None:
    author = identity.get_git_author_from_repo(repo)
    add_links(repo, objects, {commit: [checkpoint_id]}, author)


def _found(
    repo: Repository,
    store: Store,
    session: str,
    bare: list[LoggedCommit],
    commands: list[Command],
    in_turn: bool,
) -> dict[str, int]:
    """The commits that its commands made, and those of the turn with files that the session wrote.

    Each with the position of the command. Keeps the order.
    """
    if not bare:
        return {}
    named: dict[str, set[str]] = {}  # the sessions that wrote files of a commit
    for one in unlinked.find(repo, store):
        named.setdefault(one.commit, set()).add(one.session_id)
    free = [one.oid for one in bare if session in named.get(one.oid, {session})]
    ours = made_by(commands, _times(repo, free))
    if in_turn:
        ours = {oid: _UNKNOWN for oid, sessions in named.items() if session in sessions} | ours
    return {commit.oid: ours[commit.oid] for commit in bare if commit.oid in ours}


def _times(repo: Repository, oids: Iterable[str]) -> dict[str, tuple[int, ...]]:
    """When commits were written, and when they were amended last."""
    with Objects(repo) as objects:
        found = [commit for oid in oids if (commit := objects.commit(oid)) is not None]
    return {one.oid: (one.time, one.committed) for one in found}


def made_by(commands: Sequence[Command], times: Mapping[str, Sequence[int]]) -> dict[str, int]:
    """Pure: the commits that were made while a command ran that makes commits, with the command's position.

    Git's clock has whole seconds.
    """
    windows = [
        (int(start), end, one.position)
        for one in commands
        if commits(one.text) and (start := clock.timestamp(one.time)) and (end := clock.timestamp(one.end))
    ]
    ran = {
        oid: [at for start, end, at in windows if any(start <= time <= end for time in found)]
        for oid, found in times.items()
    }
    return {oid: positions[-1] for oid, positions in ran.items() if positions}


def _stored(objects: Objects, state: State, made: list[LoggedCommit], commit: str, position: int) -> str:
    """The checkpoint that has a record of the session: of a commit that was made after another one."""
    linked = [(one.oid, trailers.checkpoint_ids(one.message)) for one in made]
    starts = {}
    for id in (id for _, ids in linked for id in ids):
        part = read_session_metadata(objects, id, state.session_id)
        if part is not None:
            starts[id] = part.get_transcript_start()
    return covering(linked, commit, starts, position)


def covering(
    made: Sequence[tuple[str, Sequence[str]]], commit: str, starts: Mapping[str, int], position: int
) -> str:
    """Pure: the first checkpoint after a commit that has a record; else the last one before it that may.

    ``made``: commits, newest first, with their checkpoints. ``starts``: where the session's part of each
    begins. Empty if none has it.
    """
    at = next((at for at, (oid, _) in enumerate(made) if oid == commit), len(made))
    for _, ids in (*reversed(made[:at]), *made[at:]):
        for id in ids:
            if starts.get(id, position + 1) <= position:
                return id
    return ""
