"""`entire version`"""

from __future__ import annotations

import platform
import sys
from typing import NamedTuple

import click

import entire
from entire.cli.ui import json_output, output
from entire.cli.ui.options import Command, flag


class Version(NamedTuple):
    version: str
    python: str
    platform: str


@click.command("version", cls=Command, epilog="Example: entire version --json")
@flag("--json", help="Print JSON.")
def command(json: bool) -> None:
    """Show the versions of entire and Python, and the platform."""
    show(json=json)


def show(*, json: bool = False) -> None:
    found = Version(entire.__version__, platform.python_version(), f"{sys.platform}/{platform.machine()}")
    if json:
        output.write_line(json_output.encode(found))
        return
    output.write_line(f"entire {found.version}")
    output.write_line(f"Python {found.python}")
    output.write_line(found.platform)
