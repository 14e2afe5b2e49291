"""A browser as the server sees it, in this process: requests as ASGI has them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

from entire.git.repository import Repository
from entire.web.app import make_app
from entire.web.door import COOKIE, Door

DOOR = Door(4711, "the-token", "/place", "the-ticket")


Make = Callable[[Repository, Door], Any]


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    text: str


class Request(NamedTuple):
    address: str  # a path with a query, below the place
    method: str = "GET"
    headers: dict[str, str] = {}
    place: str = DOOR.place


ALLOWED = {"host": "127.0.0.1:4711", "cookie": f"{COOKIE}={DOOR.token}"}


def ask(
    repo: Repository, address: str, method: str = "GET", place: str = DOOR.place, **headers: str
) -> Answer:
    """One page; headers have `_` in place of `-`, and an empty one is not sent."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return ask_all(repo, [Request(address, method, named, place)])[0]


def ask_all(repo: Repository, requests: Sequence[Request], make: Make = make_app) -> list[Answer]:
    """All of them at once."""

    async def every() -> list[Answer]:
        app = make(repo, DOOR)
        return await asyncio.gather(*(_ask(app, request) for request in requests))

    # In a thread of its own: a browser's driver has a loop in this one.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, every()).result()


async def _ask(app: Any, request: Request) -> Answer:
    parts = urlsplit(request.place + request.address)
    headers = {name: value for name, value in (ALLOWED | request.headers).items() if value}
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": request.method,
        "path": unquote(parts.path),
        "raw_path": parts.path.encode(),
        "query_string": parts.query.encode(),
        "root_path": "",
        "scheme": "http",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "server": ("127.0.0.1", 4711),
        "client": ("127.0.0.1", 50000),
    }
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await app(scope, receive, send)
    found = {name.decode().lower(): value.decode() for name, value in sent[0]["headers"]}
    body = b"".join(message.get("body", b"") for message in sent[1:])
    return Answer(sent[0]["status"], found, body.decode())
