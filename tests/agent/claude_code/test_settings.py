"""Our hooks in Claude Code's settings: all there, nothing of the user's touched, gone without a trace."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.agent.claude_code.settings_files import (
    ALL,
    EXPECTED,
    RULE,
    add_hooks,
    added,
    commands,
    group,
    load,
    read,
    remove_hooks,
    without_ours,
    write,
)

from entire.agent.claude_code import settings as claude
from entire.agent.hook_config.commands import guarded, hook
from entire.core import json_spans

# No database: each run draws again. The first draw alone can take a second on a busy machine.
EXAMPLES = settings(deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow])

# --- any document, in any formatting -------------------------------------------------------------------

GROUPS = st.builds(
    group,
    st.sampled_from(["make lint", "entirely", "echo <&>"]),
    st.sampled_from([None, "", "Task", "Agent"]),
)
EVENTS = st.sampled_from(["Stop", "PreToolUse", "PostToolUse", "SubagentStop", "Notification", "Future"])
HOOKS = st.dictionaries(EVENTS, st.lists(GROUPS, max_size=2), max_size=3)
RULES = st.lists(st.sampled_from(["Read(./.env)", "Bash(curl:*)"]), max_size=2)
PERMISSIONS = st.dictionaries(st.sampled_from(["deny", "allow", "ask"]), RULES, max_size=3)
OTHERS = {
    "model": st.just("opus é"),
    "env": st.just({"A": "1", "B": {}}),
    "n": st.sampled_from([1e9, [], None]),
}


@st.composite
def documents(draw: st.DrawFn) -> dict[str, Any]:
    parts: dict[str, st.SearchStrategy[Any]] = {"hooks": HOOKS, "permissions": PERMISSIONS, **OTHERS}
    keys = draw(st.lists(st.sampled_from(sorted(parts)), unique=True))
    return {key: draw(parts[key]) for key in keys}


EMPTY = ["", " ", "\n", "\r\n", "\n\n", "  \n\t", "\n  ", "\r", "\r\n\r"]


@st.composite
def formatted(draw: st.DrawFn) -> str:
    """One indentation, line end and colon for a file, empty containers in any spelling."""
    indent = draw(st.sampled_from([None, 0, 1, 2, 3, 4, 5, 6, 7, 8, "\t", "\t\t"]))
    separators = draw(
        st.sampled_from([(",", ":"), (", ", ": "), (",", ": "), (" , ", " : "), (",\n", ":\n ")])
    )
    text = json.dumps(
        draw(documents()), indent=indent, separators=separators, ensure_ascii=draw(st.booleans())
    )
    for empty in ("{}", "[]"):
        first, *rest = text.split(empty)
        text = first + "".join(draw(st.sampled_from(EMPTY)).join(empty) + part for part in rest)
    if draw(st.booleans()):
        text = text.replace("\r\n", "\n").replace("\n", "\r\n")
    return draw(st.sampled_from(["", "\ufeff"])) + text + draw(st.sampled_from(["", "\n", "\r\n", "\n\n "]))


@EXAMPLES
@given(formatted())
def test_install_and_uninstall_any_document(text: str) -> None:
    edited = added(text)
    document = load(edited)
    found = commands(document)
    assert set(found) >= EXPECTED
    assert len(found) == len(commands(load(text))) + len(EXPECTED)
    assert document["permissions"]["deny"].count(RULE) == 1
    assert without_ours(document) == without_ours(load(text))
    assert add_hooks(edited) == (edited, 0)
    assert add_hooks(edited, force=True) == (edited, len(EXPECTED))
    assert remove_hooks(edited) == text


@EXAMPLES
@given(formatted())
def test_what_the_user_changed_since_stays(text: str) -> None:
    edits: list[tuple[tuple[str, ...], Any]] = [
        (("hooks", "Stop"), group("theirs")),
        (("hooks", "Brand"), group("new")),
        (("permissions", "deny"), "Read(x)"),
        (("permissions", "allow"), "Bash(y)"),
        (("extra",), 1),
    ]
    by_user, edited = text, added(text)
    for path, value in edits:
        by_user, edited = json_spans.append(by_user, path, value), json_spans.append(edited, path, value)
    left = remove_hooks(edited)
    assert left is not None
    assert load(left) == load(by_user)


@EXAMPLES
@given(formatted(), st.sampled_from([None, 2, "\t"]))
def test_a_reformatted_file_is_cleaned(text: str, indent: int | str | None) -> None:
    separators = (",", ": ") if indent else (",", ":")
    left = remove_hooks(json.dumps(load(added(text)), indent=indent, separators=separators))
    assert (without_ours(load(left)) if left else {}) == without_ours(load(text))
    assert left is None or ("entire hooks" not in left and RULE not in left)


def test_a_change_elsewhere_keeps_its_bytes() -> None:
    text = '{\n    "model":   "opus",\n    "n": 1.50e+3, "hooks": { }\n}'
    edited = added(text).replace('"opus"', '"son\\u006eet"')
    assert remove_hooks(edited) == text.replace('"opus"', '"son\\u006eet"')


# --- what counts as ours -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("event", "existing", "new"),
    [
        ("Stop", group(hook("claude-code", "stop"), "mine"), ALL - 1),
        ("Stop", group(hook("claude-code", "stop"), None), ALL - 1),
        ("PreToolUse", group(hook("claude-code", "pre-task"), "Task"), ALL - 1),
        ("PreToolUse", group(hook("claude-code", "pre-task"), "Other"), ALL),
        ("PostToolUse", group(hook("claude-code", "post-todo"), "TodoWrite"), ALL - 1),
        ("Stop", group("entire status", ""), ALL),
    ],
)
def test_entries_that_exist_are_not_doubled(event: str, existing: dict[str, Any], new: int) -> None:
    text = json.dumps({"hooks": {event: [existing]}})
    edited, count = add_hooks(text)
    assert count == new
    assert load(edited)["hooks"][event][0] == existing


OLD_FORMS = [
    "entire hooks claude-code stop",
    "entire hooks claudecode stop",
    "entire rewind claude-hook --stop",
    "go run ${CLAUDE_PROJECT_DIR}/cmd/entire/main.go hooks claude-code stop",
    'go run "$(git rev-parse --show-toplevel)"/cmd/entire/main.go hooks claude-code stop',
    "go run ${CLAUDE_PROJECT_DIR}/cmd/entire/main.go rewind claude-hook --stop",
    guarded("entire hooks claudecode stop"),
    """sh -c 'if ! command -v entire >/dev/null 2>&1; then printf "%s\\n" "{\\"systemMessage\\":\\"Not on """
    """PATH\\"}"; exit 0; fi; exec entire hooks claude-code stop'""",
]


