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
    rows = [line for line in PAGE.read_text().splitlines() if line.startswith("|") and "|---" not in line]
    tables = [row for row in rows if row.count("|") == 3 and not row.endswith("| test |")]
    assert [row for row in tables if not _NAMED.search(row)] == []


def _exists(file: Path, name: str) -> bool:
    return file.is_file() and (not name or f"def {name}(" in file.read_text())
