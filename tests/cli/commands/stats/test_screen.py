"""What `entire stats` looks like: pure formatting of facts, narrow and wide."""

from __future__ import annotations

import pytest
from wcwidth import wcswidth as cell_len

from entire.cli.commands.stats import screen
from entire.cli.commands.stats.facts import DayRow, Row, Standing, Stats
from entire.cli.money import CostRow
from entire.cli.ui.screen import Screen
from entire.numbers.sums import By, Lines
from entire.transcript.usage import TokenUsage

USED = TokenUsage(
    input_tokens=204,
    cache_creation_tokens=5_780,
    cache_read_tokens=49_300,
    output_tokens=1_445,
    api_call_count=17,
)
KNOWN = CostRow(61_800, 0)
TOTAL = Row("", 8, 4, 4, 2, 5, 5, 480.0, 0, USED, KNOWN, [], Lines(77, 1, 0), 2, 2, 0)
PEOPLE = Row("(people)", 4, 0, 0, 0, 0, 0, 0.0, 0, TokenUsage(), CostRow(0, 0), [], Lines(0, 20, 0), 0, 0, 0)
ALL = Stats("HEAD", "", "", "", "", [], "", "built in", "2026-11-16", TOTAL, [], [], [])
DAYS = [DayRow("2026-11-02", 2), DayRow("2026-11-03", 2), DayRow("2026-11-04", 0), DayRow("2026-11-05", 1)]
FATES = Standing(77, 38, 20, 10, 0, 9)


def shown(found: Stats, width: int) -> str:
    return "\n".join(screen.render(found, Screen(width, 0.0), 20)) + "\n"


def by(name: str, *rows: Row) -> Stats:
    return ALL._replace(by=name, rows=list(rows))


def tabled(found: Stats, width: int) -> str:
    """The table alone."""
    return shown(found, width).split("\n\n")[1].rstrip("\n")


ADA, GRACE = "Ada <ada@example.com>", "Grace <grace@example.com>"
AGENTS = by(By.AGENT, TOTAL._replace(name="Claude Code"), PEOPLE)
AUTHORS = by(By.AUTHOR, TOTAL._replace(name=ADA), PEOPLE._replace(name=GRACE))
BY_DAY = by(By.DAY, TOTAL._replace(name="2026-11-02"), PEOPLE._replace(name="2026-11-03"))
STANDING = by(
    By.FILE, TOTAL._replace(name="shop/attempts.py", standing=FATES), PEOPLE._replace(name="(none)")
)._replace(total=TOTAL._replace(standing=FATES))


def test_sums() -> None:
    found = ALL._replace(days=DAYS, total=TOTAL._replace(standing=FATES))
    assert (
        shown(found, 80)
        == """\
HEAD
Commits     8: 4 with agents · 4 without
Sessions    2 sessions · 5 prompts · 5 turns · 8m 0s of work
Tokens      56,729: 204 in · 5,780 cache write · 49,300 cache read · 1,445 out ·
            17 calls
Cost        $0.0618 · prices seen 2026-11-16
Lines       78 added: 77 agent · 1 human · 2 removed: 2 agent
Still there 38 of 77 lines of agents (49 %) · 20 rewritten by people · 10 by
            agents · 9 deleted
Prompts     ██ ▅  2026-11-02 to 2026-11-05
"""
    )
    wide = shown(found, 140).splitlines()
    assert wide[3].endswith("1,445 out · 17 calls")
    assert wide[6].endswith("20 rewritten by people · 10 by agents · 9 deleted")


def test_a_narrow_table() -> None:
    """The share of agents and the bars are there if they fit."""
    assert [tabled(found, 80) for found in (AGENTS, AUTHORS, BY_DAY, STANDING)] == [
        """\
agent        commits  sessions  prompts  tokens     cost  lines
Claude Code        8         2        5     57k  $0.0618     78  ██████████
(people)           4         –        –       –        –     20  ██▋""",
        """\
author                     commits  sessions  prompts  tokens     cost  lines
Ada <ada@example.com>            8         2        5     57k  $0.0618     78
Grace <grace@example.com>        4         –        –       –        –     20""",
        """\
day         commits  sessions  prompts  tokens     cost  lines  agents
2026-11-02        8         2        5     57k  $0.0618     78    98 %
2026-11-03        4         –        –       –        –     20     0 %""",
        """\
file              commits  sessions  lines  agents  still there
shop/attempts.py        8         2     78    98 %         49 %  ████▉
(none)                  4         –     20     0 %""",
    ]


def test_a_wide_table() -> None:
    assert [tabled(found, 140) for found in (AGENTS, AUTHORS, STANDING)] == [
        """\
agent        commits  sessions  prompts  tokens     cost  lines
Claude Code        8         2        5     57k  $0.0618     78  ████████████████████
(people)           4         –        –       –        –     20  █████▏""",
        """\
author                     commits  sessions  prompts  tokens     cost  lines  agents
Ada <ada@example.com>            8         2        5     57k  $0.0618     78    98 %  ████████████████████
Grace <grace@example.com>        4         –        –       –        –     20     0 %  █████▏""",
        """\
file              commits  sessions  lines  agents  still there
shop/attempts.py        8         2     78    98 %         49 %  █████████▉
(none)                  4         –     20     0 %""",
    ]


@pytest.mark.parametrize("width", [50, 80, 140])
@pytest.mark.parametrize("kind", [*By.PLACES, *By.TIMES, By.AGENT, By.MODEL, By.AUTHOR, By.BRANCH])
def test_nothing_is_wider_than_the_terminal(kind: str, width: int) -> None:
    named = TOTAL._replace(name="\x1b[2J" + "漢字" * 60)
    lines = shown(by(kind, named, PEOPLE), width).splitlines()
    assert max(map(cell_len, lines)) <= width
    assert not any("\x1b" in line for line in lines)


@pytest.mark.parametrize("width", [30, 40, 60])
def test_rows_can_be_told_apart_on_a_narrow_screen(width: int) -> None:
    long = TOTAL._replace(name="anthropic/claude-opus-4-8", standing=FATES)
    found = by(By.MODEL, long, long._replace(name="gpt-5.2-codex"), PEOPLE)._replace(total=long)
    header, *rows = tabled(found, width).split("\n")
    assert [row[:11] for row in (header, *rows)] == [
        "model      ",
        "anthropic/c",
        "gpt-5.2-cod",
        "(people)   ",
    ]
    assert [row for row in (header, *rows) if cell_len(row) > width] == []
