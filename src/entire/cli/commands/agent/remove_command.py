"""`entire agent remove`"""

from __future__ import annotations

import click

from entire.agent import registry
from entire.cli import complete
from entire.cli.commands.enable import agents as choice
from entire.cli.ui import output
from entire.cli.ui.options import Command
from entire.git import repository
from entire.session.store import Store


@click.command("remove", cls=Command, epilog=f"Example: entire agent remove {registry.DEFAULT}")
@click.argument("names", metavar="NAME…", nargs=-1, required=True, shell_complete=complete.agents)
def command(names: tuple[str, ...]) -> None:
    """Remove our hooks from the configuration of agents. What was recorded stays."""
    repo = repository.open_repository()
    for agent in choice.by_names(repo, names):
        with Store(repo).lock():
            removed = agent.uninstall(repo.worktree)
        what = "hooks removed from" if removed else "no hooks found in"
        output.write_line(f"{agent.TYPE}: {what} {agent.CONFIG_FILE}")
    if not any(agent.installed(repo.worktree) for agent in registry.every()):
        output.write_line("No agent is enabled here now: nothing is recorded.   entire agent add NAME")
