"""The prepare-commit-msg hook: add the trailer, unless the user declines."""

from __future__ import annotations

import os

from entire.checkpoint.ids import new_checkpoint_id
from entire.core import clock, files, limits, terminal
from entire.core.errors import Locked
from entire.core.paths import TEMPLATE_FILE
from entire.core.settings import Settings
from entire.git import message, sequence
from entire.git.diff import Staged
from entire.git.environment import commit_index, opens_editor
from entire.git.objects.read import Commit, Objects
from entire.git.repository import Repository
from entire.session import promises
from entire.session.promises import Promise
from entire.session.state import UNKNOWN_AGENT, State
from entire.session.store import Store
from entire.strategy.commits import later, linking
from entire.strategy.links import seen
from entire.strategy.links.message import without_trailer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from entire.strategy.commits.work import Work

# The user is waiting for the editor. Without the lock, the commit is linked all the same.
PREPARE_WAIT_SECONDS = 0.5


def prepare_commit_msg(repo: Repository, settings: Settings, path: str, source: str, commit: str) -> None:
    """Link the commit to the sessions whose work it contains.

    ``source`` and ``commit`` are the hook's arguments: where the message comes from, and which commit it is
    taken from (`HEAD` to amend). The reference's scripts do not pass the commit.
    """
    index = Staged(repo, commit_index())  # git runs while Python imports
    objects = Objects(repo).begin()
    from entire.checkpoint import trailers
    from entire.core import log
    from entire.strategy.commits import link

    text = message.read(path)
    ids = trailers.checkpoint_ids(text)
    replaying = (source == "message" and sequence.is_revert(text)) or sequence.in_progress(repo)
    amending = source == "commit" and _amends(repo, commit)
    copied = bool(ids) and source == "commit" and not amending  # from another commit, with its trailer
    store = Store(repo)
    seen.note_squash(repo)
    if not link.may_link(source, bool(ids) and not copied, replaying):
        with objects:
            head = objects.commit("HEAD")
            if ids and not replaying:
                _promise_again(repo, objects, store, head, ids[-1], amending=amending)
        _finish(repo, head)
        return
    with objects:
        head = objects.commit("HEAD")
        promise = _promise(repo, head, amending=amending)
        merging = source == "merge"
        works, amended, is_quiet = _gather(repo, objects, store, index, head, promise, merging=merging)
    declined = bool(works) and source == "message" and not _wanted(repo, settings, works[0].state)
    editor = opens_editor() and message.may_have_comments(text)
    decision = link.decide(link.Facts(source, bool(works), amended, declined, editor))
    if decision.edit == link.Edit.NOTHING:
        promises.settle(store, promise)
        if is_quiet and source not in ("commit", "merge") and not _is_left_behind(repo, store, head):
            later.skip(repo)
    else:
        if source == "template":
            template = os.path.join(repo.git_dir, TEMPLATE_FILE)
            files.write_atomic(template, text.encode("utf-8", "surrogateescape"))
        state = works[0].state if works else None
        text = without_trailer(text) if copied else text
        written = source in ("message", "commit")
        link.add_link(repo, path, text, decision.edit, promise.checkpoint_id, state, written=written)
        log.info("commit linked", component="checkpoint", checkpoint_id=promise.checkpoint_id, source=source)
        if not promise.amends and _may_wait(repo, store, settings):
            later.leave(repo, store, promise.checkpoint_id)
    _finish(repo, head)


def _finish(repo: Repository, head: Commit | None) -> None:
    linking.finish(repo, head.oid if head is not None else "")


def _amends(repo: Repository, commit: str) -> bool:
    """Whether HEAD is amended. `-C HEAD` passes the same arguments."""
    from entire.git import caller

    known = caller.is_amend()
    return known if known is not None else commit == "HEAD" or (not commit and _amends_head(repo))


def _amends_head(repo: Repository) -> bool:
    """Whether HEAD is amended. If a message is taken from another commit (`-C`), so is the author's date."""
    date = os.environ.get("GIT_AUTHOR_DATE", "")
    with Objects(repo) as objects:
        head = objects.commit("HEAD")
    return head is not None and (date[:1] != "@" or date[1:] == head.author.rpartition("> ")[2])


