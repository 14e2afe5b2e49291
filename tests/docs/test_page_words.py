"""Pages are written in plain English: none of the words that no engineer would say aloud."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]
BANNED = re.compile(
    r"\b(anew|whoever|somebody|held on|is to be|as it were|is no JSON|by nobody"
    r"|(?:is|are) none|you are told)\b",
    re.IGNORECASE,
)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_plain_english(page: Path) -> None:
    assert BANNED.findall(page.read_text()) == []
