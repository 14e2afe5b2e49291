from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from entire.session import phase_page as phase
from entire.session.phase import TABLE

PAGE = Path(__file__).parents[2] / "docs" / "phases.md"
REGENERATE = "python -m entire.session.phase_page > docs/phases.md"
_ACTION_ROWS = 5  # of the table of actions, with its heading


def test_the_page_is_what_the_table_says() -> None:
    assert PAGE.read_text() == phase.page(), f"run: {REGENERATE}"


def test_the_page_holds_the_diagram_and_every_row() -> None:
    text = PAGE.read_text()
    assert f"```mermaid\n{phase.mermaid()}```\n" in text
    assert text.count("\n| ") == len(TABLE) + 1 + _ACTION_ROWS
    assert REGENERATE in text


def test_the_diagram_has_an_arrow_for_every_row() -> None:
    lines = phase.mermaid().splitlines()
    assert lines[0] == "stateDiagram-v2"
    arrows = [line.split(" : ")[0].split() for line in lines[2:]]
    assert arrows == [[row.source, "-->", row.target] for row in TABLE]


def test_the_module_prints_the_page() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "entire.session.phase_page"], capture_output=True, text=True, check=True
    )
    assert done.stdout == phase.page()