def _promise_again(
    repo: Repository,
    objects: Objects,
    store: Store,
    head: Commit | None,
    checkpoint_id: str,
    *,
    amending: bool,
) -> None:
    """The message has the trailer already: of HEAD, to which work may be added, or of an aborted commit."""
    known = promises.find(store, checkpoint_id)
    if amending or (known is not None and known.worktree_id == repo.worktree_id):
        promise = _promise(repo, head, amending=amending)
        promise.checkpoint_id = checkpoint_id
        try:
            with store.lock(wait=PREPARE_WAIT_SECONDS):
                _write(repo, objects, store, promise)
        except Locked:
            _write(repo, objects, store, promise)


def _write(repo: Repository, objects: Objects, store: Store, promise: Promise) -> None:
    """Write a promise in place of what was known of an attempt that was aborted.

    If a commit waits for the same checkpoint, its promise stays: this attempt may be aborted, too.
    """
    with promises.Changing(store):
        known = promises.find(store, promise.checkpoint_id)
        if known is not None:
            from entire.strategy.waiting import find_made

            made = find_made(repo, objects, [known]).get(known.checkpoint_id)
            if made is not None and not promise.amends:
                return  # its message is copied
            if made is not None:
                known.note_made(made.oid)
                known.amends = promise.amends
                ids = {**known.sessions, **promise.sessions} if known.sessions else {}
                known.sessions = {id: [*known.files_of(id), *promise.files_of(id)] for id in ids}
                promise = known
        promises.write(store, promise, durable=True)


def _promise(repo: Repository, head: Commit | None, *, amending: bool) -> Promise:
    parents = (head.parents if amending else (head.oid,)) if head is not None else ()
    return Promise(
        worktree_id=repo.worktree_id,
        created_at=clock.now_utc(),
        parent=parents[0] if parents else "",
        amends=head.oid if amending and head is not None else "",
        checkpoint_id=new_checkpoint_id(),
    )


def _gather(
    repo: Repository,
    objects: Objects,
    store: Store,
    index: Staged,
    head: Commit | None,
    promise: Promise,
    *,
    merging: bool,
) -> tuple[list[Work], str, bool]:
    """Gather what the commit contains, and note it in the promise, both under the lock if possible.

    Returns also whether no session waits for anything else (`session/quiet.py`).
    """
    from entire.strategy.commits import link

    def decide(*, locked: bool) -> tuple[list[Work], str, bool]:
        works, amended = link.gather_works(
            repo, objects, store, index, head, promise, locked=locked, merging=merging
        )
        promise.checkpoint_id = amended or promise.checkpoint_id
        if works or amended:
            promise.sessions = {work.state.session_id: work.overlap for work in works}
            promise.turns = {work.state.session_id: work.state.turn_id for work in works if locked}
            _write(repo, objects, store, promise)
            return works, amended, False
        from entire.session import quiet

        return works, amended, locked and quiet.note(store, lambda: seen.may_come_again(repo))

    try:
        with store.lock(wait=PREPARE_WAIT_SECONDS):
            return decide(locked=True)
    except Locked:
        return decide(locked=False)


def _is_left_behind(repo: Repository, store: Store, head: Commit | None) -> bool:
    """Whether a session has work from before HEAD moved: post-commit releases what was committed unseen."""
    states = store.in_worktree(repo.worktree_id)
    return any(state.has_steps_here and (head is None or state.base_commit != head.oid) for state in states)


def _may_wait(repo: Repository, store: Store, settings: Settings) -> bool:
    """Whether the background may write the checkpoint. Not if an agent works: the commit may be its own."""
    if not limits.may_use_background(settings.strategy_options) or seen.may_come_again(repo):
        return False
    return not any(state.is_active for state in store.live())


def _wanted(repo: Repository, settings: Settings, session: State) -> bool:
    """Ask the user, if the settings say so and there is a terminal."""
    if not linking.asks(settings):
        return True
    agent = session.agent_type or UNKNOWN_AGENT
    answer = terminal.ask(f"Link this commit to the {agent} session? [Y/n/always] ")
    if answer == "a":
        _always_link(repo)
    return answer != "n"


def _always_link(repo: Repository) -> None:
    from entire.core import settings as files

    local = files.read_file(repo.worktree, files.LOCAL_FILE) or {}
    files.write_file(repo.worktree, files.LOCAL_FILE, local | {"commit_linking": "always"})
