"""The questions of `entire resume`."""

from __future__ import annotations

from typing import NamedTuple

from entire.cli.commands.resume.facts import command_of
from entire.cli.ui import ask, output
from entire.cli.ui.screen import Column, table, terminal
from entire.core.errors import EntireError
from entire.core.text import one_line, short_session_id
from entire.git.identity import Author
from entire.strategy.restore.apply import Restorable


class Options(NamedTuple):
    """Options of the command."""

    force: bool  # answer yes to all questions
    json: bool  # no questions; standard output is JSON

    @property
    def asks(self) -> bool:
        """Whether to ask questions that have a safe default."""
        return not self.force and not self.json and ask.is_interactive()


def may_fetch(branch: str, options: Options) -> bool:
    """Ask whether to fetch a branch that exists only on origin."""
    if options.force:
        return True
    if options.json:
        raise EntireError(f"{branch} exists only on origin", "pass --force to fetch it and check it out")
    return ask.confirm(f"{one_line(branch)} exists only on origin. Fetch it and check it out?", default=True)


def may_adopt(authors: list[Author], options: Options) -> bool:
    """Ask whether to restore a conversation that others recorded: the agent will trust it (I6)."""
    if not authors or options.force:
        return True
    names = ", ".join(one_line(f"{author.name} <{author.email}>", 80) for author in authors)
    output.write_line(f"This conversation was recorded by {names}, not by you.")
    if not options.asks:
        return True
    return ask.confirm("Your agent will treat it as its own conversation. Restore it?")


def may_overwrite(newer: list[Restorable], options: Options) -> bool:
    """Ask whether to overwrite conversations that are newer here. Raises EntireError if it cannot ask."""
    if options.force or not newer:
        return True
    if not options.json:
        output.write_line("Newer here than in the checkpoint:")
        ids = [short_session_id(one.session_id) for one in newer]
        about = [one_line(one.prompt) for one in newer]
        for row in table(terminal(), [Column(ids), Column(about, free=True)]):
            output.write_line(row)
        try:
            return ask.confirm("Overwrite it with the older conversation? A backup is kept.")
        except EntireError:
            pass
    last = newer[-1]
    command = command_of(last.agent_type, last.session_id)
    raise EntireError(
        f"the conversation of session {last.session_id} is newer here than in the checkpoint",
        f"resume it with `{command}`, or pass --force to overwrite it; a backup is kept",
    )
