"""`entire blame` on a terminal: who wrote each line, then the prompts of their turns."""

from __future__ import annotations

from entire.attribution.owner import AGENT, HUMAN, UNKNOWN
from entire.cli.commands.blame.facts import Blame, LineRow, TurnRow
from entire.cli.commands.blame.plain import SHA, turn_name, turn_of, turns_by_key, who
from entire.cli.reasons import words
from entire.cli.ui.screen import Column, Screen, cut, short_age, table
from entire.core import clock
from entire.core.text import count, one_line, printable

_STYLES = {AGENT: "accent", HUMAN: "good"}


def render(found: Blame, screen: Screen) -> list[str]:
    turns = turns_by_key(found)
    commits = {commit.commit: commit for commit in found.commits}
    heads = []
    before: LineRow | None = None
    for row in found.lines:
        commit = commits.get(row.commit)
        then = clock.timestamp(commit.date) if commit is not None else None
        age = short_age(screen.now - then) if then is not None else ""
        same = before is not None and _same(before, row)
        name = who(row, turns.get(turn_of(row)), commit)
        heads.append(("", "", "") if same else (name, row.commit[:SHA], age))
        before = row
    names, shas, ages = zip(*heads, strict=True) if heads else ((), (), ())
    columns = [
        Column(names, styles=[_STYLES.get(row.who, "dim") for row in found.lines]),
        Column(shas, "dim", keep=False),
        Column(ages, "dim", right=True, keep=False),
        Column([str(row.line) for row in found.lines], "dim", right=True),
        Column([printable(row.text).expandtabs(4).rstrip() for row in found.lines], free=True),
    ]
    body = [*table(screen, columns), *_turns(found.turns, screen), *_unknown(found, screen)]
    return [_title(found, screen), "", *body]


def _unknown(found: Blame, screen: Screen) -> list[str]:
    """Why owners are unknown, each reason once."""
    reasons: dict[str, list[int]] = {}
    for row in found.lines:
        if row.who == UNKNOWN:
            reasons.setdefault(words(row.who, row.why), []).append(row.line)
    out = [cut(f"unknown ({count(len(rows), 'line')}): {why}", screen.width) for why, rows in reasons.items()]
    return ["", *(screen.style(line, "dim") for line in out)] if out else []


def _same(one: LineRow, other: LineRow) -> bool:
    return (one.commit, one.who, *turn_of(one)) == (other.commit, other.who, *turn_of(other))


def _title(found: Blame, screen: Screen) -> str:
    numbers = [
        (found.lines_of(AGENT), "agent"),
        (found.lines_of(HUMAN), "human"),
        (found.lines_of(UNKNOWN), "unknown"),
    ]
    parts = [f"{number:,} {name}" for number, name in numbers if number]
    if found.without_owner:
        parts.append(f"{found.without_owner:,} not recorded")
    return cut(
        f"{one_line(found.path)} · {count(len(found.lines), 'line')}: {' · '.join(parts)}", screen.width
    )


def _turns(turns: list[TurnRow], screen: Screen) -> list[str]:
    """The prompt of each turn, and the command that shows more."""
    if not turns:
        return []
    columns = [
        Column([turn_name(turn.session_id, turn.turn) for turn in turns]),
        Column([f"❯ {one_line(turn.prompt)}" if turn.prompt else "" for turn in turns], free=True),
        Column([f"entire explain {turn.short_id}" for turn in turns], "dim", keep=False),
    ]
    return ["", *table(screen, columns)]
