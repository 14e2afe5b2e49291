"""Save a step: the work tree and the conversation as they are now, on the shadow branch."""

from __future__ import annotations

from entire.checkpoint import wording
from entire.checkpoint.segments import Transcript
from entire.checkpoint.temporary.snapshots import Ownership, last_snapshot, row_tree
from entire.checkpoint.temporary.write import (
    WriteTemporaryOptions,
    WriteTemporaryResult,
    WriteTemporaryTaskOptions,
    write_temporary,
    write_temporary_task,
)
from entire.core import log
from entire.core.paths import CONTEXT_FILE, PROMPT_FILE
from entire.core.value import Value
from entire.git import identity
from entire.git.errors import GitError
from entire.git.objects.edit_tree import Change
from entire.git.objects.read import Commit, Objects
from entire.git.repository import Repository
from entire.git.worktree.status import Status
from entire.session import capture as captures
from entire.session.capture import Capture
from entire.session.state import UNKNOWN_AGENT, State
from entire.session.store import Store
from entire.strategy.owners.ownership import Changes, ownership
from entire.strategy.turn.conversation import Conversation
from entire.strategy.turn.edits import note_prompt
from entire.strategy.turn.settle import waiting_on_branch
from entire.strategy.turn.shadow import repairing, set_aside_orphan, tip_of
from entire.strategy.turn.subjects import step_subject
from entire.strategy.turn.to_store import ToStore, brought_by_others, dirty_files, to_store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from entire.checkpoint.temporary.task import Task
    from entire.strategy.owners.reported import Ending


class TurnFacts(Value):
    """What is known about who changed files in a turn."""

    dirty: list[str]  # files that differ from HEAD
    changed: list[str] | None  # of these, those that changed since the prompt; None without a capture
    named: list[str]  # files that the agent wrote, by its transcript
    ran_commands: bool  # commands may have written others
    others: set[str]  # files that other sessions claim
    undone: list[str] = []  # files that differed from HEAD at the prompt, and no longer do


def touched_files(facts: TurnFacts) -> list[str]:
    """Pure: the files that the agent changed in the turn.

    These are the changed files that the transcript names. If it ran commands, also changed files that it does
    not name, unless another session claims them. Other changes are a person's edits.
    """
    if facts.changed is None:
        return [path for path in facts.dirty if path in facts.named]
    return _by_agent(facts, facts.changed)


def undone_files(facts: TurnFacts) -> list[str]:
    """Pure: the files that the agent deleted or reverted in the turn, so that nothing of them is left.

    They make a step, but wait for no commit.
    """
    return _by_agent(facts, facts.undone)


def _by_agent(facts: TurnFacts, paths: list[str]) -> list[str]:
    named = set(facts.named)
    return [path for path in paths if path in named or (facts.ran_commands and path not in facts.others)]


def turn_facts(
    repo: Repository,
    capture: Capture | None,
    status: Status,
    conversation: Conversation,
    others: set[str],
    unread: int | None = None,
) -> TurnFacts:
    """``unread``: where the hook began to read. Without a capture, the turns from there on count too."""
    dirty = dirty_files(status)
    start = capture.step_transcript_start if capture is not None else None
    named = conversation.turn_files(start)
    if capture is None and unread is not None:
        named += [path for path in conversation.turn_files(unread) if path not in named]
    return TurnFacts(
        dirty,
        captures.changed_since(repo, capture, dirty, named) if capture is not None else None,
        named,
        conversation.ran_commands(start or 0) or _delegates(repo, capture),
        others,
        captures.undone_since(repo, capture, dirty, status.head) if capture is not None else [],
    )


def _delegates(repo: Repository, capture: Capture | None) -> bool:
    """Whether a subagent is running whose transcript is unknown until it ends."""
    tasks = captures.open_tasks(repo, capture.session_id) if capture is not None else []
    return any(not task.agent_id for task in tasks)


class TurnWork(Value):
    """What an agent changed, about to be saved. The caller saves the state."""

    strategy: str  # its name
    repo: Repository
    store: Store
    state: State
    conversation: Conversation
    now: Status
    touched: list[str]  # the files that it changed
    stashed: Sequence[Change] = ()  # those of them that are in a stash, not in the work tree
    doubtful: Sequence[str] = ()  # those of them that a person may have changed, too
    undone: Sequence[str] = ()  # files that it deleted or reverted, and that do not differ from HEAD now
    ending: Ending | None = None  # the subagent whose work it is

    @property
    def owned(self) -> list[str]:
        """The files whose changes in this step are the agent's."""
        return [*self.touched, *self.undone]

    @property
    def claimed(self) -> list[str]:
        """The files that the session waits for a commit of, after this step."""
        gone = set(self.undone).difference(self.touched)
        return sorted({*self.state.files_touched, *self.touched} - gone)


def save_step(work: TurnWork) -> None:
    """Write a temporary checkpoint and count it in the state (not saved)."""
    repo, state = work.repo, work.state
    saved = repairing(repo, state, lambda: _write_step(work))
    new = saved is not None and not saved.skipped
    if saved is not None and new:
        state.checkpoint_count += 1
        note_prompt(repo, state, saved)
    if saved is not None and saved.lacks:
        log.warn("the step lacks files", session_id=state.session_id, files=list(saved.lacks[:20]))
    state.files_touched = work.claimed
    log.info(
        "step saved" if new else "nothing new to save",
        component="checkpoint",
        session_id=state.session_id,
        touched=len(work.touched),
    )


