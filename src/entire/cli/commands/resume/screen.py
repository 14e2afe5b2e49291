"""`entire resume` on a terminal."""

from __future__ import annotations

import shlex

from entire.cli.commands.resume.facts import Choosable, Continued, Resumed, elsewhere, status_to_text
from entire.cli.ui.screen import Column, Screen, age_since, command_line, cut, long_age, table
from entire.core import clock
from entire.core.paths import from_home
from entire.core.text import count, one_line, short_session_id

_SHA = 7
_AGENT_LENGTH = 20


def render(found: Resumed, screen: Screen, cwd: str) -> list[str]:
    head = [cut(" · ".join(_head(found, screen.now)), screen.width)] if found.checkpoint_ids else []
    notes = [cut(note, screen.width) for note in (*map(one_line, found.notes), *_notes(found))]
    out = [*head, *notes]
    if found.sessions or found.left_out:
        out += [""] * bool(out) + _sessions(found, screen)
    if found.sessions:
        out += ["", "Resume with", *_commands(found, screen, cwd)]
    return out


def _head(found: Resumed, now: float) -> list[str]:
    commit = f"{found.commit[:_SHA]} {one_line(found.subject)}" if found.commit else ""
    created = clock.timestamp(found.created_at)
    age = long_age(now - created) if created is not None else ""
    return list(filter(None, [f"Checkpoint {', '.join(found.checkpoint_ids)}", age, commit]))


def _notes(found: Resumed) -> list[str]:
    notes = []
    if found.newer_commits:
        verb = "has" if found.newer_commits == 1 else "have"
        notes.append(f"{count(found.newer_commits, 'newer commit')} {verb} no checkpoint.")
    if branch := one_line(elsewhere(found)):
        notes.append(f"From branch {branch}.   entire resume {shlex.quote(branch)}")
    return notes


def _sessions(found: Resumed, screen: Screen) -> list[str]:
    """A row for each session, then the backups."""
    rows = [_row(session) for session in found.sessions]
    rows += [
        (f"- {short_session_id(one.session_id)}", one.agent_type[:_AGENT_LENGTH], "left out", one.reason)
        for one in found.left_out
    ]
    cells = [[one_line(cell) for cell in column] for column in zip(*rows, strict=True)]
    columns = [
        Column(cells[0], "accent"),
        Column(cells[1], keep=False),
        Column(cells[2], "dim"),
        Column(cells[3], free=True),
    ]
    out = table(screen, columns)
    backups = [_backup(session, screen) for session in found.sessions if session.backup]
    return out + backups


def _row(session: Continued) -> tuple[str, str, str, str]:
    return f"✓ {short_session_id(session.session_id)}", session.agent, status_to_text(session), session.prompt


def _backup(session: Continued, screen: Screen) -> str:
    """Never cut: people copy the path."""
    path = one_line(from_home(session.backup))
    return f"  {screen.style('!', 'bad')} {screen.style(f'backup: {path}', 'dim')}"


def _commands(found: Resumed, screen: Screen, cwd: str) -> list[str]:
    """Never cut: people copy them."""
    typed = (command_line(session.command, found.directory, cwd) for session in found.sessions)
    out = [f"  {screen.style(command, 'accent')}" for command in typed]
    if len(out) > 1:
        out[-1] += screen.style("   most recent", "dim")
    return out


def labels(rows: list[Choosable], screen: Screen) -> list[str]:
    """An aligned row for each session in the menu."""
    columns = [
        Column([short_session_id(row.session_id) for row in rows]),
        Column([age_since(row.last_active, screen.now) for row in rows]),
        Column([one_line(row.agent) for row in rows], keep=False),
        Column([one_line(row.prompt) for row in rows], free=True),
        Column([one_line(row.branch, 30) for row in rows], keep=False),
        Column([count(len(row.files), "file") if row.files else "" for row in rows], keep=False),
    ]
    return table(screen, columns, indent="")


def preview(row: Choosable, screen: Screen) -> list[str]:
    """Details of the current row of the menu."""
    files = ", ".join(one_line(file.path) for file in row.files)
    prompt, branch = one_line(row.prompt), one_line(row.branch)
    facts = (("prompt", prompt), ("files", files), ("branch", branch), ("run", row.command))
    return [cut(f"  {name:<7} {text}", screen.width) for name, text in facts if text]
