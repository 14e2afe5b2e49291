"""Who may read: only the browser that was given the address with the token. Pure.

The server listens on 127.0.0.1, which every program, every user of this machine and every page in the browser
can reach. What they ask for is refused: without the token, from another page, under another name.
"""

from __future__ import annotations

import hmac
import secrets
from typing import NamedTuple
from urllib.parse import parse_qsl, unquote

COOKIE = "entire"
TOKEN = "token"
_METHODS = ("GET", "HEAD")
_OWN = ("same-origin", "none")  # of `Sec-Fetch-Site`: our own pages, and addresses that were typed
_TOKEN_BYTES = 32
_PLACE_BYTES = 9


class Door(NamedTuple):
    port: int
    token: str
    # All pages are below it, and so is the cookie: a browser sends cookies to every port of this machine, and
    # other servers do not know this path.
    place: str
    # Lets in once, in place of the token: the command line of a browser is read by other users, too.
    ticket: str

    @property
    def first_address(self) -> str:
        return self._address(self.token)

    @property
    def address_for_once(self) -> str:
        return self._address(self.ticket)

    def _address(self, token: str) -> str:
        return f"http://127.0.0.1:{self.port}/?{TOKEN}={token}"

    @property
    def hosts(self) -> tuple[str, ...]:
        return (f"127.0.0.1:{self.port}", f"localhost:{self.port}")


def new_door(port: int) -> Door:
    token, ticket = (secrets.token_urlsafe(_TOKEN_BYTES) for _ in range(2))
    return Door(port, token, f"/{secrets.token_urlsafe(_PLACE_BYTES)}", ticket)


class Asked(NamedTuple):
    """What a request says about itself; empty for what it does not say."""

    method: str
    path: str  # decoded
    query: str  # as it was sent
    host: str
    origin: str
    site: str  # `Sec-Fetch-Site`
    cookies: str


class Verdict(NamedTuple):
    status: int  # 200: may read; 303: came with the token, gets the cookie; otherwise refused
    reason: str = ""
    once: bool = False  # came with the ticket


def judge(asked: Asked, door: Door) -> Verdict:
    """Whether a request is answered."""
    if asked.host not in door.hosts:
        return Verdict(421, "this server has another name")  # a DNS name that points here
    if asked.method not in _METHODS:
        return Verdict(405, "pages can only be read")
    if asked.origin and asked.origin != f"http://{asked.host}":
        return Verdict(403, "another page asked")
    if asked.site and asked.site not in _OWN:
        return Verdict(403, "another page asked")
    given = dict(parse_qsl(asked.query, keep_blank_values=True))
    if asked.path == "/" and TOKEN in given:
        if _same(given[TOKEN], door.ticket):
            return Verdict(303, once=True)
        return Verdict(303) if _same(given[TOKEN], door.token) else Verdict(403, "wrong token")
    below = asked.path.startswith(f"{door.place}/") and _has_cookie(asked.cookies, door.token)
    if not below:
        return Verdict(403, "no token")
    if _climbs(asked.path) or any(_climbs(text) for name, text in given.items() if name != "q"):
        return Verdict(400, "not a path in this repository")
    return Verdict(200)


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode("utf-8", "replace"), other.encode())


def _has_cookie(header: str, token: str) -> bool:
    """Whether our cookie is among those that were sent. Those of other servers can have any form."""
    named = (part.strip().partition("=") for part in header.split(";"))
    return any(_same(value, token) for name, _, value in named if name == COOKIE)


def _climbs(text: str) -> bool:
    """Whether a text has `..` where a path would have a folder, however it is written."""
    return any(".." in once.replace("\\", "/").split("/") for once in (text, unquote(text)))
