from __future__ import annotations

import pytest
from tests.checkpoint.committed.test_write import ID, session, transcript, write
from tests.checkpoint.conftest import ALICE, Place

from entire.checkpoint.committed import listing
from entire.checkpoint.committed import read as reading
from entire.checkpoint.committed.write import write_committed
from entire.checkpoint.errors import CheckpointNotFound
from entire.checkpoint.index.index import Index
from entire.checkpoint.names import CHECKPOINTS_REF, ORIGIN_CHECKPOINTS_REF
from entire.core import json_text
from entire.git.identity import Author

PATH = "a3/b2c4d5e6f7"


def test_by_index_and_latest(place: Place) -> None:
    for name in ("s1", "s2", "s3"):
        write(place, session(name, prompts=[name], transcript=transcript(f"{name}\n".encode())))
    for index, name in enumerate(("s1", "s2", "s3")):
        content = reading.read_session_content(place.objects, ID, index)
        assert content.metadata.session_id == name
        assert content.transcript == f"{name}\n".encode()
        assert content.prompts == name
        assert content.context.startswith("# Session Context\n")
    assert place.latest(ID).metadata.session_id == "s3"
    assert place.latest(ID).transcript == b"s3\n"
    found = reading.read_session_metadata(place.objects, ID, "s2")
    assert found is not None
    assert found.session_id == "s2"
    stored = reading.find_stored(place.objects, ID)
    assert stored is not None
    assert [slot and slot.session_id for slot in stored[1].slots] == ["s1", "s2", "s3"]


def test_what_is_not_there(place: Place) -> None:
    assert reading.read_committed(place.objects, ID) is None
    assert place.overviews() == []
    assert listing.list_checkpoint_ids(place.objects) == []
    write(place, session("s1"))
    for id in ("00ffffffffff", "", "..", "a3", "A3B2C4D5E6F7", "a3b2c4d5e6f7\n"):
        assert reading.read_committed(place.objects, id) is None
        assert reading.read_session_metadata(place.objects, id, "s1") is None
        with pytest.raises(CheckpointNotFound):
            reading.read_session_content(place.objects, id, 0)
    for index in (-1, 1, 99):
        with pytest.raises(CheckpointNotFound):
            reading.read_session_content(place.objects, ID, index)
    assert reading.read_session_metadata(place.objects, ID, "s9") is None
    assert listing.get_checkpoint_author(place.repo, place.objects, "00ffffffffff") is None


def test_no_transcript(place: Place) -> None:
    write(place, session("s1", transcript=None, prompts=["p"]))
    assert place.latest(ID).transcript == b""


def test_prompts_of_the_latest_session_that_has_some(place: Place) -> None:
    write(place, session("s1", prompts=["first"]), session("s2", prompts=["second"]), session("s3"))
    assert [one.prompts for one in place.overviews()] == ["second"]


def test_origin_is_read_where_the_local_branch_lacks_it(place: Place) -> None:
    write(place, session("s1"))
    place.work.git("update-ref", ORIGIN_CHECKPOINTS_REF, CHECKPOINTS_REF)
    place.work.git("update-ref", "-d", CHECKPOINTS_REF)
    assert listing.list_checkpoint_ids(place.objects) == [ID]
    assert reading.read_committed(place.objects, ID) is not None
    assert listing.get_checkpoint_author(place.repo, place.objects, ID) == ALICE
    place.put_raw({"00/ffffffffff/metadata.json": b"{}"})  # a local branch that does not know it
    assert place.latest(ID).metadata.session_id == "s1"
    assert listing.list_checkpoint_ids(place.objects) == ["00ffffffffff", ID]


def test_a_local_branch_that_holds_nothing_does_not_hide_origins(place: Place) -> None:
    write(place, session("s1"))
    place.work.git("update-ref", ORIGIN_CHECKPOINTS_REF, CHECKPOINTS_REF)
    place.work.git("update-ref", CHECKPOINTS_REF, f"{CHECKPOINTS_REF}^")
    assert [one.checkpoint_id for one in place.overviews()] == [ID]


def test_list_is_sorted_by_the_latest_sessions_time(place: Place) -> None:
    times = {
        "111111111111": ["2026-03-19T10:00:00Z", "2026-03-19T09:00:00Z"],
        "222222222222": ["2026-03-19T08:00:00Z", "2026-03-19T09:30:00.25Z"],
        "333333333333": ["2026-03-19T20:30:00.123456789+11:00"],
        "444444444444": ["not a time"],
    }
    for id, created in times.items():
        write_committed(
            place.repo,
            place.objects,
            [session(f"s{i}", checkpoint_id=id, files_touched=["f"]) for i in range(len(created))],
            ALICE,
        )
        for index, time in enumerate(created):
            path = f"{id[:2]}/{id[2:]}/{index}/metadata.json"
            data = place.file(path)
            assert data is not None
            place.put_raw({path: json_text.encode(json_text.decode(data) | {"created_at": time})})
    overviews = place.overviews()
    assert [one.checkpoint_id[0] for one in overviews] == ["2", "3", "1", "4"]
    assert [part.session_id for part in overviews[0].parts] == ["s0", "s1"]
    assert overviews[0].files == ["f"]
    with Index(place.repo, place.objects) as known:
        chosen = known.overviews(["444444444444", "x", "555555555555", "333333333333"])
    assert [one.checkpoint_id[0] for one in chosen] == ["4", "3"]


