"""The parts of external agents that decide: names, info, events, records; and the limits of a call."""

from __future__ import annotations

import os
import stat
import time
from pathlib import Path
from typing import Any

import pytest

from entire.agent.events import Kind
from entire.agent.external import allowed, events, find, info, records, run
from entire.agent.external.reading import Part
from entire.core.errors import EntireError
from entire.core.settings import Settings

INFO = {"protocol_version": 1, "name": "toy", "type": "Toy"}


@pytest.mark.parametrize(
    ("name", "usable"),
    [
        *(("toy", True), ("a", True), ("my-agent-2", True), ("", False), ("-x", False), ("x-", False)),
        *(("Toy", False), ("a b", False), ("../x", False), ("a/b", False), ("x" * 41, False), ("ä", False)),
    ],
)
def test_names(name: str, usable: bool) -> None:
    assert find.is_name(name) is usable


def make(folder: Path, name: str, body: str = "exit 0") -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return path


def test_programs_on_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    first = make(one, "entire-agent-toy")
    make(two, "entire-agent-toy")
    other = make(two, "entire-agent-other")
    make(one, "entire-agent-").chmod(0o755)
    make(one, "entire-agent-plain").chmod(stat.S_IRUSR)
    (one / "entire-agent-folder").mkdir()
    monkeypatch.setenv("PATH", os.pathsep.join([str(one), str(two), "", ".", str(tmp_path / "gone")]))
    assert find.programs() == {"toy": str(first), "other": str(other)}
    assert find.program("toy") == str(first)
    assert find.program("folder") == find.program("nobody") == find.program("../one/toy") == ""
    monkeypatch.chdir(one)
    monkeypatch.setenv("PATH", ":.:relative")
    assert find.programs() == {}


def test_what_it_says_about_itself() -> None:
    found = info.checked(
        INFO
        | {
            "protected_dirs": [".toy", "src", "/etc", ".git", ".toy/../..", ".Entire", "", 7],
            "hook_names": ["stop", "a b", "", "../x", 3],
            "capabilities": {"hooks": True, "token_calculator": 1, "other": True},
            "later": "kept out",
        },
        "toy",
    )
    assert found.protected_dirs == (".toy",)
    assert found.hook_names == ("stop",)
    assert found.capabilities == ("hooks",)
    assert info.checked(found.to_json(), "toy") == found


@pytest.mark.parametrize(
    "change",
    [
        *({"protocol_version": 2}, {"protocol_version": True}, {"name": "other"}, {"type": ""}),
        *({"type": " Toy"}, {"type": "a\nb"}, {"type": "x" * 61}, {"type": 5}),
    ],
)
def test_what_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(EntireError):
        info.checked(INFO | change, "toy")


@pytest.mark.parametrize(
    ("raw", "chosen"),
    [
        ({}, False),
        ({"strategy_options": {"external_agents": True}}, True),
        ({"external_agents": True}, True),
        ({"external_agents": True, "strategy_options": {"external_agents": False}}, False),
        ({"strategy_options": {"external_agents": 1}}, False),
        ({"external_agents": "true"}, False),
    ],
)
def test_who_allows_it(raw: dict[str, Any], chosen: bool) -> None:
    assert (allowed.choice(Settings.from_json(raw)) is True) is chosen


@pytest.mark.parametrize(
    ("number", "kind"),
    [
        *((1, Kind.SESSION_START), (2, Kind.TURN_START), (3, Kind.TURN_END), (4, Kind.COMPACTION)),
        *((5, Kind.SESSION_END), (6, Kind.TASK_START), (7, Kind.TASK_END)),
    ],
)
def test_kinds_of_events(number: int, kind: str) -> None:
    event = events.checked({"type": number, "session_id": "s", "session_ref": "/a", "tool_use_id": "t"})
    assert event is not None
    assert (event.kind, event.session_id, event.transcript_path) == (kind, "s", "/a")
    assert event.tool_use_id == ("t" if kind in events.TASKS else "")


def test_events_that_mean_nothing_here() -> None:
    assert [events.checked(raw) for raw in (None, 3, {"type": 0}, {"type": 8}, {"type": True})] == [None] * 5
    event = events.checked({"type": 2, "session_id": "s", "session_ref": "a/key/of/its/own"})
    assert event is not None
    assert event.transcript_path == ""


