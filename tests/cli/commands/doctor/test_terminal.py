"""`entire doctor`, `entire clean` and `entire reset` on a terminal, and for programs."""

from __future__ import annotations

import json
import re

import pytest
from tests.cli.conftest import Stage, on_terminal, run

from entire.checkpoint.names import CHECKPOINTS_REF
from entire.core import files

FIRST, SECOND = "11111111-aaaa", "22222222-bbbb"
CONDENSE, DISCARD = ("❯ condense", "\r"), ("❯ condense", "\x1b[B\r")


@pytest.fixture
def stuck(stage: Stage) -> Stage:
    """Two sessions that ended with work."""
    for session, name in ((FIRST, "one.py"), (SECOND, "two.py")):
        stage.work.write(name, f"{name}\n")
        stage.step(session, f"Write {name}", name)
        stage.session(
            session, phase="ended", checkpoint_count=1, files_touched=[name], last_prompt=f"Write {name}"
        )
    return stage


def outcomes(shown: str) -> list[str]:
    return re.findall(r"^[✓✗] .*", shown, re.MULTILINE)


@pytest.mark.parametrize(
    ("answers", "expected", "states"),
    [
        ([CONDENSE, CONDENSE], ["✓ condensed as", "✓ condensed as"], {FIRST, SECOND}),
        ([DISCARD, ("❯ condense", "\x1b[B\x1b[B\r")], ["✓ discarded"], {SECOND}),
        ([("❯ condense", "\x1b[B\x1b[B\r"), DISCARD], ["✓ discarded"], {FIRST}),
        ([DISCARD, DISCARD], ["✓ discarded", "✓ discarded, steps set aside as refs/entire/orphaned/"], set()),
        ([("❯ condense", "q")], [], {FIRST, SECOND}),
    ],
)
def test_choosing(
    stuck: Stage, answers: list[tuple[str, str]], expected: list[str], states: set[str]
) -> None:
    shown = on_terminal(stuck.work.path, "doctor", answers=answers)
    assert shown.startswith("2 stuck sessions\n\n! session 11111111 ended with 1 file in 1 step")
    done = outcomes(shown)
    assert len(done) == len(expected)
    assert all(one.startswith(start) for one, start in zip(done, expected, strict=True))
    assert {state.session_id for state in stuck.store.all()} == states


def test_choosing_by_number(stuck: Stage) -> None:
    answers = [("3. skip", ""), ("cancel): ", "1\n"), ("cancel): ", "3\n")]
    shown = on_terminal(stuck.work.path, "doctor", answers=answers, ACCESSIBLE="1")
    assert shown.startswith("Found 2 stuck sessions:\n\nSession: 11111111-aaaa\n")
    assert len(outcomes(shown)) == 1


def test_for_programs(stuck: Stage) -> None:
    done = run(stuck.work.path, "doctor", "--json")
    assert done.code == 1
    facts = json.loads(done.out)
    assert list(facts) == ["findings", "outcomes"]
    finding = facts["findings"][0]
    assert list(finding) == [
        "kind",
        "text",
        "cause",
        "fix",
        "session_id",
        "ref",
        "names",
        "repairs",
        "stuck_session",
    ]
    assert finding["stuck_session"]["paths"] == ["one.py"]
    assert finding["stuck_session"]["last_interaction_time"]
    clean = json.loads(run(stuck.work.path, "clean", "--json").out)
    assert clean | {"root": ""} == {
        "root": "",
        "items": [],
        "done": False,
        "deleted": [],
        "moved_branches": {},
        "failures": [],
    }


def test_what_fails_is_told_and_stops_nothing(stuck: Stage) -> None:
    lock = f"{stuck.repo.common_dir}/{CHECKPOINTS_REF}.lock"
    stuck.work.write(f".git/{CHECKPOINTS_REF}.lock")
    stuck.work.git("config", "core.filesRefLockTimeout", "0")
    done = run(stuck.work.path, "doctor", "--force")
    assert done.code == 1
    failed = re.findall(r"^  Failed: (.*)", done.out, re.MULTILINE)
    assert len(failed) == 2
    assert all(f"{CHECKPOINTS_REF}.lock exists" in line for line in failed)
    files.remove(lock)
    assert run(stuck.work.path, "doctor", "--force").out.count("\n  Done: condensed as ") == 2


def test_reset_asks(stuck: Stage) -> None:
    words = ("reset", "--session", "1111")
    kept = on_terminal(stuck.work.path, *words, answers=[("Continue? [y/N]: ", "\n")])
    assert kept.endswith("Cancelled. Nothing changed.\n")
    assert stuck.store.load(FIRST) is not None
    gone = on_terminal(stuck.work.path, *words, answers=[("Continue? [y/N]: ", "y\n")])
    assert gone.startswith(
        "This deletes 1 session: 1 step with 1 file.\n  11111111  Claude Code  Write one.py\n"
    )
    assert gone.endswith("Reset 1 session: 1 step with 1 file. Your files were not changed.\n")
    assert [state.session_id for state in stuck.store.all()] == [SECOND]


def test_help_has_examples(stage: Stage) -> None:
    for command in ("doctor", "clean", "reset"):
        assert f"entire {command} " in run(stage.work.path, command, "--help").out.split("Example")[1]
