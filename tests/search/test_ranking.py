"""In which order hits come: by relevance, then the newer ones first, committed or not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Stage, assistant, jsonl, tool, user
from tests.search.test_update import find

from entire.core import clock

MONDAY = 1_773_619_200
CHAFF = "and a few more words around it so that all turns have the same length"
KINDS = ("prompt", "answer", "tool")  # best first


def turn(kind: str, word: str, time: int) -> list[dict[str, Any]]:
    """A turn with a word in one kind of text. All have as many words."""
    words = {one: word if one == kind else "nothing" for one in KINDS}
    records = [
        user(f"{words['prompt']} {CHAFF}"),
        assistant(words["answer"], tool("Bash", command=words["tool"])),
    ]
    return [record | {"timestamp": clock.rfc3339(time + at)} for at, record in enumerate(records)]


class Past:
    """Checkpoints and live sessions with one turn each; the later one is the newer one."""

    def __init__(self, stage: Stage, folder: Path) -> None:
        self.stage = stage
        self._folder = folder
        self._time = MONDAY

    def committed(self, id: str, kind: str, word: str = "wombats") -> None:
        self._time += 60
        self.stage.checkpoint(id * 12, {"session_id": f"of-{id}", "lines": turn(kind, word, self._time)})

    def live(self, id: str, kind: str, word: str = "wombats") -> None:
        self._time += 60
        path = self._folder / f"{id}.jsonl"
        path.write_bytes(jsonl(turn(kind, word, self._time)))
        self.stage.session(id, transcript_path=str(path))

    def order(self, *typed: str) -> list[str]:
        """Checkpoints by their first letter."""
        return [id[0] if len(set(id)) == 1 else id for id in find(self.stage, *typed)]


@pytest.fixture
def past(repo: Any, tmp_path: Path) -> Past:
    stage = Stage(repo)
    stage.set_up()
    return Past(stage, tmp_path)


@pytest.mark.parametrize("others", [0, 40])
def test_a_prompt_comes_before_an_answer_and_both_before_a_tool(past: Past, others: int) -> None:
    """Whether everything has the word or hardly anything, and though the tool's is the newest."""
    for number in range(others):
        past.stage.checkpoint(f"{number:012}", {"lines": turn("prompt", "other", MONDAY)})
    for id, kind in zip("abc", KINDS, strict=True):
        past.committed(id, kind)
    assert past.order("wombats") == ["a", "b", "c"]


def test_of_the_same_relevance_the_newer_one_comes_first(past: Past) -> None:
    for id in "bac":
        past.committed(id, "answer")
    past.live("live-2", "answer")
    past.live("live-1", "answer")
    past.committed("d", "answer")
    assert past.order("wombats") == ["d", "live-1", "live-2", "c", "a", "b"]


@pytest.mark.parametrize("others", [0, 40])
def test_what_is_not_committed_is_ranked_with_what_is(past: Past, others: int) -> None:
    """However many checkpoints there are: a word is rare in them, and in each of few live sessions."""
    for number in range(others):
        past.stage.checkpoint(f"{number:012}", {"lines": turn("prompt", "other", MONDAY)})
    past.live("live-prompt", "prompt")
    past.committed("b", "answer")
    past.live("live-tool", "tool")
    past.committed("a", "prompt")
    past.live("live-answer", "answer")
    past.committed("c", "tool")
    assert past.order("wombats") == ["a", "live-prompt", "live-answer", "b", "c", "live-tool"]


def test_several_words_of_which_one_is_everywhere(past: Past) -> None:
    for id in "abcde":
        past.committed(id, "answer", "common")
    past.committed("f", "prompt", "common quoll")
    past.live("live-1", "prompt", "common quoll")
    past.live("live-2", "tool", "common quoll")
    assert past.order("common", "quoll") == ["live-1", "f", "live-2"]


def test_of_either_word_both_are_better(past: Past) -> None:
    past.committed("a", "prompt", "quoll bilby")
    past.committed("b", "prompt", "quoll quoll")
    past.committed("c", "prompt", "bilby numbat")
    assert past.order("quoll OR bilby")[0] == "a"


def test_whole_words_come_before_parts_of_words(past: Past) -> None:
    past.committed("a", "tool", "wombat")
    past.committed("b", "prompt", "wombats")
    past.live("live-1", "prompt", "wombats")
    assert past.order("wombat") == ["a", "live-1", "b"]
