from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entire.checkpoint import trailers
from entire.git.objects.read import Commit
from entire.session.state import State
from entire.strategy.commits.link import (
    Decision,
    Edit,
    Facts,
    _amended_id,
    decide,
    may_link,
    not_committed,
)
from entire.strategy.links.message import is_untouched, only_trailer, without_trailer

SOURCES = ("", "message", "template", "commit", "merge", "squash")
ID = "a3b2c4d5e6f7"
TRAILER = trailers.format_checkpoint(ID)
SCISSORS = "# ------------------------ >8 ------------------------"


@pytest.mark.parametrize(
    ("source", "linked", "replaying"), list(itertools.product(SOURCES, *[(False, True)] * 2))
)
def test_squashes_replays_and_linked_messages_are_left_alone(
    source: str, linked: bool, replaying: bool
) -> None:
    ordinary = source in ("", "message", "template", "commit", "merge")
    assert may_link(source, linked, replaying) == (ordinary and not linked and not replaying)


# source, has work, checkpoint of the amended commit, declined, whether an editor opens → edit, checkpoint
TABLE = [
    ("", True, "", False, True, Edit.EXPLAIN, ""),
    ("template", True, "", False, True, Edit.EXPLAIN, ""),
    ("message", True, "", False, False, Edit.APPEND, ""),
    ("message", True, "", True, False, Edit.NOTHING, ""),
    ("message", True, "", False, True, Edit.EXPLAIN, ""),  # `-e -m`
    ("commit", True, "", False, False, Edit.APPEND, ""),
    ("commit", True, "", False, True, Edit.INSERT, ""),
    ("commit", True, ID, False, False, Edit.APPEND, ID),
    ("commit", True, ID, False, True, Edit.INSERT, ID),
    ("commit", False, ID, False, True, Edit.INSERT, ID),  # `--amend` with new words only: the link stays
    ("commit", False, "", False, True, Edit.NOTHING, ""),
    ("", False, "", False, True, Edit.NOTHING, ""),
    ("template", False, "", False, True, Edit.NOTHING, ""),
    ("message", False, "", False, False, Edit.NOTHING, ""),
    ("message", False, "", True, False, Edit.NOTHING, ""),
]


@pytest.mark.parametrize(("source", "has_work", "amended", "declined", "editor", "edit", "checkpoint"), TABLE)
def test_how_a_commit_is_linked(
    source: str, has_work: bool, amended: str, declined: bool, editor: bool, edit: str, checkpoint: str
) -> None:
    assert decide(Facts(source, has_work, amended, declined, editor)) == Decision(edit, checkpoint)


@pytest.mark.parametrize(
    "facts",
    [
        Facts(*case)
        for case in itertools.product(SOURCES, (False, True), ("", ID), (False, True), (False, True))
    ],
)
def test_what_holds_in_every_case(facts: Facts) -> None:
    decision = decide(facts)
    kept = facts.source == "commit" and bool(facts.amended_id)
    assert decision.checkpoint_id == (ID if kept else "")
    assert (decision.edit == Edit.NOTHING) == (not kept and (facts.declined or not facts.has_work))
    # A note is for a person in an editor; `-m` and `-C` open none.
    assert decision.edit != Edit.EXPLAIN or facts.editor or facts.source != "message"
    assert decision.edit != Edit.EXPLAIN or facts.source != "commit"


@pytest.mark.parametrize(
    ("text", "comment", "expected"),
    [
        ("", "#", True),
        ("\n\n", "#", True),
        (f"{TRAILER}\n", "#", True),
        (f"\n\n{TRAILER}\n\n# Please enter the message\n#\n", "#", True),
        (f"\n\n{TRAILER}\n; a note\n", ";", True),
        (f"\n\n{TRAILER}\n# a note\n", ";", False),
        (f"  {TRAILER}  \n", "#", True),
        ("Entire-Checkpoint: no id at all\n", "#", True),
        (f"Fix it\n\n{TRAILER}\n", "#", False),
        (f"{TRAILER}\nFix it\n", "#", False),
        (f"\n\nSigned-off-by: A <a@x>\n{TRAILER}\n", "#", False),
        (f"Re: {TRAILER}\n", "#", False),
        ("Entire-Checkpoint\n", "#", False),
        (f"{TRAILER}\n#1 is done\n", "//", False),
        (f"{TRAILER}\n// a note\n", "//", True),
        (f"{TRAILER}\n#\n{SCISSORS}\ndiff --git a/x b/x\n", "#", True),
        (f"Fix it\n\n{TRAILER}\n{SCISSORS}\ndiff --git a/x b/x\n", "#", False),
        (f"\n{TRAILER}\n# Please enter the message\n#\n- Fix it\n", "#", False),
    ],
)
def test_whether_a_message_is_the_users_own(text: str, comment: str, expected: bool) -> None:
    assert only_trailer(text, comment) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{TRAILER}\n", ""),
        (f"\n\n{TRAILER}\n# a note\n", "\n\n# a note\n"),
        (f"Fix it\n\n{TRAILER}\n{TRAILER}\n", "Fix it\n\n"),
        (f"  {TRAILER}\r\nFix it\r\n", "Fix it\r\n"),
        (f"Re: {TRAILER}\n", f"Re: {TRAILER}\n"),
        ("Fix it", "Fix it"),
    ],
)
def test_a_message_without_our_trailer(text: str, expected: str) -> None:
    assert without_trailer(text) == expected


