"""`entire disable`"""

from __future__ import annotations

import os
import time

import click

from entire.cli.commands.disable import screen
from entire.cli.ui import ask, output
from entire.cli.ui.options import Command, flag
from entire.cli.ui.screen import Screen, terminal
from entire.core import settings as settings_files
from entire.core.errors import EntireError
from entire.core.lock import WAIT_SECONDS
from entire.core.settings import LOCAL_FILE, PROJECT_FILE
from entire.core.text import count
from entire.git import repository
from entire.git.repository import Repository
from entire.git.worktree import own_settings
from entire.lifecycle import before_deleting, catch_up
from entire.session.store import Store
from entire.setup import uninstall as uninstalling


@click.command("disable", cls=Command, epilog="Example: entire disable --uninstall")
@flag("--project", help="Write .entire/settings.json (for the team) instead of your local settings.")
@flag("--uninstall", help="Remove all hooks, settings, session states and shadow branches; keep checkpoints.")
@flag("--force", "-f", help="With --uninstall: do not ask.")
@flag("--shared-hooks", help="With --uninstall: also remove git hooks that other repositories share.")
def command(project: bool, uninstall: bool, force: bool, shared_hooks: bool) -> None:
    """Disable entire in this repository."""
    repo = repository.open_repository()
    if uninstall:
        _uninstall(repo, force=force, shared_hooks=shared_hooks)
    elif not own_settings.load(repo).present:
        output.write_line("Entire is not set up here.")
    else:
        settings = own_settings.load(repo).settings
        only_here = project or repo.worktree_id  # else it is off in linked worktrees, too
        complete = catch_up.complete_here if only_here else catch_up.complete_everywhere
        waiting = complete(repo, settings, wait=WAIT_SECONDS)
        output.write_line(_turn_off(repo, PROJECT_FILE if project else LOCAL_FILE))
        if waiting:
            output.write_line(_still_waiting(waiting))


def _turn_off(repo: Repository, name: str) -> str:
    with Store(repo).lock():
        try:
            settings = settings_files.read_file(repo.worktree, name) or {}
        except ValueError as error:
            raise EntireError(f"cannot read {name}: {error}", "fix or remove the file") from error
        settings_files.write_file(repo.worktree, name, settings | {"enabled": False})
    if own_settings.load(repo).enabled:
        return f"Off for the team ({name}), but still on for you in {_turned_on_by(repo)}.   entire disable"
    where = " in this worktree" if repo.worktree_id else ""
    return f"Off{where} ({name}). The hooks stay installed but do nothing.   entire enable"


def _turned_on_by(repo: Repository) -> str:
    """The local file that turns entire on, here or in the main worktree."""
    try:
        here = settings_files.read_file(repo.worktree, LOCAL_FILE) or {}
    except (ValueError, OSError):
        here = {}
    above = own_settings.inherited(repo).get("enabled") is True and here.get("enabled") is not True
    return os.path.join(own_settings.inherited_from(repo), LOCAL_FILE) if above else LOCAL_FILE


def _still_waiting(waiting: int) -> str:
    """Commits that could not be completed: their promises stay."""
    one = waiting == 1
    verb, what, get = ("waits", "its checkpoint", "gets") if one else ("wait", "their checkpoints", "get")
    it = "it" if one else "them"
    return f"{count(waiting, 'commit')} still {verb} for {what}, and {get} {it} after `entire enable`."


def _uninstall(repo: Repository, *, force: bool, shared_hooks: bool) -> None:
    waiting = before_deleting.complete(repo, own_settings.load(repo).settings)
    if force:
        before_deleting.check_none(waiting)
    plan = uninstalling.gather(repo, shared_hooks=shared_hooks)
    if plan.empty:
        output.write_line(" ".join(["Entire is not installed here.", *screen.shared(plan)]))
        return
    here = terminal() if output.on_terminal() else Screen(10_000, time.time())
    shown = screen.losses(plan, here) if force else screen.render(plan, repo.worktree, here, len(waiting))
    for line in shown:
        output.write_line(line)
    if not force and not ask.confirm("Continue?"):
        output.write_line("Cancelled. Nothing changed.")
        return
    with Store(repo).lock():
        known = {promise.checkpoint_id for promise in waiting}
        now = catch_up.still_waiting(repo)
        before_deleting.check_none([promise for promise in now if promise.checkpoint_id not in known])
        failed = uninstalling.apply(repo, uninstalling.gather(repo, shared_hooks=shared_hooks))
    if failed:
        causes = "; ".join(error.message for error in failed)
        hints = "; ".join(dict.fromkeys(error.hint for error in failed if error.hint))
        raise EntireError(f"could not remove everything: {causes}", hints or "fix the cause and try again")
    # Without --force, this was shown before the question.
    stays = [*screen.shared(plan), *screen.replaced(plan, repo.worktree)] if force else []
    output.write_line(" ".join(["Uninstalled. Checkpoints are kept on entire/checkpoints/v1.", *stays]))
