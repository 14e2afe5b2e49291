"""Our hooks in Claude Code's settings: all there, nothing of the user's touched, gone without a trace."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from entire.agent.claude_code import CONFIG_FILE
from entire.agent.claude_code import settings as claude
from entire.agent.hook_config.commands import guarded, hook
from entire.core import json_spans
from entire.core.errors import EntireError

# No database: each run draws again. The first draw alone can take a second on a busy machine.
EXAMPLES = settings(deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow])

EXPECTED = {
    ("SessionStart", "", hook("claude-code", "session-start")),
    ("SessionEnd", "", hook("claude-code", "session-end")),
    ("Stop", "", hook("claude-code", "stop")),
    ("UserPromptSubmit", "", hook("claude-code", "user-prompt-submit")),
    ("PreToolUse", "Task", hook("claude-code", "pre-task")),
    ("PostToolUse", "Task", hook("claude-code", "post-task")),
    ("PostToolUse", "TodoWrite", hook("claude-code", "post-todo")),
    ("PreToolUse", "Agent", hook("claude-code", "pre-task")),
    ("PostToolUse", "Agent", hook("claude-code", "post-task")),
    ("PostToolUse", "TaskCreate", hook("claude-code", "post-todo")),
    ("PostToolUse", "TaskUpdate", hook("claude-code", "post-todo")),
    ("SubagentStop", "", hook("claude-code", "subagent-stop")),
}
RULE = "Read(./.entire/metadata/**)"


def load(text: str) -> Any:
    return json.loads(text.removeprefix("\ufeff"))


def commands(document: Any) -> list[tuple[str, str, str]]:
    return [
        (event, group.get("matcher", ""), entry["command"])
        for event, groups in document.get("hooks", {}).items()
        for group in groups
        for entry in group["hooks"]
    ]


def without_ours(document: Any) -> Any:
    """What remains for a reader: our groups and rule taken off, and containers that hold nothing."""
    document = json.loads(json.dumps(document))
    hooks = document.get("hooks", {})
    for event, groups in hooks.items():
        hooks[event] = [g for g in groups if not any("entire hooks" in h["command"] for h in g["hooks"])]
    document["hooks"] = {event: groups for event, groups in hooks.items() if groups}
    permissions = document.setdefault("permissions", {})
    permissions["deny"] = [rule for rule in permissions.get("deny", []) if rule != RULE]
    document["permissions"] = {key: value for key, value in permissions.items() if value}
    return {key: value for key, value in document.items() if value not in ({}, [])}


def add_hooks(text: str | None, *, force: bool = False) -> tuple[str, int]:
    """The file after `install`, and how many entries were added."""
    with TemporaryDirectory() as folder:
        if text is not None:
            write(Path(folder), text)
        count = claude.install(folder, force=force)
        return read(Path(folder)), count


def remove_hooks(text: str) -> str | None:
    """The file after `uninstall`; None if it is gone."""
    with TemporaryDirectory() as folder:
        path = write(Path(folder), text)
        claude.uninstall(folder)
        return read(Path(folder)) if path.exists() else None


def added(text: str | None) -> str:
    return add_hooks(text)[0]


def group(command: str, matcher: str | None = "") -> dict[str, Any]:
    hooks = [{"type": "command", "command": command, "timeout": 5}]
    return {"hooks": hooks} if matcher is None else {"matcher": matcher, "hooks": hooks}


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
        ("Stop", group(hook("claude-code", "stop"), "mine"), 11),
        ("Stop", group(hook("claude-code", "stop"), None), 11),
        ("PreToolUse", group(hook("claude-code", "pre-task"), "Task"), 11),
        ("PreToolUse", group(hook("claude-code", "pre-task"), "Other"), 12),
        ("PostToolUse", group(hook("claude-code", "post-todo"), "TodoWrite"), 11),
        ("Stop", group("entire status", ""), 12),
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
    assert claude.install(str(tmp_path), force=True) == 12
    document = load(read(tmp_path))
    assert len(commands(document)) == 13
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
    assert claude.install(str(tmp_path)) == (11 if both else 12)
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
    assert claude.install(str(tmp_path)) == 12
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
    assert claude.install(str(tmp_path)) == 12
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


# --- the file ------------------------------------------------------------------------------------------


def write(root: Path, text: str) -> Path:
    path = root / ".claude" / "settings.json"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(text.encode())
    return path


def read(root: Path) -> str:
    return (root / ".claude" / "settings.json").read_bytes().decode()


def test_a_fresh_file_is_pretty_and_vanishes(tmp_path: Path) -> None:
    root = str(tmp_path)
    assert not claude.installed(root)
    assert not claude.uninstall(root)
    assert claude.install(root) == 12
    text = read(tmp_path)
    assert text == json.dumps(load(text), indent=2) + "\n"
    assert set(commands(load(text))) == EXPECTED
    assert list(load(text)["hooks"]) == sorted(load(text)["hooks"])
    assert load(text)["permissions"] == {"deny": [RULE]}
    assert load(text)["hooks"]["Stop"] == [
        {"matcher": "", "hooks": [{"type": "command", "command": hook("claude-code", "stop")}]}
    ]
    assert claude.installed(root)
    assert claude.install(root) == 0
    assert claude.install(root, force=True) == 12
    assert read(tmp_path) == text
    assert claude.uninstall(root)
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("text", ["{}", "{}\n", "{ }", "{\n}\n", '{"hooks": {}}', "\ufeff{\r\n\r\n}"])
def test_a_file_that_was_empty_comes_back(tmp_path: Path, text: str) -> None:
    write(tmp_path, text)
    assert claude.install(str(tmp_path)) == 12
    assert claude.uninstall(str(tmp_path))
    assert read(tmp_path) == text
    assert os.listdir(tmp_path / ".claude") == ["settings.json"]


def test_other_files_keep_the_directory(tmp_path: Path) -> None:
    claude.install(str(tmp_path))
    (tmp_path / ".claude" / "CLAUDE.md").write_text("x")
    claude.uninstall(str(tmp_path))
    assert os.listdir(tmp_path / ".claude") == ["CLAUDE.md"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1"),
        ("{", "line 1"),
        ('{\n  /* mine\n  "a": 1\n}', "comment"),
        ('{"hooks": []}', "`hooks` is not an object"),
        ('{"hooks": null}', "`hooks` is not an object"),
        ('{"hooks": {"Stop": {}}}', r"`hooks\.Stop` is not a list"),
        ('{"permissions": []}', "`permissions` is not an object"),
        ('{"permissions": {"deny": "x"}}', r"`permissions\.deny` is not a list"),
    ],
)
@pytest.mark.parametrize("force", [False, True])
def test_a_file_that_we_do_not_understand_is_left_alone(
    tmp_path: Path, text: str, message: str, force: bool
) -> None:
    write(tmp_path, text)
    with pytest.raises(EntireError, match=message) as caught:
        claude.install(str(tmp_path), force=force)
    assert caught.value.hint
    assert CONFIG_FILE in caught.value.message
    assert read(tmp_path) == text
    assert not claude.installed(str(tmp_path))


def test_a_broken_file_is_not_taken_for_clean(tmp_path: Path) -> None:
    path = write(tmp_path, "{")
    with pytest.raises(EntireError, match="line 1"):
        claude.uninstall(str(tmp_path))
    path.write_bytes(b'{"a": "\xff"}')
    with pytest.raises(EntireError, match="UTF-8"):
        claude.install(str(tmp_path))
    assert path.read_bytes() == b'{"a": "\xff"}'


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    target = tmp_path / "dotfiles.json"
    target.write_text('{"a": 1}')
    link = tmp_path / ".claude" / "settings.json"
    link.parent.mkdir()
    link.symlink_to("../dotfiles.json")
    claude.install(str(tmp_path))
    assert link.is_symlink()
    assert claude.installed(str(tmp_path))
    assert target.read_text() == read(tmp_path)
    claude.uninstall(str(tmp_path))
    assert link.is_symlink()
    assert target.read_text() == '{"a": 1}'


def test_a_file_that_was_moved_behind_a_link_is_not_deleted(tmp_path: Path) -> None:
    claude.install(str(tmp_path))
    path = tmp_path / ".claude" / "settings.json"
    path.rename(tmp_path / "moved.json")
    path.symlink_to("../moved.json")
    claude.uninstall(str(tmp_path))
    assert read(tmp_path) == "{}\n"


def test_nothing_is_made_at_the_end_of_a_dangling_link(tmp_path: Path) -> None:
    (tmp_path / ".claude").mkdir()
    (tmp_path / ".claude" / "settings.json").symlink_to(tmp_path / "nowhere")
    with pytest.raises(EntireError, match="link"):
        claude.install(str(tmp_path))
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o666])
def test_the_mode_is_kept(tmp_path: Path, mode: int) -> None:
    path = write(tmp_path, "{}")
    path.chmod(mode)
    claude.install(str(tmp_path))
    assert stat.S_IMODE(path.stat().st_mode) == mode
    assert os.listdir(path.parent) == ["settings.json"]


@pytest.mark.parametrize("before", ["{}", None])
def test_a_file_that_is_read_only_is_left_alone(tmp_path: Path, before: str | None) -> None:
    path = write(tmp_path, added(before))
    path.chmod(0o444)
    with pytest.raises(EntireError, match="read-only") as caught:
        claude.uninstall(str(tmp_path))
    assert caught.value.hint
    assert read(tmp_path) == added(before)
    path.chmod(0o644)
    path.write_text("{}")
    path.chmod(0o444)
    with pytest.raises(EntireError, match="read-only"):
        claude.install(str(tmp_path))
    assert read(tmp_path) == "{}"


def test_a_new_file_can_be_read_by_all(tmp_path: Path) -> None:
    mask = os.umask(0o022)
    try:
        claude.install(str(tmp_path))
    finally:
        os.umask(mask)
    assert stat.S_IMODE((tmp_path / ".claude" / "settings.json").stat().st_mode) == 0o644


def test_a_file_in_the_place_of_the_directory(tmp_path: Path) -> None:
    (tmp_path / ".claude").write_text("x")
    with pytest.raises(EntireError, match="cannot write"):
        claude.install(str(tmp_path))
    assert not claude.uninstall(str(tmp_path))
