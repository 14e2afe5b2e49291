"""A story as one HTML file: at most twice the text that it shows and 60 KB, whatever it is made of."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.web.allowed import Checked
from tests.web.story.chapters import a_chapter

from entire.agent.entries import ASSISTANT, TOOL, USER, Entry
from entire.cli.commit_row import CommitRow
from entire.web.export import as_html
from entire.web.export.story import Story
from entire.web.story.changes import FileChange
from entire.web.story.edits import DiffLine, Edited
from entire.web.story.gather import Chapter, Talk
from entire.web.story.reading import SUBAGENT, Item, Prompt

MOST_MORE = 60 * 1024
TIME = "2026-11-02T08:10:00Z"


def files(number: int, name: str = "src/f{}.py") -> Chapter:
    """A commit of files with one line each."""
    line = DiffLine("+", "x = 1", 1, "agent", "Claude Code", 1)
    changes = [FileChange(name.format(n), name.format(n), "A", 1, 0, 1, 0, 0, [line]) for n in range(number)]
    return a_chapter()._replace(changes=changes)


def turns(number: int, asked: str = "continue", said: str = "ok", time: str = TIME) -> Chapter:
    """A conversation of short turns."""
    items = [
        item
        for n in range(number)
        for item in (Item(Entry(USER, asked, time=time), 2 * n), Item(Entry(ASSISTANT, said), 2 * n + 1))
    ]
    prompts = [Prompt(2 * n, asked, time) for n in range(number)]
    return a_chapter()._replace(talks=[Talk(prompts, items)], changes=[])


def lines(number: int) -> Chapter:
    """A diff in which short lines of agents and people alternate."""
    pairs = [
        line
        for n in range(number)
        for line in (DiffLine("-", "x"), DiffLine("+", "y", n, ("agent", "human")[n % 2], "Codex", n % 7))
    ]
    return a_chapter()._replace(changes=[FileChange("a", "a", "M", number, number, number, 0, 0, pairs)])


def calls(number: int) -> Chapter:
    edit = Edited("a", [DiffLine("-", ""), DiffLine("+", "")])
    items = [Item(Entry(TOOL, "E", "a", failed=True), n, "o", [edit]) for n in range(number)]
    return a_chapter()._replace(talks=[Talk([], items)], changes=[])


def within_bounds(story: Story) -> Checked:
    out = "".join(as_html.render(story))
    page = Checked(out, file=True)
    assert page.wrong == []
    assert len(out.encode()) <= 2 * len(page.text.encode()) + MOST_MORE
    return page


@pytest.mark.parametrize(
    "chapters",
    [
        pytest.param([files(400)], id="many small files"),
        pytest.param([files(5000, "{}")], id="files without end"),
        pytest.param([turns(400)], id="many short prompts"),
        pytest.param([turns(5000, "y", "n", "")], id="prompts without end"),
        pytest.param([turns(60, "- a\n" * 400, "**b** `c` " * 100)], id="short things in Markdown"),
        pytest.param([files(400)] * 5, id="a range of many small files"),
        pytest.param([a_chapter()] * 200, id="a range of many small checkpoints"),
        pytest.param([lines(5000)], id="short lines of changing owners"),
        pytest.param([calls(2000)], id="short calls"),
        pytest.param([files(1)], id="one file"),
    ],
)
def test_a_file_is_at_most_twice_its_text_and_60_kb(chapters: list[Chapter]) -> None:
    within_bounds(Story(chapters, []))


def test_commits_without_a_checkpoint_without_end() -> None:
    within_bounds(Story([files(1)], [CommitRow("c" * 40, "x", "a", TIME)] * 10_000))


def test_what_usual_commits_show_keeps_its_form() -> None:
    """Some hundred small files or short prompts are not yet plain text."""
    page = "".join(as_html.render(Story([files(400)], [])))
    assert page.count("<details><summary>src/f") == 400
    page = "".join(as_html.render(Story([turns(400)], [])))
    assert page.count("<div class=ask") == page.count("<li><a href=#p1-0-") == 400


def test_what_is_too_much_becomes_plain_text() -> None:
    page = within_bounds(Story([files(5000), turns(1)], []))
    assert "\nsrc/f4999.py +1 −0, 1 by agents\n+A x = 1" in page.text
    assert "#p2-0-0" in page.addresses  # the other part keeps its form


TEXT = st.sampled_from(
    ["", "y", "ok", "- a\n- b", "| a |\n|---|\n| b |", "`x` *y*", "a long text " * 30, "ü\n\n中"]
)
LINE = st.builds(
    DiffLine,
    st.sampled_from("+-@ "),
    TEXT.map(lambda text: text.partition("\n")[0]),
    st.integers(0, 99),
    st.sampled_from(["", "agent", "human", "unknown"]),
    st.sampled_from(["", "Codex"]),
    st.integers(0, 3),
)
KIND = st.sampled_from([USER, ASSISTANT, TOOL, SUBAGENT])
ENTRY = st.tuples(KIND, TEXT, TEXT).map(lambda parts: Entry(*parts))
EDITS = st.lists(st.builds(Edited, TEXT, st.lists(LINE, max_size=4)), max_size=2)
ITEM = st.tuples(ENTRY, st.integers(0, 99), TEXT, EDITS).map(lambda parts: Item(*parts))
CHANGE = st.builds(
    FileChange,
    *(TEXT, TEXT, st.sampled_from("AMDR"), *([st.integers(0, 9)] * 5), st.lists(LINE, max_size=6)),
)


@settings(max_examples=25)
@given(
    st.lists(ITEM, min_size=1, max_size=6),
    st.lists(CHANGE, max_size=4),
    st.sampled_from([1, 50, 400]),
    st.sampled_from([1, 3]),
)
def test_any_shape(items: list[Item], changes: list[FileChange], times: int, chapters: int) -> None:
    prompts = [Prompt(item.position, item.entry.text, "") for item in items if item.entry.kind == USER]
    one = a_chapter()._replace(talks=[Talk(prompts * times, items * times)], changes=changes * times)
    within_bounds(Story([one] * chapters, []))
