"""What `entire resume` asks before it goes on."""

from __future__ import annotations

from typing import NamedTuple

from entire.cli.commands.resume.facts import command_of
from entire.cli.ui import ask, output, screen
from entire.core.errors import EntireError
from entire.core.text import one_line
from entire.git.identity import Author
from entire.strategy.restore.apply import Restorable

_ID_LENGTH = 8


class Manner(NamedTuple):
    """How the command was called."""

    force: bool  # no questions: yes to all
    json: bool  # no questions: standard output is for a program

    @property
    def asks(self) -> bool:
        """Whether what may as well go unasked is asked."""
        return not self.force and not self.json and ask.possible()


def may_fetch(branch: str, manner: Manner) -> bool:
    """Whether to get a branch that is only on origin."""
    if manner.force:
        return True
    if manner.json:
        raise EntireError(f"{branch} is only on origin", "add --force to fetch it and check it out")
    return ask.confirm(f"{one_line(branch)} is only on origin. Fetch it and check it out?", default=True)


def may_take(authors: list[Author], manner: Manner) -> bool:
    """Whether to take what others wrote: their words become what the agent remembers (I6)."""
    if not authors or manner.force:
        return True
    names = ", ".join(one_line(f"{author.name} <{author.email}>", 80) for author in authors)
    output.line(f"This conversation was recorded by {names}, not by you.")
    if not manner.asks:
        return True
    return ask.confirm("Your agent will take it for its own. Restore it?")


def may_write_over(newer: list[Restorable], manner: Manner) -> bool:
    """Whether to set back conversations that went on here. Raises EntireError where nobody can be asked."""
    if manner.force or not newer:
        return True
    if not manner.json:
        output.line("Newer here than in the checkpoint:")
        ids = [one.session_id[:_ID_LENGTH] for one in newer]
        about = [one_line(one.prompt) for one in newer]
        for row in screen.table(screen.here(), [screen.Column(ids), screen.Column(about, free=True)]):
            output.line(row)
        try:
            return ask.confirm("Write the older conversation over it? A backup is kept.")
        except EntireError:
            pass
    last = newer[-1]
    command = command_of(last.agent_type, last.session_id)
    raise EntireError(
        f"the conversation of session {last.session_id} is newer here than in the checkpoint",
        f"go on with it (`{command}`), or add --force to set it back; a backup is kept",
    )