def test_a_payload_that_the_program_could_not_read() -> None:
    event = events.guessed("user-prompt-submit", {"sessionId": "s", "transcriptPath": "/t", "prompt": "Hi"})
    assert event is not None
    assert (event.kind, event.session_id, event.transcript_path, event.prompt) == (
        Kind.TURN_START,
        "s",
        "/t",
        "Hi",
    )
    assert events.guessed("stop", {"session_id": "../x"}) is None
    assert events.guessed("unheard-of", {"session_id": "s"}) is None


@pytest.mark.parametrize(
    "record",
    [
        {"role": "user", "content": "Hello"},
        {"type": "user", "text": "Hello"},
        {"type": "user", "message": {"role": "user", "content": "Hello"}},
        {"message": {"role": "user", "content": [{"type": "text", "text": "Hello"}]}},
        {"role": "human", "content": ["Hello"]},
        {"kind": "prompt", "message": "Hello"},
    ],
)
def test_shapes_of_prompts(record: dict[str, Any]) -> None:
    assert records.prompt_of(record) == "Hello"
    assert not records.is_answer(record)


def test_shapes_of_answers() -> None:
    said = {
        "role": "assistant",
        "content": [{"type": "text", "text": "Done"}, {"type": "tool_use", "name": "w"}],
    }
    assert (records.is_answer(said), records.text_of(said), records.calls(said)) == (
        True,
        "Done",
        [("w", "")],
    )
    called = {"role": "assistant", "tool_calls": [{"name": "write", "arguments": {"path": "a.py"}}]}
    assert records.calls(called) == [("write", "a.py")]
    result = {"role": "user", "content": [{"type": "tool_result", "content": "ok"}]}
    assert records.prompt_of(result) == ""


def test_prompts_that_the_program_names_are_found_in_order() -> None:
    part = Part(["One", "Two"], [])
    rows: list[dict[str, Any]] = [{"q": "Two?"}, {"q": "Please: One"}, {"deep": [{"q": "Two"}]}, {"q": "Two"}]
    assert [part.prompt(row) for row in rows] == ["", "One", "Two", ""]
    assert Part([], []).prompt({"role": "user", "content": "a result"}) == ""
    assert Part(None, []).prompt({"role": "user", "content": "typed"}) == "typed"


# One call


def call(tmp_path: Path, body: str, **more: Any) -> bytes:
    return run.call(str(make(tmp_path / "bin", "p", body)), str(tmp_path), "verb", **more)


def test_a_call_has_what_the_protocol_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_DIR", "/elsewhere")
    body = 'cat; pwd; echo "$1 $ENTIRE_REPO_ROOT $ENTIRE_PROTOCOL_VERSION $GIT_DIR"'
    here = os.getcwd()
    found = call(tmp_path, body, data=b"in\n").decode().splitlines()
    assert found == ["in", str(tmp_path), f"verb {tmp_path} 1 "]
    assert os.getcwd() == here


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("sleep 60", "no answer within 0.3 s"),
        ("exec >&- 2>&-; sleep 60", "no answer within 0.3 s"),
        ("head -c 3000000 /dev/zero", "too much output"),
        ("head -c 3000000 /dev/zero >&2", "too much output"),
        ("echo one >&2; echo 'two \x1b[2J' >&2; exit 4", "(exit code 4): two [2J"),
        ("kill -15 $$", "(signal 15)"),
    ],
)
def test_a_call_that_fails(tmp_path: Path, body: str, said: str) -> None:
    start = time.monotonic()
    with pytest.raises(run.NoAnswer) as caught:
        call(tmp_path, body, seconds=0.3 if "sleep" in body else 30.0)
    assert said in caught.value.message
    assert caught.value.slow is ("sleep" in body)
    assert time.monotonic() - start < 20


def test_a_child_that_keeps_the_output_open(tmp_path: Path) -> None:
    start = time.monotonic()
    assert call(tmp_path, "sleep 77 & echo done; exit 0", seconds=30.0) == b"done\n"
    assert time.monotonic() - start < 20
    while any(b"sleep\x0077" in line for line in command_lines()):
        assert time.monotonic() - start < 20


def command_lines() -> list[bytes]:
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            found.append(path.read_bytes())
        except OSError:  # it has ended
            continue
    return found


def test_a_program_that_cannot_be_run(tmp_path: Path) -> None:
    with pytest.raises(run.NoAnswer, match="cannot run"):
        run.call(str(tmp_path / "gone"), str(tmp_path), "info")
