"""The pages and their addresses. Each page reads the repository in another thread, a few at a time."""

from __future__ import annotations

import traceback
from collections.abc import Awaitable, Callable
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import Any

import anyio
import anyio.to_thread
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from entire.cli import too_large
from entire.cli.ui import failures, output
from entire.core import log
from entire.core.errors import EntireError, UsageError
from entire.git.repository import Repository
from entire.search.find import Unfinished
from entire.web import live, render
from entire.web.door import Door
from entire.web.guard import Guard
from entire.web.links import Links
from entire.web.pages import changes, checkpoint, file, files, numbers, search, sessions, timeline
from entire.web.view import Goto, Page, View, opened

_AT_ONCE = 4  # pages: each has a git process, and what it read in memory
_STATIC = Path(__file__).parent / "static"
_KINDS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}

Show = Callable[[View], Page | Goto]
PAGES: dict[str, Show] = {
    "/": timeline.show,
    "/checkpoint/{id}": checkpoint.show,
    "/step/{id}": checkpoint.show_step,
    "/commit/{id}": changes.show,
    "/file": file.show,
    "/why": file.why,
    "/files": files.show,
    "/sessions": sessions.show,
    "/session/{id}": sessions.show_one,
    "/search": search.show,
    "/numbers": numbers.show,
}


def make_app(repo: Repository, door: Door) -> ASGIApp:
    """The pages, for those who may read them."""
    return Guard(make_pages(repo, door), door)


def make_pages(repo: Repository, door: Door) -> ASGIApp:
    """The pages, for everyone who reaches them."""
    log.setup(repo.worktree, "ERROR", component="web")  # without it, what is logged stays in memory
    to = Links(door.place)
    limiter: list[anyio.CapacityLimiter] = []  # made where the loop runs

    def endpoint(page: Show) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            if not limiter:
                limiter.append(anyio.CapacityLimiter(_AT_ONCE))
            given = {**request.query_params, **request.path_params}
            return await anyio.to_thread.run_sync(
                partial(_respond, repo, to, page, given), limiter=limiter[0]
            )

        return answer

    routes = [Route(path, endpoint(page), name=path) for path, page in PAGES.items()]
    routes.append(Route("/live", partial(live.stream, repo)))
    routes.append(Route("/static/{name}", _static))
    return Starlette(routes=routes, exception_handlers={404: partial(_nothing, to)})


def _respond(repo: Repository, to: Links, page: Show, given: dict[str, str]) -> Response:
    try:
        with opened(repo, to, given) as view, output.keeping_errors() as notices:
            shown = _shown(page, view)
            if isinstance(shown, Goto):
                return RedirectResponse(shown.address, HTTPStatus.SEE_OTHER)
            too_large.mention(view.objects.too_large)
            facts = {"to": to, "repo": repo, "now": view.now, "given": given, "title": shown.title}
            return HTMLResponse(render.html(shown.template, **facts, notices=notices, **shown.facts))
    except UsageError as error:
        return _failed(repo, to, HTTPStatus.BAD_REQUEST, error)
    except EntireError as error:
        return _failed(repo, to, HTTPStatus.NOT_FOUND, failures.explain(error) or error)
    except Exception as error:  # a bug, or a disk that is gone: the others can still be read
        known = failures.explain(error)
        if known is None:
            log.error("page failed", error=str(error), trace=traceback.format_exc()[-1500:])
            known = EntireError(f"unexpected error: {type(error).__name__}", f"see {log.FILE} for details")
        return _failed(repo, to, HTTPStatus.INTERNAL_SERVER_ERROR, known)


def _shown(page: Show, view: View) -> Page | Goto:
    try:
        return page(view)
    except Unfinished as error:
        reason = f"Once, to find words: {error.hint}." if error.hint else "Once, to find words."
        return Page(
            "waiting.html", "Search", {"heading": "The search index is being built", "reason": reason}
        )


def _failed(repo: Repository, to: Links, status: int, error: EntireError) -> Response:
    facts: dict[str, Any] = {"to": to, "repo": repo, "now": 0.0, "given": {}, "title": "Error", "notices": {}}
    return HTMLResponse(render.html("error.html", **facts, error=error), status)


async def _nothing(to: Links, request: Request, error: Exception) -> Response:
    return PlainTextResponse("Page not found.\n", HTTPStatus.NOT_FOUND)


async def _static(request: Request) -> Response:
    path = _STATIC / request.path_params["name"]
    if path.suffix not in _KINDS or path.parent != _STATIC or not path.is_file():
        return PlainTextResponse("File not found.\n", HTTPStatus.NOT_FOUND)
    return Response(path.read_bytes(), media_type=_KINDS[path.suffix])
