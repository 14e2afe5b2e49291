"""The plugin in version 2 of OpenCode, as its source has it: what is handed over, and how it fails."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from tests.agent.opencode.newer_host import NewerHost, info
from tests.agent.plugin_host import NOTES

from entire.agent.opencode.plugin import PLUGIN

FAULTS = {
    "crashes": "#!/bin/sh\nkill -9 $$\n",
    "floods": "#!/bin/sh\nyes | head -c 9000000\nyes | head -c 9000000 >&2\n",
    "is not a program": "garbage\n",
    "is missing": None,
}
LACKING: tuple[tuple[str, ...], ...] = (
    ("session",),
    ("session.hook",),
    ("session.get",),
    ("tool",),
    ("tool.hook",),
    ("tool.throws",),
    ("event",),
    ("event.subscribe",),
    ("event.throws",),
    ("session.get", "tool", "event"),
)
SUBAGENT = {"agent": "general", "description": "Review", "prompt": "Review it"}


class Place:
    """A folder with the plugin, and a program that takes notes."""

    def __init__(self, folder: Path, entire: str | None = NOTES) -> None:
        self.root = folder / "repo"
        self.plugin = self.root / ".opencode/plugins/entire.mjs"
        self.plugin.parent.mkdir(parents=True)
        self.plugin.write_text(
            PLUGIN.content.replace("settled(5)", "settled(0.2)").replace("(10, true)", "(2, true)")
        )
        self.notes, programs = folder / "notes", folder / "bin"
        programs.mkdir()
        for name in ("sh", "cat", "yes", "head", "sleep"):
            (programs / name).symlink_to(str(shutil.which(name)))
        if entire is not None:
            (programs / "entire").write_text(entire)
            (programs / "entire").chmod(0o755)
        self.env = {"PATH": str(programs), "NOTES": str(self.notes), "HOME": str(folder)}

    def host(self, *lacks: str) -> NewerHost:
        return NewerHost(self.root.parent / "host", self.plugin, self.env, lacks)

    def noted(self) -> list[tuple[str, dict[str, Any]]]:
        rows = self.notes.read_text().splitlines() if self.notes.exists() else []
        return [(verb, json.loads(payload)) for verb, _, payload in (row.partition("\t") for row in rows)]

    def verbs(self) -> list[str]:
        return [verb for verb, _ in self.noted()]


def ask(host: NewerHost, session_id: str, text: str) -> None:
    prompt = {"text": text, "files": []}
    host.hook("session prompt", sessionID=session_id, messageID="msg_1", prompt=prompt, delivery="queue")


def call(host: NewerHost, when: str, tool: str, session_id: str, given: object, **more: Any) -> None:
    about = {"tool": tool, "sessionID": session_id, "agent": "build", "messageID": "msg_2", "id": "call_1"}
    host.hook(f"tool execute.{when}", **about, input=given, **more)


def play(host: NewerHost, root: Path) -> None:
    """A turn with a subagent, and one that is interrupted."""
    host.do("session", info("ses_1", str(root)))
    host.do("session", info("ses_child", str(root), "ses_1"))
    ask(host, "ses_1", "Write one")
    call(host, "before", "subagent", "ses_1", SUBAGENT)
    ask(host, "ses_child", "Review it")
    host.event("session.execution.succeeded", sessionID="ses_child")
    done = {"output": {"sessionID": "ses_child", "status": "completed"}, "content": "fine"}
    call(host, "after", "subagent", "ses_1", SUBAGENT, status="completed", result=done)
    call(host, "after", "write", "ses_1", {"path": "one.py"}, status="completed", result={})
    host.hook("session compaction", sessionID="ses_1", system=[], messages=[])
    host.event("session.execution.succeeded", sessionID="ses_1")
    host.do("idle")
    ask(host, "ses_1", "Write two")
    host.event("session.execution.interrupted", sessionID="ses_1", reason="superseded")
    host.event("session.execution.interrupted", sessionID="ses_1", reason="user")
    host.do("idle")


def test_what_is_handed_over(tmp_path: Path) -> None:
    place = Place(tmp_path)
    with place.host() as host:
        wanted = ["session compaction", "session prompt", "tool execute.after", "tool execute.before"]
        assert host.do("hooks") == wanted
        play(host, place.root)
    first = ["session-start", "turn-start", "subagent-start", "subagent-stop", "compaction", "turn-end"]
    assert place.verbs() == [*first, "turn-start", "turn-end", "session-end"]
    payloads = dict(place.noted()[:6])
    assert {one["session_id"] for _, one in place.noted()} == {"ses_1"}
    assert payloads["turn-start"]["prompt"] == "Write one"
    assert payloads["turn-start"]["model"] == "model-2"
    assert payloads["subagent-stop"]["subagent_id"] == "ses_child"
    assert payloads["subagent-stop"]["running"] is False


def test_the_recorded_payloads_are_those_of_this_version(tmp_path: Path) -> None:
    place = Place(tmp_path)
    with place.host() as host:
        play(host, place.root)
    folder = Path(__file__).parents[2] / "data/opencode/payloads"
    kept = [json.loads(path.read_text()) for path in folder.glob("newer-*")]
    known = {one["verb"]: one["payload"].keys() for one in kept}
    found = {verb: payload.keys() for verb, payload in place.noted() if verb in known}
    assert found == {verb: known[verb] for verb in found}


def test_sessions_of_other_projects_are_not_reported(tmp_path: Path) -> None:
    """The server's events are those of all projects; hooks are called for this one only."""
    place = Place(tmp_path)
    with place.host() as host:
        host.do("session", info("ses_other", "/elsewhere"))
        host.event("session.created", sessionID="ses_other", location={"directory": "/elsewhere"})
        for outcome in ("started", "succeeded", "failed"):
            host.event(f"session.execution.{outcome}", sessionID="ses_other")
        host.event("session.deleted", sessionID="ses_other")
        host.do("idle")
    assert place.noted() == []


