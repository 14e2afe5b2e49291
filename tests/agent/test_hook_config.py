"""Hook files of the flat shape: what is ours comes and goes, and nothing else changes. The nested shape is
tested with Claude Code's settings."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entire.agent.hook_config import commands, nested
from entire.agent.hook_config.flat import Flat, Hook
from entire.core.errors import EntireError

NAME = ".some/hooks.json"
HOOKS = [
    Hook("sessionStart", "entire hooks some start"),
    Hook("stop", "entire hooks some stop", {"timeoutSec": 30}),
    Hook("stop", "entire hooks some again"),
]
OURS = re.compile(r"entire hooks some(\s|\Z)")
CONFIG = Flat(NAME, HOOKS, OURS, turn_end="stop")
THEIRS = {"command": "echo entire hooks some", "name": "theirs"}


def installed_in(value: Any) -> dict[str, list[str]]:
    return {event: [entry["command"] for entry in entries] for event, entries in value["hooks"].items()}


def test_a_new_file() -> None:
    text, added = CONFIG.add(None)
    assert added == 3
    hooks = {
        "sessionStart": [{"command": "entire hooks some start"}],
        "stop": [
            {"command": "entire hooks some stop", "timeoutSec": 30},
            {"command": "entire hooks some again"},
        ],
    }
    assert text == json.dumps({"hooks": hooks, "version": 1}, indent=2) + "\n"
    assert CONFIG.add(text) == (text, 0)
    assert CONFIG.remove(text) is None
    without = Flat(NAME, HOOKS, OURS, turn_end="stop", version=None)
    assert "version" not in json.loads(without.add(None)[0])
    assert without.remove(without.add(None)[0]) is None


DOCUMENTS = [
    "{}",
    "{}\n",
    '{"version": 1}',
    '{\n  "version": 1\n}\n',
    '{"version":1,"hooks":{}}',
    '{"hooks": {}, "version": 1}\n',
    '{\n\t"version": 1,\n\t"hooks": {\n\t\t"stop": []\n\t}\n}',
    json.dumps(
        {"version": 1, "hooks": {"stop": [THEIRS], "other": [THEIRS]}, "x": [1, {"y": None}]}, indent=4
    ),
    '{"hooks": {"stop": [ {"command": "a"}, {"command": "b"} ]}, "version": 1}',
    '{\r\n  "hooks": {\r\n    "stop": [{"command": "a"}]\r\n  }\r\n}\r\n',
    '{"hooks": {"stop": [1, "x", {"command": 7}, {"other": "entire hooks some stop"}]}}',
]


@pytest.mark.parametrize("before", DOCUMENTS)
def test_removal_restores_the_bytes(before: str) -> None:
    text, added = CONFIG.add(before)
    assert added == 3
    assert CONFIG.missing(text) == []
    theirs, ours = json.loads(before), json.loads(text)
    assert {key: ours[key] for key in theirs if key != "hooks"} == {
        k: v for k, v in theirs.items() if k != "hooks"
    }
    for event, entries in theirs.get("hooks", {}).items():
        assert ours["hooks"][event][: len(entries)] == entries
    assert CONFIG.remove(text) == before


@pytest.mark.parametrize("before", DOCUMENTS)
def test_nothing_of_ours_is_nothing_to_remove(before: str) -> None:
    assert CONFIG.remove(before) == before


def test_what_others_added_meanwhile_stays() -> None:
    value = json.loads(CONFIG.add(None)[0])
    value["hooks"]["stop"].insert(1, THEIRS)
    left = CONFIG.remove(json.dumps(value, indent=2))
    assert left is not None
    assert json.loads(left) == {"hooks": {"stop": [THEIRS]}, "version": 1}
    assert CONFIG.missing(left) == ["sessionStart", "stop", "stop"]


def test_a_part_is_completed_and_old_forms_are_replaced() -> None:
    half = (
        '{"hooks": {"stop": [{"command": "entire hooks some old"}, {"command": "entire hooks some stop"}]}}'
    )
    text, added = CONFIG.add(half)
    assert added == 2
    assert installed_in(json.loads(text))["stop"] == ["entire hooks some stop", "entire hooks some again"]
    text, added = CONFIG.add(half, force=True)
    assert added == 3
    assert "old" not in text


def test_the_nested_shape_with_more_members_and_without_a_matcher() -> None:
    hook = nested.Hook("Stop", None, commands.hook("some", "stop"), {"timeout": 30})
    config = nested.Nested(NAME, [hook], commands.ours("some"), turn_end="Stop")
    text, added = config.add(None)
    entry = {"type": "command", "command": commands.hook("some", "stop"), "timeout": 30}
    assert json.loads(text) == {"hooks": {"Stop": [{"matcher": None, "hooks": [entry]}]}}
    assert added == 1
    assert config.add(text) == (text, 0)
    entry["timeout"] = 5  # the user's choice
    changed = json.dumps({"hooks": {"Stop": [{"hooks": [entry]}]}})
    assert config.add(changed) == (changed, 0)
    assert config.missing(changed) == []
    assert config.remove(text) is None


def test_without_the_program_a_hook_does_nothing(tmp_path: Path) -> None:
    """A teammate's agent runs what is in the repository: no error, and nothing to see."""
    command = commands.hook("some", "stop")
    assert command == (
        "sh -c 'if ! command -v entire >/dev/null 2>&1; then exit 0; fi; exec entire hooks some stop'"
    )
    done = subprocess.run(["/bin/sh", "-c", command], env={"PATH": "/usr/bin:/bin"}, capture_output=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    program = tmp_path / "entire"
    program.write_text('#!/bin/sh\necho "$@"; cat; exit 7\n')
    program.chmod(0o755)
    path = f"{tmp_path}:/usr/bin:/bin"
    done = subprocess.run(
        ["/bin/sh", "-c", command], input=b"{}", env={"PATH": path}, capture_output=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (7, b"hooks some stop\n{}", b"")


@pytest.mark.parametrize(
    ("command", "is_ours"),
    [
        (commands.hook("some", "stop"), True),
        ("entire hooks some", True),
        ("entire hooks some-other stop", False),
        (commands.hook("some-other", "stop"), False),
        ("entire hooks other stop", False),
        ("echo entire hooks some stop", False),
        ("sh -c 'echo entire hooks some stop'", False),
        ("sh -c 'printf x; exec entire hooks some stop'", True),
        ("bash -c 'exec entire hooks some stop'", False),
        ('go run "$(git rev-parse --show-toplevel)"/cmd/entire/main.go hooks some stop', True),
        ("go run ./cmd/entire/main.go hooks other stop", False),
        ("go run ./x; echo cmd/entire/main.go hooks some stop", False),
    ],
)
def test_what_is_ours(command: str, is_ours: bool) -> None:
    assert bool(commands.ours("some").match(command)) is is_ours


def test_a_long_command_is_judged_in_no_time() -> None:
    assert not commands.ours("some").match("sh -c '" + "exec go run " * 100_000)


@pytest.mark.parametrize("text", ["", "[]", "{", '{"hooks": []}', '{"hooks": {"stop": {}}}', "/* no\n{}"])
def test_a_file_that_cannot_be_edited_is_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / NAME
    path.parent.mkdir()
    path.write_text(text)
    with pytest.raises(EntireError, match=re.escape(NAME)):
        CONFIG.install(str(tmp_path))
    assert not CONFIG.installed(str(tmp_path))
    assert path.read_text() == text


def test_a_file_on_disk(tmp_path: Path) -> None:
    root = str(tmp_path)
    assert not CONFIG.installed(root)
    assert CONFIG.missing_hooks(root) == ["sessionStart", "stop", "stop"]
    assert CONFIG.install(root) == 3
    assert CONFIG.installed(root)
    assert CONFIG.install(root) == 0
    assert CONFIG.missing_hooks(root) == []
    assert CONFIG.uninstall(root)
    assert not (tmp_path / ".some").exists()
    assert not CONFIG.uninstall(root)


ENTRIES = st.lists(
    st.fixed_dictionaries({"command": st.sampled_from(["a", "entire hook", "echo entire hooks some x"])})
    | st.integers()
    | st.text(max_size=3),
    max_size=3,
)
VALUES = st.fixed_dictionaries(
    {},
    optional={
        "version": st.integers(0, 2),
        "hooks": st.dictionaries(st.sampled_from(["stop", "other", "sessionStart"]), ENTRIES),
        "more": st.lists(st.text(max_size=3), max_size=2),
    },
)


@given(VALUES, st.sampled_from([None, 0, 2, "\t"]), st.booleans())
def test_any_file_comes_back_as_it_was(value: Any, indent: int | str | None, turned: bool) -> None:
    if turned:
        value = dict(reversed(value.items()))
    before = json.dumps(value, indent=indent)
    text, _ = CONFIG.add(before)
    assert CONFIG.missing(text) == []
    assert CONFIG.remove(text) == before


def test_a_removal_that_was_cut_short_is_completed(tmp_path: Path) -> None:
    """The file was gone already: an empty folder would pass for an agent that is used here."""
    (tmp_path / ".some").mkdir()
    assert not CONFIG.uninstall(str(tmp_path))
    assert not (tmp_path / ".some").exists()
    (tmp_path / ".some").mkdir()
    (tmp_path / ".some" / "theirs").touch()
    assert not CONFIG.uninstall(str(tmp_path))
    assert (tmp_path / ".some" / "theirs").exists()
