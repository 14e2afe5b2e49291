"""`entire agent add`"""

from __future__ import annotations

import click

from entire.agent import plugins
from entire.agent.registry import DEFAULT
from entire.cli import complete
from entire.cli.commands.enable import agents as choice
from entire.cli.ui import output
from entire.cli.ui.options import Command
from entire.core.errors import EntireError
from entire.git import repository
from entire.git.worktree import own_settings, sparse
from entire.session.store import Store
from entire.setup import trust
from entire.setup.enable import check_obstacles


@click.command("add", cls=Command, epilog=f"Example: entire agent add {DEFAULT}")
@click.argument("names", metavar="NAME…", nargs=-1, required=True, shell_complete=complete.agents)
def command(names: tuple[str, ...]) -> None:
    """Add our hooks to the configuration of agents, in this repository."""
    repo = repository.open_repository()
    agents = choice.by_names(repo, names)
    if not own_settings.load(repo).present:
        words = " ".join(f"--agent {agent.NAME}" for agent in agents)
        raise EntireError("entire is not set up here", f"set it up: entire enable {words}")
    check_obstacles(repo)
    for agent in agents:
        with Store(repo).lock():
            plugins.remember(repo, [agent.NAME])
            sparse.put_back(repo, [agent.CONFIG_FILE])
            added = agent.install(repo.worktree)
        what = "hooks added to" if added else "hooks are in"
        output.write_line(f"{agent.TYPE}: {what} {agent.CONFIG_FILE}")
        for line in trust.reminders([agent], [agent.NAME] if added else [], repo, Store(repo)):
            output.write_line(line)
