"""The screens of `entire agent`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from entire.cli.commands.agent.facts import Row, problems
from entire.cli.ui.output import safe
from entire.cli.ui.screen import Column, Screen, plain_age, table
from entire.core import clock
from entire.core.text import count

if TYPE_CHECKING:
    from entire.cli.commands.agent.conformance.stage import Result


def listing(rows: list[Row], screen: Screen) -> list[str]:
    """Enabled agents first, then those that were found, then the others."""
    order = sorted(rows, key=lambda row: (not row.enabled, not _is_found(row)))
    columns = [
        Column([f"{_mark(row)} {safe(row.type)}" for row in order], "accent"),
        Column([row.name for row in order]),
        Column([_about(row, screen.now) for row in order], free=True),
    ]
    return table(screen, columns, "")


def _is_found(row: Row) -> bool:
    return row.used_here or bool(row.command)


def _mark(row: Row) -> str:
    if row.enabled:
        return "!" if problems(row) else "✓"
    return "○" if _is_found(row) else " "


def _about(row: Row, now: float) -> str:
    if row.problem or (row.enabled and problems(row)):
        return safe("; ".join(problems(row)))
    recorded = _recorded(row, now)
    if row.enabled:
        return recorded
    signs = ["used here" if row.used_here else "", f"`{row.command}` is on PATH" if row.command else ""]
    found = ", ".join(filter(None, signs))
    add = f"entire agent add {row.name}" if found else ""
    return "   ".join(filter(None, [found, recorded, add])) or "not found"


def _recorded(row: Row, now: float) -> str:
    last = clock.timestamp(row.last_session_at)
    return f"{count(row.session_count, 'session')}, the last {plain_age(now - last)}" if last else ""


def checked(row: Row, now: float) -> list[str]:
    """One agent: what is wrong, or what was recorded."""
    found = problems(row)
    if not found:
        return [f"✓ {safe(row.type)}: {_recorded(row, now)}"]
    return [f"! {safe(row.type)}: {safe(text)}" for text in found]


def tried(results: list[Result]) -> list[str]:
    """What was tried with one agent: what holds, and what does not."""
    return [f"  ✗ {one.what}: {safe(one.problem)}" if one.problem else f"  ✓ {one.what}" for one in results]
