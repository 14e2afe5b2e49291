"""`entire redact`"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable
from typing import NamedTuple

import click

from entire.cli.commands.redact import screen
from entire.cli.commands.redact.screen import Found, Known
from entire.cli.ui import json_output, output
from entire.cli.ui.options import Command, flag
from entire.cli.ui.screen import terminal
from entire.core.errors import EntireError
from entire.core.text import count
from entire.git import repository
from entire.redact import check
from entire.redact.rules import catalog
from entire.session.store import Store

_EXAMPLES = "Examples: entire redact --check · entire redact --check notes.txt · entire redact --rules"
FOUND = 1
"""Exit code if something would be redacted, so that a script or a CI job can stop."""


class Result(NamedTuple):
    findings: list[Found]
    paths: list[str]  # that were checked


@click.command("redact", cls=Command, epilog=_EXAMPLES)
@flag("--check", "check_", help="Show what would be redacted, and the rule.")
@flag("--rules", "list_rules", help="List the rules.")
@flag("--json", help="Print JSON.")
@click.argument("files", nargs=-1, metavar="[FILE]...", type=click.Path())
def command(check_: bool, list_rules: bool, json: bool, files: tuple[str, ...]) -> int:
    """Show what redaction removes from text before it is stored. Changes nothing.

    Without FILE, checks standard input if that is a pipe (also `-`), else the transcripts of the open
    sessions of this work tree.
    Exits with 0 if nothing would be redacted, else with 1.
    """
    if list_rules:
        _list_rules(json)
        return 0
    if not check_:
        raise click.UsageError("pass --check [FILE] or --rules")
    paths = list(files) or (["-"] if _is_piped() else _transcripts())
    result = Result([found for path in paths for found in _check(path)], paths)
    _show(result, json)
    return FOUND if result.findings else 0


def _list_rules(json: bool) -> None:
    known = [Known(rule.id, rule.description) for rule in map(catalog.get, range(catalog.COUNT))]
    if json:
        output.write_line(json_output.encode({"rules": known}))
    else:
        _print(screen.rules(known, terminal()) if output.on_terminal() else map(screen.plain_rule, known))


def _show(result: Result, json: bool) -> None:
    if json:
        output.write_line(json_output.encode(result))
    elif output.on_terminal():
        _print(screen.findings(result.findings, len(result.paths), terminal()))
    else:
        _print(map(screen.plain, result.findings))
        if not result.findings:
            output.write_line(f"Nothing would be redacted in {count(len(result.paths), 'file')}.")


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        output.write_line(line)


def _is_piped() -> bool:
    """Whether standard input is a pipe: `git diff | entire redact --check`."""
    try:
        return stat.S_ISFIFO(os.fstat(sys.stdin.fileno()).st_mode)
    except (OSError, ValueError, AttributeError):
        return False


def _transcripts() -> list[str]:
    """The transcripts of the open sessions here, which will be stored next."""
    repo = repository.open_repository()
    states = [state for state in Store(repo).live() if state.worktree_path == repo.worktree]
    found = [state.transcript_path for state in states if os.path.isfile(state.transcript_path)]
    if not found:
        raise EntireError("no open session here", "pass a file, or `-` for standard input")
    return found


def _check(path: str) -> list[Found]:
    return [
        Found(
            path, found.line, found.column, found.rule, found.masked, found.length, _description(found.rule)
        )
        for found in check.findings(_read(path))
    ]


def _description(rule: str) -> str:
    return screen.DESCRIPTIONS.get(rule) or catalog.descriptions().get(rule, "Pattern from the settings")


def _read(path: str) -> bytes:
    if path == "-":
        return sys.stdin.buffer.read()
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise EntireError(
            f"cannot read {path}: {error.strerror}", "pass a file, or `-` for standard input"
        ) from error
