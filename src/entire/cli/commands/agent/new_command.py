"""`entire agent new`"""

from __future__ import annotations

import os

import click

from entire.agent import external, registry
from entire.agent.external import find
from entire.cli.ui import output
from entire.cli.ui.options import Command
from entire.core import files
from entire.core.errors import EntireError
from entire.core.text import quoted


@click.command("new", cls=Command, epilog="Example: entire agent new my-agent --to ~/.local/bin")
@click.argument("name", metavar="NAME")
@click.option(
    "--to", default=".", metavar="FOLDER", help="Folder for the program; the current one if not given."
)
def command(name: str, to: str) -> None:
    """Write a program that teaches entire an agent: a template to change, in Python."""
    if not find.is_name(name):
        raise EntireError(
            f"not a name for an agent: {quoted(name, 40)}", "use small letters, digits and hyphens"
        )
    if name in registry.AGENTS:
        raise EntireError(f"{name} is an agent that entire knows already", "choose another name")
    folder = os.path.realpath(os.path.expanduser(to))
    path = os.path.join(folder, f"{external.PREFIX}{name}")
    if not os.path.isdir(folder):
        raise EntireError(f"no such folder: {to}")
    if os.path.lexists(path):
        raise EntireError(f"{path} exists already", "nothing was written")
    files.write_atomic(path, _program(name).encode(), 0o755)
    output.write_line(f"Wrote {path}")
    if find.program(name) != path:
        output.write_line(f"It is found once {folder} is on PATH.")
    output.write_line(f"Change what is marked with CHANGE, then: entire agent check {name}")


def _program(name: str) -> str:
    folder = os.path.dirname(external.__file__)
    text = (files.read(os.path.join(folder, "template.py")) or b"").decode()
    kind = " ".join(word.capitalize() for word in name.split("-") if word)
    return text.replace("my-agent", name).replace("My Agent", kind)
