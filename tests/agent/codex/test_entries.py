"""Conversations of Codex as people read them."""

from __future__ import annotations

import pytest
from tests.agent.codex.recorded import rows

from entire.agent.codex import agent

EXPECTED = {
    "one_turn": [
        ("user", "Write hello.py, commit it, then change calc.py", ""),
        ("assistant", "I will write the file.", ""),
        ("tool", "apply_patch", "hello.py"),
        ("tool", "exec_command", "git add -A && git commit -q -m 'Add hello'"),
        ("tool", "apply_patch", "src/calc.py"),
        ("tool", "exec_command", "cat src/calc.py; sed -i 's/b + a/a + b + 0/' src/calc.py"),
        ("assistant", "Wrote hello.py, committed it, and changed calc.py.", ""),
    ],
    "code_mode": [
        ("user", "Write hello.py, commit it, then change calc.py", ""),
        ("tool", "apply_patch", "/repo/hello.py"),
        ("tool", "exec_command", "git add -A && git commit -q -m 'Add hello' && git log --oneline"),
        ("tool", "apply_patch", "/repo/src/calc.py"),
        ("assistant", "Wrote hello.py, committed it, and changed calc.py.", ""),
    ],
    "subagent": [
        ("user", "Delegate the parser", ""),
        ("tool", "spawn_agent", "SUBTASK: write src/parser.py"),
        ("tool", "exec_command", "sleep 3; git status --short"),
        ("assistant", "The parser is done.", ""),
    ],
    "interrupt": [
        ("user", "First: write one.txt", ""),
        ("tool", "apply_patch", "one.txt"),
        ("user", "Second: write two.txt", ""),
        ("tool", "apply_patch", "two.txt"),
        ("assistant", "Wrote two.txt.", ""),
    ],
}


@pytest.mark.parametrize("scenario", EXPECTED)
def test_a_conversation(scenario: str) -> None:
    entries = [entry for record in rows(scenario) for entry in agent.entries_of(record)]
    assert [(entry.kind, entry.text, entry.detail) for entry in entries] == EXPECTED[scenario]


def test_searches_and_old_shells() -> None:
    search = {"type": "web_search_call", "action": {"type": "search", "query": "weather"}}
    shell = {"type": "local_shell_call", "action": {"command": ["ls", "-l"]}}
    bash = {"type": "local_shell_call", "action": {"command": ["bash", "-lc", "ls | wc"]}}
    for payload, expected in (
        (search, ("web_search", "weather")),
        (shell, ("shell", "ls -l")),
        (bash, ("shell", "ls | wc")),
    ):
        [entry] = agent.entries_of({"type": "response_item", "payload": payload})
        assert (entry.text, entry.detail) == expected
