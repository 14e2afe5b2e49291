"""Pages that move while an agent works: an event whenever sessions, steps or commits may have changed."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterable, Iterator

import anyio
import anyio.to_thread
from starlette.requests import Request
from starlette.responses import StreamingResponse

from entire.core.paths import STATE_DIR
from entire.git.repository import Repository

_PAUSE = 0.5  # seconds between two looks
_ALIVE = 30  # looks after which something is sent, so that a browser that is gone is noticed
_RETRY_MS = 2000


async def stream(repo: Repository, request: Request) -> StreamingResponse:
    return StreamingResponse(_events(repo, request), media_type="text/event-stream")


async def _events(repo: Repository, request: Request) -> AsyncIterator[str]:
    yield f"retry: {_RETRY_MS}\n\n"
    before = await anyio.to_thread.run_sync(signature, repo)
    quiet = 0
    while not await request.is_disconnected():
        await anyio.sleep(_PAUSE)
        now = await anyio.to_thread.run_sync(signature, repo)
        quiet += 1
        if now != before:
            before, quiet = now, 0
            yield "event: changed\ndata: now\n\n"
        elif quiet >= _ALIVE:
            quiet = 0
            yield ": still here\n\n"


def signature(repo: Repository) -> frozenset[tuple[str, int, int]]:
    """What differs once a session, a branch or HEAD has changed; costs a look at a few files, no git."""
    return frozenset(_seen(repo))


def _seen(repo: Repository) -> Iterator[tuple[str, int, int]]:
    common = repo.common_dir
    yield from _stats([os.path.join(repo.git_dir, "HEAD"), os.path.join(common, "packed-refs")])
    yield from _stats(_below(os.path.join(common, STATE_DIR)))
    heads = os.path.join(common, "refs", "heads")
    for folder, folders, names in os.walk(heads):
        folders.sort()
        yield from _stats(os.path.join(folder, name) for name in names)
    yield from _stats(_below(os.path.join(common, "reftable")))


def _below(folder: str) -> list[str]:
    try:
        return [os.path.join(folder, name) for name in os.listdir(folder) if not name.endswith(".lock")]
    except OSError:
        return []


def _stats(paths: Iterable[str]) -> Iterator[tuple[str, int, int]]:
    for path in paths:
        try:
            found = os.stat(path)
        except OSError:
            continue
        yield path, found.st_mtime_ns, found.st_size
