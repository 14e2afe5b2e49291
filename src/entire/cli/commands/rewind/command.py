"""`entire rewind`"""

from __future__ import annotations

import os

import click

from entire.checkpoint.index.index import Index
from entire.cli.commands.rewind import facts, pick, plain
from entire.cli.commands.rewind import screen as rewind_screen
from entire.cli.commands.rewind.facts import Rewind
from entire.cli.ui import ask, guard, json_output, output, reading, screen
from entire.cli.ui.options import Command, flag
from entire.core import log, settings
from entire.core.errors import EntireError, UsageError
from entire.core.value import Value
from entire.git import repository
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.session.store import Store
from entire.strategy import registry
from entire.strategy.protocol import Strategy
from entire.strategy.rewind import apply, find, logs, snapshot
from entire.strategy.rewind import preview as rewind_preview
from entire.strategy.rewind import undo as rewind_undo
from entire.strategy.rewind.points import Point
from entire.strategy.rewind.snapshot import Kept


class _Manner(Value):
    """How it is done."""

    logs_only: bool
    reset: bool
    dry_run: bool
    force: bool
    json: bool


_EXAMPLES = "Examples: entire rewind · entire rewind --to 4f2a91c --dry-run · entire rewind --undo"


@click.command("rewind", cls=Command, epilog=_EXAMPLES)
@flag("--list", help="Print the points that one can go to, as JSON.")
@click.option("--to", "name", metavar="ID", help="Go there: the beginning of the id of a step or a commit.")
@flag("--logs-only", help="With a commit: restore the conversation only. That is the default.")
@flag("--reset", help="With a commit: move the branch there as well, like `git reset --hard`.")
@flag("--undo", help="Bring back what the last rewind replaced.")
@click.option(
    "--limit", "-n", type=click.IntRange(0), default=100, help="How many commits to list; 0 for all."
)
@flag("--dry-run", help="Show what would be done, and do nothing.")
@flag("--force", "-f", "--yes", "-y", help="Do not ask.")
@flag("--json", help="Print the facts for programs; ask nothing.")
def command(
    list: bool,
    name: str | None,
    logs_only: bool,
    reset: bool,
    undo: bool,
    limit: int,
    dry_run: bool,
    force: bool,
    json: bool,
) -> None:
    """Go back to an earlier step: the files, and the conversation with the agent.

    Files that you made yourself and files that git ignores are never touched, nor are the branch and what is
    staged. Of a commit that has a checkpoint the conversation is restored; with --reset the files, too.
    """
    _check(list, name, logs_only, reset, undo)
    repo = repository.open_repository()
    if guard.is_off(repo):
        return
    chosen = settings.load(repo.worktree).settings
    log.setup(repo.worktree, chosen.log_level, component="rewind")
    strategy = registry.get(chosen.strategy)
    store = Store(repo)
    manner = _Manner(logs_only, reset, dry_run, force, json)
    with reading.open_index(repo) as index:
        if list:
            points = strategy.rewind_points(index, store, limit)
            output.line(json_output.encode(facts.listed(points)))
        elif undo:
            _undo(repo, store, _last(repo, index.objects), manner)
        elif name is not None and (kept := find.snapshot(repo, index.objects, name)) is not None:
            _undo(repo, store, kept, manner)
        else:
            _go(strategy, index, store, name, manner)


def _check(list: bool, name: str | None, logs_only: bool, reset: bool, undo: bool) -> None:
    if sum((list, undo, name is not None)) > 1:
        raise UsageError("--list, --to and --undo exclude each other")
    if (logs_only or reset) and (list or undo or (logs_only and reset)):
        raise UsageError("--logs-only and --reset exclude each other, and go with --to only")
    if name == "":
        raise UsageError("--to needs an id", "`entire rewind --list` lists the points")


def _last(repo: Repository, objects: Objects) -> Kept:
    kept = snapshot.last(repo, objects)
    if kept is None:
        raise EntireError("there is no rewind to undo in this worktree")
    return kept


def _go(strategy: Strategy, index: Index, store: Store, name: str | None, manner: _Manner) -> None:
    if name is not None:
        point: Point | None = strategy.find_point(index, store, name)
    else:
        point = pick.pick(strategy, index, store, logs_only=manner.logs_only, reset=manner.reset)
    if point is None:
        return
    if point.is_logs_only:
        _go_to_commit(index.repo, index.objects, store, point, manner)
    elif manner.logs_only or manner.reset:
        option = "--reset" if manner.reset else "--logs-only"
        raise EntireError(
            f"{point.id[:7]} is a step, not a commit", f"leave out {option}: its files are restored"
        )
    else:
        _go_to_step(strategy, index.repo, store, point, manner)


def _go_to_step(strategy: Strategy, repo: Repository, store: Store, point: Point, manner: _Manner) -> None:
    preview = rewind_preview.preview(repo, store, point)
    if _agreed(repo, facts.of_step(point, preview), manner):
        done = apply.rewind(strategy, repo, store, point, preview.plan)
        _show(repo, facts.rewound(point, preview, done), manner)


def _go_to_commit(repo: Repository, objects: Objects, store: Store, point: Point, manner: _Manner) -> None:
    restoring = logs.preview(repo, store, objects, point, reset=manner.reset)
    shown = facts.of_logs(point, restoring)
    if _agreed(repo, shown, manner):
        done = logs.apply(repo, store, point, restoring)
        _show(repo, facts.restored(shown, done), manner)


def _undo(repo: Repository, store: Store, kept: Kept, manner: _Manner) -> None:
    undoing = rewind_undo.preview(repo, store, kept)
    if _agreed(repo, facts.of_undo(undoing, done=False), manner):
        done = rewind_undo.undo(repo, store, kept)
        _show(repo, facts.of_undo(done, done=True), manner)


def _agreed(repo: Repository, shown: Rewind, manner: _Manner) -> bool:
    """Show what will happen, and ask where somebody is there to answer."""
    asks = not (manner.force or manner.json or manner.dry_run) and ask.possible()
    if manner.dry_run:
        _show(repo, shown, manner)
    elif asks:
        here = screen.here()
        output.line("\n".join([*rewind_screen.plan(shown, here), *rewind_screen.warnings(shown, here), ""]))
        if not ask.confirm(rewind_screen.question(shown)):
            output.line("Nothing was changed.")
            return False
    return not manner.dry_run


def _show(repo: Repository, shown: Rewind, manner: _Manner) -> None:
    if manner.json:
        output.line(json_output.encode(shown))
    elif not output.on_terminal():
        output.line("\n".join(plain.lines(shown, repo.worktree, _here())))
    elif shown.done:
        output.line("\n".join(rewind_screen.done(shown, screen.here(), repo.worktree, _here())))
    else:
        here = screen.here()
        output.line("\n".join([*rewind_screen.plan(shown, here), *rewind_screen.warnings(shown, here)]))


def _here() -> str:
    try:
        return os.getcwd()
    except OSError:  # it was removed
        return ""
