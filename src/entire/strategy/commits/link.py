"""Link a commit to its checkpoint: which sessions it contains, and how its message changes."""

from __future__ import annotations

from entire.checkpoint import trailers
from entire.core import terminal
from entire.core.value import Value
from entire.git import message
from entire.git.diff import Staged
from entire.git.objects.read import Commit, Objects
from entire.git.repository import Repository
from entire.session import promises
from entire.session.promises import Promise
from entire.session.state import UNKNOWN_AGENT, State
from entire.session.store import Store
from entire.strategy.commits import merged
from entire.strategy.commits.interrupted import Interrupted, complete_pending, made_here, of_files
from entire.strategy.commits.work import Work, gather
from entire.strategy.turn.unseen import begin_unseen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

_LAST_PROMPT_LENGTH = 80


class Edit:
    """How to edit a commit message."""

    NOTHING = "nothing"
    APPEND = "append"  # add the trailer at the end: the text has no comments
    INSERT = "insert"  # add the trailer before git's comments
    EXPLAIN = "explain"  # the same, with a comment for the person in the editor


class Facts(Value):
    """What the decision depends on."""

    source: str  # as git passes it: "", message, template, merge, squash, commit
    has_work: bool  # the commit contains a session's work
    amended_id: str = ""  # checkpoint of the commit that is being amended, if the new message lost it
    declined: bool = False  # the user answered no
    editor: bool = False  # one opens, so git has added comments


class Decision(Value):
    edit: str
    checkpoint_id: str = ""  # to keep; empty: make a new one


def may_link(source: str, linked: bool, replaying: bool) -> bool:
    """Pure: whether this kind of commit gets a trailer at all."""
    return not linked and not replaying and source != "squash"


def decide(facts: Facts) -> Decision:
    """Pure: whether and how the commit gets a trailer."""
    is_whole = facts.source in ("message", "commit", "merge") and not facts.editor
    if facts.source == "commit" and facts.amended_id:
        return Decision(Edit.APPEND if is_whole else Edit.INSERT, facts.amended_id)
    if not facts.has_work or facts.declined:
        return Decision(Edit.NOTHING)
    if is_whole:
        return Decision(Edit.APPEND)
    return Decision(Edit.INSERT if facts.source == "commit" else Edit.EXPLAIN)


def gather_works(
    repo: Repository,
    objects: Objects,
    store: Store,
    index: Staged,
    head: Commit | None,
    promise: Promise,
    *,
    locked: bool,
    merging: bool = False,
) -> tuple[list[Work], str]:
    """The sessions whose work the new commit contains, and the checkpoint id of the commit it amends.

    Without the lock, the states are read as they are: what other hooks are writing now may be missing, but
    what is linked will be condensed, because the promise says so. ``merging``: git says that the commit is a
    merge.
    """
    if locked:

        def concerns(other: Promise) -> bool:
            return bool(promise.amends) or of_files({change.path for change in index.result()})(other)

        complete_pending(repo, objects, store, (promise.checkpoint_id,), concerns)
    states = store.for_commit(repo.worktree_id, head.oid if head is not None else "")
    if not states:
        return [], ""
    for state in states:
        if begin_unseen(repo, store, state, now=True) and locked:
            store.save(state)
    changes = index.result()
    if merging or merged.in_progress(repo):
        changes = merged.staged_work(repo, objects, changes, only_resolved=merging)
    staged = {change.path: change for change in changes}
    at_terminal = terminal.has_tty()
    works = [
        gather(repo, objects, store, state, staged, at_terminal=at_terminal, locked=locked)
        for state in states
    ]
    if store.has_promises():
        waiting = made_here(repo, objects, promises.waiting(store, repo.worktree_id))
        waiting = [each for each in waiting if each.commit.oid != promise.amends]
        works = [_without_committed(objects, work, waiting) for work in works]
    amended = _amended_id(head, states) if promise.amends else ""
    return [work for work in works if work.overlap], amended


def _without_committed(objects: Objects, work: Work, waiting: list[Interrupted]) -> Work:
    """Without the files of which a commit that waits has the session's version: others changed them again."""
    versions = [
        (path, entry.oid)
        for each in waiting
        for path in each.promise.files_of(work.state.session_id)
        if (entry := objects.entry(each.commit.tree, path)) is not None
    ]
    return work.replace(overlap=not_committed(work.overlap, versions, work.shadow, work.unsaved))


def not_committed(
    overlap: list[str],
    versions: Collection[tuple[str, str]],
    shadow: Mapping[str, str],
    unsaved: Collection[str],
) -> list[str]:
    """Pure: the files of which the session has work that no commit has. ``versions``: what commits have."""
    committed = {path for path, oid in versions if path not in unsaved and shadow.get(path) == oid}
    return [path for path in overlap if path not in committed]


def _amended_id(head: Commit | None, states: list[State]) -> str:
    """The checkpoint id of HEAD, from the state of a session that it condensed, or else from its message."""
    if head is None:
        return ""
    # A session can also have followed HEAD since; then its last checkpoint is another commit's.
    condensed = [s for s in states if head.oid == s.base_commit == s.attribution_base_commit]
    found = (s.last_checkpoint_id for s in condensed if s.last_checkpoint_id)
    return next(found, "") or next(reversed(trailers.checkpoint_ids(head.message)), "")


def add_link(
    repo: Repository,
    path: str,
    text: str,
    edit: str,
    checkpoint_id: str,
    session: State | None,
    *,
    written: bool,
) -> None:
    """Write the message with the trailer. ``written``: it is complete but for the trailer."""
    trailer = trailers.format_checkpoint(checkpoint_id)
    if edit == Edit.APPEND:
        linked = message.append_trailer(repo, text, trailer)
    else:
        notes = _notes(session) if edit == Edit.EXPLAIN and session is not None else []
        linked = message.insert_trailer(repo, text, trailer, notes, written=written)
    message.write(path, linked)


def _notes(state: State) -> list[str]:
    agent = state.agent_type or UNKNOWN_AGENT
    notes = [
        f"The line above links this commit to your {agent} session. Delete it if you do not want",
        "the link; the conversation then becomes part of the session's next checkpoint.",
    ]
    from entire.core.text import one_line

    prompt = one_line(state.last_prompt, _LAST_PROMPT_LENGTH)
    return notes + ([f"Last prompt: {prompt}"] if prompt else [])
