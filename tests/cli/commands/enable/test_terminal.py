"""`entire enable` for the first time, on a terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.conftest import on_terminal, run
from tests.scenario.world import make_repo
from tests.support import Repo

AGENTS = ("Enable which agents?", "\r")
QUESTION = "How is the work of agents committed?"
DOWN = "\x1b[B"


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return make_repo(tmp_path / "repo")


def strategy(repo: Repo) -> str:
    name: str = json.loads((repo.path / ".entire/settings.json").read_text())["strategy"]
    return name


@pytest.mark.parametrize(("keys", "name"), [("\r", "manual-commit"), (f"{DOWN}\r", "auto-commit")])
def test_the_strategy_is_a_question(repo: Repo, keys: str, name: str) -> None:
    shown = on_terminal(repo.path, "enable", answers=[AGENTS, (QUESTION, keys)])
    assert strategy(repo) == name
    assert "you commit, and entire links the commit" in shown
    assert "every turn of an agent becomes a commit" in shown
    closing = (
        "each turn of an agent becomes a commit" if name == "auto-commit" else "the next commit remembers"
    )
    assert closing in shown
    assert QUESTION not in on_terminal(repo.path, "enable"), "only the first time"


def test_without_an_answer_nothing_changes(repo: Repo) -> None:
    assert "Cancelled. Nothing changed." in on_terminal(
        repo.path, "enable", answers=[AGENTS, (QUESTION, "q")]
    )
    assert not (repo.path / ".entire").exists()


@pytest.mark.parametrize("words", [["--yes"], ["--agent", "claude-code"], ["--strategy", "auto-commit"]])
def test_whoever_knows_is_not_asked(repo: Repo, words: list[str]) -> None:
    answers = [AGENTS] if words[0] == "--strategy" else []
    assert QUESTION not in on_terminal(repo.path, "enable", *words, answers=answers)
    assert strategy(repo)


def test_a_program_is_not_asked(repo: Repo) -> None:
    assert run(repo.path, "enable").code == 0
    assert strategy(repo) == "manual-commit"
