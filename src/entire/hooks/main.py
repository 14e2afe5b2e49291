"""`entire hooks <agent|git> <name> …`: whatever happens, the caller does not fail (I1)."""

from __future__ import annotations

import os
import time

from entire.core import files, log, settings
from entire.core.errors import EntireError
from entire.core.paths import LINKING_FILE
from entire.core.settings import SUMMARIZING, Settings
from entire.git import repository
from entire.git.errors import EmptyRepository, NotARepository
from entire.git.repository import Repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal
else:
    import _signal as signal  # the same without its enums, which cost as much as a git call

LIMIT_SECONDS = 60


class TookTooLong(BaseException):
    """Not an Exception: code that handles its own errors must not catch this one and continue."""


SLOW_MILLISECONDS = 1000  # long enough to notice; `entire doctor` reports it


def run(arguments: list[str]) -> int:
    """Handle one hook call and return the exit code: 0, except for a push that we refuse."""
    if SUMMARIZING in os.environ:
        return 0
    if arguments[:1] == ["detached"]:
        return _run_detached(arguments)
    signal.signal(signal.SIGALRM, _too_long)
    signal.alarm(LIMIT_SECONDS)
    start = time.monotonic()
    try:
        return _handle(arguments)
    finally:
        signal.alarm(0)
        taken = int((time.monotonic() - start) * 1000)
        if taken >= SLOW_MILLISECONDS:
            log.warn("slow hook", duration_ms=taken)
        log.flush()


def _run_detached(arguments: list[str]) -> int:
    """Nobody waits for this, so it may take longer than a hook."""
    from entire.hooks import detached

    detached.close_inherited()
    return _handle(arguments)


def _too_long(number: int, frame: object) -> None:
    raise TookTooLong(f"the hook was stopped: it took longer than {LIMIT_SECONDS} s")


def _handle(arguments: list[str]) -> int:
    who, name, *rest = [*arguments, "", ""][: max(2, len(arguments))]
    repo: Repository | None = None
    try:
        repo = repository.open_repository()
        loaded = settings.load(repo.worktree)
        if not loaded.enabled:
            files.remove(os.path.join(repo.git_dir, LINKING_FILE))  # nobody links commits here
            return 0
        log.setup(repo.worktree, loaded.settings.log_level, component="hooks", hook=name)
        if loaded.settings.redaction:
            from entire import redact

            redact.configure(lambda: loaded.settings.redaction)
        for problem in loaded.problems:
            log.warn("settings cannot be read", error=problem)
        return _dispatch(repo, loaded.settings, who, name, [argument for argument in rest if argument])
    except NotARepository:
        return 0
    except EmptyRepository as error:
        log.info(error.message, hint=error.hint)
    except EntireError as error:
        log.error("hook failed", error=error.message, hint=error.hint)
    except (Exception, TookTooLong) as error:
        log.error("hook failed", error=f"{type(error).__name__}: {error}", where=_location(error))
    return 0


def _dispatch(repo: Repository, chosen: Settings, who: str, name: str, rest: list[str]) -> int:
    if who == "git":
        from entire.hooks import git

        return git.run(repo, chosen, name, rest)
    if who == "detached":
        from entire.hooks import detached

        detached.run(repo, chosen, name, rest)
        return 0
    from entire.hooks import agent

    agent.run(repo, chosen, who, name)
    return 0


def _location(error: BaseException) -> str:
    """File and line of the error, for the log."""
    trace = error.__traceback__
    place = ""
    while trace is not None:
        code = trace.tb_frame.f_code
        place = f"{os.path.basename(os.path.dirname(code.co_filename))}/{os.path.basename(code.co_filename)}"
        place += f":{trace.tb_lineno}"
        trace = trace.tb_next
    return place
