"""`entire session show`"""

from __future__ import annotations

import click

from entire.cli import complete, reading
from entire.cli.commands.session import detail_facts, detail_screen, plain
from entire.cli.ui import json_output, output, pager
from entire.cli.ui.options import Command, flag
from entire.cli.ui.screen import terminal
from entire.core.errors import EntireError
from entire.git import repository
from entire.git.repository import Repository
from entire.session import find
from entire.strategy.sessions import Session, get_session, list_sessions

_EXAMPLES = "Examples: entire session show · entire session show 8f76 --json"


@click.command("show", cls=Command, epilog=_EXAMPLES)
@click.argument("prefix", metavar="[ID]", default="", shell_complete=complete.sessions)
@flag("--json", help="Print JSON.")
@click.option("--no-pager", is_flag=True, help="Do not use a pager.")
def command(prefix: str, json: bool, no_pager: bool) -> None:
    """Show one session: its prompts, its uncommitted steps and its checkpoints.

    ID is a prefix of its id; without it, shows the latest session of this work tree.
    """
    repo = repository.open_repository()
    with reading.open_index(repo) as index:
        sessions = list_sessions(index)
        known = [session.state.session_id for session in sessions]
        found = detail_facts.gather(index, _find(repo, sessions, prefix), known)
    if json:
        rest = {name: value for name, value in found._asdict().items() if name != "session"}
        output.write_line(json_output.encode(found.session._asdict() | rest))
    elif output.on_terminal():
        lines = detail_screen.render(found, terminal())
        pager.show(lines, pager=not no_pager)
    else:
        output.write_line("\n".join(plain.detail(found)))


def _find(repo: Repository, sessions: list[Session], prefix: str) -> Session:
    if not prefix:
        local = (session.state for session in sessions if session.local)
        latest = find.most_recent(local, repo.worktree_id)
        if latest is None:
            raise EntireError("no sessions yet", "start your agent; see `entire status`")
        prefix = latest.session_id
    return get_session(sessions, prefix)
