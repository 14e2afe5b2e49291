"""Checkpoints go where the code goes, and nothing is lost on the way."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.remote.clones import Clone, clone, make_server, serve
from tests.support import git

from entire.checkpoint.names import CHECKPOINTS_REF, NOTES_REF
from entire.remote.push import ATTEMPTS

# Who pushes how many checkpoints, each after it was made; many more in `make soak`.
TEAMS = [("file", 5, 4), ("http", 2, 8)]
if os.environ.get("ENTIRE_SOAK"):
    TEAMS = [(protocol, *size) for protocol in ("file", "http") for size in ((2, 100), (5, 40))]


@pytest.fixture
def server(tmp_path: Path) -> Path:
    return make_server(tmp_path)


def team(address: str, folder: Path, number: int) -> list[Clone]:
    return [clone(address, folder / f"clone{index}") for index in range(number)]


def push_all(member: Clone, count: int) -> set[str]:
    """Make checkpoints and push after each; others push meanwhile, so one may have to try again."""
    made = set()
    for _ in range(count):
        made.add(member.add_checkpoint())
        member.push()
    while member.push():
        pass
    return made


@pytest.mark.property
@pytest.mark.parametrize(("protocol", "members", "each"), TEAMS)
def test_everybody_pushes_at_once(
    tmp_path: Path, server: Path, protocol: str, members: int, each: int
) -> None:
    with serve(tmp_path) as http:
        address = f"file://{server}" if protocol == "file" else f"{http}/{server.name}"
        clones = team(address, tmp_path, members)
        with ThreadPoolExecutor(members) as pool:
            made = set().union(*pool.map(lambda member: push_all(member, each), clones))
        assert len(made) == members * each
        for member in clones:
            member.fetch()
            assert member.checkpoints() == made
            member.check()
    assert len({member.tree() for member in clones}) == 1
    assert git(server, "rev-parse", f"{CHECKPOINTS_REF}^{{tree}}").decode().strip() == clones[0].tree()


def test_one_checkpoint_changed_on_both_sides(tmp_path: Path, server: Path) -> None:
    one, other = team(str(server), tmp_path, 2)
    id = one.add_checkpoint(session_id="shared")
    assert one.push() == ""
    other.fetch()
    one.add_checkpoint(id, "ones", b"{}\n{}\n")
    other.add_checkpoint(id, "others", b"{}\n{}\n{}\n")
    other.add_checkpoint(id, "shared", b'{"longer":1}\n')
    assert [one.push(), other.push()] == ["", ""]
    one.fetch()
    assert one.tree() == other.tree()
    slots = one.git("ls-tree", "--name-only", f"{CHECKPOINTS_REF}:{id[:2]}/{id[2:]}").split()
    assert slots == ["0", "1", "2", "metadata.json"]
    found = {one.git("show", f"{CHECKPOINTS_REF}:{id[:2]}/{id[2:]}/{slot}/full.jsonl") for slot in "012"}
    assert found == {'{"longer":1}', "{}\n{}", "{}\n{}\n{}"}


def test_a_clone_without_the_branch_starts_from_the_servers(tmp_path: Path, server: Path) -> None:
    one = clone(str(server), tmp_path / "one")
    known = one.add_checkpoint()
    one.push()
    late = clone(str(server), tmp_path / "late", "--single-branch")
    own = late.add_checkpoint()  # starts an unrelated history
    assert late.push() == ""
    assert late.checkpoints() == {known, own}


@pytest.mark.parametrize(
    "options", [("--depth=1",), ("--single-branch", "--no-tags"), ("--filter=blob:none",)]
)
def test_clones_that_have_not_everything(tmp_path: Path, server: Path, options: tuple[str, ...]) -> None:
    whole = clone(str(server), tmp_path / "whole")
    git(server, "config", "uploadpack.allowFilter", "true")
    known = {whole.add_checkpoint(), whole.add_checkpoint()}
    whole.push()
    less = clone(f"file://{server}", tmp_path / "less", *options)
    known.add(less.add_checkpoint())
    assert less.push() == ""
    less.fetch()
    whole.fetch()
    assert less.checkpoints() == whole.checkpoints() == known


def test_a_clone_that_borrows_objects(tmp_path: Path, server: Path) -> None:
    one = clone(str(server), tmp_path / "one")
    borrower = clone(str(server), tmp_path / "borrower", f"--reference={one.path}")
    made = {one.add_checkpoint(), borrower.add_checkpoint()}
    assert [one.push(), borrower.push()] == ["", ""]
    one.fetch()
    assert one.checkpoints() == borrower.checkpoints() == made
    borrower.check()


def test_notes_travel_too(tmp_path: Path, server: Path) -> None:
    one, other = team(str(server), tmp_path, 2)
    commit = one.head
    one.git("notes", f"--ref={NOTES_REF}", "add", "-m", "Entire-Checkpoint: a3b2c4d5e6f7", commit)
    other.git("notes", f"--ref={NOTES_REF}", "add", "-m", "Entire-Checkpoint: 0123456789ab", commit)
    assert [one.push(), other.push()] == ["", ""]
    one.fetch()
    for member in (one, other):
        lines = member.git("notes", f"--ref={NOTES_REF}", "show", commit).split("\n")
        assert lines == ["Entire-Checkpoint: 0123456789ab", "Entire-Checkpoint: a3b2c4d5e6f7"]


@pytest.mark.parametrize("first", [0, 1])
def test_a_link_that_came_back_in_one_clone(tmp_path: Path, server: Path, first: int) -> None:
    """What the others did to other notes does not remove it again."""
    one, other = team(str(server), tmp_path, 2)
    commit = one.head
    note = ("notes", f"--ref={NOTES_REF}", "add", "-f", "-m")
    one.git(*note, "Entire-Unlinked: a3b2c4d5e6f7", commit)
    assert one.push() == ""
    other.fetch()
    one.git(*note, "Entire-Checkpoint: a3b2c4d5e6f7", commit)
    other.git(*note, "Entire-Unlinked: a3b2c4d5e6f7\nEntire-Checkpoint: 0123456789ab", commit)
    for member in (one, other) if first == 0 else (other, one):
        assert member.push() == ""
    for member in (one, other):
        member.fetch()
        lines = member.git("notes", f"--ref={NOTES_REF}", "show", commit).split("\n")
        assert lines == ["Entire-Checkpoint: 0123456789ab", "Entire-Checkpoint: a3b2c4d5e6f7"]


def test_trails_are_merged_file_by_file(tmp_path: Path, server: Path) -> None:
    one, other = team(str(server), tmp_path, 2)
    for member in (one, other):
        member.git("checkout", "--quiet", "--orphan", "entire/trails/v1")
        member.write(f"{member.path.name}.json", member.path.name)
        member.commit("trail")
        member.git("checkout", "--quiet", "main")
    assert [one.push(), other.push()] == ["", ""]
    one.fetch()
    names = one.git("ls-tree", "--name-only", "entire/trails/v1").split()
    assert names == ["clone0.json", "clone1.json"]


def test_nothing_is_sent_twice(tmp_path: Path, server: Path) -> None:
    one = clone(str(server), tmp_path / "one")
    one.add_checkpoint()
    assert one.push() == ""
    git(server, "update-ref", "-d", CHECKPOINTS_REF)
    assert one.push() == "", "it is known to be there"
    assert one.push(str(server)) == "", "that address has not been sent anything yet"
    assert git(server, "rev-parse", CHECKPOINTS_REF).decode().strip() == one.git("rev-parse", CHECKPOINTS_REF)


def test_a_server_that_always_has_something_new(tmp_path: Path, server: Path) -> None:
    """The number of attempts is bounded, and what was fetched meanwhile is kept."""
    one, other = team(str(server), tmp_path, 2)
    other.add_checkpoint()
    other.push()
    hook = server / "hooks" / "update"
    hook.write_text(
        f"#!/bin/sh\nunset GIT_QUARANTINE_PATH GIT_OBJECT_DIRECTORY\necho x >>{tmp_path}/tries\nexit 1\n"
    )
    hook.chmod(0o755)
    one.add_checkpoint()
    assert one.push() == "hook declined"
    assert (tmp_path / "tries").read_text().count("x") <= ATTEMPTS
    hook.unlink()
    assert one.push() == ""
