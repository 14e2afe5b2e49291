"""`entire version`"""

from __future__ import annotations

import platform
import sys

import click

import entire
from entire.cli import output


@click.command("version")
def command() -> None:
    """Show the version."""
    show()


def show() -> None:
    output.line(f"entire {entire.__version__}")
    output.line(f"Python {platform.python_version()}")
    output.line(f"{sys.platform}/{platform.machine()}")
