"""Work that hooks hand to a background process: `entire hooks detached summarize <checkpoint> …`."""

from __future__ import annotations

import os

from entire.core import log
from entire.core.errors import EntireError
from entire.core.settings import Settings
from entire.git.repository import Repository
from entire.summarize import at_commit

_DESCRIPTORS = 256


def close_inherited() -> None:
    """Close inherited descriptors: a process that reads from a pipe of the commit must not wait for us."""
    os.closerange(3, _DESCRIPTORS)


def run(repo: Repository, settings: Settings, name: str, ids: list[str]) -> None:
    if name != at_commit.NAME:
        raise EntireError(f"unknown job: {name[:40]!r}")
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
