"""What `entire explain` looks like: pure formatting of facts, narrow and wide, coloured and not."""

from __future__ import annotations

import re

import pytest
from tests.cli.commands.explain.test_screen import LISTING, NOW, ago, commit, listed
from wcwidth import wcswidth as cell_len

from entire.agent.entries import ASSISTANT, TOOL, USER, Entry
from entire.attribution.totals import Shares
from entire.checkpoint.model import CodeLearning, InitialAttribution, LearningsSummary, Summary
from entire.cli.commands.explain import detail_screen, plain
from entire.cli.commands.explain.detail_facts import Detail, SessionPart
from entire.cli.commands.explain.subagents import Subagent
from entire.cli.file_row import FileRow, file_rows
from entire.cli.ui.screen import Screen, plain_time
from entire.transcript.usage import TokenUsage

PART = SessionPart(
    "8f76b0e8-1111-4222",
    "Claude Code",
    "claude-opus-4-8",
    ago(7300),
    file_rows(["src/login.py"]),
    ["Add rate limiting"],
    TokenUsage(input_tokens=2110, cache_read_tokens=36_700, output_tokens=2393, api_call_count=14),
    InitialAttribution(agent_lines=122, human_added=15, total_committed=142),
    None,
    [
        Entry(USER, "Add rate limiting to the login endpoint, five per minute per address"),
        Entry(
            ASSISTANT,
            "I'll look at how requests are handled.\n\n"
            "    if attempts > limit: # an indented line of code\n- item",
        ),
        Entry(TOOL, "Read", "/repo/src/login.py"),
        Entry(TOOL, "TaskCreate", "Write the test\nand run it"),
        Entry(TOOL, "Odd"),
        Entry(ASSISTANT, "Done.\x1b[2J\x9b1m"),
        Entry(USER, "\n".join(map(str, range(14)))),
    ],
    "claude -r 8f76b0e8-1111-4222",
)
DETAIL = Detail(
    "a3b2c4d5e6f7",
    False,
    "feature/login",
    ago(7300),
    "Alice <alice@example.com>",
    [FileRow("src/login.py", 98, 4), FileRow("tests/test_login.py", 44, 0), FileRow("logo.png")],
    PART.token_usage,
    [commit("5c1e2d0", "Limit login attempts per address")],
    [PART],
    False,
    line_counts=Shares(122, 15, 5),
)


def shown(found: Detail, width: int, *, colour: bool = False, short: bool = False) -> str:
    return "\n".join(detail_screen.render(found, Screen(width, NOW, colour), "/repo", short=short)) + "\n"


def test_one_checkpoint_wide() -> None:
    assert (
        shown(DETAIL, 120)
        == """\
Checkpoint  a3b2c4d5e6f7 · 2 hours ago · Claude Code, claude-opus-4-8
Commit      5c1e2d0 Limit login attempts per address   (feature/login)
Lines       142 added: 122 agent · 15 human · 5 unknown
Tokens      41,203: 2,110 in · 36,700 cache · 2,393 out · 14 calls
Files       src/login.py +98 −4   tests/test_login.py +44   logo.png

  ❯ Add rate limiting to the login endpoint, five per minute per address
  ● I'll look at how requests are handled.

        if attempts > limit: # an indented line of code
    - item
      Read        src/login.py
      TaskCreate  Write the test and run it
      Odd
  ● Done.[2J1m

  ❯ 0
    1
    2
    3
    4
    5
    6
    7
    8
    9
    10
    11
    … 2 more lines (--full)

  resume  claude -r 8f76b0e8-1111-4222
"""
    )


def test_one_checkpoint_narrow() -> None:
    assert shown(DETAIL, 48).startswith("""\
Checkpoint  a3b2c4d5e6f7 · 2 hours ago · Claude…
Commit      5c1e2d0 Limit login attempts per ad…
Lines       142 added: 122 agent · 15 human · 5…
Tokens      41,203: 2,110 in · 36,700 cache · 2…
Files       src/login.py +98 −4
            tests/test_login.py +44   logo.png

  ❯ Add rate limiting to the login endpoint,
    five per minute per address
  ● I'll look at how requests are handled.

        if attempts > limit: # an indented line
        of code
    - item
      Read        src/login.py
""")


def test_short_has_neither_conversation_nor_resume() -> None:
    assert shown(DETAIL, 80, short=True).count("\n") == 5


def test_full_cuts_nothing_and_tells_the_time() -> None:
    full = shown(DETAIL._replace(full=True), 80)
    assert f"Checkpoint  a3b2c4d5e6f7 · {plain_time(ago(7300))} · " in full
    assert "more line" not in full
    assert "\n    13\n" in full


def test_several_sessions_have_a_block_each() -> None:
    second = PART._replace(
        session_id="2c01ab9d-2222",
        agent="Codex",
        model="",
        entries=[],
        resume_command="",
        attribution=None,
        token_usage=None,
        summary=Summary(intent="What was wanted " * 6, outcome="Got it", open_items=["The rest"]),
    )
    out = shown(DETAIL._replace(sessions=[PART, second]), 80)
    assert out.startswith("Checkpoint  a3b2c4d5e6f7 · 2 hours ago · Claude Code, claude-opus-4-8 · Codex\n")
    assert "\nSession 1 of 2   8f76b0e8 · Claude Code, claude-opus-4-8 · 41k tokens\n\n  ❯ Add" in out
    assert out.endswith("""\
Session 2 of 2   2c01ab9d · Codex

Intent      What was wanted What was wanted What was wanted What was wanted What
            was wanted What was wanted
Outcome     Got it
Open        The rest

  This part of the conversation is empty.
""")


