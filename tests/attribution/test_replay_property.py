"""Exact ownership against the truth, over random stories and with real git."""

from __future__ import annotations

import os

from hypothesis import given, settings
from tests.attribution.conftest import Trees, owned
from tests.attribution.histories import OWNERS, STORIES, History, Story, content

from entire.attribution.owner import NOBODY, PERSON
from entire.attribution.replay import Replayed

EXAMPLES = 1500 if os.environ.get("ENTIRE_SOAK") else 100


def replayed(trees: Trees, history: History) -> Replayed:
    steps = [(content(snapshot), owner) for snapshot, owner in history.steps]
    return trees.replay(content(history.base), steps, content(history.commit))


def check_sums(trees: Trees, history: History, found: Replayed) -> None:
    """The parts are git's own count of additions: no line twice, none left out."""
    lines = owned(found.lines)
    counts = {path: len({line for line, _ in parts}) for path, parts in lines.items()}
    assert counts == {path: len(parts) for path, parts in lines.items()}
    assert counts == trees.additions(content(history.base), content(history.commit))
    assert found.lines.left_out == ()


@settings(max_examples=EXAMPLES)
@given(STORIES)
def test_every_unique_line_has_its_true_owner(trees: Trees, story: Story) -> None:
    history = History(story, unique=True)
    found = replayed(trees, history)
    check_sums(trees, history, found)
    working = {owner for _, owner in history.steps} | {PERSON, NOBODY}
    for path, lines in owned(found.lines).items():
        for number, owner in lines:
            text = history.commit[path][number - 1]
            if text in history.truth:
                assert owner == history.truth[text], (path, number)
            else:  # a line of the base that changed its place
                assert owner in working


@settings(max_examples=EXAMPLES)
@given(STORIES)
def test_repeated_lines_are_counted_once(trees: Trees, story: Story) -> None:
    history = History(story, unique=False)
    found = replayed(trees, history)
    check_sums(trees, history, found)
    assert all(owner in OWNERS for lines in owned(found.lines).values() for _, owner in lines)