def test_a_subagent_that_goes_on_after_its_call(tmp_path: Path) -> None:
    place = Place(tmp_path)
    with place.host() as host:
        host.do("session", info("ses_1", str(place.root)))
        ask(host, "ses_1", "Go")
        call(host, "before", "subagent", "ses_1", SUBAGENT)
        running = {"metadata": {"sessionID": "ses_child", "status": "running"}}
        call(host, "after", "subagent", "ses_1", SUBAGENT, status="completed", result=running)
        host.event("session.execution.succeeded", sessionID="ses_1")
        host.event("session.execution.failed", sessionID="ses_child", error={})
        host.event("session.deleted", sessionID="ses_1")
        host.do("idle")
    found = place.verbs()
    assert found[2:] == ["subagent-start", "subagent-stop", "turn-end", "subagent-end", "session-end"]
    assert place.noted()[3][1]["running"] is True
    assert place.noted()[5][1]["subagent_id"] == "ses_child"


def test_a_turn_whose_prompt_was_not_seen_begins_with_its_first_edit(tmp_path: Path) -> None:
    place = Place(tmp_path)
    with place.host() as host:
        host.do("session", info("ses_1", str(place.root)))
        call(host, "after", "read", "ses_1", {"path": "one.py"}, status="completed", result={})
        call(host, "after", "edit", "ses_1", {"path": "one.py"}, status="error", error={})
        call(host, "after", "edit", "ses_1", {"path": "one.py"}, status="completed", result={})
        call(host, "after", "edit", "ses_1", {"path": "two.py"}, status="completed", result={})
        host.event("session.execution.failed", sessionID="ses_1", error={"message": "no"})
        host.do("idle")
    assert place.verbs() == ["tool-use", "turn-end", "session-end"]


@pytest.mark.parametrize("lacks", LACKING, ids=" ".join)
def test_a_host_that_lacks_parts(tmp_path: Path, lacks: tuple[str, ...]) -> None:
    place = Place(tmp_path)
    with place.host(*lacks) as host:
        play(host, place.root)
    expected = [] if lacks[0] in ("session", "session.hook") else ["session-start", "turn-start"]
    assert place.verbs()[:2] == expected


def test_version_1_gets_nothing_of_this(tmp_path: Path) -> None:
    """It calls `setup` with a small part of the API, and `server` with its own."""
    place = Place(tmp_path)
    with place.host("session", "tool", "event") as host:
        assert host.do("hooks") == []


@pytest.mark.parametrize("fault", FAULTS)
def test_a_program_that_fails_does_not_disturb(tmp_path: Path, fault: str) -> None:
    place = Place(tmp_path, FAULTS[fault])
    with place.host() as host:
        play(host, place.root)
    assert place.noted() == []


def test_a_program_that_hangs_is_not_waited_for(tmp_path: Path) -> None:
    place = Place(tmp_path, "#!/bin/sh\nexec sleep 300\n")
    with place.host() as host:
        host.do("session", info("ses_1", str(place.root)))
        for text in ("one", "two"):
            ask(host, "ses_1", text)
        host.event("session.execution.succeeded", sessionID="ses_1")


def test_calls_that_no_client_makes_do_not_fail(tmp_path: Path) -> None:
    place = Place(tmp_path)
    odd: list[Any] = [None, {}, 1, {"sessionID": None}, {"sessionID": "ses_1", "prompt": None, "result": 3}]
    with place.host() as host:
        for name in host.do("hooks"):
            for given in odd:
                assert host.do("hook", name, given) is None
        for given in [*odd, {"type": "session.deleted"}, {"type": "constructor", "data": 1}]:
            host.do("event", given)
        host.do("idle")
