"""Condensing: after a commit, what a session did for it becomes a committed checkpoint.

The order is fixed (I2): the checkpoint first, then the states that point to it, then the shadow branches that
nobody needs any more. A kill in between leaves something that the next commit or turn completes.
"""

from __future__ import annotations

from collections.abc import Mapping

from entire.checkpoint import temporary, trailers
from entire.checkpoint.carry import CarryForward, carry_forward
from entire.checkpoint.committed import WriteCommittedOptions, write_committed
from entire.checkpoint.committed_read import read_session_metadata
from entire.checkpoint.names import shadow_branch_name_for_commit
from entire.core import log, terminal
from entire.core.value import Value
from entire.git import diff, identity, refs, sequence, worktree
from entire.git.diff import FileChange
from entire.git.errors import GitError
from entire.git.objects import Commit, Objects
from entire.git.repository import Repository
from entire.session.phase import Action, Event, TransitionContext
from entire.session.state import State
from entire.session.store import Store
from entire.session.transitions import transition_and_log
from entire.strategy.conversation import Conversation
from entire.strategy.manual_commit.carry_forward import remaining
from entire.strategy.manual_commit.work import Work, gather, sessions_here
from entire.transcript.usage import add


class Decision(Value):
    """What becomes of a session at a commit."""

    condense: bool
    files: list[str]  # of the commit, the session's work
    carry: list[str]  # left for the next commit


def decide(
    actions: tuple[str, ...], work: Work, changes: Mapping[str, FileChange], disk: Mapping[str, str]
) -> Decision:
    """Pure: whether the commit is condensed for this session, and what it leaves behind."""
    wanted = Action.CONDENSE in actions or Action.CONDENSE_IF_FILES_TOUCHED in actions
    if not wanted or not work.overlap:
        return Decision(False, [], list(work.state.files_touched))
    carry = remaining(work.state.files_touched, changes, work.shadow, disk)
    return Decision(True, sorted(work.overlap), carry)


def post_commit(repo: Repository, store: Store) -> list[str]:
    """The post-commit hook. Returns the ids of the sessions that were condensed."""
    with store.lock(), Objects(repo) as objects:
        states = sessions_here(store, repo)
        head = objects.commit("HEAD")
        if head is None or not states:
            return []
        ids = trailers.checkpoint_ids(head.message)
        if not ids:
            _follow_head(store, states, head.oid)
            return []
        changes = {change.path: change for change in diff.commit_changes(repo, head.oid)}
        return _condense_all(repo, objects, store, states, head, ids[-1], changes)


def _follow_head(store: Store, states: list[State], head: str) -> None:
    """A commit without link: sessions that have nothing stored go on from there, others keep their branch."""
    for state in states:
        if state.base_commit != head and not state.has_work:
            state.base_commit = head
            store.save(state)


def _condense_all(
    repo: Repository,
    objects: Objects,
    store: Store,
    states: list[State],
    head: Commit,
    checkpoint_id: str,
    changes: Mapping[str, FileChange],
) -> list[str]:
    at_terminal = terminal.has_tty()
    replaying = sequence.in_progress(repo)
    chosen: list[tuple[Work, Decision]] = []
    for state in states:
        work = gather(repo, objects, store, state, changes, at_terminal=at_terminal)
        context = TransitionContext(bool(state.files_touched), replaying)
        actions = transition_and_log(state, Event.GIT_COMMIT, context)
        decision = decide(actions, work, changes, _on_disk(repo, work, changes))
        if decision.condense:
            chosen.append((work, decision))
    if chosen:
        _write(repo, objects, store, head, checkpoint_id, chosen)
    _follow_head(
        store, [state for state in states if not any(work.state is state for work, _ in chosen)], head.oid
    )
    return [work.state.session_id for work, _ in chosen]


def _on_disk(repo: Repository, work: Work, changes: Mapping[str, FileChange]) -> dict[str, str]:
    """Blob ids on disk of the files that were committed otherwise than the session left them."""
    differing = [
        path for path, oid in work.shadow.items() if path in changes and changes[path].new_oid != oid
    ]
    return worktree.hash_files(repo, differing) if differing else {}


