"""Counting with the ledger gives what counting everything gives, whatever happened in between."""

from __future__ import annotations

import os
import tempfile
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.checkpoint.conftest import Place
from tests.support import Repo

from entire.care import usage
from entire.care.ledger import look
from entire.care.ledger.ledger import Ledger
from entire.care.usage import Usage
from entire.checkpoint import trailers
from entire.checkpoint.names import CHECKPOINTS_REF, ORIGIN_CHECKPOINTS_REF
from entire.git.objects import settled, store
from entire.git.objects.read import Objects
from entire.git.repository import open_repository

OTHER = "refs/remotes/other/entire/checkpoints/v1"
NOTES_SEEN = "refs/entire/seen/origin/notes/entire"
IDS = ["a" * 12, "aa" + "b" * 10, "ab" + "c" * 10, "f" * 12]
SESSIONS = ["one", "two", "three"]
AGENTS = ["", "A", "A", "A", "B"]

ids = st.sampled_from(IDS)
sessions = st.sampled_from(SESSIONS)
texts = st.sampled_from(["x", "y", "z" * 3000])
remotes = st.sampled_from([ORIGIN_CHECKPOINTS_REF, OTHER])
refs = st.sampled_from([CHECKPOINTS_REF] * 4 + [ORIGIN_CHECKPOINTS_REF, OTHER])
changes = st.one_of(
    st.tuples(st.just("write"), refs, ids, st.integers(0, 2), sessions, st.sampled_from(AGENTS), texts),
    st.tuples(
        st.just("write"), st.just(CHECKPOINTS_REF), ids, st.integers(0, 2), sessions, st.just("A"), texts
    ),
    st.tuples(st.just("loose end"), refs, ids, texts),
    st.tuples(st.just("remove"), refs, ids),
    st.tuples(st.just("drop"), refs),
    st.tuples(st.just("set back"), refs),
    st.tuples(st.just("push"), remotes),
    st.tuples(st.just("pull"), remotes),
    st.tuples(st.just("merge"), remotes),
    st.tuples(st.just("step"), sessions, texts),
    st.tuples(st.just("condense")),
    st.tuples(st.just("commit"), texts),
    st.tuples(st.just("amend"), texts),
    st.tuples(st.just("mine"), st.sampled_from(["HEAD", CHECKPOINTS_REF])),
    st.tuples(st.just("tag")),
    st.tuples(st.just("note")),
    st.tuples(
        st.just("pack"), st.sampled_from(["gc", "gc --prune=now", "repack -d", "repack -a", "prune-packed"])
    ),
    st.tuples(st.just("write again")),
    st.tuples(st.just("look")),
)


def apply(place: Place, change: tuple[object, ...], number: int) -> None:
    work = place.work
    tip = place.objects.commit(CHECKPOINTS_REF)
    match change:
        case ("write", str(ref), str(id), int(slots), str(session), str(agent), str(text)):
            folder = f"{id[:2]}/{id[2:]}"
            facts = (
                f'{{"session_id": "{session}", "agent": "{agent}", "created_at": "2026-01-0{number % 9}"}}'
            )
            files = {
                f"{folder}/{slots}/metadata.json": facts.encode(),
                f"{folder}/{slots}/prompt.txt": text.encode(),
            }
            place.put_raw({f"{folder}/metadata.json": b"{}", **files}, ref)
        case ("loose end", str(ref), str(id), str(text)):
            place.put_raw({f"{id[:2]}/{id[2:]}/shared": text.encode(), "note": text.encode()}, ref)
        case ("remove", str(ref), str(id)):
            if place.objects.commit(ref) is not None:
                place.put_raw({f"{id[:2]}/{id[2:]}": None}, ref)
        case ("drop", str(ref)):
            work.git("update-ref", "-d", ref)
        case ("set back", str(ref)):
            there = place.objects.commit(ref)
            if there is not None and there.parents:
                work.git("update-ref", ref, there.parents[0])
        case ("push", str(ref)) if tip is not None:
            work.git("update-ref", ref, tip.oid)
        case ("pull", str(ref)):
            if place.objects.commit(ref) is not None:
                work.git("update-ref", CHECKPOINTS_REF, ref)
        case ("merge", str(ref)):
            there = place.objects.commit(ref)
            if tip is not None and there is not None:
                parents = ("-p", tip.oid, "-p", there.oid)
                merged = work.git("commit-tree", there.tree, *parents, "-m", "merge")
                work.git("update-ref", CHECKPOINTS_REF, merged)
        case ("step", str(session), str(text)):
            step(work, session, text)
        case ("condense",):
            for ref in work.git("for-each-ref", "--format=%(refname)", "refs/heads/entire/").split():
                if ref != CHECKPOINTS_REF:
                    work.git("update-ref", "-d", ref)
        case ("commit" | "amend", str(text)):
            work.write("file.txt", text)
            work.git("add", "--all")
            more = ("--amend",) if change[0] == "amend" else ()
            work.git("commit", "--quiet", "--allow-empty", *more, "-m", f"{change[0]} {number}")
        case ("mine", str(ref)):
            if ref == "HEAD" or tip is not None:
                work.git("update-ref", "refs/heads/mine", ref)
        case ("tag",):
            work.git("tag", "-f", "-m", f"{number}", "v1")
        case ("note",):
            work.git("notes", "--ref=entire", "add", "-f", "-m", f"{number}", "HEAD")
            work.git("update-ref", NOTES_SEEN, "refs/notes/entire")
        case ("pack", str(how)):
            work.git(*how.split(), "--quiet")
        case ("write again",):  # as our own writer does: packs are not searched
            place.put_raw({"note": b"x"}, "refs/entire/again")
            work.git("update-ref", "-d", "refs/entire/again")


