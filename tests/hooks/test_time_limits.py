"""Which time limit holds for which hook."""

from __future__ import annotations

import importlib
import json
from pathlib import Path

import pytest

from entire.agent import registry
from entire.agent.events import Event, Kind
from entire.core import limits
from entire.hooks import main
from entire.hooks.agent import limit_of
from entire.setup import hooks_dir

DATA = Path(__file__).parents[1] / "data"
SECONDS = {"commit": 2, "prompt": 5, "stop": 10, "push": 20}
GIT = {
    "prepare-commit-msg": "commit",
    "commit-msg": "commit",
    "post-commit": "commit",
    "post-rewrite": "commit",
    "pre-push": "push",
}
KINDS = {
    Kind.SESSION_START: "prompt",
    Kind.TURN_START: "prompt",
    Kind.TASK_START: "prompt",
    Kind.TASK_END: "prompt",
    Kind.SUBAGENT_END: "prompt",
    Kind.TODO: "prompt",
    Kind.WAITING: "prompt",
    Kind.TOOL_USE: "prompt",
    Kind.TURN_END: "stop",
    Kind.COMPACTION: "stop",
    Kind.SESSION_END: "stop",
}
# By agent the verbs with the limit of a prompt, and those with that of a stop.
AGENTS = {
    "claude-code": (
        "session-start user-prompt-submit pre-task post-task post-todo subagent-stop notification",
        "stop session-end",
    ),
    "codex": (
        "session-start user-prompt-submit subagent-start subagent-stop",
        "stop pre-compact session-end",
    ),
    "gemini": (
        "session-start before-agent before-tool after-tool notification",
        "after-agent pre-compress session-end",
    ),
    "qwen": (
        "session-start user-prompt-submit pre-task post-task post-todo subagent-stop notification",
        "stop stop-failure pre-compact session-end",
    ),
    "copilot-cli": (
        "session-start user-prompt-submitted subagent-start subagent-stop",
        "agent-stop pre-compact session-end",
    ),
    "factoryai-droid": (
        "session-start user-prompt-submit pre-tool-use post-tool-use notification",
        "stop pre-compact session-end",
    ),
    "cursor": (
        "session-start before-submit-prompt after-file-edit subagent-start subagent-stop",
        "stop pre-compact session-end",
    ),
    "opencode": (
        "session-start turn-start subagent-start subagent-stop subagent-end todo tool-use",
        "turn-end compaction session-end",
    ),
    "pi": ("session-start turn-start", "turn-end compaction session-end"),
}


@pytest.fixture(autouse=True)
def default_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(limits.VARIABLE)
    monkeypatch.setattr(limits, "_Now", type("_Now", (limits._Now,), {"chosen": {}}))


def test_the_time_of_each_limit() -> None:
    assert {name: limits.seconds(name) for name in SECONDS} == SECONDS


def test_every_hook_of_git() -> None:
    assert set(GIT) == set(hooks_dir.NAMES)
    assert {name: main._kind(["git", name]) for name in GIT} == GIT


def test_every_kind_of_event() -> None:
    named = {value for name, value in vars(Kind).items() if name.isupper()}
    assert set(KINDS) == named
    assert {kind: limit_of(Event(kind, "s")) for kind in KINDS} == KINDS


@pytest.mark.parametrize("name", registry.AGENTS)
def test_every_hook_of_an_agent(name: str) -> None:
    """Until its input is read, each has the limit of a prompt."""
    payloads = importlib.import_module(registry.AGENTS[name][0].removesuffix("agent") + "payload")
    expected = {
        verb: limit
        for verbs, limit in zip(AGENTS[name], ("prompt", "stop"), strict=True)
        for verb in verbs.split()
    }
    assert {verb: limit_of(Event(kind, "s")) for verb, kind in payloads._KINDS.items()} == expected
    assert {main._kind([name, verb]) for verb in expected} == {"prompt"}


@pytest.mark.parametrize("name", registry.AGENTS)
def test_recorded_calls(name: str) -> None:
    """What agents really sent. A session that starts again after a compaction ended one."""
    agent, (_, ends) = registry.by_name(name), AGENTS[name]
    seen = set()
    for path in (DATA / name.replace("-", "_") / "payloads").iterdir():
        row = json.loads(path.read_text())
        event = agent.parse_event(row["verb"], row["payload"])
        if event is not None:
            compacted = row["payload"].get("source") == "compact"
            expected = "stop" if row["verb"] in ends.split() or compacted else "prompt"
            assert limit_of(event) == expected, path.name
            seen.add(expected)
    assert seen == {"prompt", "stop"}


@pytest.mark.parametrize(("verb", "expected"), [("session-end", 2.5), ("stop", 0), ("pre-compact", 0)])
def test_codex_ends_a_hook_early(verb: str, expected: float) -> None:
    event = registry.by_name("codex").parse_event(verb, {"session_id": "s"})
    assert event is not None
    assert event.seconds == expected
