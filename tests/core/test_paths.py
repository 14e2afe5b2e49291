from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entire.core import paths
from entire.core.errors import EntireError

_HOSTILE = [
    "..",
    ".",
    "../x",
    "a/b",
    "a\\b",
    ".hidden",
    "a\nb",
    "a\n",
    "a\0",
    "a b",
    "é",
    "\u202e",
    "\ud800",
    "x" * 129,
    "x" * 10_000_000,
]


@pytest.mark.parametrize("session_id", ["", "-rf", *_HOSTILE], ids=lambda text: ascii(text[:12]))
def test_hostile_session_ids_are_refused(session_id: str) -> None:
    assert not paths.valid_session_id(session_id)
    with pytest.raises(EntireError) as caught:
        paths.session_metadata_dir(session_id)
    assert len(caught.value.message) < 400


@pytest.mark.parametrize(
    "session_id",
    ["f736da47-b2ca-4f86-bb32-a1bbe582e464", "2026-01-02-f736da47", "a", "_x", "a.b:c@d+e=f", "x" * 128],
)
def test_session_ids(session_id: str) -> None:
    assert paths.session_metadata_dir(session_id) == f".entire/metadata/{session_id}"


@given(st.text(max_size=200))
def test_a_session_id_that_passes_is_one_harmless_file_name(session_id: str) -> None:
    if paths.valid_session_id(session_id):
        assert os.path.normpath(f"/base/{session_id}") == f"/base/{session_id}"
        assert session_id.isascii()
        assert session_id.isprintable()


@pytest.mark.parametrize("tool_id", [*_HOSTILE, "a.b"], ids=lambda text: ascii(text[:12]))
def test_hostile_tool_ids_are_refused(tool_id: str) -> None:
    with pytest.raises(EntireError):
        paths.task_metadata_dir(".entire/metadata/s", tool_id)


def test_tool_ids() -> None:
    assert paths.check_tool_id("") == ""
    assert paths.check_tool_id("-x") == "-x"  # as the reference has it
    assert paths.task_metadata_dir("m", "toolu_01-A") == "m/tasks/toolu_01-A"


@pytest.mark.parametrize(
    ("path", "ours"),
    [(".entire", True), (".entire/tmp/x", True), (".entirely", False), ("a/.entire", False), ("", False)],
)
def test_infrastructure(path: str, ours: bool) -> None:
    assert paths.is_infrastructure(path) is ours


@pytest.mark.parametrize(
    ("path", "relative"),
    [
        ("{root}/a/b.py", "a/b.py"),
        ("{root}/a/../b.py", "b.py"),
        ("{root}", ""),
        ("{root}/", ""),
        ("{root}-sibling/x", ""),
        ("{root}/../x", ""),
        ("/etc/passwd", ""),
        ("a/b.py", "a/b.py"),
        ("./a//b.py", "a/b.py"),
        ("..", ""),
        ("../x", ""),
        ("a/../../x", ""),
        ("..x/y", "..x/y"),
        ("", ""),
        ("{root}/a\0b", ""),
        ("a\0b", ""),
        ("{root}/\ud800/x", ""),
        ("{root}/\udc80/x", "\udc80/x"),
        ("{root}/new\nline", "new\nline"),
    ],
    ids=ascii,
)
def test_to_relative(tmp_path: Path, path: str, relative: str) -> None:
    root = str(tmp_path / "root")
    assert paths.to_relative(path.replace("{root}", root), root) == relative


def test_directories_are_resolved_but_not_the_file(tmp_path: Path) -> None:
    root = tmp_path / "root"
    (root / "real").mkdir(parents=True)
    (tmp_path / "alias").symlink_to(root)
    (root / "link").symlink_to("/etc/passwd")
    (root / "out").symlink_to("/etc")
    assert paths.to_relative(f"{tmp_path}/alias/real/x", str(root)) == "real/x"
    assert paths.to_relative(f"{root}/link", str(root)) == "link"
    assert paths.to_relative(f"{root}/out/passwd", str(root)) == ""
