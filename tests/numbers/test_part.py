"""How large a transcript may be depends on what it is, not on what its metadata say."""

from __future__ import annotations

import pytest
from tests.cli.conftest import Stage, jsonl
from tests.support import Repo

from entire.checkpoint import segments_read
from entire.checkpoint.index.index import Index
from entire.checkpoint.segments import Transcript
from entire.core import json_text
from entire.git.objects.read import Objects
from entire.numbers.gather import facts_of
from entire.search import query
from entire.search.find import Search

ID = "a" * 12
CLAUDE = jsonl(
    [
        {"type": "user", "message": {"role": "user", "content": "about wombats"}},
        {"type": "assistant", "message": {"content": [{"type": "text", "text": "They dig. " * 99}]}},
    ]
)
MESSAGES = [
    {"id": "1", "type": "user", "content": "about wombats"},
    {"id": "2", "type": "gemini", "content": "They dig. " * 99, "model": "gemini-3"},
]
GEMINI = jsonl([{"sessionId": "s", "kind": "main"}, *MESSAGES])
DOCUMENT = json_text.encode_line({"sessionId": "s", "messages": MESSAGES}).encode()


@pytest.mark.parametrize(
    ("agent", "data", "is_read"),
    [
        ("Claude Code", CLAUDE, True),
        ("", CLAUDE, True),
        ("Gemini CLI", GEMINI, True),
        ("Gemini CLI", DOCUMENT, False),
        ("", DOCUMENT, False),
    ],
)
def test_only_documents_must_be_small(
    repo: Repo, monkeypatch: pytest.MonkeyPatch, agent: str, data: bytes, is_read: bool
) -> None:
    monkeypatch.setattr(segments_read, "LARGEST_DOCUMENT", 1000)
    stage = Stage(repo)
    stage.set_up()
    stage.checkpoint(ID, {"agent": agent, "transcript": Transcript((data,), "sha256:0")})
    stage.commit("Dig", ID)
    with Objects(stage.repo) as objects, Index(stage.repo, objects) as index:
        [part] = facts_of(index, [ID], lambda what, number: None)[ID].parts
        assert (part.turns, bool(objects.too_large)) == (int(is_read), not is_read)
    with Objects(stage.repo) as objects, Index(stage.repo, objects) as index:
        search = Search(index, lambda what, number: None)
        search.update()
        assert bool(search.find(query.parse(["dig", "-commit"]), columns=("answers",))) == is_read
        assert bool(objects.too_large) != is_read
        search.close()
