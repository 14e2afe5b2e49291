"""`entire hooks <agent|git> <name> …`: whatever happens, the caller does not fail (I1)."""

from __future__ import annotations

import os
import sys
import time

from entire.core import files, limits, links, log, settings
from entire.core.errors import EntireError, Locked
from entire.core.paths import LINKING_FILE, REWRITTEN_FILE
from entire.core.settings import SUMMARIZING, Settings
from entire.git import process, repository
from entire.git.errors import EmptyRepository, NotARepository, NoWorkTree
from entire.git.repository import Repository
from entire.git.worktree import own_settings
from entire.hooks import timing, watchdog
from entire.hooks.watchdog import Stopped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

SLOW_MILLISECONDS = 1000  # long enough to notice; `entire doctor` reports it


def run(arguments: list[str], loading: Callable[[], float] = float) -> int:
    """Handle one hook call and return the exit code: 0, except for a push that we refuse.

    ``loading`` says how many seconds our modules took to load so far.
    """
    if SUMMARIZING in os.environ:
        return 0
    if arguments[:1] == ["detached"]:
        return _run_detached(arguments, loading)
    start = time.monotonic()
    timing.begin()
    kind = _kind(arguments)
    watchdog.start(kind)
    try:
        return _handle(arguments, kind)
    except Stopped:
        return 0  # while an error was being handled
    finally:
        watchdog.stop()
        process.end_children()  # some are left after Ctrl-C
        if limits.is_rest_left():
            _continue_later()
        taken = int((time.monotonic() - start) * 1000)
        if taken >= SLOW_MILLISECONDS:
            log.warn("slow hook", duration_ms=taken)
        timing.report(loading())
        log.flush()


def _run_detached(arguments: list[str], loading: Callable[[], float]) -> int:
    """Nobody waits for this, so it may take longer than a hook."""
    timing.begin()
    try:
        return _handle(arguments)
    except Stopped:
        return 0  # while an error was being handled
    finally:
        watchdog.stop()
        process.end_children()
        timing.report(loading())


def _continue_later() -> None:
    """Let a process that nobody waits for continue what this hook had no time for."""
    from entire.lifecycle import background

    try:
        background.start("continue")
        log.info("the rest continues in the background")
    except OSError as error:  # the next event starts it
        log.warn("cannot start a process in the background", error=str(error))


def _kind(arguments: list[str]) -> str:
    """Which time limit holds. What an agent's hook is about is known when its input is read."""
    if arguments[:1] != ["git"]:
        return "prompt"
    return "push" if arguments[1:2] == ["pre-push"] else "commit"


def _handle(arguments: list[str], kind: str = "") -> int:
    who, name, *rest = [*arguments, "", ""][: max(2, len(arguments))]
    repo: Repository | None = None
    try:
        repo = repository.open_repository()
        settings.read_tracked_with(_read_tracked)
        loaded = own_settings.load(repo)
        if not loaded.enabled:
            for left in files.names(repo.git_dir):
                if left.startswith((LINKING_FILE, REWRITTEN_FILE)):  # nobody links commits here
                    files.remove(os.path.join(repo.git_dir, left))
            return 0
        limits.configure(loaded.settings.strategy_options, _whose_limits(repo, loaded.settings))
        if kind:
            watchdog.allow(kind)
        log.redact_with(_redacted)
        log.setup(repo.worktree, loaded.settings.log_level, component="hooks", hook=name)
        if loaded.settings.redaction:
            from entire import redact

            redact.configure(lambda: loaded.settings.redaction)
        for problem in loaded.problems:
            log.warn("settings cannot be read", error=problem)
        if found := links.own(repo.worktree, repo.common_dir):
            _refuse(who, name, found[0])
            if name != "pre-push":  # it keeps back work in progress
                return 0
        try:
            return _dispatch(repo, loaded.settings, who, name, [argument for argument in rest if argument])
        finally:
            if "summarize" in loaded.settings.strategy_options:
                _summarize_completed(loaded.settings)
    except NoWorkTree:
        return 0
    except NotARepository as error:
        from entire.hooks import away

        away.report(error, name)
    except EmptyRepository as error:
        log.info(error.message, hint=error.hint)
    except EntireError as error:
        log.error("hook failed", error=error.message, hint=error.hint)
        if isinstance(error, Locked):
            limits.leave_rest()
    except Stopped as error:
        watchdog.stop()
        what = "job stopped" if who == "detached" else "hook stopped"
        log.error(what, error=str(error), where=_location(error))
        if not error.wanted:
            limits.leave_rest()
    except Exception as error:
        log.error("hook failed", error=f"{type(error).__name__}: {error}", where=_location(error))
    return 0


def _read_tracked(root: str, path: str) -> bytes | None:
    from entire.git.worktree import sparse

    return sparse.read(root, path)


def _summarize_completed(chosen: Settings) -> None:
    """Commits that had to wait get their summaries, too: their own hook could not start them."""
    from entire.strategy.waiting import completed
    from entire.summarize import at_commit

    if completed and at_commit.is_wanted(chosen.strategy_options):
        from entire.lifecycle import background

        try:
            background.start(at_commit.NAME, *completed)
        except OSError as error:
            log.warn("cannot start a process in the background", error=str(error))


def _whose_limits(repo: Repository, chosen: Settings) -> Callable[[], bool]:
    """Find out whether unusual limits are the user's own. Loaded late: most people choose none."""

    def is_own() -> bool:
        return own_settings.is_own_choice(repo, chosen.strategy_options, limits.KEY)

    return is_own


def _refuse(who: str, name: str, link: str) -> None:
    """One of our folders is a link: record nothing, say so, and let the caller continue (I1, I6).

    The hooks of a commit are silent: their scripts drop the line. A push and the start of a session show it.
    """
    text = f"{link} is a symbolic link"
    log.warn("nothing is recorded", error=text, hint=links.HINT)
    line = f"entire: nothing is recorded: {text}   (see `entire doctor`)"
    sys.stderr.write(f"{line}\n")
    if who not in ("git", "detached"):
        from entire.hooks import agent

        agent.refuse(who, name, line)


def _redacted(text: str) -> str:
    """Redact what is quoted in the log. Loaded late: most hooks log nothing of the kind."""
    from entire.redact import redact_local

    return redact_local(text)


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
        if code.co_filename == watchdog.__file__:
            break  # it was stopped in the frame before
        place = f"{os.path.basename(os.path.dirname(code.co_filename))}/{os.path.basename(code.co_filename)}"
        place += f":{trace.tb_lineno}"
        trace = trace.tb_next
    return place