def step(work: Repo, session: str, text: str) -> None:
    head = work.git("rev-parse", "HEAD")
    shadow = f"refs/heads/entire/{head[:7]}-e3b0c4"
    before = work.git("for-each-ref", "--format=%(objectname)", shadow)
    index = {"GIT_INDEX_FILE": str(work.path / ".git" / "step-index")}
    blob = work.git("hash-object", "-w", "--stdin", data=text.encode())
    os.environ.update(index)
    try:
        work.git("read-tree", before or head)
        for path in ("made.txt", f".entire/metadata/{session}/prompt.txt"):
            work.git("update-index", "--add", "--cacheinfo", f"100644,{blob},{path}")
        tree = work.git("write-tree")
    finally:
        del os.environ["GIT_INDEX_FILE"]
    message = trailers.format_step("step", f".entire/metadata/{session}", session, "manual-commit", head)
    parent = ("-p", before) if before else ()
    work.git("update-ref", shadow, work.git("commit-tree", tree, *parent, "-m", message))


def normal(used: Usage) -> tuple[object, ...]:
    parts = {(part.refs, part.sessions): (part.objects, part.bytes) for part in look.joined(used.parts)}
    return used.refs, parts, used.yours, used.missing, used.steps, used.recorded


def check(place: Place) -> bool:
    """Compare both ways; return whether the ledger was of use."""
    with (
        Objects(place.repo) as objects,
        closing(Ledger(place.repo, objects, lambda what, number: None)) as ledger,
    ):
        kept = ledger._known(ledger._count)
        found = ledger.measure()
        stored = store.measure(place.repo)
        gone = ledger.unreachable(stored)
    with Objects(place.repo) as objects:
        assert normal(found) == normal(usage.measure(place.repo, objects, lambda what, number: None))
    assert gone == store.unreachable(place.repo)
    return kept is not None


def story_of(folder: str, story: list[tuple[object, ...]]) -> list[bool]:
    work = Repo.init(Path(folder) / "repo")
    work.git("config", "gc.auto", "0")
    work.write(".entire/settings.json", "{}")
    work.commit("first")
    repo = open_repository(str(work.path))
    seen = []
    for number, change in enumerate(story):
        with Objects(repo) as objects:
            apply(Place(work, repo, objects), change, number)
            if change[0] == "look":
                seen.append(check(Place(work, repo, objects)))
    with Objects(repo) as objects:
        seen.append(check(Place(work, repo, objects)))
    return seen