def test_author_is_who_brought_it_in(place: Place) -> None:
    bob = Author("Bøb <x>", "bob@example.com")
    write_committed(place.repo, place.objects, [session("s1")], bob)
    write(place, session("s1"))
    write(place, session("s1", checkpoint_id="00ffffffffff"))
    assert listing.get_checkpoint_author(place.repo, place.objects, ID) == Author("Bøb x", "bob@example.com")
    assert listing.get_checkpoint_author(place.repo, place.objects, "00ffffffffff") == ALICE


def test_many_roots_and_merges(place: Place) -> None:
    """Published branches have more than one beginning, joined by merges."""
    write(place, session("s1"))
    one = place.work.git("rev-parse", CHECKPOINTS_REF)
    place.work.git("update-ref", "-d", CHECKPOINTS_REF)
    bob = Author("Bob", "bob@example.com")
    write_committed(place.repo, place.objects, [session("s1", checkpoint_id="00ffffffffff")], bob)
    two = place.work.git("rev-parse", CHECKPOINTS_REF)
    entries = "\n".join(place.work.git("ls-tree", commit) for commit in (one, two)) + "\n"
    tree = place.work.git("mktree", data=entries.encode())
    merge = place.work.git("commit-tree", tree, "-p", one, "-p", two, "-m", "Merge remote session logs")
    place.work.git("update-ref", CHECKPOINTS_REF, merge)
    assert listing.list_checkpoint_ids(place.objects) == ["00ffffffffff", ID]
    assert listing.get_checkpoint_author(place.repo, place.objects, ID) == ALICE
    assert listing.get_checkpoint_author(place.repo, place.objects, "00ffffffffff") == bob
    write(place, session("s2"))
    assert place.latest(ID).metadata.session_id == "s2"


def test_names_that_are_no_checkpoints_are_not_listed(place: Place) -> None:
    write(place, session("s1"))
    files = [
        "README",
        "zz/ffffffffff/metadata.json",
        "a3/short/metadata.json",
        "abc/ffffffffff/x",
        "a3/README",
    ]
    place.put_raw(dict.fromkeys(files, b"{}"))
    assert listing.list_checkpoint_ids(place.objects) == [ID]


OLD_SESSION = {
    "checkpoint_id": ID,
    "session_id": "2026-01-05-ab12cd34",
    "strategy": "manual-commit",
    "created_at": "2026-01-05T10:00:00Z",
    "checkpoints_count": 1,
    "files_touched": None,
    "agents": ["Claude Code"],
    "transcript_lines_at_start": 4,
    "branch": "last",
}


def test_slots_without_transcript_missing_keys_and_null_lists(place: Place) -> None:
    summary = {
        "checkpoint_id": ID,
        "files_touched": None,
        "migration_source_commit": "x",
        "sessions": [{"metadata": f"/{PATH}/0/metadata.json", "transcript": f"/{PATH}/0/full.jsonl"}],
    }
    place.put_raw(
        {
            f"{PATH}/metadata.json": json_text.encode(summary),
            f"{PATH}/0/metadata.json": json_text.encode(OLD_SESSION),
            f"{PATH}/0/content_hash.txt": b"sha256:stale",
        }
    )
    read = reading.read_committed(place.objects, ID)
    assert read is not None
    assert read.files_touched == []
    assert read.sessions[0].context == ""
    content = place.latest(ID)
    assert content.metadata.session_id == "2026-01-05-ab12cd34"
    assert content.metadata.get_transcript_start() == 4
    assert content.metadata.token_usage is None
    assert (content.transcript, content.prompts, content.context) == (b"", "", "")
    [one] = place.overviews()
    assert [(part.session_id, part.files) for part in one.parts] == [("2026-01-05-ab12cd34", [])]
    write(place, session("2026-01-05-ab12cd34", files_touched=["a"]))
    again = place.latest(ID).metadata
    assert again.extra == {"agents": ["Claude Code"]}


def test_the_layout_before_slots(place: Place) -> None:
    place.put_raw(
        {
            f"{PATH}/metadata.json": json_text.encode(OLD_SESSION),
            f"{PATH}/full.log": b"old text\n",
            f"{PATH}/prompt.txt": b"old prompt",
        }
    )
    content = reading.read_session_content(place.objects, ID, 0)
    assert content.metadata.session_id == "2026-01-05-ab12cd34"
    assert (content.transcript, content.prompts) == (b"old text\n", "old prompt")
    found = place.latest(ID)
    assert (found.transcript, found.metadata.session_id) == (b"old text\n", "2026-01-05-ab12cd34")
    [one] = place.overviews()
    assert [part.session_id for part in one.parts] == ["2026-01-05-ab12cd34"]
    assert (one.created_at, one.prompts) == ("2026-01-05T10:00:00Z", "old prompt")
    with pytest.raises(CheckpointNotFound):
        reading.read_session_content(place.objects, ID, 1)


@pytest.mark.parametrize("data", [b"{", b"[1]", b"\xff", b'{"sessions":[3,{}]}'])
def test_garbage_is_read_as_far_as_it_goes(place: Place, data: bytes) -> None:
    place.put_raw(
        {f"{PATH}/metadata.json": data, f"{PATH}/0/full.jsonl": b"text", f"{PATH}/0/metadata.json": data}
    )
    summary = reading.read_committed(place.objects, ID)
    assert summary is not None
    assert len(summary.sessions) == 1
    assert place.latest(ID).transcript == b"text"
    assert len(place.overviews()) == 1
