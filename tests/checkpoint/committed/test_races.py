from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.checkpoint.committed.test_write import ID, session, write
from tests.checkpoint.conftest import ALICE, Place
from tests.support import Repo

from entire.checkpoint import branch, ids
from entire.checkpoint.committed import listing
from entire.checkpoint.committed.write import write_committed
from entire.checkpoint.names import CHECKPOINTS_REF, shadow_branch_name_for_commit
from entire.checkpoint.segments import Transcript
from entire.checkpoint.temporary import read as temporary
from entire.checkpoint.temporary.write import WriteTemporaryOptions, write_temporary
from entire.git.errors import RefChanged
from entire.git.objects.read import Commit, Objects
from entire.git.repository import open_repository

WRITERS = branch.ATTEMPTS  # each can lose once to each of the others


def together(work: Callable[[int], None]) -> None:
    """Run it in as many threads as there are writers, all at the same moment."""
    gate = threading.Barrier(WRITERS)
    errors: list[BaseException] = []

    def run(number: int) -> None:
        gate.wait()
        try:
            work(number)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(WRITERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []


@pytest.mark.parametrize("fresh", [True, False])
def test_no_committed_checkpoint_is_lost(place: Place, fresh: bool) -> None:
    written = [] if fresh else [ID]
    if not fresh:
        write(place, session("s0"))
    names = [ids.new_checkpoint_id() for _ in range(WRITERS)]

    def work(number: int) -> None:
        repo = open_repository(str(place.work.path))
        with Objects(repo) as objects:
            write_committed(repo, objects, [session("s1", checkpoint_id=names[number])], ALICE)

    together(work)
    assert listing.list_checkpoint_ids(place.objects) == sorted([*written, *names])
    assert len(place.work.git("rev-list", "--max-parents=0", CHECKPOINTS_REF).split()) == 1
    place.check()


def test_sessions_of_one_checkpoint_get_different_numbers(place: Place) -> None:
    def work(number: int) -> None:
        repo = open_repository(str(place.work.path))
        with Objects(repo) as objects:
            write_committed(repo, objects, [session(f"s{number}", files_touched=[f"f{number}"])], ALICE)

    together(work)
    [one] = place.overviews()
    assert sorted(part.session_id for part in one.parts) == [f"s{number}" for number in range(WRITERS)]
    assert one.files == [f"f{number}" for number in range(WRITERS)]


def test_no_step_is_lost(place: Place) -> None:
    head = place.work.head
    for number in range(WRITERS):
        place.work.write(f"f{number}", "x")

    def work(number: int) -> None:
        repo = open_repository(str(place.work.path))
        options = WriteTemporaryOptions(
            session_id=f"s{number}",
            base_commit=head,
            worktree_id="",
            head=head,
            subject="x",
            author=ALICE,
            paths=[f"f{number}"],
            transcript=Transcript((b"t\n",), ""),
        )
        with Objects(repo) as objects:
            write_temporary(repo, objects, options)

    together(work)
    steps = temporary.list_checkpoints_for_branch(place.objects, shadow_branch_name_for_commit(head, ""))
    assert sorted(step.session_id for step in steps) == [f"s{number}" for number in range(WRITERS)]
    tip = steps[0]
    for number in range(WRITERS):
        assert place.objects.file(tip.tree_hash, f"f{number}") == b"x"
        assert place.objects.file(tip.tree_hash, f".entire/metadata/s{number}/full.jsonl") == b"t\n"


def test_the_loser_recomputes(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str | None] = []

    def build(tip: Commit | None) -> str:
        seen.append(tip.oid if tip else None)
        if len(seen) == 1:
            place.put_raw({"x": b"x"}, "refs/heads/entire/1111111")  # another process was faster
        return place.work.head

    monkeypatch.setattr("time.sleep", lambda seconds: None)
    assert branch.advance(place.repo, place.objects, "refs/heads/entire/1111111", build) == place.work.head
    assert seen[0] is None
    assert seen[1] is not None
    assert len(seen) == 2


def test_after_some_attempts_it_gives_up_and_says_so(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[int] = []

    def build(tip: Commit | None) -> str:
        tries.append(len(tries))
        place.put_raw({"x": str(len(tries)).encode()}, "refs/heads/entire/1111111")
        return place.work.head

    monkeypatch.setattr("time.sleep", lambda seconds: None)
    with pytest.raises(RefChanged):
        branch.advance(place.repo, place.objects, "refs/heads/entire/1111111", build)
    assert len(tries) == branch.ATTEMPTS


@pytest.fixture
def sha256(tmp_path: Path) -> Iterator[Place]:
    work = Repo.init(tmp_path / "sha256", "--object-format=sha256")
    work.write("README.md", "# A project\n")
    work.commit("first")
    repo = open_repository(str(work.path))
    with Objects(repo) as objects:
        yield Place(work, repo, objects)


def test_sha256_repository(sha256: Place) -> None:
    place = sha256
    head = place.work.head
    assert len(head) == 64
    place.work.write("a.txt", "a")
    options = WriteTemporaryOptions(
        "s1", head, "", head, "x", ALICE, ["a.txt"], transcript=Transcript((b"1", b"2"), "")
    )
    first = write_temporary(place.repo, place.objects, options)
    assert write_temporary(place.repo, place.objects, options).skipped
    again = Transcript((first.transcript_oids[0], b"3"), "")
    second = write_temporary(place.repo, place.objects, options.replace(transcript=again))
    text = temporary.get_transcript_from_commit(place.objects, second.commit_hash, ".entire/metadata/s1")
    assert text == b"1\n3"
    write(place, session("s1"))
    write(place, session("s2"))
    assert [part.session_id for one in place.overviews() for part in one.parts] == ["s1", "s2"]
    assert branch.is_empty(place.objects.commit(f"{CHECKPOINTS_REF}~2") or pytest.fail("no root"))
    place.check()
