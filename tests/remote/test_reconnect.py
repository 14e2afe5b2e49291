"""Branches of checkpoints that were started twice are reconnected."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.remote.clones import Clone, clone, make_server

from entire.checkpoint.names import CHECKPOINTS_REF, ORIGIN_CHECKPOINTS_REF
from entire.git.identity import Author
from entire.git.objects.edit_tree import Change
from entire.git.objects.read import Objects
from entire.git.objects.tree import FILE_MODE
from entire.git.objects.write import Writer
from entire.git.refs import Update, update
from entire.remote.reconnect import reconnect

ME = Author("Me", "me@example.com")


@pytest.fixture
def apart(tmp_path: Path) -> tuple[Clone, set[str]]:
    """A clone with a branch of its own, and the checkpoints of both sides."""
    server = make_server(tmp_path)
    one = clone(str(server), tmp_path / "one")
    known = {one.add_checkpoint() for _ in range(3)}
    one.push()
    late = clone(str(server), tmp_path / "late", "--single-branch")
    own = {late.add_checkpoint() for _ in range(3)}
    late.git("fetch", "--quiet", "origin", f"+{CHECKPOINTS_REF}:{ORIGIN_CHECKPOINTS_REF}")
    return late, known | own


def mend(member: Clone) -> int | None:
    with Objects(member.repo) as objects:
        return reconnect(member.repo, objects, ORIGIN_CHECKPOINTS_REF, ME)


def test_replayed(apart: tuple[Clone, set[str]]) -> None:
    late, both = apart
    before = late.git("log", "--format=%an %s", "-3", CHECKPOINTS_REF)
    assert mend(late) == 3
    assert late.checkpoints() == both
    assert late.git("log", "--format=%an %s", "-3", CHECKPOINTS_REF) == before
    assert late.git("log", "-1", "--format=%cn", CHECKPOINTS_REF) == "Me"
    late.git("merge-base", "--is-ancestor", ORIGIN_CHECKPOINTS_REF, CHECKPOINTS_REF)
    assert mend(late) is None
    late.git("push", "--quiet", "origin", CHECKPOINTS_REF)
    late.check()


def test_a_checkpoint_that_both_have(apart: tuple[Clone, set[str]]) -> None:
    late, both = apart
    theirs = late.git("ls-tree", "-r", "--name-only", ORIGIN_CHECKPOINTS_REF).split("\n")[0]
    shared = "".join(theirs.split("/")[:2])
    late.add_checkpoint(shared, "mine-too")
    assert mend(late) == 3
    assert late.checkpoints() == both
    assert late.git("ls-tree", "--name-only", f"{CHECKPOINTS_REF}:{shared[:2]}/{shared[2:]}").split() == [
        "0",
        "1",
        "metadata.json",
    ]
    late.check()


def test_nothing_of_ones_own(apart: tuple[Clone, set[str]]) -> None:
    late, _ = apart
    empty = late.git("commit-tree", "-m", "begin", late.git("mktree", data=b""))
    late.git("update-ref", CHECKPOINTS_REF, empty)
    assert mend(late) == 0
    assert late.git("rev-parse", CHECKPOINTS_REF) == late.git("rev-parse", ORIGIN_CHECKPOINTS_REF)


def test_many_commits_and_roots(apart: tuple[Clone, set[str]]) -> None:
    """A thousand commits need as many git processes as three."""
    late, _ = apart
    with Objects(late.repo) as objects, Writer(late.repo) as writer:
        tip = objects.commit(CHECKPOINTS_REF)
        assert tip is not None
        blob = writer.blob(b"{}\n")
        other = writer.commit([Change("0a/other/x", FILE_MODE, blob)], "another root", ME.identity())[0]
        at = tip.oid
        for number in range(1000):
            change = Change(f"{number % 256:02x}/{number:010x}/metadata.json", FILE_MODE, blob)
            merged = (at, other) if number == 500 else (at,)
            at = writer.commit([change], f"Checkpoint {number}", ME.identity(), parents=merged)[0]
    update(late.repo, Update(CHECKPOINTS_REF, tip.oid, at))
    count = len(late.checkpoints())
    assert mend(late) == 1003
    assert len(late.checkpoints()) == count + 3
    late.check()
