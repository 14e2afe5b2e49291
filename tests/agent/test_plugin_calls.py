"""Our plugins in a client that is played from recordings: what they hand over, and how they fail."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from tests.agent.plugin_host import Call, Host
from tests.agent.recordings import DATA, rows

from entire.agent.hook_config.plugin import VERSION, Plugin
from entire.agent.opencode import plugin as opencode
from entire.agent.pi import plugin as pi

PLUGINS = {"opencode": opencode.PLUGIN, "pi": pi.PLUGIN}
VERBS = {
    ("opencode", "one_turn"): ["session-start", "turn-start", "turn-end", "session-end"],
    ("opencode", "subagent"): [
        *("session-start", "turn-start", "subagent-start", "subagent-stop", "turn-end", "session-end"),
    ],
    ("opencode", "todo"): ["session-start", "turn-start", "todo", "todo", "turn-end", "session-end"],
    # The end of an interrupted turn is reported twice.
    ("opencode", "interrupt"): [
        *("session-start", "turn-start", "turn-end", "turn-end", "turn-start", "turn-end", "session-end"),
    ],
    ("opencode", "resume"): [
        *("session-start", "turn-start", "turn-end", "session-end"),
        *("turn-start", "turn-end", "session-end", "turn-start", "turn-end", "session-end"),
    ],
    ("pi", "one_turn"): ["session-start", "turn-start", "turn-end", "session-end"],
    ("pi", "resume"): ["session-start", "turn-start", "turn-end", "session-end"] * 3,
    ("pi", "interactive"): [
        *("session-start", "turn-start", "turn-end", "turn-start", "turn-end", "session-end"),
        *("session-start", "turn-start", "turn-end", "session-end"),
    ],
}
FAULTS = {
    "none": None,
    "crashes": "#!/bin/sh\nkill -9 $$\n",
    "fails": "#!/bin/sh\nexit 3\n",
    "reads nothing": "#!/bin/sh\nexec 0<&-\n",
    "floods": "#!/bin/sh\nyes | head -c 9000000\nyes | head -c 9000000 >&2\n",
    "is not a program": "garbage\n",
}
SLOW = "#!/bin/sh\nexec sleep 100\n"


def calls(name: str, scenario: str) -> list[Call]:
    found: list[Any] = rows(DATA / name / "calls" / f"{scenario}.jsonl")
    return [(handler, given) for handler, given in found]


def plugin_of(name: str) -> Plugin:
    return PLUGINS[name]


@pytest.mark.parametrize(("name", "scenario"), VERBS)
def test_what_is_handed_over(tmp_path: Path, name: str, scenario: str) -> None:
    host = Host(tmp_path / "host", plugin_of(name))
    host.play(calls(name, scenario))
    noted = host.noted()
    found = [verb for verb, _ in noted]
    if scenario == "resume" and name == "opencode":  # three processes: this is one, which ends all of it
        found = [verb for verb in found if verb != "session-end"]
        assert found == [verb for verb in VERBS[name, scenario] if verb != "session-end"]
    else:
        assert found == VERBS[name, scenario]
    assert {payload["entire_plugin"] for _, payload in noted} == {f"{name}/{VERSION}"}


@pytest.mark.parametrize("name", PLUGINS)
def test_the_recorded_payloads_are_those_of_this_version(tmp_path: Path, name: str) -> None:
    scenario = "todo" if name == "opencode" else "one_turn"
    host = Host(tmp_path / "host", plugin_of(name))
    host.play(calls(name, scenario))
    kept = [json.loads(path.read_text()) for path in (DATA / name / "payloads").iterdir()]
    known = [(one["verb"], one["payload"].keys()) for one in kept]
    assert [verb for verb, payload in host.noted() if (verb, payload.keys()) not in known] == []


def test_a_subagent_that_was_called_before_the_plugin_was_loaded(tmp_path: Path) -> None:
    host = Host(tmp_path / "host", plugin_of("opencode"))
    sessions: dict[str, Any] = {"ses_child": {"id": "ses_child", "parentID": "ses_main"}, "ses_main": {}}
    host.play(
        [
            ("host", [sessions]),
            *(("event", [{"event": _idle(id)}]) for id in ("ses_child", "ses_main", "ses_unknown")),
            ("dispose", []),
        ]
    )
    assert [payload["session_id"] for _, payload in host.noted()] == ["ses_main", "ses_unknown"]


def _idle(session_id: str) -> dict[str, Any]:
    return {"type": "session.idle", "properties": {"sessionID": session_id}}


def test_a_prompt_that_no_one_typed_is_not_handed_over(tmp_path: Path) -> None:
    host = Host(tmp_path / "host", plugin_of("opencode"))
    parts = [{"type": "text", "text": "Continue", "synthetic": True}, {"type": "compaction"}]
    host.play([("chat.message", [{"sessionID": "ses_1"}, {"message": {}, "parts": parts}]), ("dispose", [])])
    assert [verb for verb, _ in host.noted()] == ["session-end"]


def test_a_session_without_a_file_is_left_alone(tmp_path: Path) -> None:
    host = Host(tmp_path / "host", plugin_of("pi"))
    host.play([("host", [{"id": "x"}]), ("session_start", [{}]), ("session_shutdown", [{}])])
    assert host.noted() == []


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("name", PLUGINS)
def test_a_program_that_fails_does_not_disturb(tmp_path: Path, name: str, fault: str) -> None:
    host = Host(tmp_path / "host", plugin_of(name), FAULTS[fault])
    took = host.play(calls(name, "one_turn"))
    assert max(took.values()) < 5000
    assert host.noted() == []


@pytest.mark.parametrize("name", PLUGINS)
def test_calls_that_no_client_makes_do_not_fail(tmp_path: Path, name: str) -> None:
    host = Host(tmp_path / "host", plugin_of(name))
    names = {call[0] for scenario in ("one_turn",) for call in calls(name, scenario)} - {"host"}
    odd: list[list[Any]] = [[], [None, None], [{}, {}], [{"event": {"type": "session.created"}}], [1, "x"]]
    host.play([(one, given) for one in sorted(names) for given in odd])


@pytest.mark.parametrize("name", PLUGINS)
def test_a_program_that_hangs_costs_a_bounded_time(tmp_path: Path, name: str) -> None:
    """The client waits five seconds for a prompt and ten at its end, and nothing is left running."""
    start = time.monotonic()
    took = Host(tmp_path / "host", plugin_of(name), SLOW, haste=10).play(calls(name, "one_turn"))
    prompt, end = (
        ("chat.message", "dispose") if name == "opencode" else ("before_agent_start", "session_shutdown")
    )
    assert 490 < took.pop(prompt) < 1500
    assert 990 < took.pop(end) < 2000
    assert max(took.values()) < 1000
    assert time.monotonic() - start < 15


GONE = """
let place = "gone"
const get = async () => ({ parentID: "", location: { directory: place } })
const hooks = {}
const stop = await plugin.setup({ session: { get, hook: (name, handler) => (hooks[name] = handler) } })
await hooks.prompt({ sessionID: "s1", prompt: { text: "lost" } })
place = "."
await hooks.prompt({ sessionID: "s2", prompt: { text: "kept" } })
await stop()
"""


def test_a_folder_that_is_gone_does_not_silence_the_plugin(tmp_path: Path) -> None:
    """Node.js reports it as it reports a program that is missing; one process serves many projects."""
    host = Host(tmp_path / "host", opencode.PLUGIN)
    host.script(f'const plugin = (await import("./plugin.mjs")).default\n{GONE}')
    assert [payload["prompt"] for verb, payload in host.noted() if verb == "turn-start"] == ["kept"]
