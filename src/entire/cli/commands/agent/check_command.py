"""`entire agent check`"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from entire.agent import registry, resolve
from entire.agent.protocol import Agent
from entire.agent.registry import DEFAULT
from entire.cli import complete
from entire.cli.commands.agent import facts, screen
from entire.cli.commands.enable import agents as choice
from entire.cli.ui import json_output, output
from entire.cli.ui.options import Command, flag
from entire.cli.ui.screen import terminal
from entire.git import repository

if TYPE_CHECKING:
    from entire.cli.commands.agent.conformance.stage import Result

_EXAMPLES = f"Examples: entire agent check · entire agent check {DEFAULT}"


@click.command("check", cls=Command, epilog=_EXAMPLES)
@click.argument("names", metavar="[NAME]…", nargs=-1, shell_complete=complete.agents)
@click.option(
    "--samples", default="", metavar="FOLDER", help="Recorded calls of hooks, and a transcript, to try."
)
@flag("--json", help="Print JSON.")
def command(names: tuple[str, ...], samples: str, json: bool) -> int:
    """Check that agents call our hooks; without a name, those that are enabled. Exit code 1: one does not.

    Agents that are named also play a session in a scratch repository: what holds is printed, and what does
    not.
    """
    repo = repository.open_repository()
    named = choice.by_names(repo, names)
    if not named:
        resolve.discover(repo)
    wanted = {agent.NAME for agent in named}
    rows = facts.gather(repo)
    chosen = [row for row in rows if row.name in wanted or (not wanted and row.enabled)]
    tried = {agent.NAME: _try(agent, samples) for agent in named}
    failed = (
        not chosen or any(map(_fails, chosen)) or any(one.problem for some in tried.values() for one in some)
    )
    if json:
        output.write_line(json_output.encode({"known_agents": [_to_json(row, tried) for row in chosen]}))
    elif not chosen:
        output.write_line("No agent is enabled here.   entire agent list")
    else:
        now = terminal().now
        for row in chosen:
            lines = [*screen.checked(row, now), *screen.tried(tried.get(row.name, []))]
            output.write_line("\n".join(lines))
    return int(failed)


def _fails(row: facts.Row) -> bool:
    """An agent that is not ours can be tried before it is enabled: that is how one is written."""
    return bool(facts.problems(row)) and (row.enabled or row.name in registry.AGENTS)


def _try(agent: Agent, samples: str) -> list[Result]:
    from entire.cli.commands.agent.conformance.tried import try_all

    return try_all(agent, samples)


def _to_json(row: facts.Row, tried: dict[str, list[Result]]) -> dict[str, Any]:
    checks = [{"what": one.what, "problem": one.problem} for one in tried.get(row.name, [])]
    return {"name": row.name, "reasons": facts.problems(row), "checks": checks}
