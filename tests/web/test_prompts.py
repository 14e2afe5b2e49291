"""Thousands of prompts: a page has some of them, and a way to all."""

from __future__ import annotations

import re

import pytest
from tests.cli.conftest import Stage, assistant, user
from tests.support import Repo
from tests.web.client import ask
from tests.web.test_pages import links, read, words

ID, SESSION = "a" * 12, "5e551011-1111-4222-8333-444455556666"
COUNT = 1300


@pytest.fixture
def stage(repo: Repo) -> Stage:
    stage = Stage(repo)
    stage.set_up()
    lines = [line for number in range(COUNT) for line in (user(f"Question {number}!"), assistant("Done."))]
    stage.checkpoint(
        ID, {"lines": lines, "session_id": SESSION, "prompts": [f"Question {n}!" for n in range(COUNT)]}
    )
    stage.commit("Long", ID)
    return stage


def asked(html: str) -> list[int]:
    return [int(number) for number in re.findall(r"Question (\d+)!", words(html))]


def test_the_page_of_a_checkpoint_has_some_prompts_and_leads_to_all(stage: Stage) -> None:
    page = read(stage.repo, f"/checkpoint/{ID}")
    [beside] = re.findall(r"<nav class=prompts.*?</nav>", page, re.DOTALL)
    assert asked(beside) == list(range(100))
    assert "All prompts" in words(beside)
    [there] = [link for link in links(page) if "prompts=" in link]
    seen: list[int] = []
    while there:
        page = read(stage.repo, there)
        some = asked(page)
        assert len(some) <= 500
        seen += some
        [there] = [link for link in links(page) if "skip=" in link and "rel" not in link] or [""]
    assert seen == list(range(COUNT))
    last = [link for link in links(page) if "from=" in link][-1]
    assert f"Question {COUNT - 1}!" in words(read(stage.repo, last))
    anchor = last.partition("#")[2]
    assert f"id={anchor} " in read(stage.repo, last)


def test_prompts_of_a_session_follow_page_by_page(stage: Stage) -> None:
    seen: list[int] = []
    there = f"/session/{SESSION}"
    while there:
        page = read(stage.repo, there)
        [some] = re.findall(r'<ol class="asked".*?</ol>', page, re.DOTALL)
        assert len(asked(some)) <= 200
        seen += asked(some)
        [there] = [link for link in links(page) if "skip=" in link] or [""]
    assert seen == list(range(COUNT))


def test_there_is_no_such_part(stage: Stage) -> None:
    assert ask(stage.repo, f"/checkpoint/{ID}?prompts=9").status == 404
