"""Options that narrow lists: dates in git's words, paths, agents."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from tests.support import Repo

from entire.cli import narrow
from entire.core.errors import UsageError
from entire.git.repository import Repository, open_repository
from entire.search.where import NOTHING, Where

DAY = 86400


@pytest.fixture
def opened(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> Repository:
    repo.write("src/login/a.py")
    monkeypatch.chdir(repo.path / "src")
    return open_repository()


def test_dates(opened: Repository) -> None:
    now = time.time()
    ages = {
        "2w": 14 * DAY,
        "3 days ago": 3 * DAY,
        "yesterday": DAY,
        "90d": 90 * DAY,
        "1mo": 30 * DAY,
        "now": 0,
    }
    for text, age in ages.items():
        found = narrow.date(opened, text, "--since")
        assert found is not None
        assert abs(now - age - found) < 60, text
    assert narrow.date(opened, "2026-03-01 00:00:00 +0000", "--since") == 1772323200
    assert narrow.date(opened, " ", "--since") is None
    for wrong in ("blah", "gestern", "--all", "a\nb"):
        with pytest.raises(UsageError, match="--until: not a date"):
            narrow.date(opened, wrong, "--until")


def test_paths_are_from_the_root(opened: Repository) -> None:
    root = opened.worktree
    names = {"login": "src/login", "../README.md": "README.md", f"{root}/x": "x", "..": "", "./a/": "src/a"}
    assert {name: narrow.path_of(opened, name) for name in names} == names
    for outside in ("../..", "/etc/passwd", ""):
        with pytest.raises(UsageError):
            narrow.path_of(opened, outside)


@pytest.mark.parametrize("typed", ["codex", "Codex", "CODEX "])
def test_agents_by_name_and_type(opened: Repository, typed: str) -> None:
    assert narrow.where(opened, {"agent": typed}) == Where(agents=("Codex",))


def test_a_short_name_and_an_unknown_one(opened: Repository) -> None:
    assert narrow.where(opened, {"agent": "claude"}).agents == ("Claude Code",)
    with pytest.raises(UsageError, match='unknown agent "hal"'):
        narrow.where(opened, {"agent": "hal"})


def test_nothing_given(opened: Repository) -> None:
    given = {"author": "", "agent": "", "model": "", "branch": "", "file": (), "since": "", "until": ""}
    assert narrow.where(opened, given) == NOTHING


PART = ("Codex", "gpt-5.2", "feature/login", "abc-1", ["src/login.py", "docs/x.md"])


@pytest.mark.parametrize(
    ("fields", "takes"),
    [
        ({}, True),
        ({"agents": ("Codex",)}, True),
        ({"agents": ("Claude Code",)}, False),
        ({"model": "GPT"}, True),
        ({"model": "opus"}, False),
        ({"branch": "feature/login"}, True),
        ({"branch": "feature/*"}, True),
        ({"branch": "feature"}, False),
        ({"session": "abc"}, True),
        ({"session": "bc"}, False),
        ({"files": ("src",)}, True),
        ({"files": ("sr",)}, False),
        ({"files": ("src/*.py",)}, True),
        ({"files": ("",)}, True),
        ({"files": ("no", "docs/x.md")}, True),
    ],
)
def test_parts(fields: dict[str, Any], takes: bool) -> None:
    assert Where(**fields).takes_part(*PART) is takes


def test_authors_and_times() -> None:
    assert Where(author="ada").takes_author(["Grace <g@x>", "Ada <a@x>"])
    assert not Where(author="ada").takes_author([])
    assert Where().takes_author([])
    assert [Where(since=2, until=3).takes_time(at) for at in (1, 2, 3, 4)] == [False, True, True, False]


def test_the_whole_repository_is_a_path(repo: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    link = tmp_path / "link"
    link.symlink_to(repo.path)
    monkeypatch.chdir(link)
    assert narrow.path_of(open_repository(), "README.md") == "README.md"