@pytest.mark.parametrize("command", [*OLD_FORMS, hook("claude-code", "stop")])
def test_every_form_of_ours_goes(tmp_path: Path, command: str) -> None:
    mixed = group("make lint")
    mixed["hooks"].insert(0, {"type": "command", "command": command})
    write(
        tmp_path,
        json.dumps({"hooks": {"Stop": [group(command), mixed], "Future": [group(command)]}}, indent=2),
    )
    assert claude.installed(str(tmp_path))
    assert claude.install(str(tmp_path), force=True) == ALL
    document = load(read(tmp_path))
    assert len(commands(document)) == ALL + 1
    assert document["hooks"]["Stop"][0] == group("make lint")
    assert claude.uninstall(str(tmp_path))
    assert not claude.installed(str(tmp_path))
    assert read(tmp_path) == json.dumps({"hooks": {"Stop": [group("make lint")]}}, indent=2)


@pytest.mark.parametrize("old", OLD_FORMS)
@pytest.mark.parametrize("both", [False, True])
def test_an_old_form_is_replaced(tmp_path: Path, old: str, both: bool) -> None:
    theirs = [group("make lint"), group("echo entire hooks claude-code stop")]
    new = [group(hook("claude-code", "stop"))] if both else []
    text = json.dumps({"model": "x", "hooks": {"Stop": [group(old), *theirs, *new]}}, indent=4)
    write(tmp_path, text)
    assert claude.missing_hooks(str(tmp_path))
    assert claude.install(str(tmp_path)) == (ALL - 1 if both else ALL)
    found = commands(load(read(tmp_path)))
    assert sorted(found) == sorted([*EXPECTED, *(("Stop", "", g["hooks"][0]["command"]) for g in theirs)])
    assert claude.install(str(tmp_path)) == 0
    assert claude.uninstall(str(tmp_path))
    assert read(tmp_path) == json.dumps({"model": "x", "hooks": {"Stop": theirs}}, indent=4)


def test_what_an_older_version_created_vanishes_too(tmp_path: Path) -> None:
    old = added(None)
    for _, _, command in EXPECTED:
        bare = command.removeprefix(guarded("|").partition("|")[0]).removesuffix("'")
        old = old.replace(json.dumps(command), json.dumps(bare))
    assert "sh -c" not in old
    write(tmp_path, old)
    assert claude.install(str(tmp_path)) == ALL
    assert sorted(commands(load(read(tmp_path)))) == sorted(EXPECTED)
    assert claude.uninstall(str(tmp_path))
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("command", ["entire status", "entirely", "echo entire hooks claude-code stop"])
def test_other_commands_are_not_ours(tmp_path: Path, command: str) -> None:
    text = json.dumps({"hooks": {"Stop": [group(command)]}})
    write(tmp_path, text)
    assert not claude.installed(str(tmp_path))
    assert not claude.uninstall(str(tmp_path))
    assert read(tmp_path) == text


COMMENTED = """{
  // what the team agreed on
  "model": "opus", /* for now */
  "hooks": {
    "Stop": [
      {"matcher": "", "hooks": [{"type": "command", "command": "make lint"}]}, // slow
    ],
  } // that is all
}
"""


def test_comments_stay(tmp_path: Path) -> None:
    write(tmp_path, COMMENTED)
    assert claude.install(str(tmp_path)) == ALL
    text = read(tmp_path)
    assert [
        note for note in ("// what the", "/* for now */", "// slow", "// that is all") if note not in text
    ] == []
    assert claude.installed(str(tmp_path))
    assert claude.missing_hooks(str(tmp_path)) == []
    assert claude.install(str(tmp_path)) == 0
    assert claude.uninstall(str(tmp_path))
    assert read(tmp_path) == COMMENTED


def test_the_deny_rule_goes_even_if_it_was_there_before() -> None:
    text = json.dumps({"permissions": {"deny": ["a", RULE, "b"]}})
    assert remove_hooks(added(text)) == json.dumps({"permissions": {"deny": ["a", "b"]}})
