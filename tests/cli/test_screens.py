"""Each screen at 80 and at 140 columns, exactly: `screens/NAME-WIDTH.txt` is what a person sees.

After a change that is meant, look at the new text and write it to the file.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.cli.commands.blame import test_screen as blame
from tests.cli.commands.explain import test_detail_screen as detail
from tests.cli.commands.explain import test_screen as explain
from tests.cli.commands.imports import test_import_screen as imports
from tests.cli.commands.search import test_screen as search
from tests.cli.commands.session import test_screen as session
from wcwidth import wcswidth as cell_len

from entire.cli.commands.imports import screen as import_screen
from entire.cli.commands.search.facts import Found
from entire.cli.money import CostRow
from entire.cli.ui.screen import Screen

FOLDER = Path(__file__).parent / "screens"
SAID = "I count attempts per address, not per user: one address can try many names, and that is what to stop."
WORKED: dict[str, Any] = {"cost": CostRow(310_000, 0), "turn_count": 3, "seconds_worked": 372.0}
PAID = [one._replace(cost=CostRow(290_000, 900)) for one in session.DETAIL.checkpoints]
SCREENS: dict[str, Callable[[int], str]] = {
    "search": lambda width: search.shown(Found([search.COMMITTED, search.STEP], True), width),
    "import": lambda width: "\n".join(import_screen.render(imports.FOUND, Screen(width, 0.0))) + "\n",
    "session-list": lambda width: session.listed(session.EVERY, width),
    "session-show": lambda width: session.detailed(
        session.DETAIL._replace(**WORKED, checkpoints=PAID), width
    ),
    "explain": lambda width: explain.listed(explain.LISTING, width),
    "explain-one": lambda width: detail.shown(detail.DETAIL._replace(**WORKED), width),
    "why": lambda width: blame.shown(blame.WHY._replace(said=SAID), width),
    "blame": lambda width: blame.blamed(width),
}


@pytest.mark.parametrize("width", [80, 140])
@pytest.mark.parametrize("name", SCREENS)
def test_what_a_person_sees(name: str, width: int) -> None:
    shown = SCREENS[name](width)
    assert max(map(cell_len, shown.splitlines())) <= width
    assert shown == (FOLDER / f"{name}-{width}.txt").read_text()