@settings(max_examples=2000 if os.environ.get("ENTIRE_SOAK") else 25)
@given(st.lists(changes, max_size=16))
def test_whatever_happens_the_numbers_are_the_same(story: list[tuple[object, ...]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        story_of(folder, story)


def write(ref: str, id: int, session: str = "one", agent: str = "A") -> tuple[object, ...]:
    return "write", ref, IDS[id], 0, session, agent, "x"


@pytest.mark.parametrize(
    ("story", "is_known"),
    [
        ([], True),
        ([("step", "one", "x"), ("note",), ("tag",)], True),
        ([("push", OTHER), write(CHECKPOINTS_REF, 1), ("look",), write(CHECKPOINTS_REF, 0, "two")], True),
        ([("push", OTHER), ("look",), write(OTHER, 1), write(OTHER, 0, "two", "B")], True),  # it is ahead
        ([("push", OTHER), ("look",), write(CHECKPOINTS_REF, 1), write(OTHER, 2)], True),  # other checkpoints
        ([("push", OTHER), ("look",), write(CHECKPOINTS_REF, 1), write(OTHER, 0)], False),
        ([("push", OTHER), ("look",), write(CHECKPOINTS_REF, 1), write(OTHER, 2, "one", "B")], False),
        ([("push", OTHER), write(CHECKPOINTS_REF, 1), write(OTHER, 0), ("merge", OTHER)], True),
        ([("look",), ("pack", "gc"), ("look",), write(CHECKPOINTS_REF, 1)], True),
        ([("look",), write(CHECKPOINTS_REF, 1), ("set back", CHECKPOINTS_REF)], True),
        ([("look",), ("mine", CHECKPOINTS_REF)], False),  # the user's own, too
        ([("mine", CHECKPOINTS_REF), ("look",), ("commit", "x"), ("mine", "HEAD")], True),
        ([("drop", CHECKPOINTS_REF)], False),
    ],
)
def test_what_the_ledger_can_tell(story: list[tuple[object, ...]], is_known: bool, tmp_path: Path) -> None:
    seen = story_of(str(tmp_path), [write(CHECKPOINTS_REF, 0), ("look",), *story])
    assert (seen[0], seen[-1]) == (True, is_known)


def test_a_session_that_joins_later_owns_what_is_shared(tmp_path: Path) -> None:
    """Also if the commit comes right after the checkpoint's first one."""
    story = [write(CHECKPOINTS_REF, 0), ("write", CHECKPOINTS_REF, IDS[0], 1, "two", "A", "y")]
    shared = ("loose end", CHECKPOINTS_REF, IDS[0], "z")
    story_of(str(tmp_path), [*story, shared])
    repo = open_repository(str(tmp_path / "repo"))
    with Objects(repo) as objects:
        used = usage.measure(repo, objects, lambda what, number: None)
    assert any(part.sessions == {"one", "two"} for part in used.parts)


@pytest.mark.parametrize("content", [b"", b"no database" * 1000])
def test_a_file_that_is_no_ledger_is_made_anew(content: bytes, tmp_path: Path) -> None:
    story_of(str(tmp_path), [write(CHECKPOINTS_REF, 0)])
    repo = open_repository(str(tmp_path / "repo"))
    path = Path(repo.common_dir, "entire-index", "usage.db")
    assert path.exists()
    path.write_bytes(content)
    with Objects(repo) as objects:
        place = Place(Repo(tmp_path / "repo"), repo, objects)
        assert check(place)
        assert path.stat().st_size > 1000
        path.chmod(0o400)
        apply(place, write(CHECKPOINTS_REF, 1), 1)
        check(place)


def test_sizes_follow_the_packs(tmp_path: Path) -> None:
    """Also if an object is written again, or its pack is replaced by one with the same objects."""
    many = [write(CHECKPOINTS_REF, number % 4, f"s{number}") for number in range(8)]
    packs = [("pack", how) for how in ("gc", "repack -a -d -f --depth=1", "repack -a -d -f --depth=50")]
    story = [step for pack in packs for step in (pack, ("look",), ("write again",), ("look",))]
    assert all(story_of(str(tmp_path), [*many, ("look",), *story]))


def test_without_a_setup_nothing_is_written(tmp_path: Path) -> None:
    work = Repo.init(tmp_path / "repo")
    work.write("file.txt", "x")
    work.commit("first")
    repo = open_repository(str(work.path))
    with Objects(repo) as objects:
        place = Place(work, repo, objects)
        apply(place, write(CHECKPOINTS_REF, 0), 0)
        assert not check(place)
    assert not Path(repo.common_dir, "entire-index").exists()


def test_an_object_that_was_packed_and_written_again_is_not_unreachable(tmp_path: Path) -> None:
    """Nor is all walked because of it: every hook can write what is packed."""
    folder = str(tmp_path)
    story_of(folder, [("loose end", CHECKPOINTS_REF, IDS[0], "x"), ("pack", "gc"), ("write again",)])
    repo = open_repository(os.path.join(folder, "repo"))
    stored = store.measure(repo)
    assert stored.doubled
    gone, _ = settled._unreachable(repo, settled.Settled(), stored)
    assert gone == store.unreachable(repo)
    assert not {one.oid for one in gone}.intersection(store.doubled(repo))
