"""Agents of which there are recordings: their payloads, transcripts and settings, changed at random."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from tools.fuzz import samples
from tools.fuzz.target import Target, json_like, lines_like
from tools.fuzz.targets.agent import read_portions

from entire.agent import conversation, registry
from entire.agent.protocol import Agent
from entire.core import json_text
from entire.core.errors import EntireError
from entire.core.paths import valid_session_id, valid_tool_id
from entire.transcript import cut

DATA = Path(__file__).parents[3] / "tests" / "data"

# By agent: the verbs of its hooks, and records that no recording has.
VERBS = {
    "gemini": (
        *("session-start", "session-end", "before-agent", "after-agent", "before-tool", "after-tool"),
        *("pre-compress", "before-model", "unknown"),
    ),
    "qwen": (
        *("session-start", "session-end", "user-prompt-submit", "stop", "stop-failure", "pre-compact"),
        *("pre-task", "post-task", "post-todo", "subagent-stop", "unknown"),
    ),
}
MORE: dict[str, tuple[Any, ...]] = {
    "gemini": (
        {"$rewindTo": "u1"},
        {"sessionId": samples.SESSION, "messages": [{"id": "1", "type": "user"}]},
    ),
    "qwen": ({"type": "system", "subtype": "rewind", "uuid": "u2", "parentUuid": "u1"},),
}


class Fuzzed:
    """One agent."""

    def __init__(self, name: str) -> None:
        self.agent: Agent = registry.by_name(name)
        self._verbs = VERBS[name]
        self._call = json_like(*_rows(DATA / name, "calls.jsonl"))
        self._lines = lines_like(*_rows(DATA / name, "chats/*.jsonl"), *MORE[name])

    def call(self, dice: random.Random) -> tuple[str, bytes]:
        return dice.choice(self._verbs), self._call(dice)

    def log(self, dice: random.Random) -> bytes:
        content = self._lines(dice)
        return content * dice.randrange(30) if dice.random() < 0.05 else content

    def portions(self, dice: random.Random) -> list[bytes]:
        """A file as it is at one event after the other: it grows, or it is rewritten."""
        found = [self._lines(dice)]
        for _ in range(dice.randrange(3)):
            kept = found[-1] if dice.random() < 0.7 else found[-1][: dice.randrange(len(found[-1]) + 1)]
            found.append(kept + self._lines(dice))
        return found

    def use_call(self, case: tuple[str, bytes], folder: Path) -> None:
        verb, data = case
        try:
            payload = json_text.decode(data)
        except ValueError:
            return
        if not isinstance(payload, dict):
            return
        self.agent.is_foreign(payload)
        event = self.agent.parse_event(verb, payload)
        if event is not None:
            assert valid_session_id(event.session_id)
            assert not event.tool_use_id or valid_tool_id(event.tool_use_id)
            assert not event.subagent_id or valid_tool_id(event.subagent_id)
        self.agent.answer(event, "note")

    def use_portions(self, case: list[bytes], folder: Path) -> None:
        read_portions(case, folder, self.agent)

    def show(self, data: bytes, folder: Path) -> None:
        """What commands show of a stored transcript."""
        kind = self.agent.TYPE
        conversation.entries(data, kind)
        conversation.end(data, kind)
        conversation.prompt_at(kind, ["one", "two"], 2, lambda oid: data if oid == "one" else None, {})
        cut.after_same(self.agent, data, data[: len(data) // 2], lambda one, other: one == other)
        cut.after_id(self.agent, data, "u1")
        cut.after_result(self.agent, data, "toolu_1")

    def restore(self, data: bytes, folder: Path) -> None:
        """What is put where the client looks for it."""
        path = folder / "session-x.jsonl"
        path.write_bytes(data)
        self.agent.subagent_path(str(path), "a1")
        self.agent.adopt_transcript("x", str(path))

    def configure(self, data: bytes, folder: Path) -> None:
        path = folder / self.agent.CONFIG_FILE
        path.parent.mkdir()
        path.write_bytes(data)
        self.agent.has_edit_hooks(str(folder))
        self.agent.missing_hooks(str(folder))
        if self.agent.install(str(folder)):
            assert self.agent.installed(str(folder))
            assert self.agent.install(str(folder)) == 0
        self.agent.uninstall(str(folder))
        assert not self.agent.installed(str(folder))


def _rows(folder: Path, pattern: str) -> list[Any]:
    paths = (path for scenario in sorted(folder.iterdir()) for path in sorted(scenario.glob(pattern)))
    return [json.loads(line) for path in paths for line in path.read_text().splitlines()]


def _targets(name: str) -> list[Target]:
    one = Fuzzed(name)
    settings = json_like(samples.AGENT_SETTINGS)
    return [
        Target(f"payload of {name}", one.call, one.use_call, (EntireError,), 0.5),
        Target(f"transcript of {name}", one.portions, one.use_portions, share=0.3, on_disk=True),
        Target(f"shown transcript of {name}", one.log, one.show, share=0.5),
        Target(f"restored transcript of {name}", one.log, one.restore, share=0.2, on_disk=True),
        Target(f"settings of {name}", settings, one.configure, (EntireError,), 0.2, on_disk=True),
    ]


TARGETS = [target for name in VERBS for target in _targets(name)]
