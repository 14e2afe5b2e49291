from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from entire.core import settings
from entire.core.settings import LOCAL_FILE, PROJECT_FILE, Settings


def write(root: Path, name: str, content: Any) -> None:
    (root / ".entire").mkdir(exist_ok=True)
    (root / name).write_text(content if isinstance(content, str) else json.dumps(content))


def load(root: Path) -> settings.Loaded:
    return settings.load(str(root))


def test_defaults_without_a_file(tmp_path: Path) -> None:  # CFG-01
    loaded = load(tmp_path)
    assert loaded.settings == Settings(strategy="manual-commit", enabled=True)
    assert not loaded.present
    assert not loaded.enabled  # off by default
    assert loaded.problems == []


@pytest.mark.parametrize(
    ("key", "project", "local"),
    [  # CFG-02
        ("strategy", "manual-commit", "auto-commit"),
        ("enabled", True, False),
        ("enabled", False, True),
        ("local_dev", True, False),
        ("local_dev", False, True),
        ("log_level", "debug", "error"),
        ("telemetry", True, False),
        ("telemetry", False, True),
        ("absolute_git_hook_path", True, False),
        ("commit_linking", "always", "prompt"),
        ("from_the_future", {"a": 1}, [2]),
    ],
)
def test_local_settings_win(tmp_path: Path, key: str, project: Any, local: Any) -> None:
    write(tmp_path, PROJECT_FILE, {key: project})
    found = load(tmp_path).settings
    assert getattr(found, key, found.extra.get(key)) == project
    write(tmp_path, LOCAL_FILE, {key: local})
    found = load(tmp_path).settings
    assert getattr(found, key, found.extra.get(key)) == local


@pytest.mark.parametrize("empty", [{"strategy": ""}, {"strategy": None}, {"strategy": 5}, {}])
def test_an_empty_local_strategy_does_not_count(tmp_path: Path, empty: Any) -> None:  # CFG-03
    write(tmp_path, PROJECT_FILE, {"strategy": "auto-commit", "log_level": "debug"})
    write(tmp_path, LOCAL_FILE, empty | {"log_level": ""})
    assert load(tmp_path).settings.strategy == "auto-commit"
    assert load(tmp_path).settings.log_level == "debug"


def test_an_empty_strategy_means_the_default(tmp_path: Path) -> None:
    write(tmp_path, PROJECT_FILE, {"strategy": ""})
    assert load(tmp_path).settings.strategy == "manual-commit"


def test_options_are_merged_one_level_deep(tmp_path: Path) -> None:  # CFG-03, CFG-05
    write(
        tmp_path,
        PROJECT_FILE,
        {"strategy_options": {"push_sessions": True, "summarize": {"enabled": True, "x": 1}}},
    )
    write(
        tmp_path, LOCAL_FILE, {"strategy_options": {"push_sessions": False, "summarize": {"enabled": False}}}
    )
    assert load(tmp_path).settings.strategy_options == {
        "push_sessions": False,
        "summarize": {"enabled": False},
    }


def test_local_settings_alone(tmp_path: Path) -> None:  # CFG-03
    write(tmp_path, LOCAL_FILE, {"log_level": "warn"})
    loaded = load(tmp_path)
    assert loaded.enabled
    assert loaded.settings == Settings(log_level="warn")


def test_unknown_keys_are_kept(tmp_path: Path) -> None:  # instead of CFG-04
    write(tmp_path, PROJECT_FILE, {"enabled": False, "new": {"deep": 1}})
    loaded = load(tmp_path)
    assert not loaded.enabled
    assert loaded.problems == []
    assert loaded.settings.extra == {"new": {"deep": 1}}


@pytest.mark.parametrize("broken", ["", "{", "[]", "null", '"x"', "{\n<<<<<<< HEAD\n"])
def test_a_broken_file_is_reported_and_the_other_one_counts(tmp_path: Path, broken: str) -> None:
    for broken_file, good_file in ((PROJECT_FILE, LOCAL_FILE), (LOCAL_FILE, PROJECT_FILE)):
        write(tmp_path, broken_file, broken)
        write(tmp_path, good_file, {"enabled": False})
        loaded = load(tmp_path)
        assert not loaded.enabled
        assert [problem.split(":")[0] for problem in loaded.problems] == [broken_file]


def test_a_file_that_cannot_be_read_is_a_problem_not_a_crash(tmp_path: Path) -> None:
    (tmp_path / ".entire").mkdir()
    (tmp_path / PROJECT_FILE).symlink_to("settings.json")
    write(tmp_path, LOCAL_FILE, {"enabled": False})
    loaded = load(tmp_path)
    assert not loaded.enabled
    assert len(loaded.problems) == 1


@pytest.mark.parametrize("odd", ["yes", 1, None, [], {}])
def test_a_wrong_type_does_not_switch_on_what_is_off(tmp_path: Path, odd: Any) -> None:
    write(tmp_path, PROJECT_FILE, {"enabled": False})
    write(tmp_path, LOCAL_FILE, {"enabled": odd})
    assert not load(tmp_path).enabled


def test_what_is_written_is_read_again(tmp_path: Path) -> None:  # CFG-06
    saved = {"new": 1, "telemetry": False, "strategy_options": {"push_sessions": False}, "enabled": False}
    settings.write_file(str(tmp_path), PROJECT_FILE, saved)
    assert settings.read_file(str(tmp_path), PROJECT_FILE) == saved
    assert not load(tmp_path).enabled
    assert (tmp_path / PROJECT_FILE).read_text() == (
        '{\n  "enabled": false,\n  "strategy_options": {\n    "push_sessions": false\n  },\n'
        '  "telemetry": false,\n  "new": 1\n}\n'
    )
    settings.write_file(str(tmp_path), PROJECT_FILE, {})
    assert settings.read_file(str(tmp_path), PROJECT_FILE) is None
    settings.write_file(str(tmp_path), PROJECT_FILE, {})


def test_one_file_alone(tmp_path: Path) -> None:
    assert settings.load_file(str(tmp_path), LOCAL_FILE) is None
    write(tmp_path, LOCAL_FILE, {"new": 1})
    found = settings.load_file(str(tmp_path), LOCAL_FILE)
    assert found
    assert found.extra == {"new": 1}
    write(tmp_path, LOCAL_FILE, "{")
    with pytest.raises(ValueError, match="Expecting"):
        settings.load_file(str(tmp_path), LOCAL_FILE)
