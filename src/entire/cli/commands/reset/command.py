"""`entire reset`"""

from __future__ import annotations

import click

from entire.cli.commands.reset import screen as reset_screen
from entire.cli.ui import ask, complete, output, screen
from entire.cli.ui.options import Command, flag
from entire.core import log, settings
from entire.core.errors import EntireError
from entire.core.settings import Settings
from entire.core.text import count
from entire.git import repository
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.session import find
from entire.session.store import Store
from entire.strategy import registry
from entire.strategy.clean.reset import Plan, plan_for_head, plan_for_session


@click.command("reset", cls=Command, epilog="Examples: entire reset · entire reset --session 8f76 --force")
@click.option(
    "--session",
    "prefix",
    metavar="ID",
    shell_complete=complete.sessions,
    help="Only this session, wherever it worked; the beginning of its id is enough.",
)
@flag("--force", "-f", help="Do not ask, and do not spare sessions that are at work.")
def command(prefix: str | None, force: bool) -> None:
    """Forget the sessions of this worktree since HEAD, and the steps that they saved. Your files stay.

    No commit will be linked to what they did. The steps are put aside; `entire clean --force` deletes them.
    """
    repo = repository.open_repository()
    loaded = settings.load(repo.worktree)
    plan = _plan(repo, prefix)
    if not plan.sessions and not plan.branches:
        output.line("Nothing to reset.")
        return
    if not force:
        _check_nobody_works(plan)
        output.line("\n".join(reset_screen.loss(plan, screen.here())))
        if not ask.confirm("Go on?"):
            output.line("Cancelled. Nothing was changed.")
            return
    log.setup(repo.worktree, loaded.settings.log_level, component="session")
    output.line(
        "\n".join(reset_screen.done(plan, _apply(repo, loaded.settings, prefix, plan), screen.here()))
    )


def _plan(repo: Repository, prefix: str | None) -> Plan:
    store = Store(repo)
    with Objects(repo) as objects:
        if prefix is None:
            return plan_for_head(repo, objects, store)
        return plan_for_session(objects, store, find.by_prefix(store.all(), prefix))


def _check_nobody_works(plan: Plan) -> None:
    working = [state for state in plan.sessions if state.is_active]
    if working:
        names = ", ".join(state.session_id[: find.LEAST_LENGTH] for state in working)
        raise EntireError(
            f"{count(len(working), 'session')} at work: {names}",
            "wait until it stops, or add --force",
        )


def _apply(repo: Repository, chosen: Settings, prefix: str | None, plan: Plan) -> list[str]:
    """The person agreed to one plan and no other."""
    store = Store(repo)
    with store.lock(), Objects(repo) as objects:
        if _plan(repo, prefix) != plan:
            raise EntireError("a session went on meanwhile: nothing was changed", "try again")
        return registry.get(chosen.strategy).reset(repo, objects, store, plan)
