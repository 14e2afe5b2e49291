"""Who owns which lines: small stories, one idea each."""

from __future__ import annotations

import os

import pytest
from tests.attribution.conftest import Files, Trees, turn
from tests.support import ODD_NAMES

from entire.attribution.owner import NOBODY, PERSON, LeftOut, Owned, Owner
from entire.attribution.replay import Replayed, Step, attribute
from entire.git import patch
from entire.git.process import Running
from entire.git.repository import Repository

AGENT = turn(1)
AGAIN = turn(2)
OTHER = turn(1, "2c01ab9d", "Codex")
LETTERS = {"a": AGENT, "A": AGAIN, "o": OTHER, "h": PERSON, "?": NOBODY}


def letters(found: Replayed, path: str = "f") -> str:
    """One letter a line that was added: `2a 3a 5h`."""
    names = {owner: letter for letter, owner in LETTERS.items()}
    [file] = [file for file in found.lines.files if file.path == path]
    return " ".join(
        f"{line}{names[part.owner if part.owner.kind != NOBODY.kind else NOBODY]}"
        for part in file.ranges
        for line in range(part.first, part.last + 1)
    )


def text(words: str) -> str:
    """A line for each word; words of a capital letter alone become lines that are worth recognising."""
    return "".join(f"{word * 25 if word.isupper() else word}\n" for word in words.split())


# Base, the steps with their owners' letters, what is committed, and the owners of what that adds.
STORIES: dict[str, tuple[str, list[tuple[str, str]], str, str]] = {
    "an agent alone": ("x y", [("a", "x 1 y 2")], "x 1 y 2", "2a 4a"),
    "a person afterwards": ("x", [("a", "x 1 2")], "x 1 p 2", "2a 3h 4a"),
    "a person between two turns": (
        "x",
        [("a", "x 1"), ("h", "x 1 p"), ("A", "x 1 p 2")],
        "x 1 p 2",
        "2a 3h 4A",
    ),
    "dirty before the session": ("x", [("?", "x d"), ("a", "x d 1")], "x d 1", "2? 3a"),
    "dirty from the first line on": ("x", [("?", "d x"), ("a", "d x 1")], "d x 1", "1? 3a"),
    "two sessions in turns": ("x", [("a", "1 x"), ("o", "1 x 2"), ("A", "1 3 x 2")], "1 3 x 2", "1a 2A 4o"),
    "an agent changes a person's line": ("x", [("h", "x p q"), ("a", "x p Q")], "x p Q", "2h 3a"),
    "a line of the base is changed": ("x y z", [("a", "x 1 z")], "x 1 z", "2a"),
    "a line of the base is put back": ("x y z", [("a", "x z")], "x y z", ""),
    "a person takes some out": ("x", [("a", "x 1 2 3")], "x 2", "2a"),
    "a file of one line without an end": ("x", [("a", "x 1")], "x 1", "2a"),
    "only some hunks are committed": ("x y", [("a", "1 x 2 y 3")], "x 2 y", "2a"),
    "staged, then worked on": ("x", [("a", "x 1"), ("A", "x 2")], "x 1", "2a"),
    "staged between two steps": ("x", [("a", "x 1 2 3"), ("A", "x 5 6")], "x 1 p 2 3", "2a 3h 4a 5a"),
    "a mixture of two steps": ("x y", [("a", "x 1 y"), ("A", "x 2 y 4")], "x 1 y 4", "2a 4A"),
    "undone and done again": ("x", [("a", "x 1 1 1"), ("h", "x"), ("A", "x 1 1 1")], "x 1 1 1", "2a 3a 4a"),
    "a block is moved by a person": ("x y", [("a", "A B x y"), ("h", "x y A B")], "x y A B", "3a 4a"),
    "with what follows it": (
        "x y z",
        [("a", "A { x y z"), ("h", "x { y z A {")],
        "x { y z A {",
        "2h 5a 6a",
    ),
    "with what precedes it": (
        "x y z",
        [("a", "{ A x y z"), ("h", "x { y z { A")],
        "x { y z { A",
        "2h 5a 6a",
    ),
    "a short line is not recognised": ("x y", [("a", "1 x y"), ("h", "x y 1")], "x y 1", "3h"),
    "a block of the base is its mover's": ("A x", [("a", "x A")], "x A", "2a"),
    "taken out, later put back elsewhere": (
        "x y",
        [("a", "A x y"), ("h", "x y"), ("A", "x A y")],
        "x A y",
        "2a",
    ),
}


@pytest.mark.parametrize("name", STORIES)
def test_stories(trees: Trees, name: str) -> None:
    base, steps, commit, expected = STORIES[name]
    chain = [({"f": text(words)}, LETTERS[who]) for who, words in steps]
    found = trees.replay({"f": text(base)}, chain, {"f": text(commit)})
    assert (letters(found) if expected else found.lines.files) == (expected or ())


def test_blocks_of_the_base_that_change_places(trees: Trees) -> None:
    """Git may take the one for moved or the other, and not always the same: it is one person's doing."""
    base, moved = text("A B C D x"), text("D A B C x")
    found = trees.replay({"f": base}, [({"f": moved}, AGENT)], {"f": text("D A B C p x")})
    assert letters(found) in ("1a 5h", "2a 3a 4a 5h")


def test_through_renames(trees: Trees) -> None:
    lines = text("A B C D")
    first = {"old": lines + text("1")}
    second = {"new": lines + text("1 2")}
    found = trees.replay(
        {"old": lines}, [(first, AGENT), (second, PERSON)], {"dir/last": lines + text("1 2 3")}
    )
    assert letters(found, "dir/last") == "5a 6h 7h"
    assert [file.path for file in found.lines.files] == ["dir/last"]


