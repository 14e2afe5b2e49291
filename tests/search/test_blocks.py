"""What is one hit: a turn, or a checkpoint that is known by its files, commits or summary only."""

from __future__ import annotations

import pytest
from tests.cli.conftest import Stage, assistant, user
from tests.support import Repo

from entire.checkpoint.index.index import Index
from entire.git.objects.read import Objects
from entire.search import query
from entire.search.find import Hit, Search, one_of_each
from entire.search.tables import COLUMNS, COMMIT, COMMITS, FACTS, FILES, TURN

A, B = "a" * 12, "b" * 12


@pytest.fixture
def stage(repo: Repo) -> Stage:
    stage = Stage(repo)
    stage.set_up()
    turns = [
        user("Count the attempts"),
        assistant("In a window."),
        user("Say so"),
        assistant("Attempts say so."),
    ]
    stage.checkpoint(A, {"session_id": "one", "lines": turns, "files_touched": ["attempts.py"]})
    stage.commit("Limit attempts", A)
    stage.checkpoint(B, {"session_id": "two", "lines": [user("Tidy")], "files_touched": ["attempts.py"]})
    stage.commit("Clean", B)
    return stage


def find(stage: Stage, *typed: str, columns: tuple[str, ...] = COLUMNS) -> list[tuple[str, str]]:
    """The checkpoint of each hit, and the first word of the passage."""
    wanted = query.parse(typed)
    with Objects(stage.repo) as objects, Index(stage.repo, objects) as index:
        search = Search(index, lambda what, number: None)
        search.update()
        hits = search.find(wanted, columns=columns)
        texts = [search.passage(hit, wanted, columns, 200).text for hit in hits]
        found = [(hit.checkpoint[0], text.split()[0]) for hit, text in zip(hits, texts, strict=True)]
        search.close()
    return found


def test_a_checkpoint_whose_turns_are_found_is_not_shown_by_its_files_or_commits(stage: Stage) -> None:
    assert sorted(find(stage, "attempts")) == [
        ("a", "Attempts"),
        ("a", "Count"),
        ("b", "attempts.py"),
    ]
    assert find(stage, "attempt") == find(stage, "attempts")  # parts of words, too


def hit(checkpoint: str, kind: int, stage: int = 0, number: int = 0) -> Hit:
    rank = (stage, 0.0, 0.0)
    return Hit(1, rank, checkpoint, "", 0, "s", "", "", "", "", 0.0, kind, number, "", 0, 0)


def test_the_best_turn_takes_the_place_of_files_and_commits() -> None:
    files, commit, first, second = hit(A, FACTS), hit(A, COMMIT), hit(A, TURN), hit(A, TURN, number=1)
    other = hit(B, FACTS)
    assert one_of_each([files, commit, other, first, second]) == [first, other, second]
    assert one_of_each([first, other, commit, second, files]) == [first, other, second]
    assert one_of_each([other, files, commit]) == [other, files]


def test_a_turn_with_parts_of_the_words_stays_behind_whole_words() -> None:
    files, other, part = hit(A, FACTS), hit(B, TURN), hit(A, TURN, stage=1)
    assert one_of_each([files, other, part]) == [files, other, part]
    assert one_of_each([other, part, hit(A, FACTS, stage=1)]) == [other, part]


def test_files_and_commits_can_be_asked_for(stage: Stage) -> None:
    assert sorted(find(stage, "attempts", columns=(FILES,))) == [("a", "attempts.py"), ("b", "attempts.py")]
    assert find(stage, "attempts", columns=(COMMITS,)) == [("a", "Limit")]


def test_a_word_that_must_not_be_there_leaves_out_turns(stage: Stage) -> None:
    assert sorted(find(stage, "attempts", "-window")) == [("a", "Attempts"), ("b", "attempts.py")]


def test_and_checkpoints_that_have_it_anywhere(stage: Stage) -> None:
    """A checkpoint is not found by its files although one of its turns has the word."""
    assert find(stage, "attempts", "-window", "-say") == [("b", "attempts.py")]
    assert find(stage, "attempts", "-tidy", "-window", "-say") == []
    assert find(stage, "tidy", "-attempts") == [("b", "Tidy")]  # the turn does not have it
    assert len(find(stage, "attempts", "-window", "-say", columns=(FILES,))) == 2  # nothing else is looked at
