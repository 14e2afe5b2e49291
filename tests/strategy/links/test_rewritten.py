"""Rewritten commits: which links have to be kept as notes."""

from __future__ import annotations

import pytest

from entire.checkpoint.relinked import with_links
from entire.checkpoint.trailers import checkpoint_ids
from entire.strategy.links.rewritten import Rewritable, Rewrite, lost_links, parse_rewrites

A, B = "a3b2c4d5e6f7", "0123456789ab"
LINK_A, LINK_B = f"Entire-Checkpoint: {A}", f"Entire-Checkpoint: {B}"


@pytest.mark.parametrize(
    ("messages", "lost"),
    [
        pytest.param({"o": f"Add x\n\n{LINK_A}\n", "n": f"Add y\n\n{LINK_A}\n"}, {}, id="kept"),
        pytest.param({"o": f"Add x\n\n{LINK_A}\n", "n": "Add y\n"}, {"n": [A]}, id="amend -m"),
        pytest.param(
            {"o": f"Add x\n\n{LINK_A}\n", "n": f"Add y\n\n{LINK_B}\n"}, {"n": [A]}, id="with new work"
        ),
        pytest.param({"o": f"Add x\n\n{LINK_A}\n", "n": "Add x\n"}, {}, id="removed by hand"),
        pytest.param({"o": "Add x\n", "n": "Add y\n"}, {}, id="never linked"),
        pytest.param({"o": f"Add x\n\n{LINK_A}\n"}, {"n": [A]}, id="the new one cannot be read"),
        pytest.param({"n": "Add x\n"}, {}, id="the old one cannot be read"),
    ],
)
def test_one_commit(messages: dict[str, str], lost: dict[str, list[str]]) -> None:
    assert lost_links([Rewrite("o", "n")], linked(messages)) == lost


def linked(messages: dict[str, str]) -> dict[str, Rewritable]:
    return {oid: Rewritable(text, checkpoint_ids(text)) for oid, text in messages.items()}


def test_a_note_goes_from_commit_to_commit() -> None:
    commits = {"o": Rewritable("Add x\n", [A]), "n": Rewritable("Add x\n", [])}
    assert lost_links([Rewrite("o", "n")], commits) == {"n": [A]}


def test_several_into_one() -> None:
    messages = {"1": f"One\n\n{LINK_A}\n", "2": f"Two\n\n{LINK_B}\n", "n": f"One\n\n{LINK_A}\n"}
    assert lost_links([Rewrite("1", "n"), Rewrite("2", "n")], linked(messages)) == {"n": [B]}
    messages["n"] = "All\n"
    assert lost_links([Rewrite("1", "n"), Rewrite("2", "n"), Rewrite("1", "n")], linked(messages)) == {
        "n": [A, B]
    }


def test_the_input_of_the_hook() -> None:
    assert parse_rewrites("a b\nc d extra\n\nbroken\n") == [Rewrite("a", "b"), Rewrite("c", "d")]


def test_a_note_keeps_what_it_says() -> None:
    assert with_links("", [A]) == f"{LINK_A}\n"
    assert with_links(f"{LINK_A}\n", [A]) == f"{LINK_A}\n"
    assert with_links("by somebody else", [A, B]) == f"by somebody else\n{LINK_A}\n{LINK_B}\n"
    assert with_links("", []) == ""
