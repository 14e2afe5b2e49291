"""`entire doctor`"""

from __future__ import annotations

import time

import click

from entire.cli.commands.doctor import plain, screen
from entire.cli.commands.doctor.facts import Outcome, Report
from entire.cli.ui import ask, failures, json_output, output
from entire.cli.ui.options import Command, flag
from entire.cli.ui.screen import terminal
from entire.core import log
from entire.core.errors import EntireError
from entire.core.lock import WAIT_SECONDS
from entire.core.text import one_line
from entire.doctor.examine import examine
from entire.doctor.finding import Finding
from entire.doctor.repair import apply
from entire.git import repository
from entire.git.repository import Repository
from entire.git.worktree import own_settings
from entire.lifecycle.catch_up import complete_left

SKIP = "skip"


@click.command("doctor", cls=Command, epilog="Examples: entire doctor · entire doctor --force")
@flag("--force", "-f", help="Do not ask: condense stuck sessions and fix the rest.")
@flag("--json", help="Print JSON.")
def command(force: bool, json: bool) -> int:
    """Find and fix problems: stuck sessions, missing hooks, broken data.

    Shows the cause and the fix of each. On a terminal, asks what to do: condense, discard, fix or skip. Work
    that is in no checkpoint is never lost: discarded steps are set aside in refs/entire/. Exits with 1 if a
    problem is left.
    """
    repo = repository.open_repository()
    loaded = own_settings.load(repo)
    if loaded.enabled:
        complete_left(repo, loaded.settings, wait=WAIT_SECONDS)
    report = Report(examine(repo), [])
    if force:
        report = _fix_all(repo, report)
    if json:
        output.write_line(json_output.encode(report))
    else:
        _show(report)
        if not force and ask.is_interactive():
            report = _ask_each(repo, report)
    return 0 if report.all_fixed else 1


def _show(report: Report) -> None:
    lines = screen.render(report, terminal()) if output.on_terminal() else plain.render(report, time.time())
    output.write_line("\n".join(lines))


def _fix_all(repo: Repository, report: Report) -> Report:
    """Apply the first repair of each finding that has one."""
    outcomes = [_apply(repo, finding, finding.repairs[0]) for finding in report.findings if finding.repairs]
    return report._replace(outcomes=outcomes)


def _apply(repo: Repository, finding: Finding, repair: str) -> Outcome:
    """Apply one repair; a failure does not stop the others."""
    log.setup(repo.worktree, own_settings.load(repo).settings.log_level, component="doctor")
    try:
        done = apply(repo, finding, repair)
        return Outcome(finding.kind, finding.session_id, repair, did=done, ref=finding.ref)
    except (EntireError, OSError) as error:
        message, hint = failures.describe(error)
        return Outcome(finding.kind, finding.session_id, repair, error=message, hint=hint, ref=finding.ref)


def _ask_each(repo: Repository, report: Report) -> Report:
    """Ask about each finding in turn; cancelling one cancels the rest."""
    for number, finding in enumerate(one for one in report.findings if one.repairs):
        if number == 0:
            output.write_line()
        chosen = _ask(finding)
        if chosen is None:
            break
        if chosen != SKIP:
            outcome = _apply(repo, finding, chosen)
            output.write_line("\n".join(screen.after(finding, outcome, terminal())))
            report.outcomes.append(outcome)
    return report


def _ask(finding: Finding) -> str | None:
    def choice(key: str) -> ask.Choice:
        return ask.Choice(key, screen.label(key), lambda: screen.preview(finding, key, terminal()))

    chosen = ask.choose(one_line(finding.text), [choice(key) for key in (*finding.repairs, SKIP)])
    return None if chosen is None else chosen.key
