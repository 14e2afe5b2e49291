"""Every claim of docs/security.md names a test that exists."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "security.md"
_NAMED = re.compile(r"`(tests/[\w/]+\.py)(?:::(\w+))?`")


def test_every_claim_has_a_test() -> None:
    named = _NAMED.findall(PAGE.read_text())
    assert len(named) > 30
    missing = [f"{path}::{name}" for path, name in named if not _exists(ROOT / path, name)]
    assert not missing


def test_no_claim_is_without_one() -> None:
    """In every table, the last column names the tests."""
    text = PAGE.read_text()
    tables = [part.splitlines() for part in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)]
    assert len(tables) > 5
    assert [head for head, *_ in tables if not head.endswith("| test |")] == []
    rows = [row for _, _, *rows in tables for row in rows]
    assert [row for row in rows if not _NAMED.search(row.split("|")[-2])] == []


def _exists(file: Path, name: str) -> bool:
    return file.is_file() and (not name or f"def {name}(" in file.read_text())
