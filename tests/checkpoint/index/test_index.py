"""What the index answers, against what the branch says."""

from __future__ import annotations

from typing import Any

import pytest
from tests.checkpoint.conftest import ALICE, Place
from tests.support import Repo

from entire.checkpoint.committed.write import WriteCommittedOptions, write_committed
from entire.checkpoint.index.index import Index
from entire.checkpoint.names import CHECKPOINTS_REF, ORIGIN_CHECKPOINTS_REF
from entire.checkpoint.overview import latest
from entire.core import json_text
from entire.git.objects.read import Objects
from entire.git.repository import open_repository

A, B, C, D = ("a" * 12, "b" * 12, "c" * 12, "d" * 12)


def path(checkpoint_id: str, name: str = "metadata.json") -> str:
    return f"{checkpoint_id[:2]}/{checkpoint_id[2:]}/{name}"


def write(place: Place, checkpoint_id: str, *sessions: dict[str, Any]) -> None:
    options = [
        WriteCommittedOptions(checkpoint_id, **({"session_id": "one"} | given)) for given in sessions or ({},)
    ]
    write_committed(place.repo, place.objects, options, ALICE)


@pytest.fixture(params=["file", "memory"])
def place(request: pytest.FixtureRequest, place: Place) -> Place:
    """With settings, as where entire is set up, the index is a file; without it lives in memory."""
    if request.param == "file":
        place.work.write(".entire/settings.json", "{}")
    return place


def index(place: Place) -> Index:
    return Index(place.repo, place.objects)


def test_an_overview(place: Place) -> None:
    usage = {"input_tokens": 3, "output_tokens": 4}
    write(place, A, {"prompts": ["the first", "the second"], "files_touched": ["x"]}, {"session_id": "two"})
    raw = json_text.decode(place.file(path(A)) or b"")
    place.put_raw({path(A): json_text.encode(raw | {"token_usage": usage})})
    for _ in range(2):
        with index(place) as open_index:
            [one] = open_index.overviews([A, B])
        assert one.checkpoint_id == A
        assert [part.session_id for part in one.parts] == ["one", "two"]
        assert one.prompts == "the first\n\n---\n\nthe second"  # the latest session that has any
        assert (one.files, one.tokens) == (["x"], 7)
        assert one.created_at == one.parts[-1].created_at


def test_an_overview_of_a_checkpoint_without_slots(place: Place) -> None:
    root = b'{"session_id": "old", "created_at": "2025-01-01T00:00:00Z", "files_touched": ["x"]}'
    place.put_raw({path(A): root, path(A, "prompt.txt"): b"Said"})
    with index(place) as open_index:
        [one] = open_index.overviews([A])
    assert [part.session_id for part in one.parts] == ["old"]
    assert (one.prompts, one.files) == ("Said", ["x"])


def test_the_latest_of_several(place: Place) -> None:
    write(place, B)
    write(place, A)
    chosen = latest(place.overviews())
    assert chosen is not None
    assert chosen.checkpoint_id == A
    assert latest([]) is None


def test_ids_of_both_branches(place: Place) -> None:
    with index(place) as open_index:
        assert open_index.ids() == []
    write(place, A)
    place.work.git("update-ref", ORIGIN_CHECKPOINTS_REF, CHECKPOINTS_REF)
    write(place, C)
    place.put_raw({path(B): b"{}"}, ORIGIN_CHECKPOINTS_REF)
    place.put_raw({"zz/notes.txt": b"", "README": b"", path("a" * 11 + "b"): b"{}"})
    with index(place) as open_index:
        assert open_index.ids() == [A, "a" * 11 + "b", B, C]
        assert open_index.starting("AA") == [A, "a" * 11 + "b"]
        assert open_index.starting(B) == [B]
        for nothing in ("", "x", "d", "%", "a" * 13, "\udc80"):
            assert open_index.starting(nothing) == []
        assert (open_index.shorten(A), open_index.shorten(B)) == (A, "bbbbbb")
        assert list(open_index.trees([C, D, "../x", "\udc80"])) == [C]


