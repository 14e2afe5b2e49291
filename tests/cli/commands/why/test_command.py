"""`entire why` and `entire blame` in a repository: the right owner for every line, whatever became of it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import A, B, C, Stage, on_terminal, run
from tests.cli.recorded import ASKED, CLAUDE, CODEX, CODEX_TURN, claude, put_lines, record, sessions, snapshot
from tests.support import git

from entire.attribution.owner import NOBODY, PERSON, FileLines, LeftOut, Lines, Older, Owned
from entire.attribution.replay import Step
from entire.checkpoint.model import InitialAttribution
from entire.cli.main import run as command
from entire.git import process

START = ["import sys", "", "print('start')"]
# Each line with who wrote it and, of an agent, what it was asked; None for lines of earlier commits.
WRITTEN = [
    ("import sys", None),
    ("import os  # was there before", ("unknown", "")),
    ("", None),
    ("def greet(name):", ("agent", ASKED[0])),
    ("    # people like comments", ("human", "")),
    ("    print('Dear', name)", ("agent", ASKED[1])),
    ("    return name", ("agent", ASKED[0])),
    ("def good_bye(name):", ("agent", "Say good bye")),
    ("    print('Bye', name)", ("agent", "Say good bye")),
    ("print('start')", None),
    ("print('end, by hand')", ("human", "")),
]


def content(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


@pytest.fixture
def written(stage: Stage) -> Stage:
    """A file over three prompts, by two agents and a person, and dirty to begin with; then committed."""
    work = stage.work

    def save(text: str) -> str:
        work.write("app.py", text)
        return snapshot(stage)

    work.write("app.py", content(*START))
    stage.commit("before")
    dirty = [START[0], "import os  # was there before", *START[1:]]
    body = ["def greet(name):", "    print('Hi', name)", "    return name"]
    people = [body[0], "    # people like comments", *body[1:]]
    bye = ["def good_bye(name):", "    print('Bye', name)"]
    polite = [*people[:2], "    print('Dear', name)", people[3]]
    steps = [
        Step(save(content(*dirty)), NOBODY),
        Step(save(content(*dirty[:3], *body, dirty[3])), claude(1)),
        Step(save(content(*dirty[:3], *people, dirty[3])), PERSON),
        Step(save(content(*dirty[:3], *people, *bye, dirty[3])), CODEX_TURN),
        Step(save(content(*dirty[:3], *polite, *bye, dirty[3])), claude(2)),
    ]
    work.write("app.py", content(*(line for line, _ in WRITTEN)))
    record(stage, A, steps, "Greet people")
    return stage


def why(path: Path, place: str) -> dict[str, Any]:
    done = run(path, "why", "--json", place)
    assert done.code == 0, done.err
    loaded: dict[str, Any] = json.loads(done.out)
    return loaded


def check(path: Path, name: str, *, no_checkpoint: tuple[str, ...] = ()) -> None:
    """Every line of the file is answered as `WRITTEN` has it, by both commands."""
    blamed = json.loads(run(path, "blame", "--json", name).out)
    rows = {row["text"]: row for row in blamed["lines"]}
    prompts = {
        (turn["checkpoint_id"], turn["session_id"], turn["turn"]): turn["prompt"] for turn in blamed["turns"]
    }
    assert {*rows} == {text for text, _ in WRITTEN} | {*no_checkpoint}
    for text, truth in WRITTEN:
        row = rows[text]
        who, prompt = truth or ("no_checkpoint", "")
        told = prompts.get((row["checkpoint_id"], row["session_id"], row["turn"]), "")
        assert (text, row["who"], told) == (text, who, prompt)
    for text in ("    print('Dear', name)", "    print('Bye', name)", "    # people like comments"):
        found = why(path, f"{name}:{rows[text]['line']}")
        who, prompt = dict(WRITTEN)[text] or ("", "")
        assert (found["text"], found["who"], found["prompts"]) == (text, who, [prompt] if prompt else [])
        assert found["checkpoint_id"] == A


def rebase(stage: Stage) -> None:
    """The commit goes onto one that changed the same file, above and below."""
    work = stage.work
    work.git("branch", "mine")
    work.git("reset", "--quiet", "--hard", "HEAD~1")
    work.write("app.py", content("# A header", *START, "# A footer"))
    stage.commit("theirs")
    work.git("switch", "--quiet", "mine")
    work.write("app.py", content(*(line for line, _ in WRITTEN[:-1])))
    work.git("-c", "core.hooksPath=/dev/null", "commit", "--quiet", "--all", "--amend", "--no-edit")
    work.git("-c", "core.hooksPath=/dev/null", "rebase", "--quiet", "main")


def test_right_after_the_commit(written: Stage) -> None:
    check(written.work.path, "app.py")
    found = why(written.work.path, "app.py:6")
    assert (found["session_id"], found["turn"], found["agent"]) == (CLAUDE, 2, "Claude Code")
    assert (found["model"], found["transcript_line"]) == ("claude-opus-4-8", 3)
    assert why(written.work.path, "app.py:8")["session_id"] == CODEX
    written.work.git("worktree", "add", "--quiet", "../beside")
    check(written.work.path.parent / "beside", "app.py")


def test_the_number_of_commits_costs_no_git_calls(written: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(written.work.path)
    calls = []
    start = process.start

    def counted(arguments: list[str], *rest: Any, **named: Any) -> process.Running:
        calls.append(arguments)
        return start(arguments, *rest, **named)

    monkeypatch.setattr(process, "start", counted)
    numbers = []
    for number, id in enumerate((B, C, "d" * 12)):
        written.work.write("app.py", content(*(line for line, _ in WRITTEN), *"xyz"[: number + 1]))
        record(written, id, [Step(snapshot(written), claude(2))])
        calls.clear()
        assert command(["blame", "app.py"]) == 0
        numbers.append(len(calls))
    # blame, log, cat-file, and diff-tree for commits without a checkpoint; the first one looks for links
    assert numbers[1:] == [4, 4]


def test_after_later_edits_and_a_move(written: Stage) -> None:
    work = written.work
    work.write("app.py", content("# on top", *(line for line, _ in WRITTEN)))
    written.commit("later")
    (work.path / "src/deep").mkdir(parents=True)
    work.git("mv", "app.py", "src/deep/main.py")
    written.commit("move")
    check(work.path / "src", "deep/main.py", no_checkpoint=("# on top",))
    found = why(work.path, "src/deep/main.py:7")
    assert (found["original_path"], found["original_line"]) == ("app.py", 6)
    assert found["commits"][0]["subject"] == "Greet people"


def test_after_amend_rebase_and_a_move(written: Stage) -> None:
    work = written.work
    rebase(written)
    (work.path / "src").mkdir()
    work.git("mv", "app.py", "src/app.py")
    written.commit("move")
    rows = {
        row["text"]: row for row in json.loads(run(work.path, "blame", "--json", "src/app.py").out)["lines"]
    }
    for text, truth in WRITTEN[:-1]:
        assert (text, rows[text]["who"]) == (text, truth[0] if truth else "no_checkpoint")
    found = why(work.path, f"src/app.py:{rows['    return name']['line']}")
    assert (found["prompts"], found["original_path"], found["original_line"]) == ([ASKED[0]], "app.py", 8)


def test_a_line_that_came_with_an_amend_is_nobodys(written: Stage) -> None:
    work = written.work
    work.write(
        "app.py", content(*(line for line, _ in WRITTEN[:4]), "new", *(line for line, _ in WRITTEN[5:]))
    )
    work.git("-c", "core.hooksPath=/dev/null", "commit", "--quiet", "--all", "--amend", "--no-edit")
    assert [why(work.path, f"app.py:{line}")["who"] for line in (4, 5, 6)] == [
        "agent",
        "not_recorded",
        "agent",
    ]


def test_in_a_clone_that_never_had_the_first_version(written: Stage, tmp_path: Path) -> None:
    """The recorded content is gone; what the commit adds is the same, in the same order."""
    work = written.work
    work.git("branch", "mine")
    work.git("reset", "--quiet", "--hard", "HEAD~1")
    work.write("app.py", content("# A header", *START))
    written.commit("theirs")
    work.git("switch", "--quiet", "mine")
    work.git("-c", "core.hooksPath=/dev/null", "rebase", "--quiet", "main")
    git(tmp_path, "clone", "--quiet", "--no-local", "--branch=mine", str(work.path), "clone")
    clone = tmp_path / "clone"
    shutil.rmtree(work.path)
    check(clone, "app.py", no_checkpoint=("# A header",))


def test_squashed(written: Stage) -> None:
    work = written.work
    first = written.work.head
    work.write("app.py", content(*(line for line, _ in WRITTEN), "# and more"))
    record(written, B, [Step(snapshot(written), claude(2))], "More")
    work.git("reset", "--quiet", "--soft", f"{first}~1")
    written.commit("Both", A, B)
    check(work.path, "app.py", no_checkpoint=("# and more",))
    found = why(work.path, f"app.py:{len(WRITTEN) + 1}")
    assert (found["who"], found["checkpoint_id"], found["prompts"]) == ("agent", B, [ASKED[1]])


def test_where_nobody_can_be_named(stage: Stage) -> None:
    work = stage.work
    work.write("a.py", "nobody was there\n")
    stage.commit("by hand")
    work.write("b.py", "another program\n")
    share = InitialAttribution(agent_lines=86, total_committed=100, agent_percentage=86.0)
    stage.checkpoint(A, {"prompts": ["First", "Second"], "model": "opus", "initial_attribution": share})
    stage.commit("with the reference", A)
    work.write("c.py", "not fetched\n")
    stage.commit("elsewhere", B)
    work.write("d.py", "much\n")
    stage.checkpoint(C, *sessions())
    put_lines(stage, C, Lines((), (LeftOut("d.py", "large"),)))
    stage.commit("large", C)
    work.write("a.py", "nobody was there\nnor is it committed\n")
    assert why(work.path, "a.py:1")["who"] == "no_checkpoint"
    assert why(work.path, "a.py:2") | {"text": ""} == why(work.path, "a.py:2") | {
        "text": "",
        "who": "not_committed",
        "commit": "",
        "checkpoint_id": "",
    }
    reference = why(work.path, "b.py:1")
    assert (reference["who"], reference["checkpoint_id"]) == ("no_lines", A)
    assert reference["prompts"] == ["First", "Second"]
    assert reference["sessions"] == [
        {"session_id": "8f76b0e8-1111", "agent": "Claude Code", "model": "opus", "agent_percentage": 86.0}
    ]
    assert reference["agents"] == ["Claude Code"]
    assert "\tClaude Code?\t" in run(work.path, "blame", "b.py").out
    assert why(work.path, "c.py:1")["who"] == "checkpoint_missing"
    assert why(work.path, "d.py:1")["who"] == "left_out"


def test_a_broken_file_tells_nothing(written: Stage) -> None:
    for data in (b"", b"[]", b'{"version": 2, "owners": [], "files": []}'):
        put_lines(written, A, data)
        assert why(written.work.path, "app.py:6")["who"] == "no_lines"


def test_lines_that_the_parent_has_in_another_layout(stage: Stage) -> None:
    work = stage.work
    work.write("app.py", "call(one, two)\n")
    record(stage, A, [Step(snapshot(stage), claude(1))], "Call")
    parent = work.git("rev-parse", "HEAD:app.py")
    work.write("app.py", "call(\n    one,\n    two,\n)\n")
    record(stage, B, [Step(snapshot(stage), claude(2))], "Format")
    owners = [why(work.path, f"app.py:{line}") for line in (1, 2, 3, 4)]
    assert [(one["turn"], one["checkpoint_id"], one["original_line"]) for one in owners] == [(1, A, 1)] * 4

    blob = work.git("rev-parse", "HEAD:app.py")
    for other in (
        Older(1, 4, 1, "app.py", blob),
        Older(1, 4, 9, "app.py", parent),
        Older(1, 4, 1, "x", parent),
    ):
        put_lines(stage, B, Lines((FileLines("app.py", blob, (Owned(1, 4, claude(2)),), (other,)),)))
        assert why(work.path, "app.py:2")["turn"] == 2


def test_several_lines_and_an_older_revision(written: Stage) -> None:
    """Lines of the same origin come together; `blame` shows the file as it was in a revision."""
    work = written.work
    parts = why(work.path, "app.py:4-9")["places"]
    assert [(one["line"], one["last_line"], one["who"], one["turn"]) for one in parts] == [
        (4, 4, "agent", 1),
        (5, 5, "human", 0),
        (6, 6, "agent", 2),
        (7, 7, "agent", 1),
        (8, 9, "agent", 1),
    ]
    assert parts[4]["text"] == "\n".join(line for line, _ in WRITTEN[7:9])
    assert "File: app.py:8-9\n" in run(work.path, "why", "app.py:4-9").out
    assert "app.py:8-9  " in on_terminal(work.path, "why", "app.py:4-9")
    assert "the last line comes first" in run(work.path, "why", "app.py:9-4").err
    before = json.loads(run(work.path, "blame", "HEAD~1", "app.py", "--json").out)
    assert [row["text"] for row in before["lines"]] == START
    assert run(work.path, "blame", "zzz", "app.py").err.startswith('entire: no commit named "zzz"')
    assert "expected [REVISION] FILE" in run(work.path, "blame", "a", "b", "c").err


def test_the_latest_session_comes_first(written: Stage) -> None:
    """One session's part was written again; what the other says of the same content still counts."""
    blob = written.work.git("rev-parse", "HEAD:app.py")
    put_lines(written, A, Lines((FileLines("app.py", blob, (Owned(6, 6, PERSON),)),)), slots=(1,))
    assert [why(written.work.path, f"app.py:{line}")["who"] for line in (4, 6)] == ["agent", "human"]


