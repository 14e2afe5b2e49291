"""`entire reset`"""

from __future__ import annotations

import click

from entire.cli import complete
from entire.cli.commands.reset import screen
from entire.cli.ui import ask, output
from entire.cli.ui.options import Command, flag
from entire.cli.ui.screen import terminal
from entire.core import log
from entire.core.errors import EntireError
from entire.core.settings import Settings
from entire.core.text import count, short_session_id
from entire.git import repository
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.git.worktree import own_settings
from entire.lifecycle import before_deleting, catch_up
from entire.session import find
from entire.session.promises import Promise
from entire.session.store import Store
from entire.strategy import registry
from entire.strategy.clean.reset import Plan, plan_for_head, plan_for_session


@click.command("reset", cls=Command, epilog="Examples: entire reset · entire reset --session 8f76 --force")
@click.option(
    "--session",
    "prefix",
    metavar="ID",
    shell_complete=complete.sessions,
    help="Only this session, in any worktree; a prefix of its id is enough.",
)
@flag("--force", "-f", help="Do not ask; also reset sessions that are working.")
def command(prefix: str | None, force: bool) -> None:
    """Delete the uncommitted steps and the sessions of this worktree. Your files stay.

    No commit will be linked to these steps, which are set aside in refs/entire/ until `entire clean --force`.
    An agent keeps its conversation: if it continues, its next checkpoint has the earlier prompts, too.
    """
    repo = repository.open_repository()
    loaded = own_settings.load(repo)
    waiting = before_deleting.complete(repo, loaded.settings)
    plan = _plan(repo, prefix)
    _check_complete(waiting, plan)
    if not plan.sessions and not plan.branches:
        output.write_line("Nothing to reset.")
        return
    if not force:
        _check_idle(plan)
        output.write_line("\n".join(screen.loss(plan, terminal())))
        if not ask.confirm("Continue?"):
            output.write_line("Cancelled. Nothing changed.")
            return
    log.setup(repo.worktree, loaded.settings.log_level, component="session")
    output.write_line("\n".join(screen.done(plan, _apply(repo, loaded.settings, prefix, plan), terminal())))


def _plan(repo: Repository, prefix: str | None) -> Plan:
    store = Store(repo)
    with Objects(repo) as objects:
        if prefix is None:
            return plan_for_head(repo, objects, store)
        return plan_for_session(objects, store, find.by_prefix(store.all(), prefix))


def _check_complete(waiting: list[Promise], plan: Plan) -> None:
    ids = [state.session_id for state in plan.sessions]
    before_deleting.check_none(before_deleting.of(waiting, ids) if ids else [])


def _check_idle(plan: Plan) -> None:
    working = [state for state in plan.sessions if state.is_active]
    if working:
        names = ", ".join(short_session_id(state.session_id) for state in working)
        raise EntireError(
            f"{count(len(working), 'session')} still working: {names}",
            "wait until it stops, or pass --force",
        )


def _apply(repo: Repository, chosen: Settings, prefix: str | None, plan: Plan) -> list[str]:
    """Apply the plan that was confirmed, and no other."""
    store = Store(repo)
    with store.lock(), Objects(repo) as objects:
        if _plan(repo, prefix) != plan:
            raise EntireError("a session changed in the meantime; nothing was reset", "try again")
        _check_complete(catch_up.still_waiting(repo), plan)
        return registry.get(chosen.strategy).reset(repo, objects, store, plan)
