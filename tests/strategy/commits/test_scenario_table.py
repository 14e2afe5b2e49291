"""The ways in which prompts and commits interleave, as rows of facts and the decisions that follow.

`tests/scenario` plays the same through installed hooks; here the pure decisions stand alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, cast

import pytest
from tests.strategy.model import alike, changes_between

from entire.session.phase import Phase, PhaseEvent, TransitionContext, transition
from entire.session.state import State
from entire.strategy.commits import link
from entire.strategy.commits.carry_forward import Versions, remaining
from entire.strategy.commits.condense import is_condensed
from entire.strategy.commits.overlap import overlapping, renamed
from entire.strategy.condensing.part import move_on
from entire.strategy.turn.conversation import Conversation
from entire.transcript.cursor import Cursor

ONE = "Prompt → Changes → Prompt Finishes → User Commits"
TWO = "Prompt Commits Within Single Turn"
THREE = "Claude Makes Multiple Granular Commits"
FOUR = "User Splits Changes Into Multiple Commits"
FIVE = "Partial Commit → Stash → Next Prompt"
SIX = "Stash → Second Prompt → Unstash → Commit All"
SEVEN = "Partial Staging with `git add -p`"
REPLACED = "Example: Reverted and Replaced"

HALF = "".join(f"this is line {number}\n" for number in range(1, 51))
WHOLE = HALF + "".join(f"this is line {number}\n" for number in range(51, 101))


class Commit(NamedTuple):
    """One commit of a story: the facts at that moment, then what is decided."""

    story: str
    phase: str
    touched: list[str]  # by the session, as it comes to the commit
    shadow: Mapping[str, str]
    parent: Mapping[str, str]
    head: Mapping[str, str]  # the tree that is committed
    disk: Mapping[str, str]
    work: list[str]  # expected: in the commit as the session's
    carried: list[str]  # expected: left for the next commit
    stashed: tuple[str, ...] = ()
    linked: bool = True


def files(names: str, **others: str) -> dict[str, str]:
    """Files with a content of their own each."""
    return {name: f"content of {name}\n" for name in names} | others


IDLE, ACTIVE = Phase.IDLE, Phase.ACTIVE
# A commit by the agent itself comes before its turn is saved: nothing is on the shadow branch yet.
NOTHING: dict[str, str] = {}

STORIES = [
    Commit(ONE, IDLE, list("ABC"), files("ABC"), {}, files("ABC"), files("ABC"), list("ABC"), []),
    Commit(TWO, ACTIVE, list("AB"), NOTHING, {}, files("AB"), files("AB"), list("AB"), []),
    Commit(THREE, ACTIVE, ["A"], NOTHING, {}, files("A"), files("A"), ["A"], []),
    Commit(THREE, ACTIVE, ["B"], NOTHING, files("A"), files("AB"), files("AB"), ["B"], []),
    Commit(THREE, ACTIVE, ["C"], NOTHING, files("AB"), files("ABC"), files("ABC"), ["C"], []),
    Commit(FOUR, IDLE, list("ABCD"), files("ABCD"), {}, files("AB"), files("ABCD"), list("AB"), list("CD")),
    Commit(FOUR, IDLE, list("CD"), files("CD"), files("AB"), files("ABCD"), files("ABCD"), list("CD"), []),
    Commit(FIVE, IDLE, list("ABC"), files("ABC"), {}, files("A"), files("ABC"), ["A"], list("BC")),
    Commit(
        FIVE,
        IDLE,
        list("BCDE"),
        files("BCDE"),
        files("A"),
        files("ADE"),
        files("ADE"),
        list("DE"),
        list("BC"),
        stashed=("B", "C"),
    ),
    # The stash is applied at last: its content is compared with what the session left.
    Commit(FIVE, IDLE, list("BC"), files("BC"), files("ADE"), files("ABCDE"), files("ABCDE"), list("BC"), []),
    Commit(SIX, IDLE, list("ABC"), files("ABC"), {}, files("A"), files("ABC"), ["A"], list("BC")),
    Commit(
        SIX, IDLE, list("BCDE"), files("BCDE"), files("A"), files("ABCDE"), files("ABCDE"), list("BCDE"), []
    ),
    Commit(SEVEN, IDLE, ["A"], {"A": WHOLE}, {}, {"A": HALF}, {"A": WHOLE}, ["A"], ["A"]),
    Commit(SEVEN, IDLE, ["A"], {"A": WHOLE}, {"A": HALF}, {"A": WHOLE}, {"A": WHOLE}, ["A"], []),
    Commit(
        REPLACED, IDLE, ["X"], {"X": "hello\n"}, {}, {"X": "world\n"}, {"X": "world\n"}, [], [], linked=False
    ),
]
# Files that the agent adds before the commit of that number.
NEW_FILES = {(THREE, 1): "B", (THREE, 2): "C", (FIVE, 1): "DE", (SIX, 1): "DE"}


def story_of(name: str) -> list[Commit]:
    return [commit for commit in STORIES if commit.story == name]


class Outcome(NamedTuple):
    work: list[str]
    linked: bool
    condensed: bool
    carried: list[str]


def decide(commit: Commit) -> Outcome:
    """All decisions about one commit, as the hooks take them, from facts alone."""
    changes = changes_between(commit.parent, commit.head)
    by_name = commit.touched if commit.phase == Phase.ACTIVE else ()
    work = overlapping(commit.touched, changes, commit.shadow, alike=alike, by_name=by_name)
    moved = renamed(commit.touched, changes, commit.shadow)
    overlap = [*work, *moved.values()]
    decision = link.decide(link.Facts("message", bool(overlap)))
    context = TransitionContext(has_files_touched=bool(commit.touched))
    actions = transition(commit.phase, PhaseEvent.GIT_COMMIT, context).actions
    condensed = is_condensed(actions, overlap)
    versions = Versions(commit.shadow, commit.head, commit.disk, commit.stashed, moved)
    carried = remaining(commit.touched, changes, versions) if condensed else []
    return Outcome(overlap, decision.edit != link.Edit.NOTHING, condensed, carried)


@pytest.mark.parametrize(
    "commit", STORIES, ids=lambda commit: f"{commit.story}: {''.join(commit.touched)} {len(commit.head)}"
)
def test_every_commit_of_every_scenario(commit: Commit) -> None:
    assert decide(commit) == Outcome(commit.work, commit.linked, commit.linked, commit.carried)


@pytest.mark.parametrize("name", [ONE, TWO, THREE, FOUR, FIVE, SIX, SEVEN])
def test_what_a_commit_leaves_is_what_the_next_one_begins_with(name: str) -> None:
    story = story_of(name)
    for number in range(1, len(story)):
        before, after = decide(story[number - 1]), story[number]
        new = list(NEW_FILES.get((name, number), ""))
        assert after.touched == [*before.carried, *new]
        assert after.parent == story[number - 1].head
        assert set(after.shadow) <= {*before.carried, *new}
    assert decide(story[-1]).carried == []


class Heard:
    """A conversation of so many records, nothing of it in files."""

    def __init__(self) -> None:
        self.cursor = Cursor()
        self.cursor.mark.position = 10

    def scope_of(self, paths: list[str]) -> int:
        return 3


class Summary(NamedTuple):
    """A row of the summary: when checkpoints are made, and by which mechanism."""

    story: str
    commits: int
    phases: set[str]  # in which a commit is condensed
    to_finalise: int  # checkpoints that wait for the end of the turn
    files: list[list[str]]  # of each checkpoint
    touched: list[list[str]]  # of the session after each commit


SUMMARY = [
    Summary(ONE, 1, {IDLE}, 0, [list("ABC")], [[]]),
    Summary(TWO, 1, {ACTIVE}, 1, [list("AB")], [[]]),
    Summary(THREE, 3, {ACTIVE}, 3, [["A"], ["B"], ["C"]], [[], [], []]),
    Summary(FOUR, 2, {IDLE}, 0, [list("AB"), list("CD")], [list("CD"), []]),
    Summary(FIVE, 3, {IDLE}, 0, [["A"], list("DE"), list("BC")], [list("BC"), list("BC"), []]),
    Summary(SIX, 2, {IDLE}, 0, [["A"], list("BCDE")], [list("BC"), []]),
    Summary(SEVEN, 2, {IDLE}, 0, [["A"], ["A"]], [["A"], []]),
]


@pytest.mark.parametrize("row", SUMMARY, ids=lambda row: row.story)
def test_the_summary_table(row: Summary) -> None:
    story = story_of(row.story)
    state = State(session_id="s1")
    conversation = cast(Conversation, Heard())
    touched = []
    for number, commit in enumerate(story):
        state.phase, outcome = commit.phase, decide(commit)
        move_on(state, conversation, f"{number:012x}", f"commit {number}", outcome.carried)
        touched.append(list(state.files_touched))
        assert state.base_commit == state.attribution_base_commit == f"commit {number}"
        assert bool(state.checkpoint_count) == bool(outcome.carried)
        # What is carried keeps the scope of the turns that touched it; tokens are counted once all the same.
        assert state.checkpoint_transcript_start == (3 if outcome.carried else 10)
        assert state.token_transcript_start == 10
    assert len(story) == row.commits
    assert {commit.phase for commit in story} == row.phases
    assert state.turn_checkpoint_ids == [f"{number:012x}" for number in range(row.to_finalise)]
    assert [decide(commit).work for commit in story] == row.files
    assert touched == row.touched


def test_scenarios_five_and_six_differ_only_in_what_is_stashed() -> None:
    """The second commit of both: the same session, the same files, one with B and C stashed."""
    five, six = story_of(FIVE)[1], story_of(SIX)[1]
    assert (five.touched, five.shadow, five.parent) == (six.touched, six.shadow, six.parent)
    assert (five.stashed, six.stashed) == (("B", "C"), ())
    assert [*decide(five).work, *decide(five).carried] == ["D", "E", "B", "C"]
    assert decide(six).work == ["B", "C", "D", "E"]


def test_a_later_prompt_supersedes_what_was_carried() -> None:
    """Half of A was committed, and the next prompt adds to it: what it left there counts."""
    more = WHOLE + "and one line on top of these\n"
    commit = Commit(SEVEN, IDLE, ["A"], {"A": more}, {"A": HALF}, {"A": WHOLE}, {"A": more}, ["A"], ["A"])
    assert decide(commit) == Outcome(["A"], True, True, ["A"])
    whole = commit._replace(head={"A": more})
    assert decide(whole) == Outcome(["A"], True, True, [])


@pytest.mark.parametrize("phase", Phase.ALL)
def test_an_unrelated_commit_is_left_alone_in_every_phase(phase: str) -> None:
    work = files("AB")
    commit = Commit(ONE, phase, list("AB"), work, {}, files("Z"), files("ABZ"), [], [], linked=False)
    assert decide(commit) == Outcome([], False, False, [])
