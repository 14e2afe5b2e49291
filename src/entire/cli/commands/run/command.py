"""`entire run`"""

from __future__ import annotations

import click

from entire.agent.protocol import Agent
from entire.agent.registry import DEFAULT
from entire.cli import clients
from entire.cli.commands.run import choice
from entire.cli.ui.options import Command
from entire.core.errors import EntireError
from entire.git import repository
from entire.git.worktree import own_settings
from entire.session.find import last_seen
from entire.session.store import Store
from entire.setup.enable import survey_agents

_EXAMPLES = f'Examples: entire run "Fix the login" · entire "Fix the login" --agent {DEFAULT}'


@click.command("run", cls=Command, epilog=_EXAMPLES)
@click.argument("prompt")
@click.option("--agent", "name", default="", metavar="NAME", help="Agent to start.")
def command(prompt: str, name: str) -> None:
    """Start the repository's agent with a prompt, in this terminal.

    Without --agent, this is the one that you used last in this work tree. `entire "Fix the login"` is short
    for `entire run "Fix the login"`.
    """
    if not prompt.strip():
        raise EntireError("the prompt is empty", 'say what to do: entire run "Fix the login"')
    repo = repository.open_repository()
    if not own_settings.load(repo).enabled:
        raise EntireError("entire is off here, so nothing would be recorded", "turn it on: entire enable")
    agent = _agent(repo, name)
    clients.start(agent.start_command(prompt), repo.worktree)


def _agent(repo: repository.Repository, name: str) -> Agent:
    states = sorted(Store(repo).in_worktree(repo.worktree_id), key=last_seen)
    return choice.choose(survey_agents(repo.worktree), name, [state.agent_type for state in states])