def test_ours_come_before_what_only_origin_has(place: Place) -> None:
    for id, time in ((A, "2026-01-01"), (B, "2026-03-01"), (C, "no time")):
        place.put_raw({path(id): f'{{"session_id": "s", "created_at": "{time}T00:00:00Z"}}'.encode()})
    newest = b'{"session_id": "s", "created_at": "2027-01-01T00:00:00Z"}'
    place.put_raw({path(D): newest}, ORIGIN_CHECKPOINTS_REF)
    with index(place) as open_index:
        assert open_index.by_time() == [B, A, C, D]
    place.work.git("update-ref", "-d", CHECKPOINTS_REF)
    with index(place) as open_index:
        assert open_index.by_time() == [D]


def test_our_version_of_a_checkpoint_counts(place: Place) -> None:
    place.put_raw({path(A): b'{"session_id": "theirs"}'}, ORIGIN_CHECKPOINTS_REF)
    with index(place) as open_index:
        assert [part.session_id for one in open_index.overviews([A]) for part in one.parts] == ["theirs"]
    place.put_raw({path(A): b'{"session_id": "ours"}'})
    with index(place) as open_index:
        assert [session.session_id for session in open_index.sessions()] == ["ours"]
    place.put_raw({path(A): None})
    with index(place) as open_index:
        assert [session.session_id for session in open_index.sessions()] == ["theirs"]


def test_sessions(place: Place) -> None:
    def made(session: str, time: str) -> bytes:
        return f'{{"session_id": "{session}", "created_at": "{time}", "agent": "{time}"}}'.encode()

    early, late = "2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z"
    place.put_raw({path(A, "0/metadata.json"): made("x", late), path(A, "1/metadata.json"): made("y", late)})
    place.put_raw({path(B): made("x", early), path(C, "0/metadata.json"): made("z", early)})
    broken = {path(D, "0/metadata.json"): b"{", path("e" * 12, "0/metadata.json"): made("../x", early)}
    place.put_raw(broken)
    with index(place) as open_index:
        found = {one.session_id: one for one in open_index.sessions({"z"})}
        assert sorted(found) == ["x", "y"]
        assert [done.checkpoint_id for done in (found["x"].first, found["x"].last)] == [B, A]
        assert [done.checkpoint_id for done in open_index.parts_of_session("x")] == [B, A]
        assert [done.part.agent for done in open_index.parts_of_session("x")] == [early, late]
        assert open_index.parts_of_session("../x") == open_index.parts_of_session("\udc80") == []


@pytest.mark.parametrize(
    "metadata",
    [
        rb'{"session_id": "\ud800", "created_at": "\ud800", "agent": "a\u0000", "files_touched": ["\udcff"]}',
        b'{"session_id": "s", "token_usage": {"input_tokens": 1' + b"0" * 300 + b"}}",
        b'{"token_usage": {"input_tokens": 1' + b"0" * 4299 + b', "output_tokens": 9' + b"9" * 4299 + b"}}",
        b'{"session_id": "s", "initial_attribution": {"agent_percentage": 1e999}}',
        b'{"session_id": "s", "initial_attribution": {"agent_percentage": 1' + b"0" * 400 + b"}}",
        b"[" * 100_000,
        b"\xff\xfe",
        b"null",
    ],
)
def test_a_branch_can_hold_anything(place: Place, metadata: bytes) -> None:
    place.put_raw(
        {path(A): metadata, path(A, "0/metadata.json"): metadata, path(A, "0/prompt.txt"): b"\xff\0\r"}
    )
    found = [place.overviews() for _ in range(2)]
    assert found[0] == found[1]
    with index(place) as open_index:
        assert open_index.overviews([A])[0].prompts == "\ufffd\0\r"
        open_index.sessions()


def test_lines_of_parts_are_remembered(place: Place) -> None:
    with index(place) as open_index:
        open_index.keep_record_counts({})
        open_index.keep_record_counts({"1" * 40: 3})
        assert open_index.record_counts(["1" * 40, "2" * 40]) == {"1" * 40: 3}


def test_sha256(tmp_path: Any) -> None:
    work = Repo.init(tmp_path / "other", "--object-format=sha256")
    work.write(".entire/settings.json", "{}")
    work.commit(f"one\n\nEntire-Checkpoint: {A}")
    repo = open_repository(str(work.path))
    with Objects(repo) as objects:
        place = Place(work, repo, objects)
        write(place, A)
        for _ in range(2):
            with index(place) as open_index:
                assert open_index.ids() == [A]
                assert [link.checkpoint_ids for link in open_index.links()] == [[A]]
