from __future__ import annotations

import pytest
from tests.agent.claude_code.test_records import read, user

from entire.transcript.facts import Call, Command


@pytest.mark.parametrize(
    ("said", "command"),
    [
        ("User rejected tool use", ""),
        ("Error: Permission to use Bash with command make has been denied.", ""),
        ("Error: Exit code 1", "make"),
    ],
)
def test_failed_calls(said: str, command: str) -> None:
    calls = [
        ("Edit", {"file_path": "/f.py"}),
        ("Bash", {"command": "make"}),
        ("Edit", {"file_path": "/g.py"}),
    ]
    blocks = [
        {"type": "tool_use", "id": f"t{n}", "name": name, "input": given}
        for n, (name, given) in enumerate(calls)
    ]
    failed = [
        {"type": "tool_result", "tool_use_id": f"t{n}", "is_error": True, "content": said} for n in (0, 1)
    ]
    done = {"type": "tool_result", "tool_use_id": "t2", "is_error": False, "content": "ok"}
    answer = {"type": "assistant", "message": {"role": "assistant", "content": blocks}}
    facts = read(answer, *(user([block], toolUseResult=said) for block in failed), user([done]))
    edit, make, other = facts.reports
    assert isinstance(edit, Call)
    assert edit.failed
    assert edit.path == "/f.py"
    assert isinstance(make, Command)
    assert make.failed
    assert make.text == command
    assert isinstance(other, Call)
    assert not other.failed
