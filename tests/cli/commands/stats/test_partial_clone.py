"""`entire stats` in a partial clone: the same numbers, or it says what is not there."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from tests.cli.conftest import Stage, run


def partly(stage: Stage, path: Path) -> Path:
    """A clone without the contents of files."""
    stage.work.git("config", "uploadpack.allowFilter", "true")
    address = f"file://{stage.work.path}"
    subprocess.run(["git", "clone", "--quiet", "--filter=blob:none", address, path], check=True)
    return path


def stats(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run(path, "stats", "--json").out)
    return found


def test_what_is_missing_is_fetched(one: Stage, tmp_path: Path) -> None:
    whole = stats(one.work.path)
    assert whole["total"]["session_count"] == 1
    assert stats(partly(one, tmp_path / "part"))["total"] == whole["total"]


def test_what_cannot_be_fetched_is_named(one: Stage, tmp_path: Path) -> None:
    path = partly(one, tmp_path / "part")
    subprocess.run(["git", "remote", "set-url", "origin", f"file://{tmp_path}/gone"], cwd=path, check=True)
    assert len(stats(path)["missing"]) == 1
    assert "Not in this clone: 1 checkpoint (`entire fetch`)" in run(path, "stats").out
