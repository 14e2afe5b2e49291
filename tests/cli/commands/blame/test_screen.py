"""What `entire why` and `entire blame` look like: pure formatting of facts, narrow and wide."""

from __future__ import annotations

import re

import pytest
from tests.cli.commands.explain.test_screen import NOW, ago, commit
from wcwidth import wcswidth as cell_len

from entire.attribution import blame as codes
from entire.cli.commands.blame import plain as blame_plain
from entire.cli.commands.blame import screen
from entire.cli.commands.blame.facts import Blame, LineRow, TurnRow
from entire.cli.commands.why import screen as why_screen
from entire.cli.commands.why.facts import SessionRow, Why
from entire.cli.ui.screen import Screen, plain_time

A = "a3b2c4d5e6f7"
SESSION = "8f76b0e8-1111-4222"
COMMIT = commit("5c1e2d0", "Limit login attempts per address")._replace(date=ago(7300))
LINE = "    if attempts > limit:"
WHY = Why(
    "src/login.py",
    42,
    LINE,
    "agent",
    COMMIT.commit,
    "src/login.py",
    42,
    A,
    "a3b2c4",
    SESSION,
    2,
    "Claude Code",
    "claude-opus-4-8",
    15,
    ["Make the limit configurable, default 5 per minute"],
    [],
    commits=[COMMIT],
)
NOBODY = WHY._replace(session_id="", turn=0, agent="", model="", prompts=[])


def shown(why: Why, width: int = 80, *, colour: bool = False) -> str:
    return "\n".join(why_screen.render(why, Screen(width, NOW, colour))) + "\n"


def test_why() -> None:
    assert (
        shown(WHY, 90)
        == """\
src/login.py:42      if attempts > limit:
  Claude Code, claude-opus-4-8 · 2 hours ago · turn 2 of session 8f76b0e8
  ❯ Make the limit configurable, default 5 per minute
  commit 5c1e2d0 Limit login attempts per address      entire explain a3b2c4
"""
    )


def test_why_narrow() -> None:
    assert (
        shown(WHY._replace(original_path="login.py"), 40)
        == """\
src/login.py:42      if attempts > limi…
  Claude Code, claude-opus-4-8 · 2 hours
  ago · turn 2 of session 8f76b0e8
  ❯ Make the limit configurable, default
    5 per minute
  commit 5c1e2d0 Limit login attempts p…
  entire explain a3b2c4
"""
    )


def test_why_shows_where_the_line_was_then() -> None:
    """The subject is cut, the place is not."""
    moved = WHY._replace(original_path="src/attempts.py", original_line=5)
    assert shown(moved, 80).splitlines()[-1] == (
        "  commit 5c1e2d0 Limit login… (as src/attempts.py:5)      entire explain a3b2c4"
    )
    assert shown(moved, 140).splitlines()[-1] == (
        "  commit 5c1e2d0 Limit login attempts per address (as src/attempts.py:5)      entire explain a3b2c4"
    )


@pytest.mark.parametrize(
    ("who", "said", "explained"),
    [
        ("human", "Alice · 2 hours ago · written by hand", True),
        ("unknown", "Alice · 2 hours ago · already uncommitted when the session started", True),
        (
            codes.NO_CHECKPOINT,
            "Alice · 2 hours ago · the commit has no checkpoint: no session contributed, "
            "or its link was declined or lost",
            False,
        ),
        (codes.CHECKPOINT_MISSING, "its checkpoint is not here", False),
        (codes.LEFT_OUT, "the file was too large to track line by line", True),
        (codes.NOT_RECORDED, "the checkpoint does not cover this line", True),
    ],
)
def test_nobody_to_ask(who: str, said: str, explained: bool) -> None:
    out = shown(NOBODY._replace(who=who), 120)
    assert said in out
    assert ("entire explain" in out) == explained
    words = said.rpartition(" · ")[2]
    assert (words in "\n".join(why_screen.plain(NOBODY._replace(who=who)))) == (who != "human")


def test_not_committed() -> None:
    why = NOBODY._replace(who=codes.NOT_COMMITTED, commit="", commits=[])
    assert shown(why) == "src/login.py:42      if attempts > limit:\n  not committed yet\n"
    assert why_screen.plain(why)[2] == "Note: not committed yet"


def test_a_checkpoint_that_tells_no_lines() -> None:
    sessions = [
        SessionRow(SESSION, "Claude Code", "opus", 86.4),
        SessionRow("2c01ab9d-2222", "Codex", "", None),
    ]
    why = NOBODY._replace(
        who=codes.NO_LINES, sessions=sessions, prompts=["One", "Two\nlines", "Three", "Four"]
    )
    assert (
        shown(why, 90)
        == """\
src/login.py:42      if attempts > limit:
  Alice · 2 hours ago · the checkpoint does not record who wrote which line
  Claude Code, opus · session 8f76b0e8 · 86 % of the added lines
  Codex · session 2c01ab9d
  ❯ One
  ❯ Two
    lines
  ❯ Three
  … 1 more
  commit 5c1e2d0 Limit login attempts per address      entire explain a3b2c4
"""
    )


