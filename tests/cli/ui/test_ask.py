"""Asking a person on a terminal."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli import conftest

ONE = """
from entire.cli.ui import ask
rows = [ask.Choice(name, f"row {name}", lambda name=name: [f"about {name}"]) for name in ("a", "b", "c")]
found = ask.choose("Which one?", rows)
print("got", found and found.key)
"""
MANY = """
from entire.cli.ui import ask
found = ask.choose_many("Which ones?", [ask.Choice(name, f"row {name}") for name in ("a", "b", "c")], {"b"})
print("got", found and [choice.key for choice in found])
"""


@pytest.fixture
def ask_on_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conftest, "COMMAND", [sys.executable, "-c"])


@pytest.mark.usefixtures("ask_on_terminal")
@pytest.mark.parametrize(
    ("script", "answers", "last"),
    [
        (ONE, [("about a", "\x1b[B"), ("about b", "\r")], "got b"),
        (ONE, [("about a", "\x1bOB"), ("about b", "\x1b[6~"), ("about c", "\n")], "got c"),
        (ONE, [("about a", "/ü"), ("no matches", "\x7f"), ("about a", "c"), ("about c", "\r")], "got c"),
        (ONE, [("about a", "q")], "got None"),
        (ONE, [("about a", "\x1b")], "got None"),
        (MANY, [("row c", " "), ("◉ row a", "\r")], "got ['a', 'b']"),
        (MANY, [("row c", "q")], "got None"),
    ],
)
def test_with_keys(tmp_path: Path, script: str, answers: list[tuple[str, str]], last: str) -> None:
    shown = conftest.on_terminal(tmp_path, script, answers=answers)
    assert shown.endswith(f"\x1b[J{last}\n")


@pytest.mark.usefixtures("ask_on_terminal")
@pytest.mark.parametrize(
    ("script", "answers", "last"),
    [
        (ONE, [("3. row c\nNumber", "7\n"), ("1 to 3.\nNumber", "2\n")], "got b"),
        (ONE, [("Number", "\n")], "got None"),
        (MANY, [("[2]", "\n")], "got ['b']"),
        (MANY, [("[2]", "x\n"), ("Enter numbers", "3, 1\n")], "got ['a', 'c']"),
        (MANY, [("[2]", "q\n")], "got None"),
    ],
)
def test_with_numbers_for_screen_readers(
    tmp_path: Path, script: str, answers: list[tuple[str, str]], last: str
) -> None:
    answers = [(wait.replace("\n", "\r\n"), keys) for wait, keys in answers]
    shown = conftest.on_terminal(tmp_path, script, answers=answers, ACCESSIBLE="1")
    assert shown.endswith(f"{last}\n")
    assert "\x1b" not in shown


@pytest.mark.usefixtures("ask_on_terminal")
def test_an_interrupt_leaves_the_terminal_in_order(tmp_path: Path) -> None:
    script = ONE.replace('print("got"', 'pass  # print("got"')
    watched = f"""
import subprocess
before = subprocess.check_output(["stty", "-a"])
try:
    exec({script!r})
except KeyboardInterrupt:
    print("same" if subprocess.check_output(["stty", "-a"]) == before else "changed")
"""
    assert conftest.on_terminal(tmp_path, watched, answers=[("about a", "\x03")]).endswith("same\n")


@pytest.mark.parametrize(("typed", "code"), [("y\n", 0), ("n\n", 1), ("", 3)])
def test_a_question_is_answered_by_a_pipe_too(typed: str, code: int) -> None:
    script = """
from entire.cli.ui import ask
from entire.core.errors import EntireError
try:
    raise SystemExit(0 if ask.confirm("Go on?") else 1)
except EntireError as error:
    raise SystemExit(3 if "--force" in error.hint else 4)
"""
    done = subprocess.run([sys.executable, "-c", script], input=typed, text=True, check=False)
    assert done.returncode == code