def _write(
    repo: Repository,
    objects: Objects,
    store: Store,
    head: Commit,
    checkpoint_id: str,
    chosen: list[tuple[Work, Decision]],
) -> None:
    branch = refs.get_current_branch_name(repo)
    conversations = [Conversation(repo, store, work.state) for work, _ in chosen]
    for conversation in conversations:
        conversation.read()
    author = identity.parse_author(head.committer)

    def options() -> list[WriteCommittedOptions]:
        return [
            _options(objects, work.state, conversation, checkpoint_id, branch, decision.files)
            for (work, decision), conversation in zip(chosen, conversations, strict=True)
        ]

    sessions = options()
    try:
        result = write_committed(repo, objects, sessions, author)
    except GitError as error:
        log.warn("storing the transcripts anew", checkpoint_id=checkpoint_id, error=error.message)
        for conversation in conversations:
            conversation.forget_segments()
        sessions = options()
        result = write_committed(repo, objects, sessions, author)

    branches: dict[str, str] = {}
    for (work, decision), conversation, session, oids in zip(
        chosen, conversations, sessions, result.transcript_oids, strict=True
    ):
        conversation.keep_segments(session.transcript, oids)
        if work.shadow_tip:
            branches[_branch_of(work.state)] = work.shadow_tip
        _after(repo, objects, work, decision, conversation, checkpoint_id, head)
        conversation.cursor.counted = conversation.cursor.total_usage()
        conversation.save()
        store.save(work.state)
        log.info(
            "session condensed",
            component="checkpoint",
            session_id=work.state.session_id,
            checkpoint_id=checkpoint_id,
            files=len(decision.files),
            carried=len(decision.carry),
        )
    needed = {_branch_of(state) for state in store.live() if state.has_work}
    for name, tip in branches.items():
        if name not in needed:
            temporary.delete_shadow_branch(repo, name, tip)


def _branch_of(state: State) -> str:
    return shadow_branch_name_for_commit(state.base_commit, state.worktree_id)


def _options(
    objects: Objects,
    state: State,
    conversation: Conversation,
    checkpoint_id: str,
    branch: str,
    files: list[str],
) -> WriteCommittedOptions:
    """One session's part of the checkpoint; on an amended commit it is added to what is there already."""
    before = read_session_metadata(objects, checkpoint_id, state.session_id)
    start = state.checkpoint_transcript_start
    usage = conversation.cursor.pending_usage()
    count = state.checkpoint_count
    token_start = state.token_transcript_start
    if before is not None:
        start = min(start, before.get_transcript_start())
        token_start = min(token_start, before.token_transcript_start)
        usage = add(before.token_usage, usage)
        count += before.checkpoints_count
        files = sorted({*files, *before.files_touched})
    return WriteCommittedOptions(
        checkpoint_id=checkpoint_id,
        session_id=state.session_id,
        branch=branch,
        transcript=conversation.transcript(hashed=True),
        prompts=conversation.prompts(_prompts_from(state, conversation, start)),
        files_touched=files,
        checkpoints_count=count,
        ephemeral_branch=_branch_of(state),
        agent=state.agent_type,
        model=conversation.cursor.model or state.model_name,
        turn_id=state.turn_id,
        transcript_identifier_at_start=state.transcript_identifier_at_start,
        checkpoint_transcript_start=start,
        token_transcript_start=token_start,
        token_usage=usage,
    )


def _prompts_from(state: State, conversation: Conversation, start: int) -> int:
    """A part that begins in the middle of a turn belongs to that turn's prompt."""
    return min(start, conversation.turn_line()) if state.is_active else start


def _after(
    repo: Repository,
    objects: Objects,
    work: Work,
    decision: Decision,
    conversation: Conversation,
    checkpoint_id: str,
    head: Commit,
) -> None:
    """The state once its checkpoint is written; what the commit left out goes on to a new branch."""
    state = work.state
    if state.is_active:
        state.turn_checkpoint_ids = [*state.turn_checkpoint_ids, checkpoint_id]
    if decision.carry:
        what = CarryForward(state.session_id, state.worktree_id, work.shadow_tip, head, decision.carry)
        carry_forward(repo, objects, what, identity.parse_author(head.committer))
    state.base_commit = state.attribution_base_commit = head.oid
    state.files_touched = decision.carry
    state.checkpoint_count = 1 if decision.carry else 0
    state.checkpoint_transcript_start = (
        conversation.scope_of(decision.carry) if decision.carry else conversation.cursor.line
    )
    state.token_transcript_start = conversation.cursor.line
    state.transcript_identifier_at_start = conversation.cursor.last_id
    state.last_checkpoint_id = "" if decision.carry else checkpoint_id
    state.token_usage = None
    state.prompt_attributions = []
    state.pending_prompt_attribution = None
    state.fully_condensed = state.is_ended and not state.has_work
