"""Default functions for strategies: a strategy's module assigns the ones that it uses.

Hooks load this module, so each function imports what it needs.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from entire.checkpoint.index.index import Index
    from entire.checkpoint.temporary.steps import SessionStep
    from entire.checkpoint.temporary.task import Task
    from entire.core.settings import Settings
    from entire.git.objects.read import Commit, Objects
    from entire.git.repository import Repository
    from entire.git.worktree.status import Status
    from entire.session.capture import Capture
    from entire.session.state import State
    from entire.session.store import Store
    from entire.strategy.clean.items import CleanupItem
    from entire.strategy.clean.reset import Plan as ResetPlan
    from entire.strategy.next_commit import NextCommit
    from entire.strategy.rewind.apply import Rewound
    from entire.strategy.rewind.plan import Plan
    from entire.strategy.rewind.points import Point
    from entire.strategy.turn.save import TurnWork


def start_turn(repo: Repository, state: State, now: Status, capture: Capture) -> None:
    """Store what people changed since the last step, so that it does not count as the agent's work."""
    if now.changed or state.files_touched:
        from entire.strategy.turn.edits import note_edits

        note_edits(repo, state, now, capture)


def save_turn(work: TurnWork) -> None:
    from entire.strategy.turn.save import save_step

    save_step(work)


def save_task(work: TurnWork, task: Task, subject: str) -> None:
    from entire.strategy.turn.save import save_task_step

    save_task_step(work, task, subject)


def claim_committed(repo: Repository, store: Store, state: State, paths: list[str], since: str) -> None:
    """No commit waits."""


def finish(
    repo: Repository,
    settings: Settings,
    store: Store,
    session_id: str,
    now: Status | None = None,
    *,
    ended: bool = False,
) -> str:
    """Nothing is left to do: commits are made by the user."""
    return ""


def why_not_here(repo: Repository, settings: Settings) -> str:
    """Commits are made by the user, on any branch."""
    return ""


def end_session(repo: Repository, store: Store, state: State) -> None:
    state.fully_condensed = not state.has_work


def commit_msg(repo: Repository, path: str) -> None:
    """Remove our trailer if the user wrote no message, so that git aborts as it would without us."""
    from entire.core import files
    from entire.core.paths import TEMPLATE_FILE
    from entire.git import message
    from entire.strategy.links.message import is_untouched, only_trailer, without_trailer

    text = message.read(path)
    template_path = os.path.join(repo.git_dir, TEMPLATE_FILE)
    template = message.read(template_path)
    files.remove(template_path)
    comment = message.comment_char(repo, text)
    if only_trailer(text, comment):
        _note_emptied(repo, text)
        message.write(path, without_trailer(text))
    elif is_untouched(text, template, comment):
        message.write(path, without_trailer(text))


def _note_emptied(repo: Repository, text: str) -> None:
    """Git can make the commit all the same (`--allow-empty-message`): then only a note can link it."""
    from entire.checkpoint import trailers
    from entire.session import promises
    from entire.session.store import Store

    store = Store(repo)
    ids = trailers.checkpoint_ids(f"\n{text}")
    for promise in promises.of_worktree(store, repo.worktree_id):
        if promise.is_prepared and promise.emptied != (promise.checkpoint_id in ids):
            promise.emptied = not promise.emptied
            promises.update(store, promise, durable=False)


def postpone_commit(repo: Repository, objects: Objects, store: Store) -> None:
    """Nothing is noted: the commit is not condensed."""


def note_quiet(repo: Repository, store: Store) -> None:
    """The hooks look at every commit."""


def post_rewrite(repo: Repository, rewrites: str) -> None:
    """Keep the links of commits whose messages were rewritten."""
    from entire.strategy.links.rewritten import keep_all_links

    keep_all_links(repo, rewrites)


def next_commit(repo: Repository, store: Store) -> NextCommit | None:
    from entire.strategy.next_commit import preview

    return preview(repo, store)


def rewind_points(index: Index, store: Store, limit: int) -> list[Point]:
    from entire.strategy.rewind.points import points

    return points(index, store, limit)


def find_point(index: Index, store: Store, name: str) -> Point:
    from entire.strategy.rewind.find import find

    return find(index, store, name)


def apply_rewind(
    repo: Repository,
    objects: Objects,
    store: Store,
    state: State,
    step: SessionStep,
    plan: Plan,
    parts: str,
) -> Rewound:
    from entire.strategy.rewind.apply import apply

    return apply(repo, objects, store, state, step, plan, parts)


def sessions_in(repo: Repository, objects: Objects, store: Store, commit: Commit) -> list[str]:
    """None: a commit is complete, or will never be."""
    return []


def reset(repo: Repository, objects: Objects, store: Store, plan: ResetPlan) -> list[str]:
    from entire.strategy.clean.reset import reset

    return reset(repo, objects, store, plan)


def list_unused(repo: Repository, objects: Objects, store: Store) -> list[CleanupItem]:
    from entire.strategy.clean.items import list_all_cleanup_items

    return list_all_cleanup_items(repo, objects, store)
