"""The hits as a list to pick from: explain, resume, rewind or blame."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import NamedTuple

import click

from entire.cli.commands.search import screen
from entire.cli.commands.search.facts import Found, HitRow
from entire.cli.ui import ask, output
from entire.cli.ui.ask import Choice
from entire.cli.ui.screen import Screen, wrap
from entire.core.text import one_line

_PREVIEW_LINES = 6
_MOST_FILES = 10


class Action(NamedTuple):
    label: str
    arguments: list[str]  # of `entire`


def pick(found: Found, here: Screen, root: str) -> None:
    """Let the user pick a hit and what to do with it, and do that."""
    plain = here._replace(colour=False, width=here.width - 2)
    labels = [rows[0] for rows in screen.blocks(found, plain)]
    choices = [
        Choice(str(number), label, _preview(found.hits[number], here)) for number, label in enumerate(labels)
    ]
    chosen = ask.choose("Which hit?" if not found.more else "Which hit? (--limit 0 lists more)", choices)
    if chosen is None:
        return
    row = found.hits[int(chosen.key)]
    possible = actions(row, root)
    menu = [Choice(str(number), action.label) for number, action in enumerate(possible)]
    action = ask.choose("What next?", menu)
    if action is not None:
        _run(possible[int(action.key)].arguments)


def _preview(row: HitRow, here: Screen) -> Callable[[], list[str]]:
    def show() -> list[str]:
        marked = screen.marked(row, row.passage, lambda text: f"[{text}]")
        return [f"  {line}" for line in wrap(marked, here.width - 2)[:_PREVIEW_LINES]]

    return show


def actions(row: HitRow, root: str = "") -> list[Action]:
    """What can be done with a hit; files are in the work tree at ``root``."""
    found = []
    if row.checkpoint_id:
        found.append(Action("explain   show this checkpoint", ["explain", row.checkpoint_id]))
    elif row.step:
        found.append(Action("explain   show this step", ["explain", row.step]))
    else:
        found.append(Action("explain   show this session", ["session", "show", row.session_id]))
    id = row.checkpoint_id or row.session_id
    if id:
        found.append(Action("resume    continue this conversation", ["resume", id]))
    commit = row.commits[0].commit if row.commits else row.step
    if commit:
        found.append(Action("rewind    go back to it", ["rewind", "--to", commit]))
    for file in row.files[:_MOST_FILES]:
        path = os.path.relpath(os.path.join(root, file.path)) if root else file.path
        found.append(Action(f"blame     who wrote {one_line(file.path)}", ["blame", "--", path]))
    return found


def _run(arguments: list[str]) -> None:
    from entire.cli.main import entire

    output.write_line(f"$ entire {' '.join(arguments)}")
    with click.Context(entire, info_name="entire") as context:
        name, command, rest = entire.resolve_command(context, list(arguments))
        assert command is not None
        with command.make_context(name, rest, parent=context) as sub:
            command.invoke(sub)
