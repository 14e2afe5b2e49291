"""`entire stats` on a real repository."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Stage, on_terminal, run, user
from tests.cli.recorded import put_lines, snapshot

from entire.attribution.owner import AGENT, PERSON, Owner
from entire.attribution.replay import Step, attribute
from entire.transcript.usage import TokenUsage

ONE, TWO, THREE = "a00000000000", "b00000000000", "c00000000000"
CLAUDE, CODEX = "11111111-aaaa", "22222222-bbbb"
OPUS, HAIKU = "claude-opus-4-8", "claude-haiku-4-5"


def answer(id: str, model: str, output: int, time: str) -> dict[str, Any]:
    usage = {
        "input_tokens": 1000,
        "cache_creation_input_tokens": 300,
        "cache_read_input_tokens": 5000,
        "output_tokens": output,
        "cache_creation": {"ephemeral_5m_input_tokens": 100, "ephemeral_1h_input_tokens": 200},
    }
    text = [{"type": "text", "text": "Done."}]
    message = {"id": id, "model": model, "role": "assistant", "content": text, "usage": usage}
    return {"type": "assistant", "timestamp": time, "message": message}


def asked(text: str, time: str) -> dict[str, Any]:
    return user(text) | {"timestamp": time}


CONVERSATION = [
    asked("Write it", "2026-03-02T10:00:00Z"),
    answer("1", OPUS, 100, "2026-03-02T10:01:00Z"),
    answer("2", HAIKU, 50, "2026-03-02T10:01:30Z"),
    asked("More", "2026-03-09T10:00:00Z"),
    answer("3", OPUS, 10, "2026-03-09T10:00:20Z"),
]
USED = TokenUsage(
    input_tokens=2000,
    cache_creation_tokens=600,
    cache_read_tokens=10_000,
    output_tokens=150,
    api_call_count=2,
)
LATER = TokenUsage(
    input_tokens=1000,
    cache_creation_tokens=300,
    cache_read_tokens=5000,
    output_tokens=10,
    api_call_count=1,
    subagent_tokens=TokenUsage(input_tokens=70, output_tokens=7, api_call_count=1),
)
# Dollars per million tokens: input, output, cache reads, writes for 5 minutes and for an hour.
PRICES = {OPUS: (5, 25, 0.5, 6.25, 10), HAIKU: (1, 5, 0.1, 1.25, 2)}


def price(model: str, output: int) -> float:
    """Of one answer, in millionths of a dollar."""
    a, b, c, d, e = PRICES[model]
    return 1000 * a + output * b + 5000 * c + 100 * d + 200 * e


def commit(
    stage: Stage, id: str, owners: list[Owner], subject: str, date: str, *sessions: dict[str, Any]
) -> str:
    """Commit the work tree with a checkpoint; all new lines belong to the owner of their file, in order."""
    start = stage.work.git("rev-parse", "HEAD^{tree}")
    end = snapshot(stage)
    paths = [
        path
        for path in stage.work.git("diff-tree", "-r", "-z", "--name-only", start, end).split("\0")
        if path
    ]
    stage.checkpoint(id, *sessions)
    steps, tree = [], start
    for path, owner in zip(paths, owners, strict=True):
        stage.work.git("read-tree", tree)
        mode, oid = stage.work.git("ls-tree", end, path).split()[0:3:2]
        stage.work.git("update-index", "--add", "--cacheinfo", f"{mode},{oid},{path}")
        tree = stage.work.git("write-tree")
        steps.append(Step(tree, owner))
    stage.work.git("read-tree", end)
    lines = attribute(stage.repo, start, steps, start, end, set(paths)).lines
    put_lines(stage, id, lines, range(len(sessions)))
    return stage.commit(subject, id, date=date)


@pytest.fixture
def worked(stage: Stage) -> Stage:
    """Two checkpoints of a session with two models, one with another agent, a commit of a person."""
    claude = {"session_id": CLAUDE, "agent": "Claude Code", "branch": "main", "model": OPUS}
    stage.work.write("src/app.py", "".join(f"line {number} of the app\n" for number in range(10)))
    stage.work.write("readme.txt", "by hand, all of it\n")
    agent = Owner(AGENT, CLAUDE, 1, "Claude Code", OPUS)
    first = claude | {"lines": CONVERSATION[:3], "token_usage": USED, "prompts": ["Write it"]}
    commit(stage, ONE, [PERSON, agent], "Write it", "2026-03-02T11:00:00+0000", first)
    stage.work.write("src/more.py", "more = 1\nand = 2\n")
    stage.work.write("notes.txt", "a note by a person\n")
    second = claude | {
        "lines": CONVERSATION,
        "token_usage": LATER,
        "checkpoint_transcript_start": 3,
        "token_transcript_start": 3,
        "branch": "topic",
    }
    other: dict[str, Any] = {"session_id": CODEX, "agent": "Codex", "model": "made-up", "branch": "topic"}
    other["lines"] = [{"type": "turn_context", "payload": {"model": "made-up"}}]
    other["token_usage"] = TokenUsage(input_tokens=500, output_tokens=5, api_call_count=1)
    codex = Owner(AGENT, CODEX, 1, "Codex", "made-up")
    commit(stage, TWO, [PERSON, codex], "More", "2026-03-09T11:00:00+0000", second, other)
    stage.work.write("hand.txt", "by a person\n")
    stage.commit("By hand", date="2026-03-10T11:00:00+0000")
    return stage


def stats(stage: Stage, *words: str) -> dict[str, Any]:
    done = run(stage.work.path, "stats", "--json", *words, TZ="UTC")
    assert done.code == 0, done.err
    found: dict[str, Any] = json.loads(done.out)
    return found


def lines_of(agent: int, human: int, unknown: int) -> dict[str, int]:
    return {"agent_lines": agent, "human_lines": human, "unknown_lines": unknown}


def rows(found: dict[str, Any], *keys: str) -> dict[str, Any]:
    return {row["name"]: tuple(row[key] for key in keys) for row in found["rows"]}


def test_all(worked: Stage) -> None:
    found = stats(worked)
    total = found["total"]
    assert (total["commit_count"], total["agent_commit_count"]) == (5, 2)
    assert (
        total["checkpoint_count"],
        total["session_count"],
        total["prompt_count"],
        total["turn_count"],
    ) == (2, 2, 2, 2)
    assert total["seconds_worked"] == 110
    assert total["token_usage"] == {
        "input_tokens": 3500,
        "cache_creation_tokens": 900,
        "cache_read_tokens": 15_000,
        "output_tokens": 165,
        "api_call_count": 4,
        "subagent_tokens": {
            "input_tokens": 70,
            "cache_creation_tokens": 0,
            "cache_read_tokens": 0,
            "output_tokens": 7,
            "api_call_count": 1,
        },
    }
    known = price(OPUS, 100) + price(HAIKU, 50) + price(OPUS, 10)
    assert total["cost"] == {"microdollars": round(known), "unknown_tokens": 505 + 77}
    models = {
        row["model"]: (row["cost"]["microdollars"], row["cache_creation_1h_tokens"])
        for row in total["models"]
    }
    assert models == {
        OPUS: (round(price(OPUS, 100) + price(OPUS, 10)), 400),
        HAIKU: (round(price(HAIKU, 50)), 200),
        "made-up": (None, 0),
        "": (None, 0),
    }
    assert total["line_counts"] == lines_of(12, 2, 0)
    assert (found["missing"], found["rows"], found["prices"]) == ([], [], "built in")
    assert stats(worked) == found, "from the index"


def test_groups(worked: Stage) -> None:
    lines = lines_of(10, 0, 0)
    found = stats(worked, "--by", "agent")
    assert rows(found, "commit_count", "prompt_count") == {
        "Claude Code": (2, 2),
        "Codex": (1, 0),
        "(people)": (3, 0),
    }
    assert rows(found, "line_counts")["Claude Code"] == (lines,)
    found = stats(worked, "--by", "model")
    assert {name: row[0]["microdollars"] for name, row in rows(found, "cost").items()} == {
        OPUS: round(price(OPUS, 100) + price(OPUS, 10)),
        HAIKU: round(price(HAIKU, 50)),
        "made-up": None,
        "(unknown)": None,
        "(people)": 0,
    }
    days = rows(stats(worked, "--by", "day"), "agent_commit_count", "prompt_count")
    assert list(days.items())[:3] == [("2026-03-02", (1, 1)), ("2026-03-09", (1, 1)), ("2026-03-10", (0, 0))]
    weeks = rows(stats(worked, "--by", "week"), "agent_commit_count", "turn_count")
    assert list(weeks)[:2] == ["2026-03-02", "2026-03-09"]
    assert rows(stats(worked, "--by", "branch"), "session_count")["topic"] == (2,)
    author = "Test Person <person@example.com>"
    assert rows(stats(worked, "--by", "author"), "commit_count", "checkpoint_count") == {author: (5, 2)}
    places = rows(stats(worked, "--by", "directory"), "commit_count", "line_counts")
    assert places["src"] == (2, lines_of(12, 0, 0))
    assert places["."] == (2, lines_of(0, 2, 0))
    assert set(rows(stats(worked, "--by", "file"), "commit_count")) == {
        *("src/app.py", "src/more.py", "readme.txt", "notes.txt", "(none)")
    }


def test_every_group_adds_up(worked: Stage) -> None:
    total = stats(worked)["total"]
    for by in ("agent", "model", "author", "day", "week", "branch", "directory", "file"):
        found = stats(worked, "--by", by)["rows"]
        for kind in ("agent_lines", "human_lines", "unknown_lines"):
            assert sum(row["line_counts"][kind] for row in found) == total["line_counts"][kind], by
        if by not in ("directory", "file"):
            costs = sum(row["cost"]["microdollars"] or 0 for row in found)
            assert abs(costs - total["cost"]["microdollars"]) <= len(found), by
            assert sum(row["token_usage"]["output_tokens"] for row in found) == 165, by
            assert sum(row["prompt_count"] for row in found) == total["prompt_count"], by


def test_choosing(worked: Stage) -> None:
    assert stats(worked, "HEAD~1..HEAD")["total"]["commit_count"] == 1
    assert stats(worked, "HEAD~2..HEAD~1")["total"]["prompt_count"] == 1
    assert stats(worked, "--author", "nobody")["total"]["commit_count"] == 0
    assert stats(worked, "--since", "2020-01-01")["total"]["commit_count"] == 5
    assert stats(worked, "--since", "60y")["total"]["commit_count"] == 5
    assert stats(worked, "--until", "2w")["total"]["commit_count"] == 0
    assert stats(worked, "--until", "60y")["total"]["commit_count"] == 0
    found = stats(worked, "--agent", "codex")["total"]
    assert (found["commit_count"], found["session_count"], found["line_counts"]["agent_lines"]) == (1, 1, 2)
    found = stats(worked, "--", "src/app.py")["total"]
    assert (found["commit_count"], found["line_counts"]) == (1, lines_of(10, 0, 0))
    assert stats(worked, "--by", "file", "--", "src")["total"]["line_counts"]["agent_lines"] == 12


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nothing..HEAD"], 'no such commits: "nothing..HEAD"'),
        (["--since", "when pigs fly"], '--since: not a date: "when pigs fly"'),
        (["--agent", "hal"], "unknown agent"),
        (["--prices", "none.json"], "no such file: none.json"),
        (["--", "../x"], "../x is outside the repository"),
        (["--", "nope"], "no commit in the history of HEAD changes nope"),
        (["HEAD~1..HEAD", "--", "nope"], "no commit in HEAD~1..HEAD changes nope"),
        (["--", "a.txt", "nope"], "no commit in the history of HEAD changes"),
        (["--json", "--csv"], "--json and --csv cannot be combined"),
        (["--limit", "-1"], "-1 is not in the range"),
    ],
)
def test_mistakes(stage: Stage, words: list[str], message: str) -> None:
    done = run(stage.work.path, "stats", *words)
    assert done.code in (1, 2)
    assert message in done.err
    assert "hint: " in done.err


def test_a_path_that_is_there_but_not_in_the_range(worked: Stage) -> None:
    """That is no mistake: a script asks for the same folder in every range."""
    done = run(worked.work.path, "stats", "HEAD..HEAD", "--", "src")
    assert (done.code, done.err) == (0, "entire: no commit in HEAD..HEAD changes src\n")
    assert "\nCommits: 0\n" in done.out
    assert run(worked.work.path, "stats", "--author", "nobody", "--", "src").err == ""


def test_own_prices(worked: Stage, tmp_path: Path) -> None:
    table = tmp_path / "own.json"
    table.write_text(json.dumps({"models": [{"names": ["made-up"], "input": "2", "output": "4"}]}))
    row = next(
        row for row in stats(worked, "--prices", str(table))["total"]["models"] if row["model"] == "made-up"
    )
    assert row["cost"] == {"microdollars": 1020, "unknown_tokens": 0}
    local = {"strategy_options": {"prices": str(table)}}
    worked.work.write(".entire/settings.local.json", json.dumps(local))
    assert stats(worked)["prices"] == str(table)


def test_csv(worked: Stage) -> None:
    done = run(worked.work.path, "stats", "--csv", "--by", "agent")
    found = {row["name"]: row for row in csv.DictReader(io.StringIO(done.out))}
    assert found["Claude Code"]["lines_agent"] == "10"
    assert found["Codex"]["cost_microdollars"] == ""
    [total] = csv.DictReader(io.StringIO(run(worked.work.path, "stats", "--csv").out))
    assert (total["by"], total["prompts"]) == ("", "2")


HEADER = (
    "by,name,commits,commits_with_agents,checkpoints,sessions,prompts,turns,seconds_worked,input_tokens,"
    "cache_creation_tokens,cache_read_tokens,output_tokens,subagent_tokens,api_call_count,cost_microdollars,"
    "cost_unknown_tokens,lines_agent,lines_human,lines_unknown,lines_removed,lines_removed_by_agents,standing,"
    "rewritten_by_people,rewritten_by_agents,rewritten_by_unknown,deleted"
)


def test_the_columns_of_csv(worked: Stage) -> None:
    """Spreadsheets and scripts rely on their names and their order."""
    plain = run(worked.work.path, "stats", "--csv", "--by", "agent").out.splitlines()
    followed = run(worked.work.path, "stats", "--csv", "--by", "agent", "--standing").out.splitlines()
    assert plain[0] == followed[0] == HEADER
    assert {len(row) for row in csv.reader([*plain, *followed])} == {len(HEADER.split(","))}
    last = {row[1]: row[-5:] for row in csv.reader(followed[1:])}
    assert last["Claude Code"] == ["10", "0", "0", "0", "0"]
    assert last["(people)"] == [""] * 5
    assert all(row[-5:] == [""] * 5 for row in csv.reader(plain[1:]))
    [total] = csv.DictReader(io.StringIO(run(worked.work.path, "stats", "--csv", "--standing").out))
    assert (total["standing"], total["lines_agent"]) == ("12", "12")


SCREEN = """\
HEAD
Commits     5: 2 with agents · 3 without
Sessions    2 sessions · 2 prompts · 2 turns · 1m 50s of work
Tokens      19,642: 3,500 in · 900 cache write · 15,000 cache read · 165 out ·
            77 subagents · 4 calls
Cost        $0.0253+ · prices seen 2026-11-18
Lines       14 added: 12 agent · 2 human
"""


def test_screens(worked: Stage) -> None:
    shown = on_terminal(worked.work.path, "stats", TZ="UTC", PAGER="cat")
    assert shown.startswith(SCREEN)
    for width in (80, 140):
        shown = on_terminal(worked.work.path, "stats", "--by", "agent", width=width, TZ="UTC", PAGER="cat")
        assert max(map(len, shown.splitlines())) <= width
        assert "Claude Code" in shown
        assert ("█" * 11 in shown) == (width == 140)
        assert "█" in shown
    plain = run(worked.work.path, "stats", "--by", "day", TZ="UTC").out
    assert "Cost: $0.0253+ · prices seen 2026-11-18" in plain
    assert "  2026-03-02: 1 commit, 1 prompt, 12,750 tokens" in plain
    assert "No known price: 582 tokens of made-up, an unknown model" in plain


def test_nothing(stage: Stage) -> None:
    assert "Commits: 2\nCommits with agents: 0\n" in run(stage.work.path, "stats").out
