"""An index that was updated many times equals a new one."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.checkpoint.conftest import Place
from tests.support import Repo

from entire.checkpoint.committed.listing import list_checkpoint_ids
from entire.checkpoint.condensed import by_session
from entire.checkpoint.index.index import Index
from entire.checkpoint.linked import commits_of_checkpoints
from entire.checkpoint.names import CHECKPOINTS_REF, ORIGIN_CHECKPOINTS_REF
from entire.git.objects.read import Objects
from entire.git.repository import open_repository

IDS = ["a" * 12, "aa" + "b" * 10, "ab" + "c" * 10, "f" * 12]
SESSIONS = ["one", "two"]

ids = st.sampled_from(IDS)
refs = st.sampled_from([CHECKPOINTS_REF, ORIGIN_CHECKPOINTS_REF])
changes = st.one_of(
    st.tuples(st.just("write"), refs, ids, st.integers(0, 2), st.sampled_from(SESSIONS), st.integers(1, 9)),
    st.tuples(st.just("remove"), refs, ids),
    st.tuples(st.just("drop"), refs),
    st.tuples(st.just("set back"), refs),
    st.tuples(st.just("fetch")),
    st.tuples(st.just("commit"), ids),
    st.tuples(st.just("amend"), ids),
    st.tuples(st.just("note"), ids),
    st.tuples(st.just("look")),
)


def apply(place: Place, change: tuple[object, ...]) -> None:
    match change:
        case ("write", str(ref), str(id), int(number), str(session), int(day)):
            folder = f"{id[:2]}/{id[2:]}"
            made = f'{{"session_id": "{session}", "created_at": "2026-01-0{day}T00:00:00Z"}}'.encode()
            slots = {f"{folder}/{slot}/metadata.json": made for slot in range(number + 1)}
            place.put_raw({f"{folder}/metadata.json": b'{"files_touched": ["x"]}', **slots}, ref)
        case ("remove", str(ref), str(id)):
            if place.objects.commit(ref) is not None:
                place.put_raw({f"{id[:2]}/{id[2:]}": None}, ref)
        case ("drop", str(ref)):
            place.work.git("update-ref", "-d", ref)
        case ("set back", str(ref)):
            tip = place.objects.commit(ref)
            if tip is not None and tip.parents:
                place.work.git("update-ref", ref, tip.parents[0])
        case ("fetch",):
            if place.objects.commit(CHECKPOINTS_REF) is not None:
                place.work.git("update-ref", ORIGIN_CHECKPOINTS_REF, CHECKPOINTS_REF)
        case ("commit", str(id)):
            place.work.git("commit", "--quiet", "--allow-empty", "-m", f"x\n\nEntire-Checkpoint: {id}")
        case ("amend", str(id)):
            place.work.git(
                "commit", "--quiet", "--allow-empty", "--amend", "-m", f"y\n\nEntire-Checkpoint: {id}"
            )
        case ("note", str(id)):
            place.work.git("notes", "--ref=entire", "add", "-f", "-m", f"Entire-Checkpoint: {id}", "HEAD")


def everything(place: Place) -> tuple[object, ...]:
    with Index(place.repo, place.objects) as index:
        sessions = index.sessions()
        done = {one.session_id: index.parts_of_session(one.session_id) for one in sessions}
        links = index.links()
        return index.overviews(index.by_time()), sessions, done, links, index.commits(links)


def check(place: Place) -> None:
    """Against the branch itself, and against an index that is made now."""
    kept = everything(place)
    shutil.rmtree(Path(place.repo.common_dir, "entire-index"))
    assert kept == everything(place)
    with Index(place.repo, place.objects) as index:
        assert index.ids() == list_checkpoint_ids(place.objects)
        parts = by_session(place.repo, place.objects)
        assert {one.session_id for one in index.sessions()} == set(parts)
        for session, of_one in parts.items():
            expected = [(part.checkpoint_id, part.created_at) for part in of_one]
            assert [
                (done.checkpoint_id, done.part.created_at) for done in index.parts_of_session(session)
            ] == expected
        commits = commits_of_checkpoints(place.repo)
        links = {(link.commit, id) for link in index.links() for id in link.checkpoint_ids}
        assert links == {(commit.oid, id) for id, found in commits.items() for commit in found}


@settings(max_examples=1000 if os.environ.get("ENTIRE_SOAK") else 25)
@given(st.lists(changes, max_size=12))
def test_brought_up_to_date_is_as_good_as_new(story: list[tuple[object, ...]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        work = Repo.init(Path(folder) / "repo")
        work.write(".entire/settings.json", "{}")
        work.commit("first")
        repo = open_repository(str(work.path))
        with Objects(repo) as objects:
            place = Place(work, repo, objects)
            everything(place)
            for change in story:
                apply(place, change)
                if change[0] == "look":
                    everything(place)
            check(place)
