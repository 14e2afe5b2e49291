"""`entire session stop`"""

from __future__ import annotations

import time

import click

from entire.cli import complete
from entire.cli.commands.session import screen
from entire.cli.commands.session.facts import SessionRow, rows
from entire.cli.commands.session.listing import gather
from entire.cli.file_row import file_rows
from entire.cli.ui import ask, output
from entire.cli.ui.options import Command
from entire.cli.ui.output import safe
from entire.cli.ui.screen import Screen
from entire.core import log
from entire.core.errors import UsageError
from entire.core.text import one_line
from entire.git import repository
from entire.git.repository import Repository
from entire.git.worktree import own_settings, worktrees
from entire.lifecycle.agent_events import end_session
from entire.session import find
from entire.session.phase import Phase
from entire.session.store import Store
from entire.strategy import registry
from entire.strategy.sessions import Session

_MARGIN = 4  # width of the mark that a menu puts before each row
_EXAMPLES = "Examples: entire session stop · entire session stop 8f76"


@click.command("stop", cls=Command, epilog=_EXAMPLES)
@click.argument("prefix", metavar="[ID]", default="", shell_complete=complete.sessions)
def command(prefix: str) -> None:
    """Mark a session as ended, if its agent is gone.

    Saves the work of an interrupted turn first, as a step or a commit. If the agent is still running, its
    next prompt reopens the session. ID defaults to the only open session; if there are several, asks for one.
    """
    repo = repository.open_repository()
    row = _named(repo, prefix) if prefix else _only(gather(repo).sessions)
    if row is None:
        return
    if row.phase == Phase.ENDED:
        output.write_line(f"Session {row.short_id} has already ended.")
        return
    log.setup(repo.worktree, own_settings.load(repo).settings.log_level, component="session")
    _stop(repo, row)


def _named(repo: Repository, prefix: str) -> SessionRow:
    states = Store(repo).all()
    found = find.by_prefix(states, prefix)
    return rows(repo, [Session(found, True)], [state.session_id for state in states])[0]


def _only(sessions: list[SessionRow]) -> SessionRow | None:
    """The only open session; if there are several, ask for one."""
    if not sessions:
        output.write_line("No open sessions.")
        return None
    if len(sessions) == 1:
        return sessions[0]
    plain = Screen(output.width() - _MARGIN, time.time())
    labels = screen.labels(sessions, plain)
    if not ask.is_interactive():
        raise UsageError(
            f"{len(sessions)} open sessions: pass an ID",
            "\n".join(["one of", *(f"  {label}" for label in labels)]),
        )
    choices = [ask.Choice(row.session_id, label) for row, label in zip(sessions, labels, strict=True)]
    chosen = ask.choose("Stop which session?", choices)
    if chosen is None:
        output.write_line("Cancelled. Nothing changed.")
        return None
    return next(row for row in sessions if row.session_id == chosen.key)


def _stop(repo: Repository, row: SessionRow) -> None:
    store = Store(repo)
    before = store.load(row.session_id)
    place = worktrees.by_id(repo, before.worktree_id) if before is not None else None
    chosen = own_settings.load(repo).settings
    strategy = registry.get(chosen.strategy)
    state = end_session(strategy, place or repo, row.session_id, save_turn=place is not None)
    if state is None:
        return
    output.write_line(f"Stopped {row.short_id} ({one_line(row.agent)}).")
    if row.phase == Phase.ACTIVE and place is None:
        output.write_line(
            f"Its work tree was removed, with the changes of the open turn: {one_line(row.worktree)}"
        )
    if place is not None and state.has_work:
        note = strategy.finish(place, chosen, store, row.session_id, ended=True)
        if note:
            output.write_line(safe(note.removeprefix("entire: ")))
        state = store.load(row.session_id) or state
        if not state.has_work:
            output.write_line("Its work is committed.")
    if state.has_work:
        done = row._replace(files=file_rows(state.files_touched), step_count=state.checkpoint_count)
        output.write_line(f"{screen.work(done)} not committed yet: commits there will still be linked.")
