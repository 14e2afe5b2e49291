"""What is found of a real client's conversation, and what is not part of it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.e2e.checks import commit, enable
from tests.e2e.script import Script, Turn, say

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.e2e.clients.client import Client
    from tests.e2e.sandbox import Repo

    Start = Callable[[Script], Client]


def found(repo: Repo, words: str) -> list[tuple[int, str]]:
    """Turns with their passages; the command says by its exit code whether there are any."""
    out = repo.sandbox.run("sh", "-c", 'entire search "$0" --json || test $? = 1', words, cwd=repo.root)
    return [(hit["turn"], hit["passage"]) for hit in json.loads(out)["hits"]]


def test_our_greeting_is_not_conversation(repo: Repo, kind: type[Client], start: Start) -> None:
    """Clients write what hooks said into their transcripts; nobody asked or answered it."""
    enable(repo, kind.name, kind.config)
    client = start(
        Script(Turn("Write one", kind.write(repo.root / "one.py", "one = 1\n"), say("One is written.")))
    )
    client.ask("Write one", repo.root)
    assert found(repo, '"One is written"') == [(1, "One is written.")]
    assert found(repo, '"linked to your next commit"') == []
    commit(repo, "One")
    assert found(repo, '"One is written"') == [(1, "One is written.")]
    assert found(repo, '"linked to your next commit"') == []
