"""What Droid keeps beside its transcripts."""

from __future__ import annotations

import random
from pathlib import Path

from tools.fuzz.target import Target, json_like, lines_like

from entire.agent.factory_droid import session_files

_USAGE = {"inputTokens": 9, "outputTokens": 21, "cacheCreationTokens": 60, "cacheReadTokens": 300}
_SETTINGS = {"tags": [{"name": "exec"}], "tokenUsage": _USAGE, "inclusiveTokenUsage": _USAGE}
_TASK = {"description": "Write it"}
_CALL = {"type": "tool_use", "id": "toolu_1", "name": "Task", "input": _TASK}
_RECORDS = (
    {"type": "session_start", "id": "s", "title": "Write it", "callingSessionId": "t"},
    {"type": "message", "message": {"role": "assistant", "content": [_CALL]}},
)


def _files(dice: random.Random) -> tuple[bytes, bytes]:
    return json_like(_SETTINGS)(dice), lines_like(*_RECORDS)(dice)


def _look(case: tuple[bytes, bytes], folder: Path) -> None:
    transcript = folder / "s.jsonl"
    transcript.with_suffix(".settings.json").write_bytes(case[0])
    transcript.write_bytes(case[1])
    used = session_files.usage_of(str(transcript))
    assert used is None or all(number >= 0 for number in used)
    session_files.is_headless(str(transcript))
    session_files.first_record(str(transcript))
    assert isinstance(session_files.call_id(str(transcript), "Task", _TASK), str)


TARGETS = [Target("beside droid's transcript", _files, _look, share=0.2, on_disk=True)]