def _write_step(work: TurnWork) -> WriteTemporaryResult | None:
    repo, state, conversation, now = work.repo, work.state, work.conversation, work.now
    prompts = conversation.prompts(state.checkpoint_transcript_start)
    saved: WriteTemporaryResult | None = None
    author = identity.PendingAuthor(repo)
    with Objects(repo) as objects:
        set_aside_orphan(repo, objects, work.store, state)
        tip = tip_of(objects, state)
        stored = _to_store(objects, tip, work)
        options = WriteTemporaryOptions(
            session_id=state.session_id,
            strategy=work.strategy,
            base_commit=state.base_commit,
            worktree_id=state.worktree_id,
            head=now.head,
            paths=stored.paths,
            missing=stored.missing,
            modes={entry.path: entry.mode for entry in now.changed if entry.mode},
            metadata_files=_metadata_files(prompts) if prompts else {},
            subject=step_subject(
                prompts[-1] if prompts else state.last_prompt, state.agent_type or UNKNOWN_AGENT
            ),
            author=author.result(),
            base=now.head,
            base_changes=_base_changes(objects, tip, work, stored),
            ownership=_ownership(objects, tip, work),
        )

        def write(transcript: Transcript | None) -> tuple[str, ...]:
            nonlocal saved
            saved = write_temporary(repo, objects, options.replace(transcript=transcript))
            return saved.transcript_oids

        conversation.stored(write, hashed=False)
    return saved


def _metadata_files(prompts: list[str]) -> dict[str, bytes]:
    return {PROMPT_FILE: wording.prompt_file(prompts), CONTEXT_FILE: wording.context_file(prompts)}


def save_task_step(work: TurnWork, task: Task, subject: str) -> None:
    """Write a subagent's step, which is not counted as a step of the session (not saved)."""
    state = work.state
    repairing(work.repo, state, lambda: _write_task_step(work, task, subject))
    state.files_touched = work.claimed
    log.info(
        "task step saved", component="checkpoint", session_id=state.session_id, tool_use_id=task.tool_use_id
    )


def _write_task_step(work: TurnWork, task: Task, subject: str) -> None:
    repo, state, now = work.repo, work.state, work.now
    author = identity.PendingAuthor(repo)
    with Objects(repo) as objects:
        set_aside_orphan(repo, objects, work.store, state)
        tip = tip_of(objects, state)
        stored = _to_store(objects, tip, work)
        options = WriteTemporaryTaskOptions(
            session_id=state.session_id,
            strategy=work.strategy,
            base_commit=state.base_commit,
            worktree_id=state.worktree_id,
            head=now.head,
            subject=subject,
            author=author.result(),
            task=task,
            base=now.head,
            base_changes=_base_changes(objects, tip, work, stored),
            ownership=_ownership(objects, tip, work),
            paths=stored.paths,
            missing=stored.missing,
            modes={entry.path: entry.mode for entry in now.changed if entry.mode},
        )

        def write(transcript: Transcript | None) -> tuple[str, ...]:
            return write_temporary_task(repo, objects, options.replace(transcript=transcript)).transcript_oids

        work.conversation.stored(write, hashed=False)


def _ownership(objects: Objects, tip: Commit | None, work: TurnWork) -> Ownership:
    """Who made the changes, judging from the last snapshot."""
    base, end = tip or objects.commit(work.now.head), last_snapshot(objects, tip)
    tree = row_tree(objects, tip, end, base.tree if base is not None else "")
    found = ownership(
        Changes(
            work.repo,
            objects,
            work.store,
            work.state,
            work.conversation,
            tip,
            tree,
            work.owned,
            work.doubtful,
            ending=work.ending,
        )
    )
    if tip is None or end is not None:
        return found
    from entire.strategy.reference.steps import Known, snapshots  # rare: the last step is the reference's

    try:
        earlier = snapshots(work.repo, objects, tip, [Known(work.state, work.conversation)])
    except GitError as error:  # an object is missing: the step is saved, and these lines are unknown
        log.warn("owners of earlier steps not known", component="attribution", error=error.message)
        return found
    return found.replace(earlier=earlier)


def _to_store(objects: Objects, tip: Commit | None, work: TurnWork) -> ToStore:
    """The files to store from the work tree, and those that the step lacks."""
    away = {change.path for change in work.stashed}
    before, named = waiting_on_branch(work.store, work.state), set(work.conversation.turn_files(0))
    found = to_store(work.repo, objects, tip, before, work.now, work.touched, named)
    return found.replace(paths=[path for path in found.paths if path not in away])


def _base_changes(objects: Objects, tip: Commit | None, work: TurnWork, stored: ToStore) -> list[Change]:
    """What the step gets without looking at the work tree."""
    brought = brought_by_others(work.repo, objects, tip, work.state.files_touched, work.now)
    return [*brought, *stored.settled, *work.stashed]
