"""What programs of external agents print, and the note about them."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from tools.fuzz.target import Target, json_like, lines_like
from tools.fuzz.targets.agent import check_shown

from entire.agent import plugins
from entire.agent.external import adapter, events, find, info
from entire.agent.external.info import Info
from entire.core import json_text
from entire.core.errors import EntireError
from entire.core.paths import valid_session_id, valid_tool_id
from entire.git.repository import Repository

_INFO = {
    "protocol_version": 1,
    "name": "toy",
    "type": "Toy",
    "protected_dirs": [".toy"],
    "hook_names": ["stop"],
    "capabilities": {"hooks": True},
}
_EVENT = {
    "type": 6,
    "session_id": "chat-1",
    "session_ref": "/tmp/x.jsonl",
    "prompt": "Write it",
    "tool_use_id": "toolu_1",
    "tool_input": {"a": 1},
    "subagent_id": "sub-1",
}
_NOTE = {"agents": {"toy": {"info": _INFO}, "other": {"type": "Other", "module": "m", "attribute": ""}}}
_RECORDS = (
    {"role": "user", "content": "Write it", "timestamp": "2026-01-13T12:00:00Z"},
    {"type": "assistant", "message": {"role": "assistant", "content": [{"type": "text", "text": "Done"}]}},
    {"role": "assistant", "tool_calls": [{"name": "write", "arguments": {"path": "a.py"}}]},
)
AGENT = adapter.External(Info("toy", "Toy"), "/")


def _info(data: bytes, folder: Path) -> None:
    raw = json_text.decode(data)
    if isinstance(raw, dict):
        found = info.checked(raw, "toy")
        assert found.type.isprintable()
        assert not [name for name in found.protected_dirs if ".." in name.split("/") or name.startswith("/")]
        assert info.checked(found.to_json(), "toy") == found


def _event(data: bytes, folder: Path) -> None:
    raw = json_text.decode(data)
    for event in (events.checked(raw), events.guessed("stop", raw) if isinstance(raw, dict) else None):
        if event is not None:
            assert valid_session_id(event.session_id)
            assert not event.tool_use_id or valid_tool_id(event.tool_use_id)
            assert not event.transcript_path or event.transcript_path.startswith("/")


def _note(data: bytes, folder: Path) -> None:
    (folder / plugins.FILE).write_bytes(data)
    found = plugins._read(Repository(str(folder), str(folder), str(folder)))
    assert all(plugin.info is None or find.is_name(name) for name, plugin in found.items())


def _answers(data: bytes, folder: Path) -> None:
    raw = json_text.decode(data)
    adapter.texts(raw)
    if isinstance(raw, dict):
        assert all(number >= 0 for number in adapter.numbers(raw))


TARGETS = [
    Target("external agent's info", json_like(_INFO), _info, (EntireError, ValueError)),
    Target("external agent's event", json_like(_EVENT), _event, (EntireError, ValueError)),
    Target("external agent's answer", json_like({"input_tokens": 1}), _answers, (ValueError,)),
    Target("note of external agents", json_like(_NOTE), _note, on_disk=True),
    Target("external agent's shown transcript", lines_like(*_RECORDS), partial(check_shown, AGENT)),
]
