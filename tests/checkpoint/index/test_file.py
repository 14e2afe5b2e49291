"""The file that the index is kept in: whatever becomes of it, the answers are the same."""

from __future__ import annotations

import os
import resource
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.checkpoint.conftest import Place

from entire.checkpoint.index import file as index_file
from entire.checkpoint.index.file import folder_of
from entire.checkpoint.index.index import Index
from entire.checkpoint.index.tables import VERSION

IDS = [f"{number:012x}" for number in range(1, 40)]


def add(place: Place, *ids: str) -> None:
    metadata = b'{"session_id": "s", "created_at": "2026-01-01T00:00:00Z"}'
    place.put_raw({f"{id[:2]}/{id[2:]}/0/metadata.json": metadata for id in ids})


def answers(place: Place) -> tuple[object, ...]:
    with Index(place.repo, place.objects) as index:
        checkpoints = [done.checkpoint_id for done in index.parts_of_session("s")]
        links = index.links()
        return checkpoints, index.ids(), index.overviews(index.by_time()), index.commits(links)


def found(place: Place) -> object:
    """Return the checkpoints from the index; its other answers must agree."""
    sessions, ids, overviews, commits = answers(place)
    assert sessions == ids
    assert len(list(overviews)) == len(list(ids))  # type: ignore[call-overload]
    assert len(list(commits)) == 1  # type: ignore[call-overload]
    return ids


@pytest.fixture
def place(place: Place) -> Place:
    """With three checkpoints and a linked commit."""
    place.work.write(".entire/settings.json", "{}")
    place.work.commit(f"linked\n\nEntire-Checkpoint: {IDS[0]}")
    add(place, *IDS[:3])
    return place


def file_of(place: Place) -> Path:
    return Path(folder_of(place.repo), "index.db")


def test_it_is_kept_and_grows(place: Place) -> None:
    assert found(place) == IDS[:3]
    assert os.listdir(folder_of(place.repo)) == ["index.db"]  # and no journal
    add(place, IDS[3])
    assert found(place) == IDS[:4]
    with sqlite3.connect(file_of(place)) as db:
        assert db.execute("SELECT count(*) FROM checkpoints").fetchone() == (4,)


def test_nothing_is_kept_where_entire_is_not_set_up(place: Place) -> None:
    shutil.rmtree(place.work.path / ".entire")
    assert found(place) == IDS[:3]
    assert not Path(folder_of(place.repo)).exists()


def _truncate(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def _of_another_version(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("DROP TABLE links")
        db.execute(f"PRAGMA user_version = {VERSION + 1}")


def _without_a_table(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("DROP TABLE parts")


def _with_other_text(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("UPDATE overviews SET document = '{'")


def _with_a_journal(path: Path) -> None:
    Path(f"{path}-journal").write_bytes(b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + b"\xff" * 600)


def _overwrite(path: Path) -> None:
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xa5" * (size - 4096))


DAMAGES: list[Callable[[Path], object]] = [
    Path.unlink,
    lambda path: shutil.rmtree(path.parent),
    lambda path: path.write_bytes(b""),
    lambda path: path.write_bytes(b"not a database\n" * 300),
    _truncate,
    _overwrite,
    _of_another_version,
    _without_a_table,
    _with_other_text,
    _with_a_journal,
]


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_rebuilt(place: Place, damage: Callable[[Path], object]) -> None:
    before = answers(place)
    damage(file_of(place))
    assert answers(place) == before
    with sqlite3.connect(file_of(place)) as db:  # and is good again
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert db.execute("SELECT count(*) FROM checkpoints").fetchone() == (3,)
        assert db.execute("PRAGMA user_version").fetchone() == (VERSION,)
    add(place, IDS[3])
    assert found(place) == IDS[:4]


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_file_that_goes_bad_while_it_is_open(place: Place, damage: Callable[[Path], object]) -> None:
    before = answers(place)
    with Index(place.repo, place.objects) as index:
        assert index.ids() == IDS[:3]
        damage(file_of(place))
        assert [done.checkpoint_id for done in index.parts_of_session("s")] == IDS[:3]
        assert index.overviews(index.by_time()) == before[2]
        assert index.commits(index.links()) == before[3]


@pytest.mark.parametrize("what", ["folder", "file", "link"])
def test_what_is_in_its_place_is_not_touched(place: Place, tmp_path: Path, what: str) -> None:
    folder = Path(folder_of(place.repo))
    if what == "folder":
        (folder / "index.db").mkdir(parents=True)
    elif what == "file":
        folder.write_text("somebody's")
    else:
        (tmp_path / "elsewhere").mkdir()
        folder.symlink_to(tmp_path / "elsewhere")
    assert found(place) == IDS[:3]
    if what == "file":
        assert folder.read_text() == "somebody's"
    elif what == "link":
        assert os.listdir(tmp_path / "elsewhere") == []


def test_a_locked_file_is_replaced_by_memory(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index_file, "_WAIT_SECONDS", 0.01)
    assert found(place) == IDS[:3]
    add(place, IDS[3])
    other = sqlite3.connect(file_of(place), isolation_level=None)
    for lock in ("IMMEDIATE", "EXCLUSIVE"):  # which lets others read, and which does not
        other.execute(f"BEGIN {lock}")
        assert found(place) == IDS[:4]
        other.execute("ROLLBACK")
    assert other.execute("SELECT count(*) FROM checkpoints").fetchone() == (3,)
    assert found(place) == IDS[:4]
    assert other.execute("SELECT count(*) FROM checkpoints").fetchone() == (4,)
    other.close()


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is read-only for root")
def test_one_that_cannot_be_written(place: Place) -> None:
    assert found(place) == IDS[:3]
    add(place, IDS[3])
    folder = Path(folder_of(place.repo))
    for path in (file_of(place), folder):
        path.chmod(0o500)
    assert found(place) == IDS[:4]
    folder.chmod(0o700)


PROGRAM = """
import sys
from entire.checkpoint.index.index import Index
from entire.git.objects.read import Objects
from entire.git.repository import open_repository
repo = open_repository(sys.argv[1])
with Objects(repo) as objects, Index(repo, objects) as index:
    print(len(index.parts_of_session("s")), len(index.overviews(index.by_time())), len(index.links()))
"""


def start(place: Place, preexec: Callable[[], None] | None = None) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", PROGRAM, str(place.work.path)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, preexec_fn=preexec)


@pytest.mark.parametrize("there", [False, True])
def test_a_disk_that_is_full(place: Place, there: bool) -> None:
    if there:
        assert found(place) == IDS[:3]
    size = file_of(place).stat().st_size if there else 8192
    add(place, *IDS[3:])

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    out, _ = start(place, limit).communicate()
    assert out.split() == ["39", "39", "1"]
    assert found(place) == IDS


def test_several_at_once(place: Place) -> None:
    add(place, *IDS[3:])
    for _ in range(2):
        together = [start(place) for _ in range(4)]
        assert [process.communicate()[0].split() for process in together] == [["39", "39", "1"]] * 4
    assert found(place) == IDS