def test_plain(written: Stage) -> None:
    sha = written.work.head[:7]
    assert (
        run(written.work.path, "why", "app.py:6").out
        == f"""\
File: app.py:6
Line:     print('Dear', name)
Written by: Claude Code, claude-opus-4-8
Session: {CLAUDE}
Turn: 2
Prompt: Make it polite
Commit: {sha} Greet people
Author: Test Person <person@example.com>
Date: 2026-03-19 09:00:00
Written as: app.py:6
Checkpoint: {A}
"""
    )
    assert run(written.work.path, "blame", "-L", "4,5", "app.py").out == (
        f"{sha}\tClaude Code 8f76b0e8/1\t2026-03-19\t4\tdef greet(name):\n"
        f"{sha}\tTest Person\t2026-03-19\t5\t    # people like comments\n"
    )


def test_on_a_terminal(written: Stage) -> None:
    shown = on_terminal(written.work.path, "why", "app.py:6", width=90)
    sha = written.work.head[:7]
    first, who, prompt, commit = shown.splitlines()
    assert first == "app.py:6      print('Dear', name)"
    assert who.startswith("  Claude Code, claude-opus-4-8 · ")
    assert who.endswith(" · turn 2 of session 8f76b0e8")
    assert prompt == "  ❯ Make it polite"
    assert commit == f"  commit {sha} Greet people      entire explain a3b2c4"
    assert "❯ Say good bye" in on_terminal(written.work.path, "blame", "app.py", width=100)


