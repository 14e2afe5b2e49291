"""The guard that every write of ours passes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from entire.core import files, links
from entire.core.links import Linked
from entire.core.lock import Lock


@pytest.fixture
def linked(tmp_path: Path) -> Path:
    """A folder that is a link, with a file in it."""
    (tmp_path / "outside" / "below").mkdir(parents=True)
    (tmp_path / "outside" / "file").write_text("theirs")
    (tmp_path / "link").symlink_to("outside")
    return tmp_path / "link"


@pytest.mark.parametrize("name", ["", "file", "below", "below/deep", "missing", "missing/deep"])
def test_the_topmost_link_is_named(linked: Path, name: str) -> None:
    with pytest.raises(Linked) as refused:
        links.check(os.path.join(linked, name))
    assert str(linked) in refused.value.message
    links.check(str(linked.parent / "outside" / name))


def test_a_dangling_link_counts(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("nowhere")
    with pytest.raises(Linked):
        links.check(str(tmp_path / "link"))


def test_relative_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, linked: Path) -> None:
    monkeypatch.chdir(tmp_path)
    links.check("outside/../outside/file")
    with pytest.raises(Linked):
        links.check("link/file")


def test_no_way_to_write_leads_through_a_link(linked: Path) -> None:
    before = sorted(os.listdir(linked))
    for write in (
        lambda: files.write_atomic(f"{linked}/new", b"ours"),
        lambda: files.write_atomic(f"{linked}/file", b"ours"),
        lambda: files.make_dir(f"{linked}/new"),
        lambda: files.make_private_dir(str(linked.parent), "link/new"),
        lambda: Lock(f"{linked}/lock").__enter__(),
    ):
        with pytest.raises(Linked):
            write()
    assert sorted(os.listdir(linked)) == before
    assert (linked / "file").read_text() == "theirs"


def test_a_lock_that_is_a_link(tmp_path: Path) -> None:
    (tmp_path / "lock").symlink_to("elsewhere")
    with pytest.raises(Linked), Lock(str(tmp_path / "lock")):
        pass
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.parametrize(
    ("target", "out"),
    [
        (".", False),
        ("inside", False),
        ("..", True),
        ("/", True),
        (".git", True),
        (".git/hooks", True),
        (".gitx", False),
    ],
)
def test_what_leads_out_of_a_work_tree(tmp_path: Path, target: str, out: bool) -> None:
    root = tmp_path / "root"
    for name in ("inside", ".git/hooks", ".gitx"):
        (root / name).mkdir(parents=True)
    (root / "link").symlink_to(target)
    assert links.leads_out(str(root), str(root / "link")) == out
    assert links.leads_out(str(root), str(root / "link/missing")) == out
    assert not links.leads_out(str(root), str(root / "missing/file"))
