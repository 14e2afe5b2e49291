"""Options that narrow a list, the same in every command: by author, agent, model, branch, file and date."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from entire.cli import complete
from entire.cli.ui.options import Command
from entire.core import paths
from entire.core.errors import EntireError, UsageError
from entire.core.text import quoted
from entire.search.where import Where

if TYPE_CHECKING:
    from entire.git.repository import Repository

F = TypeVar("F", bound=Callable[..., Any])

_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 7 * 86400, "mo": 30 * 86400, "y": 365 * 86400}
_AGE = re.compile(r"\s*(\d{1,9})\s*(s|m|h|d|w|mo|y)\s*")
_DATES = "for example: yesterday, 2w, 3 days ago, 2026-03-01"

_OPTIONS = {
    "author": click.option(
        "--author", default="", metavar="NAME", help="Only by this author (part of the name or address)."
    ),
    "agent": click.option(
        "--agent", default="", metavar="AGENT", help="Only by this agent.", shell_complete=complete.agents
    ),
    "model": click.option(
        "--model", default="", metavar="NAME", help="Only by this model (part of its name)."
    ),
    "branch": click.option(
        "--branch",
        default="",
        metavar="NAME",
        help="Only from this branch, or a pattern.",
        shell_complete=complete.branches,
    ),
    "file": click.option(
        "--file", multiple=True, metavar="PATH", help="Only what changed this file or folder."
    ),
    "since": click.option(
        "--since",
        default="",
        metavar="DATE",
        help="Only what is newer: a date as in git, or an age like 2w.",
    ),
    "until": click.option("--until", default="", metavar="DATE", help="Only what is older."),
}


def options(function: F) -> F:
    """Add the options; `where` takes their values."""
    return some(*_OPTIONS)(function)


def some(*names: str) -> Callable[[F], F]:
    """Add some of the options."""

    def add(function: F) -> F:
        for name in reversed(names):
            function = _OPTIONS[name](function)
        return function

    return add


def grep(function: F) -> F:
    """Add `--grep`."""
    help = "Only what these words are found in, as by `entire search`."
    return click.option("--grep", default="", metavar="WORDS", help=help)(function)


class PathsCommand(Command):
    """A command that takes paths after `--`, as ``paths``."""

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        return [*super().collect_usage_pieces(ctx), "[-- PATHS...]"]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        at = args.index("--") if "--" in args else len(args)
        rest = super().parse_args(ctx, args[:at])
        ctx.params["paths"] = tuple(args[at + 1 :])
        return rest


def where(repo: Repository, given: dict[str, Any], paths: Sequence[str] = ()) -> Where:
    """Return the filter for the values of the options. Raises UsageError.

    ``given`` has them by name, and `session` if the command has that option.
    """
    return Where(
        given.get("author", "").strip(),
        _agents(given.get("agent", "")),
        given.get("model", "").strip(),
        given.get("branch", "").strip(),
        tuple(path_of(repo, name) for name in (*given.get("file", ()), *paths)),
        given.get("session", "").strip(),
        date(repo, given.get("since", ""), "--since"),
        date(repo, given.get("until", ""), "--until"),
    )


def _agents(typed: str) -> tuple[str, ...]:
    """Return how checkpoints name an agent, given its name or its type."""
    if not typed.strip():
        return ()
    from entire.agent import registry

    wanted = typed.strip().lower()
    known = registry.every()
    found = [one.TYPE for one in known if wanted in (one.NAME.lower(), one.TYPE.lower())]
    found += [one.TYPE for one in known if registry.full_name(wanted) == one.NAME]
    if not found:
        names = ", ".join(one.NAME for one in known)
        raise UsageError(f'unknown agent "{typed[:40]}"', f"known agents: {names}")
    return tuple(dict.fromkeys(found))


def path_of(repo: Repository, name: str) -> str:
    """Return a path from the root of the work tree; empty for the root itself. Raises UsageError."""
    if not paths.nameable(name) or not name:
        raise UsageError(
            f"not a usable path: {quoted(name, 80)}", "pass a file or a folder of this repository"
        )
    absolute = os.path.normpath(os.path.join(os.getcwd(), name))
    if absolute in (repo.worktree, os.path.normpath(repo.worktree)):
        return ""
    found = paths.to_relative(absolute, repo.worktree)
    if not found:
        raise UsageError(f"{name[:200]} is outside the repository", f"paths are in {repo.worktree}")
    return found


def date(repo: Repository, text: str, option: str) -> float | None:
    """Return a date in seconds; None if it is empty. Raises UsageError."""
    if not text.strip():
        return None
    age = _AGE.fullmatch(text.lower())
    if age is not None:
        import time

        return time.time() - int(age[1]) * _UNITS[age[2]]
    from entire.git import history

    try:
        found = history.parse_date(repo, text)
    except EntireError:
        found = None
    if found is None:
        raise UsageError(f'{option}: not a date: "{text[:60]}"', _DATES)
    return found
