"""Settings are loaded by `own_settings.load`, which knows what holds in a linked worktree."""

from __future__ import annotations

import ast
from pathlib import Path

import entire

SOURCE = Path(entire.__file__).parent
LOADED = {"settings.load", "settings_files.load"}
# Who may load them by their folder alone, and why.
ALLOWED = {
    "git/worktree/own_settings.py": "the way to load them",
    "hooks/away.py": "no repository can be opened",
}


def test_nobody_else_loads_settings_by_their_folder() -> None:
    found = set()
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in LOADED:
                found.add(str(path.relative_to(SOURCE)))
            if isinstance(node, ast.ImportFrom) and node.module == "entire.core.settings":
                assert "load" not in {alias.name for alias in node.names}, path
    assert found == ALLOWED.keys()
