"""`initial_attribution`: the reference's numbers where it is right, and sums that always hold."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from hypothesis import given, settings
from tests.attribution.conftest import Trees, turn
from tests.attribution.histories import STORIES, History, Story, content

from entire.attribution.owner import NOBODY, PERSON, Owner
from entire.attribution.prompts import calculate_prompt_attribution
from entire.attribution.totals import Shares, calculate_attribution, shares
from entire.checkpoint.model import InitialAttribution
from entire.git import diff
from entire.git.diff import LineCounts

AGENT = turn(1)
Words = dict[str, str]  # a file's lines as words


class Numbers(NamedTuple):
    agent_lines: int
    human_added: int
    human_modified: int
    human_removed: int
    total_committed: int
    agent_percentage: float


def numbers(found: InitialAttribution) -> Numbers:
    assert found.calculated_at.endswith("Z")
    return Numbers(*(getattr(found, name) for name in Numbers._fields))


def files(words: Words) -> dict[str, str]:
    return {path: "".join(f"{word}\n" for word in text.split()) for path, text in words.items()}


def reference(base: Words, steps: list[tuple[Words, Owner]], head: Words, touched: set[str]) -> Numbers:
    """What the reference computes (spec 8.3), for files whose lines are all different."""

    def counts(old: Words, new: Words, path: str) -> LineCounts:
        before, after = old.get(path, "").split(), new.get(path, "").split()
        return LineCounts(len({*after} - {*before}), len({*before} - {*after}))

    trees = [base, *(words for words, _ in steps)]
    people = [(trees[at], trees[at + 1]) for at, (_, owner) in enumerate(steps) if not owner.is_agent]
    shadow, every = trees[-1], {path for words in (*trees, head) for path in words}
    acc = {path: sum(counts(old, new, path).added for old, new in people) for path in every}
    acc_removed = sum(counts(old, new, path).removed for old, new in people for path in every)
    post = {path: counts(shadow, head, path) for path in touched}
    work = sum(counts(base, shadow, path).added for path in touched)
    elsewhere = sum(counts(base, head, path).added for path in every - touched)
    agent = max(0, work - sum(acc[path] for path in touched))
    other = max(0, elsewhere - sum(acc[path] for path in every - touched))
    added = sum(acc.values()) + sum(one.added for one in post.values()) + other
    removed = acc_removed + sum(one.removed for one in post.values())
    modified = min(added, removed)
    own = sum(min(one.removed, acc[path]) for path, one in post.items())
    of_agent = max(0, modified - own)
    total = agent + added - modified - (removed - modified)
    total = max(0, agent) if total <= 0 else total
    lines = max(0, agent - (removed - modified) - of_agent)
    share = lines / total * 100 if total > 0 else 0.0
    return Numbers(lines, added - modified, modified, removed - modified, total, share)


CASES: dict[str, tuple[Words, list[tuple[Words, Owner]], Words, Numbers]] = {
    "the worked example": (
        {"f": "x y z"},
        [({"f": "x y z 1 2 3 4 5 6 7"}, AGENT)],
        {"f": "x y z 1 2 3 p 5 6 7 q r"},
        Numbers(6, 2, 1, 0, 9, 6 / 9 * 100),
    ),
    "only an agent": ({"f": "x"}, [({"f": "x 1 2"}, AGENT)], {"f": "x 1 2"}, Numbers(2, 0, 0, 0, 2, 100)),
    "a person adds": (
        {"f": "x"},
        [({"f": "x 1 2 3"}, AGENT)],
        {"f": "x 1 2 3 p"},
        Numbers(3, 1, 0, 0, 4, 75),
    ),
    "a person takes out": (
        {"f": "x"},
        [({"f": "x 1 2 3"}, AGENT)],
        {"f": "x 1 2"},
        Numbers(2, 0, 0, 1, 2, 100),
    ),
    "a person replaces": ({"f": "x"}, [({"f": "x 1 2"}, AGENT)], {"f": "x 1 p"}, Numbers(1, 0, 1, 0, 2, 50)),
    "between two prompts": (
        {"f": "x"},
        [({"f": "x 1"}, AGENT), ({"f": "x 1 p q"}, PERSON), ({"f": "x 1 p q 2"}, turn(2))],
        {"f": "x 1 p q 2"},
        Numbers(2, 2, 0, 0, 4, 50),
    ),
    "before the first prompt": (
        {"f": "x"},
        [({"f": "x d"}, NOBODY), ({"f": "x d 1"}, AGENT)],
        {"f": "x d 1"},
        Numbers(1, 1, 0, 0, 2, 50),
    ),
    "in a file that no agent touched": (
        {"f": "x", "g": "y"},
        [({"f": "x 1", "g": "y"}, AGENT)],
        {"f": "x 1", "g": "y p"},
        Numbers(1, 1, 0, 0, 2, 50),
    ),
    "no line of an agent's": (
        {"f": "x"},
        [({"f": "x"}, AGENT)],
        {"f": "x p"},
        Numbers(0, 1, 0, 0, 1, 0),
    ),
    "all of an agent's lines go": (
        {"f": "x"},
        [({"f": "x 1 2"}, AGENT)],
        {"f": "x p q"},
        Numbers(0, 0, 2, 0, 2, 0),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_numbers_of_the_reference(trees: Trees, name: str) -> None:
    base, steps, head, expected = CASES[name]
    found = trees.replay(files(base), [(files(words), owner) for words, owner in steps], files(head))
    assert numbers(calculate_attribution(found)) == expected
    assert reference(base, steps, head, {"f"}) == expected


# Where the reference only estimates: what it would say is not what happened.
BETTER: dict[str, tuple[Words, list[tuple[Words, Owner]], Words, Numbers]] = {
    "deletions only": (
        {"f": "x y z"},
        [({"f": "y z"}, AGENT)],
        {"f": "y"},
        Numbers(0, 0, 0, 1, 0, 0),
    ),
    "a person changes the base's line": (
        {"f": "x y"},
        [({"f": "x y 1 2"}, AGENT)],
        {"f": "x p 1 2"},
        Numbers(2, 0, 1, 0, 3, 2 / 3 * 100),
    ),
    "a person changes their own": (
        {"f": "x"},
        [({"f": "x p q"}, PERSON), ({"f": "x p q 1 2"}, AGENT)],
        {"f": "x p r 1 2"},
        Numbers(2, 2, 0, 0, 4, 50),
    ),
    "an agent changes a person's": (
        {"f": "x"},
        [({"f": "x p q"}, PERSON), ({"f": "x p 1"}, AGENT)],
        {"f": "x p 1"},
        Numbers(1, 1, 0, 0, 2, 50),
    ),
}


@pytest.mark.parametrize("name", BETTER)
def test_numbers_that_are_exact(trees: Trees, name: str) -> None:
    base, steps, head, expected = BETTER[name]
    found = trees.replay(files(base), [(files(words), owner) for words, owner in steps], files(head))
    assert numbers(calculate_attribution(found)) == expected


def test_files_that_are_no_text_count_nothing(trees: Trees) -> None:
    found = trees.replay({}, [({"b": b"\0", "f": "1\n2"}, AGENT)], {"b": b"\0", "f": "1\n2"})
    assert numbers(calculate_attribution(found)) == Numbers(2, 0, 0, 0, 2, 100)


@settings(max_examples=50)
@given(STORIES)
def test_sums(trees: Trees, story: Story) -> None:
    history = History(story, unique=False)
    steps = [(content(snapshot), owner) for snapshot, owner in history.steps]
    found = trees.replay(content(history.base), steps, content(history.commit))
    one = numbers(calculate_attribution(found))
    additions = sum(trees.additions(content(history.base), content(history.commit)).values())
    assert one.agent_lines + one.human_added + one.human_modified == one.total_committed == additions
    assert min(one) >= 0
    assert one.agent_percentage == (one.agent_lines / additions * 100 if additions else 0)
    assert shares(found.lines).added == additions


def test_shares(trees: Trees) -> None:
    steps: list[tuple[dict[str, str], Owner]] = [({"f": "d\n"}, NOBODY), ({"f": "d\n1\n2\n"}, AGENT)]
    assert shares(trees.replay({}, steps, {"f": "d\n1\n2\np\n"}).lines) == Shares(2, 1, 1)


def test_at_a_prompt(trees: Trees) -> None:
    """Measured against the last step, and only over the files that the person changed."""
    base, last, now = trees.write(
        files({"f": "x y", "g": "z"}),
        files({"f": "x y 1 2", "g": "z 3", "h": "4"}),
        files({"f": "x y 1 p q", "g": "z 3", "new": "r"}),
    )
    user, agent = diff.line_counts(trees.repo, last, now), diff.line_counts(trees.repo, base, last)
    assert calculate_prompt_attribution(2, user, agent).to_json() == {
        "checkpoint_number": 2,
        "user_lines_added": 3,
        "user_lines_removed": 2,
        "agent_lines_added": 3,
        "agent_lines_removed": 0,
        "user_added_per_file": {"f": 2, "new": 1},
    }
    assert calculate_prompt_attribution(1, {}, agent).to_json() == {
        "checkpoint_number": 1,
        "user_lines_added": 0,
        "user_lines_removed": 0,
        "agent_lines_added": 0,
        "agent_lines_removed": 0,
    }
