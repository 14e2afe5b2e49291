"""Where a story is written to."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from entire.core.errors import EntireError
from entire.core.links import Linked
from entire.web.export import target


def test_a_file_is_written_as_a_whole(tmp_path: Path) -> None:
    path = tmp_path / "story.html"
    target.write(str(path), ["one"], replace=True)
    target.write(str(path), ["zwei ", "\u00fc\ud800"], replace=True)
    assert path.read_text() == "zwei ü?"
    assert os.listdir(tmp_path) == ["story.html"]
    assert path.stat().st_mode & 0o777 == 0o666 & ~_umask()


def _umask() -> int:
    old = os.umask(0)
    os.umask(old)
    return old


def test_a_link_is_not_followed_and_not_replaced(tmp_path: Path) -> None:
    secret = tmp_path / "important"
    secret.write_text("mine")
    link = tmp_path / "story.html"
    link.symlink_to(secret)
    with pytest.raises(Linked):
        target.write(str(link), ["story"], replace=True)
    assert secret.read_text() == "mine"
    assert link.is_symlink()


def test_a_folder_behind_a_link_is_the_users_choice(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "short").symlink_to(tmp_path / "real")
    target.write(str(tmp_path / "short" / "a.md"), ["story"], replace=True)
    assert (tmp_path / "real" / "a.md").read_text() == "story"


def test_what_is_there_stays_unless_it_was_named(tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    path.write_text("mine")
    with pytest.raises(EntireError, match="exists"):
        target.write(str(path), ["story"], replace=False)
    assert path.read_text() == "mine"


@pytest.mark.parametrize("name", [".", "missing/a.html", "pipe"])
def test_other_places_are_refused(tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(EntireError):
        target.write(str(tmp_path / name), ["story"], replace=True)
