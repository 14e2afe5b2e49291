"""`entire rewind`"""

from __future__ import annotations

import os

import click

from entire.checkpoint.index.index import Index
from entire.cli import reading
from entire.cli.commands.rewind import facts, pick, plain, screen
from entire.cli.commands.rewind.facts import Rewind
from entire.cli.ui import ask, json_output, output
from entire.cli.ui.options import Command, flag
from entire.cli.ui.screen import terminal
from entire.core import log
from entire.core.errors import EntireError, UsageError
from entire.core.value import Value
from entire.git import repository
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.git.worktree import own_settings
from entire.session.store import Store
from entire.strategy import registry
from entire.strategy.protocol import Strategy
from entire.strategy.rewind import apply, find, logs, snapshot
from entire.strategy.rewind import preview as rewind_preview
from entire.strategy.rewind import undo as rewind_undo
from entire.strategy.rewind.plan import Parts
from entire.strategy.rewind.points import Point
from entire.strategy.rewind.snapshot import Kept


class _Options(Value):
    """Options of the command."""

    logs_only: bool
    reset: bool
    parts: str  # of `Parts`
    dry_run: bool
    force: bool
    json: bool


_EXAMPLES = "Examples: entire rewind · entire rewind --to 4f2a91c --dry-run · entire rewind --undo"


@click.command("rewind", cls=Command, epilog=_EXAMPLES)
@flag("--list", help="List the points to go back to; as JSON, unless on a terminal.")
@click.option("--to", "name", metavar="ID", help="Go to this step or commit; a prefix of its id is enough.")
@flag("--files-only", help="With a step: restore only the files; the conversation stays.")
@flag("--conversation-only", help="Restore only the conversation; the files stay.")
@flag("--logs-only", help="With a commit: restore only the conversation (default).")
@flag("--reset", help="With a commit: also move the branch and the files, like `git reset --hard`.")
@flag("--undo", help="Undo the last rewind.")
@click.option(
    "--limit",
    "-n",
    type=click.IntRange(0),
    metavar="N",
    default=100,
    help="Number of commits to list; 0 for all.",
)
@flag("--dry-run", help="Show what would happen; change nothing.")
@flag("--force", "-f", "--yes", "-y", help="Do not ask.")
@flag("--json", help="Print JSON; do not ask.")
def command(
    list: bool,
    name: str | None,
    files_only: bool,
    conversation_only: bool,
    logs_only: bool,
    reset: bool,
    undo: bool,
    limit: int,
    dry_run: bool,
    force: bool,
    json: bool,
) -> None:
    """Go back to an earlier step: restore the files and the conversation with the agent.

    A step is the state after its prompt; the start of a session, before its first prompt, is a point, too.
    Your own files, ignored files, the branch and the index are not touched. For a commit with a checkpoint,
    restores the conversation; with --reset, also the files and the branch.
    """
    _check(list, name, logs_only, reset, undo)
    parts = _parts(files_only, conversation_only, others=list or undo or logs_only or reset)
    repo = repository.open_repository()
    if not list and not dry_run and reading.is_disabled(repo, json=json):
        return
    chosen = own_settings.load(repo).settings
    log.setup(repo.worktree, chosen.log_level, component="rewind")
    strategy = registry.get(chosen.strategy)
    store = Store(repo)
    options = _Options(logs_only, reset, parts, dry_run, force, json)
    with reading.open_index(repo) as index:
        reading.warn_disconnected(index)
        if list:
            points = strategy.rewind_points(index, store, limit)
            if json or not output.on_terminal():
                output.write_line(json_output.encode(facts.listed(points)))
            else:
                output.write_line("\n".join(pick.listing(index.objects, points, terminal())))
        elif undo:
            _undo(repo, store, _last(repo, index.objects), options)
        elif name is not None and (kept := find.snapshot(repo, index.objects, name)) is not None:
            _undo(repo, store, kept, options)
        else:
            _go(strategy, index, store, name, options)


def _check(list: bool, name: str | None, logs_only: bool, reset: bool, undo: bool) -> None:
    if sum((list, undo, name is not None)) > 1:
        raise UsageError("--list, --to and --undo cannot be used together")
    if (logs_only or reset) and (list or undo or (logs_only and reset)):
        raise UsageError("--logs-only and --reset cannot be used together, or with --list or --undo")
    if name == "":
        raise UsageError("--to requires an id", "`entire rewind --list` lists the points")


