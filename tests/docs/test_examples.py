"""The examples in the documentation are run, and print what the documentation says."""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.scenario.world import World, make_repo

ROOT = Path(__file__).parent.parent.parent
BLOCK = re.compile(r"^```console\n(.*?)^```", re.DOTALL | re.MULTILINE)
PAGES = [
    page
    for page in (*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md")))
    if BLOCK.search(page.read_text())
]


def examples(page: Path) -> Iterator[tuple[str, str]]:
    """Commands and what they print: lines with `$` begin one, `...` stands for any further lines."""
    for block in BLOCK.findall(page.read_text()):
        for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, expected = example.partition("\n")
            yield command, expected


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples(page: Path, tmp_path: Path) -> None:
    world = World(make_repo(tmp_path / "repo"))
    for command, expected in examples(page):
        done = world.run("sh", "-c", command)
        pattern = re.sub(r"([\[?])", r"[\1]", expected).replace("...", "*")
        assert fnmatch.fnmatchcase(done.stdout, pattern), f"$ {command}\n{done.stdout}"


def test_there_are_examples() -> None:
    assert sum(1 for page in PAGES for _ in examples(page)) >= 4
