"""Parts of a story as plain text: they say what the others say."""

from __future__ import annotations

from tests.web.story.chapters import a_chapter

from entire.web.story import plain
from entire.web.story.edits import DiffLine, Edited, left_out


def test_a_conversation() -> None:
    shown = plain.talks(a_chapter("one\ntwo"))
    for wanted in (
        "Still open: one two\n",
        "> 2026-11-02 08:10 UTC\n> one\n> two\none\ntwo\n",
        "* one two one two failed\n",
        "+A one\ntwo\n2 more lines\n",
        "* one two one two +4 −2\n",
        "* Subagent: one two\n  > one\n  > two\n  * one two one two\n",
    ):
        assert wanted in shown, wanted


def test_an_edit_of_which_nothing_is_shown() -> None:
    """There are not "more" lines then."""
    edit = Edited("one.py", [], 3)
    assert left_out(edit) == "3 lines not shown"
    assert left_out(edit._replace(lines=[DiffLine("+", "one")])) == "3 more lines"


def test_changes() -> None:
    shown = plain.changes(a_chapter())
    head = "text +1 −1, 1 by agents, was old text\n"
    assert shown.startswith(f"{head}@@ line 3 @@\n   text\n-  text\n+A text\n")
    assert shown.endswith("Not stored: text")
    only_files = a_chapter()._replace(changes=[])
    assert plain.changes(only_files) == "text\nNot stored: text"


def test_facts() -> None:
    assert plain.facts_line(a_chapter()) == (
        "Checkpoint text · Commit text · Time 2026-11-02 08:17 UTC · Author text · Branch text · Turns 2 · "
        "Worked 1m 1s · Tokens 5 · Cost $1.00+ · Lines added 3 by agents, 2 by hand, 1 unknown"
    )


def test_lines_without_owners_have_no_column_for_them() -> None:
    assert plain.diff([DiffLine("-", "a"), DiffLine("+", "b")]) == "-a\n+b"
