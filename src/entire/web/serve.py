"""Run the server until it is interrupted."""

from __future__ import annotations

import socket
import threading
import webbrowser
from contextlib import suppress

import uvicorn

from entire.core.errors import EntireError
from entire.git.repository import Repository
from entire.web import render
from entire.web.app import make_app
from entire.web.door import Door, new_door
from entire.web.story import html
from entire.web.templating import FIRST_PAGES, FIRST_STORIES

_HOST = "127.0.0.1"
_LAST_SECONDS = 1  # that pages in progress have when the server ends


def listen(port: int) -> socket.socket:
    """A socket on this machine's own address; ``port`` 0: any. Raises EntireError."""
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((_HOST, port))
        found.listen(256)
    except OSError as error:
        found.close()
        hint = "pass another one with --port, or none"
        raise EntireError(f"port {port} cannot be used: {error.strerror or error}", hint) from error
    return found


def serve(repo: Repository, listening: socket.socket, door: Door) -> None:
    """Answer until an interrupt."""
    config = uvicorn.Config(
        make_app(repo, door),
        log_level="critical",  # pages say by themselves what went wrong
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=False,
        ws="none",
        lifespan="off",
        timeout_graceful_shutdown=_LAST_SECONDS,
    )
    threading.Thread(target=prepare, daemon=True).start()
    try:
        uvicorn.Server(config).run(sockets=[listening])
    except KeyboardInterrupt:  # the way to end it
        pass


def prepare() -> None:
    """Compile templates while nothing was asked for yet: the browser still opens, or shows the first page."""
    for environment, names in (
        (render.environment(), FIRST_PAGES),
        (html.environment(), FIRST_STORIES),
    ):
        for name in names:
            environment.get_template(name)


def door_of(listening: socket.socket) -> Door:
    return new_door(listening.getsockname()[1])


def open_browser(address: str) -> None:
    """Open it, if there is a browser. Not waited for: one in the terminal ends when the person leaves it."""
    threading.Thread(target=_open, args=(address,), daemon=True).start()


def _open(address: str) -> None:
    with suppress(webbrowser.Error):
        webbrowser.open(address)
