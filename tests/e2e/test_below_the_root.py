"""Clients that are started in a folder below the repository's root.

Some look for hooks in that folder alone: then nothing is recorded until `entire session attach`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tests.e2e import stored
from tests.e2e.checks import check_tidy, commit, enable
from tests.e2e.clients.codex import Codex
from tests.e2e.clients.copilot import Copilot
from tests.e2e.clients.opencode import OpenCode
from tests.e2e.script import Script, Turn, say

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.e2e.clients.client import Client
    from tests.e2e.sandbox import Repo

    Start = Callable[[Script], Client]

FINDS_HOOKS = (Codex, Copilot, OpenCode)


def test_what_it_wrote_there_is_linked(repo: Repo, kind: type[Client], start: Start) -> None:
    enable(repo, kind.name, kind.config)
    below = repo.root / "packages" / "one"
    below.mkdir(parents=True)
    (below / "README.md").write_text("# One\n")
    commit(repo, "One")
    named = Path("hello.py") if kind is Codex else below / "hello.py"
    client = start(Script(Turn("Write it", kind.write(named, "hello = 1\n"), say("Written."))))
    if isinstance(client, Codex):
        client._trust(repo.root)
    session = client.ask("Write it", below).session_id
    if kind not in FINDS_HOOKS:
        assert stored.states(repo) == []
        shown = repo.entire("session", "attach", kind.name, session)
        assert "1 file is linked: packages/one/hello.py" in shown
    found = stored.checkpoint(repo, commit(repo, "Work"))
    assert found.metadata["files_touched"] == ["packages/one/hello.py"]
    assert (found.metadata["session_id"], found.prompt) == (session, "Write it")
    check_tidy(repo)