def test_a_new_file_that_is_renamed_on_its_way(trees: Trees) -> None:
    steps = [({"a": text("A B")}, AGENT), ({"b": text("A B")}, OTHER), ({"b": text("A B C")}, PERSON)]
    assert letters(trees.replay({}, steps, {"c": text("A B C D")}), "c") == "1a 2a 3h 4h"


def test_a_rename_that_git_does_not_see_in_the_end(trees: Trees) -> None:
    """Too much changed: to git the file is new, and with it the lines that came along."""
    steps = [({"b": text("A B")}, AGENT), ({"b": text("A B C D E F G")}, AGAIN)]
    found = trees.replay({"a": text("A B")}, steps, {"b": text("A B C D E F G")})
    assert letters(found, "b") == "1a 2a 3A 4A 5A 6A 7A"


def test_files_that_go_and_come(trees: Trees) -> None:
    steps = [({"f": text("1 2")}, AGENT), ({}, PERSON), ({"f": text("2 3")}, AGAIN)]
    assert letters(trees.replay({}, steps, {"f": text("2 3")})) == "1A 2A"
    again = [*steps[:2], ({"f": text("1 2")}, AGAIN)]
    assert letters(trees.replay({}, again, {"f": text("1 2")})) == "1a 2a"


@pytest.mark.parametrize("name", [*ODD_NAMES, b".entire-not"], ids=repr)
def test_odd_names(trees: Trees, name: bytes) -> None:
    path = os.fsdecode(name)
    found = trees.replay({path: "x\n"}, [({path: "x\n1\n"}, AGENT)], {path: "x\n1\n2\n"})
    assert letters(found, path) == "2a 3h"


def test_a_missing_end_of_line_is_not_a_new_line(trees: Trees) -> None:
    step = {"f": "x\n" + "A" * 25}
    found = trees.replay({"f": "x\n"}, [(step, AGENT)], {"f": "x\n" + "A" * 25 + "\nmine\n"})
    assert letters(found) == "2a 3h"


def test_what_is_left_out(trees: Trees, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patch, "MAX_FILE_LINES", 10)
    long = "x\n" * 11
    begun: Files = {"b": b"\0\1", "long": long, "was long": "1\n", "f": "1\n"}
    steps = [(begun, AGENT), ({**begun, "was long": long}, AGENT)]
    found = trees.replay({}, steps, {**begun, "was long": "x\n"})
    assert found.lines.left_out == (LeftOut("b", patch.BINARY), LeftOut("long", patch.LARGE))
    assert letters(found) == "1a"
    assert letters(found, "was long") == "1?"  # it cannot be known any more


def test_head_moved_meanwhile(trees: Trees) -> None:
    """What came with a pull is not the commit's, although the steps began before it."""
    start, mine, pulled, parent, end = trees.write(
        {"f": "x\n"}, {"f": "x\n1\n"}, {"f": "up\nx\n1\n"}, {"f": "up\nx\n"}, {"f": "up\nx\n1\n2\n"}
    )
    steps = [Step(mine, AGENT), Step(pulled, PERSON)]
    assert letters(attribute(trees.repo, start, steps, parent, end, {"f"})) == "3a 4h"


def test_a_turn_that_commits_its_own_work(trees: Trees) -> None:
    found = trees.replay({"f": "x\n"}, [({"f": "x\np\n"}, PERSON)], {"f": "x\np\n1\n"}, last=AGENT)
    assert letters(found) == "2h 3a"


def test_nothing_but_the_commit(trees: Trees) -> None:
    assert letters(trees.replay({}, [], {"f": "1\n2\n"})) == "1h 2h"
    assert trees.replay({"f": "1\n"}, [], {"f": "1\n"}) == Replayed(trees.replay({}, [], {}).lines, 0)


@pytest.mark.parametrize(
    ("steps", "commit", "removed"),
    [
        ([("a", "x y z 1 2 3")], "x y z 1", 2),  # of an agent's lines two
        ([("a", "x y z 1")], "y z 1", 1),  # of the base's one
        ([("h", "x y z p q"), ("a", "x y z p q 1")], "x y z q 1", 0),  # their own do not count
        ([("a", "y z 1")], "y z 1", 0),  # an agent did that
        ([("a", "y z")], "y", 1),  # the first line an agent, the last a person
        ([("a", "x y z 1 2"), ("h", "x y z 1")], "x y z 1 2", 0),  # it came back
        ([("h", "y z"), ("a", "y z 1")], "x y z 1", 0),  # taken out, but not in the commit
    ],
)
def test_what_people_took_out(trees: Trees, steps: list[tuple[str, str]], commit: str, removed: int) -> None:
    chain: list[tuple[dict[str, str], Owner]] = [({"f": text(words)}, LETTERS[who]) for who, words in steps]
    assert trees.replay({"f": text("x y z")}, chain, {"f": text(commit)}).removed == removed


def test_one_process_whatever_the_number_of_steps(trees: Trees, monkeypatch: pytest.MonkeyPatch) -> None:
    snapshots = [{"f": "".join(f"{n}\n" for n in range(size))} for size in range(200)]
    written = trees.write(*snapshots)
    steps = [Step(tree, turn(number)) for number, tree in enumerate(written[1:], 1)]
    calls = []
    start = trees.repo.start

    def counted(_: Repository, *words: str) -> Running:
        calls.append(words)
        return start(*words)

    monkeypatch.setattr(Repository, "start", counted)
    found = attribute(trees.repo, written[0], steps, written[0], written[-1], {"f"})
    assert len(calls) == 1
    [file] = found.lines.files
    assert file.ranges == tuple(Owned(n, n, turn(n)) for n in range(1, 200))
