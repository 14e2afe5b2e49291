"""The list of `entire session` on a terminal."""

from __future__ import annotations

from entire.cli.commands.session.facts import SessionList, SessionRow
from entire.cli.ui.screen import Column, Screen, cut, short_age, short_count, table
from entire.core import clock
from entire.core.text import count, one_line
from entire.session.phase import Phase

_MARKS = {Phase.ACTIVE: "●", Phase.IDLE: "○"}
_WORDS = {Phase.ACTIVE: "working", Phase.IDLE: "idle"}


def listing(found: SessionList, screen: Screen) -> list[str]:
    rows = found.sessions
    head = cut(_head(found), screen.width)
    return [head, *(["", *labels(rows, screen, indent="  ")] if rows else [])]


def labels(rows: list[SessionRow], screen: Screen, indent: str = "") -> list[str]:
    """An aligned row for each session."""
    columns = [
        Column([f"{_mark(row)} {row.short_id}" for row in rows], "accent"),
        Column([one_line(row.agent) for row in rows], keep=False),
        Column([activity(row, screen.now) for row in rows], "dim"),
        Column([one_line(row.first_prompt or row.last_prompt) for row in rows], free=True),
        Column([work(row) for row in rows], "dim", keep=False),
        Column([author(row) for row in rows], "dim", keep=False),
        Column(["" if row.here else place(row, screen) for row in rows], "dim", keep=False),
    ]
    return table(screen, columns, indent)


def _mark(row: SessionRow) -> str:
    return _MARKS.get(Phase.IDLE if row.interrupted else row.phase, "·")


def _head(found: SessionList) -> str:
    number = len(found.sessions)
    closed = f"{found.over:,} closed   entire session list --all"
    if found.narrowed:
        return count(number, "session") if number else "No session matches."
    if not number:
        return f"No open sessions · {closed}" if found.over else "No open sessions. Start your agent."
    running = sum(row.phase in _MARKS for row in found.sessions)
    if found.over:
        return f"{count(number, 'open session')} · {closed}"
    return count(number, "session") if running < number else count(number, "open session")


def activity(row: SessionRow, now: float) -> str:
    """`working 2m`, `waiting for you 5m`, `idle 1h`, `interrupted 5h`, `ended 3d`."""
    times = (row.ended_at if row.phase not in _MARKS else "", row.last_interaction_time, row.started_at)
    then = next((at for text in times if text and (at := clock.timestamp(text)) is not None), None)
    word = "interrupted" if row.interrupted else _WORDS.get(row.phase, "ended")
    word = "waiting for you" if row.waiting else "imported" if row.imported else word
    return word if then is None else f"{word} {short_age(now - then)}"


def author(row: SessionRow) -> str:
    """The name of who had the conversation, if that was elsewhere."""
    return "" if row.worktree else one_line(row.author.partition(" <")[0])


def work(row: SessionRow) -> str:
    """Work that is not committed yet; of a session from another machine, all of it."""
    if not row.files and not row.step_count:
        return ""
    if not row.worktree:
        tokens = f"{short_count(row.tokens)} tokens" if row.tokens else ""
        return " · ".join(filter(None, [count(len(row.files), "file"), tokens]))
    return f"{count(len(row.files), 'file')} in {count(row.step_count, 'step')}"


def place(row: SessionRow, screen: Screen) -> str:
    """The branch, or the end of the path if there is none; at most a third of the screen."""
    return cut(one_line(row.branch) or one_line(row.worktree)[-40:], max(8, screen.width // 3))