def _parts(files_only: bool, conversation_only: bool, *, others: bool) -> str:
    if (files_only or conversation_only) and (others or (files_only and conversation_only)):
        raise UsageError(
            "--files-only and --conversation-only cannot be used together, or with --list, --undo, --reset or"
            " --logs-only"
        )
    return Parts.FILES if files_only else Parts.CONVERSATION if conversation_only else Parts.ALL


def _last(repo: Repository, objects: Objects) -> Kept:
    kept = snapshot.last(repo, objects)
    if kept is None:
        raise EntireError("no rewind to undo in this worktree")
    return kept


def _go(strategy: Strategy, index: Index, store: Store, name: str | None, options: _Options) -> None:
    if name is not None:
        point: Point | None = strategy.find_point(index, store, name)
    else:
        point = pick.pick(
            strategy, index, store, options.parts, logs_only=options.logs_only, reset=options.reset
        )
    if point is None:
        return
    if point.is_commit and options.parts == Parts.FILES:
        raise EntireError(
            f"{point.id[:7]} is a commit, not a step", "git restores its files, or --reset, with the branch"
        )
    if point.is_commit:
        _go_to_commit(index.repo, index.objects, store, point, options)
    elif options.logs_only or options.reset:
        option = "--reset" if options.reset else "--logs-only"
        raise EntireError(
            f"{point.id[:7]} is a step, not a commit", f"run without {option} to restore its files"
        )
    else:
        _go_to_step(strategy, index.repo, store, point, options)


def _go_to_step(strategy: Strategy, repo: Repository, store: Store, point: Point, options: _Options) -> None:
    preview = rewind_preview.preview(repo, store, point, options.parts)
    if _confirm(repo, facts.of_step(point, preview, options.parts), options):
        done = apply.rewind(strategy, repo, store, point, preview.plan, options.parts)
        _show(repo, facts.rewound(point, preview, done, options.parts), options)


def _go_to_commit(repo: Repository, objects: Objects, store: Store, point: Point, options: _Options) -> None:
    moves = point.moves_branch and not options.logs_only and options.parts == Parts.ALL
    restoring = logs.preview(repo, store, objects, point, reset=options.reset or moves)
    shown = facts.of_logs(point, restoring)
    if _confirm(repo, shown, options):
        done = logs.apply(repo, store, point, restoring)
        _show(repo, facts.restored(shown, done), options)


def _undo(repo: Repository, store: Store, kept: Kept, options: _Options) -> None:
    undoing = rewind_undo.preview(repo, store, kept)
    if _confirm(repo, facts.of_undo(undoing, done=False), options):
        done = rewind_undo.undo(repo, store, kept)
        _show(repo, facts.of_undo(done, done=True), options)
        if done.failed:
            raise EntireError(
                "some files could not be restored", "fix the cause, then run `entire rewind --undo` again"
            )


def _confirm(repo: Repository, shown: Rewind, options: _Options) -> bool:
    """Show what will happen, and ask on a terminal."""
    asks = not (options.force or options.json or options.dry_run) and ask.is_interactive()
    if options.dry_run:
        _show(repo, shown, options)
    elif asks:
        here = terminal()
        output.write_line("\n".join([*screen.plan(shown, here), *screen.warnings(shown, here), ""]))
        if not ask.confirm(screen.question(shown)):
            output.write_line("Cancelled. Nothing changed.")
            return False
    return not options.dry_run


def _show(repo: Repository, shown: Rewind, options: _Options) -> None:
    if options.json:
        output.write_line(json_output.encode(shown))
    elif not output.on_terminal():
        output.write_line("\n".join(plain.render(shown, repo.worktree, _here())))
    elif shown.done:
        output.write_line("\n".join(screen.done(shown, terminal(), repo.worktree, _here())))
    else:
        here = terminal()
        output.write_line("\n".join([*screen.plan(shown, here), *screen.warnings(shown, here)]))


def _here() -> str:
    try:
        return os.getcwd()
    except OSError:  # the directory was removed
        return ""
