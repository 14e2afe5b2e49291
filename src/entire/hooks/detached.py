"""Work that hooks hand to a process in the background: `entire hooks detached <job> …`."""

from __future__ import annotations

import os

from entire.core import log
from entire.core.errors import EntireError
from entire.core.paths import COMMITS_JOB
from entire.core.settings import Settings
from entire.git.repository import Repository, stay_with
from entire.hooks import watchdog
from entire.strategy import registry as strategies

_MOST_SECONDS = 1800.0  # it keeps what it did; the next event starts another one


def _leave_terminal(repo: Repository) -> None:
    """Neither a terminal that is closed nor a folder that is removed concerns us."""
    stay_with(repo)
    try:
        os.setsid()
    except OSError:  # done by the one who started us
        pass
    os.chdir("/")


def run(repo: Repository, settings: Settings, name: str, ids: list[str]) -> None:
    """Each job loads what it needs: a commit's checkpoint is waited for by the next command."""
    _leave_terminal(repo)
    if name == COMMITS_JOB:
        from entire.lifecycle import catch_up

        watchdog.start_job(_MOST_SECONDS)
        catch_up.complete_later(repo, settings)
        if not catch_up.is_unread(repo):
            return
    from entire.lifecycle import continue_rest
    from entire.summarize import at_commit

    if name in (COMMITS_JOB, continue_rest.NAME):
        watchdog.start_job(_MOST_SECONDS)
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
