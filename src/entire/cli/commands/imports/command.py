"""`entire import`"""

from __future__ import annotations

import click

from entire.agent import registry
from entire.agent.protocol import Agent
from entire.cli import narrow
from entire.cli.commands.imports import screen
from entire.cli.commands.imports.facts import Imported, Undone, imported
from entire.cli.ui import ask, json_output, output
from entire.cli.ui.options import Command, flag
from entire.cli.ui.progress import Progress
from entire.cli.ui.screen import terminal
from entire.core import log
from entire.core.errors import EntireError
from entire.git import repository
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.git.worktree import own_settings
from entire.imports import plan, store
from entire.imports import undo as undoing
from entire.imports.plan import Plan

_UNDO = "`entire import --undo` removes them again."


@click.command(
    "import",
    cls=Command,
    epilog="Examples: entire import --dry-run · entire import --since '2 weeks ago' · entire import --undo",
)
@click.option(
    "--agent", "agents", multiple=True, metavar="AGENT", help="Only this agent's conversations; repeatable."
)
@click.option(
    "--since",
    default="90d",
    show_default=True,
    metavar="DATE",
    help="Only commits since then: a date as in git, or an age like 2w.",
)
@flag("--dry-run", "-n", help="Show what would be imported, and write nothing.")
@flag("--yes", "-y", help="Import without asking.")
@flag("--undo", help="Remove what was imported.")
@flag("--json", help="Print JSON.")
def command(agents: tuple[str, ...], since: str, dry_run: bool, yes: bool, undo: bool, json: bool) -> None:
    """Import conversations from before entire was enabled.

    Looks for conversations that agents have on this machine, and that began in a worktree of this
    repository. They are matched to commits without a link by the lines that they wrote, and stored as
    checkpoints marked as imported. Links are git notes: no commit is rewritten.

    Shows first what it would do, and asks. Running it again imports only what is new.
    """
    repo = repository.open_repository()
    if undo:
        _undo(repo, dry_run=dry_run, json=json)
        return
    if not dry_run and not own_settings.load(repo).enabled:
        raise EntireError("entire is not enabled here", "run `entire enable` first, or pass --dry-run")
    if json and not dry_run and not yes:
        raise EntireError("cannot ask with --json", "pass --dry-run or --yes")
    chosen = _agents(agents)
    with Objects(repo) as objects:
        with Progress() as progress:
            found = plan.make(repo, objects, chosen, _since(repo, since), progress)
        wanted = bool(found.links) and not dry_run
        if not json and not (wanted and yes):
            _show(imported(found, done=False))
        if wanted and (yes or ask.confirm("Import?", flag="--yes")):
            with Progress() as progress:
                _import(repo, objects, found, progress)
            _report(found, yes=yes, json=json)
            return
        if not found.links and not dry_run:
            store.finish(repo, objects)
        if json:
            output.write_line(json_output.encode(imported(found, done=False)))


def _agents(names: tuple[str, ...]) -> list[Agent]:
    if not names:
        return registry.every()
    return [registry.by_name(name) for name in dict.fromkeys(map(registry.full_name, names))]


def _import(repo: Repository, objects: Objects, found: Plan, progress: Progress) -> None:
    log.setup(repo.worktree, own_settings.load(repo).settings.log_level, component="import")
    store.apply(repo, objects, found, progress)
    log.info("conversations imported", component="import", commits=len(found.links))


def _report(found: Plan, *, yes: bool, json: bool) -> None:
    if json:
        output.write_line(json_output.encode(imported(found, done=True)))
        return
    if yes:
        _show(imported(found, done=True))
    output.write_line(f"{'' if yes else 'Imported. '}{_UNDO}")


def _show(found: Imported) -> None:
    lines = screen.render(found, terminal()) if output.on_terminal() else screen.plain(found)
    output.write_line("\n".join(lines))


def _since(repo: Repository, text: str) -> float:
    return narrow.date(repo, text, "--since") or 0.0


def _undo(repo: Repository, *, dry_run: bool, json: bool) -> None:
    with Objects(repo) as objects:
        done = Undone(not dry_run, *undoing.undo(repo, objects, dry_run=dry_run))
    output.write_line(json_output.encode(done) if json else "\n".join(screen.undone(done)))