LINES = st.sampled_from(["", "  ", TRAILER, f"  {TRAILER}", "Entire-Checkpoint: x", "# note", "Fix it", "é"])
MESSAGES = st.lists(st.one_of(LINES, st.text(max_size=20))).map("\n".join)


def _others(text: str) -> list[str]:
    return [line for line in text.split("\n") if "Entire-Checkpoint:" not in line]


@given(MESSAGES)
def test_only_our_trailer_is_removed(text: str) -> None:
    left = without_trailer(text)
    assert without_trailer(left) == left
    assert trailers.checkpoint_ids(f"subject\n{left}") == []
    assert _others(left) == _others(text) or (left == "" and not _others(text))


@given(MESSAGES)
def test_an_emptied_message_is_one_that_git_refuses(text: str) -> None:
    """Only blank lines and comments are left: git aborts, as it would without us."""
    lines = [line.strip() for line in without_trailer(text).split("\n")]
    assert only_trailer(text, "#") or not all(not line or line.startswith("#") for line in lines)


@given(MESSAGES, st.sampled_from(["Fix it", "x", "Signed-off-by: A <a@x>", "é"]))
def test_one_word_of_the_users_is_enough(text: str, word: str) -> None:
    assert not only_trailer(f"{word}\n{text}", "#")


COMMENTS = "\n# Please enter the message\n#\n# On branch main\n"


@pytest.mark.parametrize(
    ("text", "template", "expected"),
    [
        (f"Why:\n\n{TRAILER}\n{COMMENTS}", f"Why:\n{COMMENTS}", True),
        (f"Why:\n\nHow:\n\n{TRAILER}\n", "Why:\n\nHow:\n", True),
        (f"Why: because\n\n{TRAILER}\n{COMMENTS}", f"Why:\n{COMMENTS}", False),
        (f"{TRAILER}\n{COMMENTS}", f"Why:\n{COMMENTS}", False),
        (f"Why:\n\n{TRAILER}\n", "", False),  # git offered no template
    ],
)
def test_whether_a_template_was_filled_in(text: str, template: str, expected: bool) -> None:
    assert is_untouched(text, template, "#") == expected


@pytest.mark.parametrize(
    ("versions", "unsaved", "expected"),
    [
        ([], [], ["a", "b"]),
        ([("a", "1")], [], ["b"]),  # a commit has what the session left
        ([("a", "2")], [], ["a", "b"]),  # the session has changed it since
        ([("a", "2"), ("a", "1")], [], ["b"]),
        ([("a", "1")], ["a"], ["a", "b"]),  # and is changing it again
        ([("c", "1")], [], ["a", "b"]),
        ([("b", "")], [], ["a", "b"]),
    ],
)
def test_what_no_commit_has_yet(
    versions: list[tuple[str, str]], unsaved: list[str], expected: list[str]
) -> None:
    assert not_committed(["a", "b"], versions, {"a": "1"}, unsaved) == expected


@pytest.mark.parametrize(("condensed", "expected"), [("a" * 40, "0123456789ab"), ("b" * 40, "")])
def test_a_session_that_only_followed_head_does_not_say_what_was_amended(
    condensed: str, expected: str
) -> None:
    """Its last checkpoint is another commit's: an agent that turns hooks off made HEAD."""
    head = Commit("a" * 40, "c" * 40, (), "", "", "No trailer\n")
    state = State(base_commit=head.oid, attribution_base_commit=condensed, last_checkpoint_id="0123456789ab")
    assert _amended_id(head, [state]) == expected
