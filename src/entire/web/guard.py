"""Every request passes here: it is refused, let in with the token, or answered with strict headers."""

from __future__ import annotations

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from entire.web.door import COOKIE, Asked, Door, Verdict, judge

_HINT = "Open the address that `entire web` printed.\n"
_OUTSIDE = (403, 421)  # of a request that did not come in by that address
_AGAIN = Verdict(403, "this address was opened already; if not by you, end `entire web`")
# Nothing is loaded from elsewhere; no script or style in a page runs, only those in our own files.
_POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self'",
    "connect-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}
HEADERS = {
    "Content-Security-Policy": "; ".join(f"{name} {value}" for name, value in _POLICY.items()),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), browsing-topics=()",
    "Cache-Control": "no-store",
}


class Guard:
    """Wraps the pages; below it, addresses are without the door's place."""

    def __init__(self, app: ASGIApp, door: Door) -> None:
        self._app = app
        self._door = door
        self._opened = False  # with the ticket

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return  # no websockets: the server closes them
        answer = self._answer(asked(scope))
        inner = _with_headers(send)
        if answer is not None:
            await answer(scope, receive, inner)
            return
        place = self._door.place
        below = {**scope, "path": scope["path"].removeprefix(place), "root_path": ""}
        await self._app(below, receive, inner)

    def _answer(self, request: Asked) -> PlainTextResponse | RedirectResponse | None:
        """What is answered here; None for pages."""
        verdict = judge(request, self._door)
        if verdict.status == 200:
            return None
        if verdict.once:
            verdict, self._opened = (_AGAIN if self._opened else verdict), True
        if verdict.status != 303:
            hint = _HINT if verdict.status in _OUTSIDE else ""
            return PlainTextResponse(f"Refused: {verdict.reason}.\n{hint}", verdict.status)
        answer = RedirectResponse(f"{self._door.place}/", 303)
        answer.set_cookie(
            COOKIE, self._door.token, path=f"{self._door.place}/", httponly=True, samesite="strict"
        )
        return answer


def asked(scope: Scope) -> Asked:
    """Pure: what a request says about itself. A header that is sent twice counts as neither of both."""
    headers = Headers(scope=scope)

    def only(name: str) -> str:
        return ", ".join(headers.getlist(name))

    query = scope["query_string"].decode("latin-1")
    named = (only(name) for name in ("host", "origin", "sec-fetch-site", "cookie"))
    return Asked(scope["method"], scope["path"], query, *named)


def _with_headers(send: Send) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sent
