"""`entire session attach`"""

from __future__ import annotations

import click

from entire.agent import session_file
from entire.agent.registry import DEFAULT
from entire.cli import complete
from entire.cli.commands.enable import agents as choice
from entire.cli.ui import output
from entire.cli.ui.options import Command
from entire.cli.ui.output import safe
from entire.core import log
from entire.core.errors import EntireError
from entire.core.text import count, one_line
from entire.git import repository
from entire.git.worktree import own_settings
from entire.session.state import State
from entire.session.store import Store
from entire.strategy import registry
from entire.strategy.turn.attach import attach

_LISTED = 5
_PROMPT_LENGTH = 60
_EXAMPLES = f"Examples: entire session attach {DEFAULT} 8f76… · entire session attach {DEFAULT} ~/chat.jsonl"


@click.command("attach", cls=Command, epilog=_EXAMPLES)
@click.argument("agent_name", metavar="AGENT", shell_complete=complete.agents)
@click.argument("conversation", metavar="ID|PATH")
def command(agent_name: str, conversation: str) -> None:
    """Record a conversation that was not recorded: it began before `entire enable`, or its hooks did not run.

    The files that it names and that are not committed yet are its work: your next commit of them is linked.
    """
    repo = repository.open_repository()
    loaded = own_settings.load(repo)
    if not loaded.enabled:
        raise EntireError("entire is not enabled here", "run `entire enable` first")
    (agent,) = choice.by_names(repo, [agent_name])
    session_id, path = session_file.find(agent, repo.worktree, conversation)
    log.setup(repo.worktree, loaded.settings.log_level, component="session")
    store = Store(repo)
    with store.lock():
        known = store.load(session_id)
        if known is not None:
            output.write_line(
                f"Session {safe(session_id)} is recorded already.   entire session show {session_id}"
            )
            return
        state = attach(registry.get(loaded.settings.strategy), repo, store, agent.TYPE, session_id, path)
    _show(state)


def _show(state: State) -> None:
    prompt = one_line(state.first_prompt, _PROMPT_LENGTH)
    shown = f': "{prompt}"' if prompt else ""
    output.write_line(f"Attached {safe(state.session_id)} ({safe(state.agent_type)}){shown}")
    files = state.files_touched
    if not files:
        output.write_line("Nothing that it names is uncommitted: commits are linked from its next turn on.")
        return
    more = f" and {len(files) - _LISTED} more" if len(files) > _LISTED else ""
    listed = ", ".join(map(safe, files[:_LISTED]))
    output.write_line(f"Your next commit with {count(len(files), 'file')} is linked: {listed}{more}")
