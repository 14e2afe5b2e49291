"""Work that hooks hand to a process in the background: `entire hooks detached <job> …`."""

from __future__ import annotations

import os
import signal

from entire.core import log
from entire.core.errors import EntireError
from entire.core.settings import Settings
from entire.git.repository import Repository
from entire.strategy import registry as strategies

_DESCRIPTORS = 256
_MOST_SECONDS = 1800


def close_inherited() -> None:
    """Close inherited descriptors: a process that reads from a pipe of the commit must not wait for us."""
    os.closerange(3, _DESCRIPTORS)


def run(repo: Repository, settings: Settings, name: str, ids: list[str]) -> None:
    from entire.lifecycle import continue_rest
    from entire.summarize import at_commit

    if name == continue_rest.NAME:
        signal.alarm(_MOST_SECONDS)  # it keeps what it did; the next event starts another one
        continue_rest.run(strategies.get(settings.strategy), repo)
    elif name == at_commit.NAME:
        _summarize(repo, settings, ids)
    else:
        raise EntireError(f"unknown job: {name[:40]!r}")


def _summarize(repo: Repository, settings: Settings, ids: list[str]) -> None:
    from entire.summarize.summarize import generate

    log.add_context(component="summarize")
    for checkpoint_id in ids:
        log.add_context(checkpoint_id=checkpoint_id)
        try:
            # An amended commit gets a new summary.
            chosen = settings.strategy_options
            generate(repo, chosen, checkpoint_id, force=True, asked=False, on_start=_log_provider)
            log.info("summary written")
        except EntireError as error:
            log.warn("no summary written", error=error.message, hint=error.hint)


def _log_provider(provider: str) -> None:
    log.info("asking for a summary", provider=provider)