@pytest.mark.parametrize(
    ("words", "said", "code"),
    [
        (("why", "app.py"), "expected FILE:LINE, got app.py", 2),
        (("why", "app.py:0"), "lines are counted from 1: app.py:0\n", 2),
        (("why", "app.py:0-4"), "lines are counted from 1: app.py:0-4\n", 2),
        (("why", "app.py:x"), "expected FILE:LINE", 2),
        (("blame", "app.py", "-L", "0,1"), "lines are counted from 1: 0,1\n", 2),
        (("blame", "app.py", "-L", "0"), "lines are counted from 1: 0\n", 2),
        (("blame", "app.py", "-L", "2,1"), "the last line comes first: 2,1\n", 2),
        (("blame", "app.py", "-L", "99,101"), "app.py has only 11 lines", 1),
        (("blame", "app.py", "-L", "1,+0"), "no such lines in app.py: 1,+0\n", 2),
        (("blame", "app.py", "-L", "x"), "no such lines in app.py: x\n", 2),
        (("blame", "app.py", "-L", "/nowhere/"), "no such lines in app.py: /nowhere/\n", 2),
        (("why", "none.py:1"), "no such file in HEAD: none.py", 1),
        (("why", "app.py:99"), "app.py has only 11 lines", 1),
        (("blame", "none.py"), "no such file in HEAD: none.py", 1),
        (("blame", "../outside.py"), "../outside.py is outside this work tree", 1),
        (("blame", "HEAD~1", "none.py"), "no such file in ", 1),
        (("blame", ""), "the name of the file is empty", 2),
        (("blame", "."), ". is a folder\nhint: choose one of its files", 1),
        (("blame", "src"), "src is a folder\nhint: choose one of its files", 1),
        (("why", "src/:1"), "src/ is a folder\nhint: choose one of its files", 1),
        (("blame", "app.py/"), "app.py/ is not a folder\nhint: the file would be app.py", 1),
        (("why", "app.py/.:1"), "app.py/. is not a folder\nhint: the file would be app.py", 1),
        (("blame", "HEAD", "app.py/"), "app.py/ is not a folder", 1),
        (("blame", "HEAD", "."), ". is a folder", 1),
        (("blame", "-L", "nonsense", "app.py"), "no such lines in app.py: nonsense\n", 2),
    ],
)
def test_mistakes(written: Stage, words: tuple[str, ...], said: str, code: int) -> None:
    (written.work.path / "src").mkdir()
    done = run(written.work.path, *words)
    assert (done.code, done.out) == (code, "")
    assert said in done.err


def test_odd_names_and_hostile_content(stage: Stage) -> None:
    name = 'quo"te\n\x1b[2Jé 日.py'
    stage.work.write(name, "x = '\x1b]0;title\x07'\n")
    record(stage, A, [Step(snapshot(stage), claude(1))], "odd \x1b[2J subject")
    assert why(stage.work.path, f"{name}:1")["who"] == "agent"
    for words in (("why", f"{name}:1"), ("blame", name)):
        for form in ((), ("--json",)):
            assert "\x1b" not in on_terminal(stage.work.path, *words, *form)
            assert "\x1b" not in run(stage.work.path, *words, *form).out
