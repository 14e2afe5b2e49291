from __future__ import annotations

from typing import Any

from tests.checkpoint.conftest import ALICE, Place

from entire.checkpoint import condensed, linked
from entire.checkpoint.committed import listing
from entire.checkpoint.committed.write import WriteCommittedOptions, write_committed
from entire.checkpoint.names import CHECKPOINTS_REF, ORIGIN_CHECKPOINTS_REF
from entire.git import history

A, B, C = "a" * 12, "b" * 12, "c" * 12


def write(place: Place, checkpoint_id: str, *sessions: dict[str, Any]) -> None:
    options = [
        WriteCommittedOptions(checkpoint_id, **({"session_id": "one"} | given)) for given in sessions or ({},)
    ]
    write_committed(place.repo, place.objects, options, ALICE)


def link(place: Place, subject: str, *ids: str) -> str:
    return place.work.commit(subject + "\n\n" + "".join(f"Entire-Checkpoint: {id}\n" for id in ids))


def test_commits_by_checkpoint(place: Place) -> None:
    link(place, "one", A)
    link(place, "two", A, B)
    found = linked.by_checkpoint(history.log(place.repo, "HEAD"))
    assert {id: [commit.subject for commit in commits] for id, commits in found.items()} == {
        A: ["two", "one"],
        B: ["two"],
    }


def test_the_commits_of_a_checkpoint_are_found_on_every_branch(place: Place) -> None:
    place.work.git("switch", "--quiet", "--create", "side")
    on_side = link(place, "on side", A)
    place.work.git("switch", "--quiet", "main")
    place.work.git("switch", "--quiet", "--detach")
    detached = link(place, "on no branch", A)
    place.work.commit(f"quotes Entire-Checkpoint: {A} within a line")
    write(place, A)
    assert {commit.oid for commit in linked.commits_of_checkpoint(place.repo, A)} == {on_side, detached}
    assert linked.commits_of_checkpoint(place.repo, B) == []


def test_what_is_stored_here_or_was_fetched(place: Place) -> None:
    assert listing.list_checkpoint_ids(place.objects) == []
    write(place, A)
    place.work.git("update-ref", ORIGIN_CHECKPOINTS_REF, CHECKPOINTS_REF)
    write(place, C)
    place.put_raw({"bb/" + "b" * 10 + "/metadata.json": b"{}"}, ORIGIN_CHECKPOINTS_REF)
    place.put_raw({"zz/notes.txt": b"", "README": b""})
    assert listing.list_checkpoint_ids(place.objects) == [A, B, C]


def test_sessions_of_all_checkpoints(place: Place) -> None:
    write(place, A, {"session_id": "abc-1"}, {"session_id": "xyz-1"})
    write(place, B, {"session_id": "abc-2"})
    place.put_raw({"cc/" + "c" * 10 + "/0/metadata.json": b'{"session_id": "abc-3"}'}, ORIGIN_CHECKPOINTS_REF)
    place.put_raw({"dd/" + "d" * 10 + "/metadata.json": b'{"session_id": "old"}'})
    broken = {
        "ee/" + "e" * 10 + "/0/metadata.json": b"{",
        "ff/" + "f" * 10 + "/0/metadata.json": b'{"session_id": "../x"}',
    }
    place.put_raw({**broken, "zz/x/0/metadata.json": b'{"session_id": "no"}'})
    found = condensed.by_session(place.repo, place.objects)
    assert {id: [part.checkpoint_id for part in parts] for id, parts in found.items()} == {
        "abc-1": [A],
        "xyz-1": [A],
        "abc-2": [B],
        "abc-3": [C],
        "old": ["d" * 12],
    }
    assert found["abc-1"][0].metadata.session_id == "abc-1"