def test_a_long_prompt_is_cut() -> None:
    out = shown(WHY._replace(prompts=["\n".join(map(str, range(9)))]))
    assert "\n    4\n    …\n  commit" in out


def test_why_for_programs() -> None:
    assert why_screen.plain(NOBODY._replace(who="human")) == [
        "File: src/login.py:42",
        f"Line: {LINE}",
        "Written by: Alice",
        "Commit: 5c1e2d0 Limit login attempts per address",
        "Author: Alice <alice@example.com>",
        f"Date: {plain_time(ago(7300))}",
        "Written as: src/login.py:42",
        f"Checkpoint: {A}",
    ]


def row(line: int, text: str, who: str, sha: str = COMMIT.commit, turn: int = 0) -> LineRow:
    session = SESSION if who == "agent" else ""
    return LineRow(line, text, sha, "src/login.py", line, who, A if sha else "", session, turn)


BLAME = Blame(
    "src/login.py",
    [
        row(8, "import time", codes.NO_CHECKPOINT, "77ab012"),
        row(9, "\tif attempts > limit:", "agent", turn=2),
        row(10, "        wait()  # 漢字", "agent", turn=2),
        row(11, "", "human"),
        row(12, "x = 1", "unknown")._replace(why="before"),
        row(13, "y = 2", codes.NOT_COMMITTED, ""),
    ],
    [TurnRow(SESSION, 2, "Claude Code", "opus", A, "a3b2c4", "Make it\nconfigurable", 15)],
    [COMMIT, COMMIT._replace(commit="77ab012", subject="First", author="Bob <b@x>", date=ago(400_000))],
)


def blamed(width: int, *, colour: bool = False) -> str:
    return "\n".join(screen.render(BLAME, Screen(width, NOW, colour))) + "\n"


def test_blame() -> None:
    assert (
        blamed(90)
        == """\
src/login.py · 6 lines: 2 agent · 1 human · 1 unknown · 2 not recorded

  (Bob)                   77ab012  4d   8  import time
  Claude Code 8f76b0e8/2  5c1e2d0  2h   9      if attempts > limit:
                                       10          wait()  # 漢字
  Alice                   5c1e2d0  2h  11
  unknown                 5c1e2d0  2h  12  x = 1
  not committed                        13  y = 2

  8f76b0e8/2  ❯ Make it configurable  entire explain a3b2c4

unknown (1 line): already uncommitted when the session started
"""
    )


def test_blame_narrow() -> None:
    assert (
        blamed(46)
        == """\
src/login.py · 6 lines: 2 agent · 1 human · 1…

  (Bob)                    8  import time
  Claude Code 8f76b0e8/2   9      if attempts…
                          10          wait()…
  Alice                   11
  unknown                 12  x = 1
  not committed           13  y = 2

  8f76b0e8/2  ❯ Make it configurable

unknown (1 line): already uncommitted when th…
"""
    )


@pytest.mark.parametrize("width", [20, 30, 46, 80, 200])
def test_nothing_is_wider_than_the_terminal(width: int) -> None:
    for line in shown(WHY, width).splitlines() + (blamed(width).splitlines() if width > 40 else []):
        assert cell_len(line) <= width


def test_colours_only_add() -> None:
    for plain, coloured in ((shown(WHY), shown(WHY, colour=True)), (blamed(90), blamed(90, colour=True))):
        assert coloured != plain
        assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain


def test_agents_people_and_others_are_told_apart_by_colour() -> None:
    out, here = blamed(90, colour=True), Screen(90, NOW, True)
    styles = {"Claude Code 8f76b0e8/2": "accent", "Alice": "good", "unknown": "dim", "(Bob)": "dim"}
    for name, style in styles.items():
        assert here.style(name, style) in out
    assert len({here.style("x", style) for style in styles.values()}) == 3


def test_blame_for_programs() -> None:
    first, second, *_, last = blame_plain.render(BLAME)
    assert first == f"77ab012\t(Bob)\t{ago(400_000)[:10]}\t8\timport time"
    assert second.startswith("5c1e2d0\tClaude Code 8f76b0e8/2\t")
    assert last == "-\tnot committed\t-\t13\ty = 2"


def test_an_agent_that_probably_wrote_a_line() -> None:
    line = row(8, "import time", codes.NO_LINES)._replace(agents=["Claude Code"])
    assert blame_plain.who(line, None, COMMIT) == "Claude Code?"
    assert blame_plain.who(line._replace(agents=[]), None, COMMIT) == "(Alice)"
    why = NOBODY._replace(who=codes.NO_LINES, agents=["Claude Code"])
    assert "  Claude Code? · 2 hours ago · the checkpoint does not record" in shown(why)
    assert "Written by: Claude Code?" in why_screen.plain(why)


def test_an_empty_file() -> None:
    assert screen.render(Blame("e", [], [], []), Screen(80, NOW)) == ["e · 0 lines: ", ""]
