"""Who talks to another machine asks `remote/destination` where to, or knows the remotes of git alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import entire

SOURCE = Path(entire.__file__).parent
# Where git is started that may use the network, and which address it gets.
ONLINE = {
    "git/push.py": "that of its caller, below",
    "remote/fetch.py": "that of its caller, below",
    "git/objects/promised.py": "the remote of a partial clone, in git's configuration",
    "git/worktree/checkout.py": "none: git itself asks the remote of a partial clone",
}
# Who gives an address to these.
SENDERS = {
    "git.push": {"remote/push.py"},
    "remote.push": {"remote/exchange.py", "lifecycle/push_events.py"},
    "remote.fetch": {"remote/push.py", "remote/exchange.py"},
}
CHOOSE = {"remote/exchange.py", "lifecycle/push_events.py"}
# These fetch from origin and know no other remote.
FROM_ORIGIN = {
    "fetch_branch": {"strategy/resume/branch.py", "cli/commands/resume/branch.py", "remote/from_origin.py"},
    "fetch_notes": {"cli/commands/enable/command.py"},
    "fetch_from_origin": {"git/fetch.py", "remote/from_origin.py"},
}


def imports(path: Path) -> Iterator[str]:
    """Everything that a module imports, sooner or later, by its full name."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


IMPORTS = {str(path.relative_to(SOURCE)): set(imports(path)) for path in SOURCE.rglob("*.py")}


def importers(name: str) -> set[str]:
    """The modules that import a module of ours, or something in it."""
    full = f"entire.{name}"
    return {
        place
        for place, found in IMPORTS.items()
        if any(one == full or one.startswith(f"{full}.") for one in found)
    }


def test_only_one_module_lets_git_use_the_network() -> None:
    found = {
        str(path.relative_to(SOURCE))
        for path in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.keyword) and node.arg == "online" and not isinstance(node.value, ast.Name)
    }
    assert found == {"git/fetch.py"}
    assert importers("git.fetch.run_online") == ONLINE.keys()


def test_every_sender_asks_for_the_destination() -> None:
    for name, known in SENDERS.items():
        assert importers(name) == known, name
    assert importers("remote.destination") == CHOOSE
    assert {place for known in SENDERS.values() for place in known} - CHOOSE == {"remote/push.py"}


def test_others_fetch_from_origin() -> None:
    calls = {
        (ast.unparse(node.func).rpartition(".")[2], str(path.relative_to(SOURCE)))
        for path in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call)
    }
    for name, known in FROM_ORIGIN.items():
        assert {place for called, place in calls if called == name} == known, name