def test_colour_only_adds() -> None:
    for coloured, bare in (
        (listed(LISTING, 80, colour=True), listed(LISTING, 80)),
        (shown(DETAIL, 80, colour=True), shown(DETAIL, 80)),
    ):
        assert coloured != bare
        assert re.sub(r"\x1b\[\d*m", "", coloured) == bare
    assert "\x1b[36m❯\x1b[0m Add rate limiting" in shown(DETAIL, 80, colour=True)


@pytest.mark.parametrize("width", [50, 60, 80, 120, 200])
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    for text in (listed(LISTING, width), shown(DETAIL._replace(full=True), width)):
        assert [line for line in text.split("\n") if cell_len(line) > width] == []


def test_one_checkpoint_plain() -> None:
    part = PART._replace(entries=PART.entries[:6])
    assert (
        "\n".join(plain.detail(DETAIL._replace(sessions=[part])))
        == """\
Checkpoint: a3b2c4d5e6f7
Session: 8f76b0e8-1111-4222
Created: 2026-03-20 07:45:00
Author: Alice <alice@example.com>
Tokens: 41203

Commits: (1)
  5c1e2d0 2026-03-19 Limit login attempts per address

Intent: Add rate limiting to the login endpoint, five per minute per address
Outcome: (not generated)

Files: (3)
  src/login.py
  tests/test_login.py
  logo.png

Transcript (checkpoint scope):
[User] Add rate limiting to the login endpoint, five per minute per address

[Assistant] I'll look at how requests are handled.

    if attempts > limit: # an indented line of code
- item

[Tool] Read: /repo/src/login.py

[Tool] TaskCreate: Write the test and run it

[Tool] Odd

[Assistant] Done.[2J1m"""
    )


def test_several_sessions_plain() -> None:
    learned = LearningsSummary(repo=["R"], code=[CodeLearning(path="a.py", finding="F")], workflow=["W"])
    summary = Summary(
        intent="I " * 60, outcome="O", learnings=learned, friction=["Slow"], open_items=["Rest"]
    )
    second = PART._replace(session_id="2c01ab9d-2222", agent="Codex", entries=[], files=[], summary=summary)
    found = DETAIL._replace(sessions=[PART._replace(entries=[]), second], full=True, commits=[])
    assert (
        "\n".join(plain.detail(found))
        == f"""\
Checkpoint: a3b2c4d5e6f7
Sessions: 2
Created: 2026-03-20 07:45:00
Author: Alice <alice@example.com>
Tokens: 41203

Commits: (none found)

Session: 8f76b0e8-1111-4222 (1 of 2)
Agent: Claude Code
Tokens: 41203
Intent: Add rate limiting
Outcome: (not generated)

Files: (1)
  src/login.py

Transcript (full session):
  (none)

Session: 2c01ab9d-2222 (2 of 2)
Agent: Codex
Tokens: 41203
Intent: {("I " * 60).strip()}
Outcome: O

Learnings:
  - R
  - a.py: F
  - W

Friction:
  - Slow

Open items:
  - Rest

Files: (none)

Transcript (full session):
  (none)"""
    )


def test_plain_short() -> None:
    out = "\n".join(plain.detail(DETAIL, short=True))
    assert out.endswith("Outcome: (not generated)")
    assert "Files" not in out


def test_a_long_prompt_is_cut_in_the_intent() -> None:
    part = PART._replace(entries=[Entry(USER, "x" * 100)])
    assert f"Intent: {'x' * 77}..." in list(plain.detail(DETAIL._replace(sessions=[part])))


def test_a_conversation_that_is_cut_says_so() -> None:
    for part in (PART._replace(cut=True), PART._replace(cut=True, entries=[])):
        found = DETAIL._replace(sessions=[part._replace(subagents=[Subagent("toolu_1", PART.entries)])])
        lines = "\n".join(plain.detail(found)).split("\n")
        assert lines.count("  (some of it is left out: it is too long)") == 1
        assert "  (none)" not in lines
        assert shown(found, 80).count("  … some of it is left out: it is too long\n") == 1
        assert "This part of the conversation is empty" not in shown(found, 80)


@pytest.mark.parametrize("entries", [PART.entries, []])
def test_a_subagent_that_is_cut_says_so(entries: list[Entry]) -> None:
    whole, some = Subagent("toolu_1", PART.entries), Subagent("toolu_2", entries, cut=True)
    found = DETAIL._replace(sessions=[PART._replace(subagents=[whole, some])], full=True)
    text = "\n".join(plain.detail(found))
    assert text.count("(some of it is left out: it is too long)") == 1
    assert text.index("toolu_2") < text.index("(some of it")
    assert shown(found, 80).count("… some of it is left out: it is too long") == 1
