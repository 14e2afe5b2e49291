"""The examples in the documentation are run, and print what the documentation says."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.scenario.world import World, make_repo
from tools.examples import examples, matches, pages, updated

PAGES = pages()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples(page: Path, tmp_path: Path) -> None:
    world = World(make_repo(tmp_path / "repo"))
    for command, expected in examples(page):
        done = world.run("sh", "-c", command)
        assert matches(done.stdout, expected), f"run `make examples`\n$ {command}\n{done.stdout}"


def test_there_are_examples() -> None:
    assert sum(1 for page in PAGES for _ in examples(page)) >= 4


PAGE = """\
Text.

```console
$ first
old
$ second
some... text
$ third
```

```text
$ never run
```
"""


def test_output_that_differs_is_replaced() -> None:
    answers = {"first": "new\n", "second": "some\nmore text\n", "third": "more\n"}
    after = updated(PAGE, answers.__getitem__)
    assert after == PAGE.replace("old\n", "new\n").replace("$ third\n", "$ third\nmore\n")
    assert updated(after, answers.__getitem__) == after
