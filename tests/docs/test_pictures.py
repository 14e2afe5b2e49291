"""The pictures show what the commands show now."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tools.screens import pages
from tools.screens.draw import Typed, draw, screen_rows
from tools.screens.emulate import Run, Terminal
from tools.screens.story import play

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
PICTURES = sorted(path.stem for path in FOLDER.glob("*.svg"))


@pytest.fixture(scope="module")
def played() -> dict[str, list[Typed]]:
    return play()


def test_every_picture_is_in_the_story(played: dict[str, list[Typed]]) -> None:
    assert sorted(played) == PICTURES


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_are_up_to_date(played: dict[str, list[Typed]], name: str) -> None:
    assert (FOLDER / f"{name}.svg").read_text() == draw(played[name]), "run `make pictures`"


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_are_shown_somewhere(name: str) -> None:
    pages = [FOLDER.parents[1] / "README.md", *FOLDER.parent.glob("*.md")]
    assert any(f"pictures/{name}.svg" in page.read_text() for page in pages)


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_are_sound(name: str) -> None:
    text = (FOLDER / f"{name}.svg").read_text()
    assert ElementTree.fromstring(text).tag == "{http://www.w3.org/2000/svg}svg"
    assert not re.search(r"/tmp|/home|\\x1b|entire-story", text)


def test_pictures_of_pages_are_small_and_shown_in_the_readme() -> None:
    """They have a time and ids of their own, so that they are not compared."""
    assert sorted(path.stem for path in FOLDER.glob("*.png")) == sorted(pages.PICTURES)
    for name in pages.PICTURES:
        data = (FOLDER / f"{name}.png").read_bytes()
        assert data.startswith(b"\x89PNG\r\n\x1a\n")
        assert 10_000 < len(data) < 200_000
        assert f"(docs/pictures/{name}.png)" in (FOLDER.parents[1] / "README.md").read_text()


def test_the_readme_names_the_checkpoint_of_its_picture() -> None:
    trailer = re.compile(r"Entire-Checkpoint: ([0-9a-f]{12})")
    readme = (FOLDER.parents[1] / "README.md").read_text()
    assert trailer.findall(readme) == trailer.findall((FOLDER / "first-commit.svg").read_text())


def shown(written: str) -> list[str]:
    """The rows of a terminal, without their styles."""
    terminal = Terminal()
    terminal.write(written)
    rows = []
    for runs in terminal.rows():
        row = ""
        for run in runs:
            row = row.ljust(run.column) + run.text
        rows.append(row)
    return rows


@pytest.mark.parametrize(
    ("written", "rows"),
    [
        ("one\ntwo\n", ["one", "two"]),
        ("\x1b[36mone\x1b[0m two", ["one two"]),
        ("one\rtwo", ["two"]),
        ("first\nsecond\n\x1b[2A\x1b[Jagain", ["again"]),
        ("first\n\x1b[1Ax", ["xirst"]),
        ("half\r\x1b[Kwhole", ["whole"]),
        ("\x1b[?25lhidden cursor", ["hidden cursor"]),
        ("", []),
        ("\n\none\n\n", ["", "", "one"]),
    ],
)
def test_what_a_terminal_shows(written: str, rows: list[str]) -> None:
    assert shown(written) == rows


def test_styles_are_kept() -> None:
    rows = screen_rows([Typed("entire status", "\x1b[2mdim\x1b[0m  \x1b[1;36mbright\x1b[0m\n")])
    assert rows[1] == [Run(0, "dim", ("dim",)), Run(5, "bright", ("bold", "cyan"))]


def test_markup_is_escaped() -> None:
    assert "&lt;b&gt; &amp;" in draw([Typed("cat", "<b> &")])
