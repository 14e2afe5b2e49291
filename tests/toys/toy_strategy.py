"""A strategy for tests: every commit that follows a turn is linked to it, whatever files it contains.

It keeps steps as others do. A commit takes all that the session did since the last one; nothing is carried
forward, and there is nothing to complete after a kill.
"""

from __future__ import annotations

from entire.checkpoint import trailers
from entire.checkpoint.committed.write import write_committed
from entire.checkpoint.ids import new_checkpoint_id
from entire.core.settings import Settings
from entire.git import identity, message, refs
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.session.phase import Action, PhaseEvent, TransitionContext
from entire.session.state import State, transition_and_log
from entire.session.store import Store
from entire.strategy import defaults
from entire.strategy.condensing.part import move_on, part_of
from entire.strategy.condensing.stuck import CondenseResult
from entire.strategy.next_commit import NextCommit
from entire.strategy.turn.conversation import Conversation
from entire.strategy.turn.shadow import branch_of, tip_of

NAME = "toy"
SUMMARY = "every commit after a turn is linked to it"
MAKES_COMMITS = False

start_turn = defaults.start_turn
save_turn = defaults.save_turn
save_task = defaults.save_task
finish = defaults.finish
why_not_here = defaults.why_not_here
claim_committed = defaults.claim_committed
end_session = defaults.end_session
commit_msg = defaults.commit_msg
postpone_commit = defaults.postpone_commit
note_quiet = defaults.note_quiet
post_rewrite = defaults.post_rewrite
rewind_points = defaults.rewind_points
find_point = defaults.find_point
apply_rewind = defaults.apply_rewind
reset = defaults.reset
list_unused = defaults.list_unused
sessions_in = defaults.sessions_in


def heal(repo: Repository, store: Store, tried: set[str] | None = None) -> bool:
    """A commit is linked and condensed, or not."""
    return False


def complete_commits(repo: Repository, store: Store, session_id: str) -> bool:
    """The same."""
    return True


def _with_work(repo: Repository, store: Store) -> list[State]:
    return [state for state in store.in_worktree(repo.worktree_id) if state.has_steps_here]


def prepare_commit_msg(repo: Repository, settings: Settings, path: str, source: str, commit: str) -> None:
    if _with_work(repo, Store(repo)):
        trailer = trailers.format_checkpoint(new_checkpoint_id())
        message.write(path, message.append_trailer(repo, message.read(path), trailer))


def post_commit(repo: Repository, objects: Objects, store: Store) -> list[str]:
    head = objects.commit("HEAD")
    ids = trailers.checkpoint_ids(head.message) if head is not None else []
    done = []
    for state in _with_work(repo, store) if head is not None and ids else []:
        context = TransitionContext(bool(state.files_touched))
        if Action.CONDENSE in transition_and_log(state, PhaseEvent.GIT_COMMIT, context):
            _condense(repo, objects, store, state, ids[-1], head.oid if head is not None else "")
            done.append(state.session_id)
    return done


def _condense(
    repo: Repository, objects: Objects, store: Store, state: State, checkpoint_id: str, head: str
) -> None:
    conversation = Conversation(repo, store, state)
    conversation.read()
    branch, tip = refs.get_current_branch_name(repo), tip_of(objects, state)
    part = part_of(objects, state, conversation, checkpoint_id, branch, state.files_touched, NAME)
    result = write_committed(repo, objects, [part], identity.get_git_author_from_repo(repo))
    conversation.keep_segments(part.transcript, result.transcript_oids[0])
    shadow = refs.BRANCHES + branch_of(state)
    move_on(state, conversation, checkpoint_id, head, [])
    conversation.save(durable=True)
    store.save(state)
    if tip is not None:
        refs.update(repo, refs.Update(shadow, tip.oid, None))


def next_commit(repo: Repository, store: Store) -> NextCommit | None:
    states = _with_work(repo, store)
    files = sorted({path for state in states for path in state.files_touched})
    return NextCommit(files, [state.session_id for state in states], False) if states else None


def is_condensable(objects: Objects, store: Store, state: State) -> bool:
    return bool(state.checkpoint_count)


def condense(
    repo: Repository, home: Repository | None, objects: Objects, store: Store, state: State
) -> CondenseResult:
    checkpoint_id = new_checkpoint_id()
    _condense(home or repo, objects, store, state, checkpoint_id, state.base_commit)
    return CondenseResult(checkpoint_id)
