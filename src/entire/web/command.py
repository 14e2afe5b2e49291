"""`entire web`"""

from __future__ import annotations

import importlib.util

import click

from entire.cli.ui import output
from entire.cli.ui.options import Command
from entire.cli.ui.screen import terminal
from entire.core.errors import EntireError
from entire.git import repository

_EXAMPLES = "Examples: entire web · entire web --port 8080 --no-open"
INSTALL = "in a clone of entire: `pipx install --force '.[web]'`, or `uv tool install --force '.[web]'`"
_NEEDS = ("jinja2", "markdown_it", "pygments", "starlette", "uvicorn")


@click.command("web", cls=Command, epilog=_EXAMPLES)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    metavar="N",
    help="Listen on this port; without it, on a free one.",
)
@click.option("--no-open", is_flag=True, help="Print the address, and do not open a browser.")
def command(port: int, no_open: bool) -> None:
    """Show this repository in a browser: commits, conversations, files, sessions and numbers.

    The pages are on this machine only, for the browser that opens the printed address. They change nothing.
    """
    check_installed()
    from entire.web import serve  # what it needs is optional

    repo = repository.open_repository()
    with serve.listen(port) as listening:
        door = serve.door_of(listening)
        output.write_line(door.first_address)
        output.write_line(terminal().style("Only this browser, only on this machine. Ctrl-C ends it.", "dim"))
        if not no_open:
            serve.open_browser(door.address_for_once)
        serve.serve(repo, listening, door)


def check_installed() -> None:
    """Raises EntireError if the packages of the extra are missing."""
    missing = [name for name in _NEEDS if importlib.util.find_spec(name) is None]
    if missing:
        raise EntireError(
            f"`entire web` needs packages that are not installed: {', '.join(missing)}",
            INSTALL,
        )
