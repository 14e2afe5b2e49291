"""`entire blame` as tab-separated values, one row per line."""

from __future__ import annotations

from entire.attribution.blame import NO_LINES, NOT_COMMITTED
from entire.attribution.owner import AGENT, HUMAN, UNKNOWN
from entire.cli.commands.blame.facts import Blame, LineRow, TurnRow
from entire.cli.commit_row import CommitRow
from entire.cli.ui.screen import plain_time
from entire.core.text import one_line, printable, short_session_id

SHA = 7


def turn_name(session_id: str, turn: int) -> str:
    """`8f76b0e8/2`"""
    name = short_session_id(one_line(session_id))
    return f"{name}/{turn}" if turn else name


def author_name(commit: CommitRow | None) -> str:
    return one_line(commit.author.partition(" <")[0]) if commit is not None else ""


def who(row: LineRow, turn: TurnRow | None, commit: CommitRow | None) -> str:
    """Pure: the owner of a line, in a few words."""
    if row.who == AGENT and turn is not None:
        return f"{one_line(turn.agent)} {turn_name(row.session_id, row.turn)}"
    if row.who == NOT_COMMITTED:
        return "not committed"
    if row.who == UNKNOWN:
        return "unknown"
    if row.who == NO_LINES and row.agents:
        return probably(row.agents)
    return author_name(commit) if row.who == HUMAN else f"({author_name(commit)})"


def probably(agents: list[str]) -> str:
    """`Claude Code?`"""
    return f"{one_line(', '.join(agents))}?"


def turn_of(row: LineRow) -> tuple[str, str, int]:
    return row.checkpoint_id, row.session_id, row.turn


def turns_by_key(found: Blame) -> dict[tuple[str, str, int], TurnRow]:
    return {(turn.checkpoint_id, turn.session_id, turn.turn): turn for turn in found.turns}


def render(found: Blame) -> list[str]:
    turns = turns_by_key(found)
    commits = {commit.commit: commit for commit in found.commits}
    out = []
    for row in found.lines:
        commit = commits.get(row.commit)
        date = plain_time(commit.date)[:10] if commit is not None else "-"
        sha = row.commit[:SHA] or "-"
        name = who(row, turns.get(turn_of(row)), commit)
        out.append("\t".join([sha, name, date, str(row.line), printable(row.text)]))
    return out
