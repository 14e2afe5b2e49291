"""An exported conversation that is not whole says so, in every format."""

from __future__ import annotations

import json

import pytest
from tests.web.story.chapters import a_chapter

from entire.cli.commands.explain.detail_facts import CUT
from entire.web.export import as_html, as_json, as_markdown
from entire.web.export.story import Story
from entire.web.story import html
from entire.web.story.gather import Chapter


def cut(*, items: bool) -> Chapter:
    chapter = a_chapter()
    parts = [part._replace(cut=True) for part in chapter.detail.sessions]
    talks = [talk if items else talk._replace(items=[]) for talk in chapter.talks]
    return chapter._replace(detail=chapter.detail._replace(sessions=parts), talks=talks)


@pytest.mark.parametrize("items", [True, False])
def test_it_says_that_something_is_missing(items: bool) -> None:
    story = Story([cut(items=items)], [])
    texts = ["".join(render(story)) for render in (as_html.render, as_markdown.render)]
    texts.append("".join(html.part("talks", cut(items=items), text=True)))
    for text in texts:
        assert text.count(f"… {CUT}") == 1
        assert "No conversation" not in text
    assert json.loads("".join(as_json.render(story)))["checkpoints"][0]["sessions"][0]["cut"] is True


def test_a_whole_one_does_not() -> None:
    story = Story([a_chapter()], [])
    for render in (as_html.render, as_markdown.render):
        assert CUT not in "".join(render(story))
