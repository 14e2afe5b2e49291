from __future__ import annotations

import pytest
from tests.checkpoint.committed.test_write import (
    ID,
    SECRET,
    root,
    session,
    slot,
    transcript,
    write,
)
from tests.checkpoint.conftest import ALICE, Place

from entire.checkpoint.committed import read as reading
from entire.checkpoint.committed.update import (
    UpdateCommittedOptions,
    UpdateCommittedResult,
    update_committed,
    update_summary,
)
from entire.checkpoint.errors import CheckpointNotFound
from entire.checkpoint.model import Summary
from entire.checkpoint.names import CHECKPOINTS_REF
from entire.core import json_text
from entire.transcript.usage import TokenUsage

OTHER = "00ffffffffff"


def update(place: Place, *updates: UpdateCommittedOptions) -> UpdateCommittedResult:
    return update_committed(place.repo, place.objects, updates, ALICE)


def test_finalise_replaces_transcript_hash_and_prompts_only(place: Place) -> None:
    write(place, session("s1", prompts=["p"], transcript=transcript(b"1", b"2"), files_touched=["a"]))
    write(place, session("s2"))
    metadata, summary = place.file("a3/b2c4d5e6f7/0/metadata.json"), place.file("a3/b2c4d5e6f7/metadata.json")
    other = place.work.git("rev-parse", f"{CHECKPOINTS_REF}:a3/b2c4d5e6f7/1")
    whole = transcript(b"all\n")
    result = update(place, UpdateCommittedOptions(ID, "s1", whole, ["p", "q"]))
    assert reading.read_session_content(place.objects, ID, 0).transcript == b"all\n"
    assert place.names("a3/b2c4d5e6f7/0") == [
        *("content_hash.txt", "context.md", "full.jsonl", "metadata.json", "prompt.txt")
    ]
    assert place.file("a3/b2c4d5e6f7/0/content_hash.txt") == whole.content_hash.encode()
    assert place.file("a3/b2c4d5e6f7/0/prompt.txt") == b"p\n\n---\n\nq"
    assert place.file("a3/b2c4d5e6f7/0/metadata.json") == metadata
    assert place.file("a3/b2c4d5e6f7/metadata.json") == summary
    assert place.work.git("rev-parse", f"{CHECKPOINTS_REF}:a3/b2c4d5e6f7/1") == other
    assert place.work.git("cat-file", "-p", CHECKPOINTS_REF).endswith(
        f"\n\nFinalize transcript for Checkpoint: {ID}"
    )
    assert result.missing == []
    assert place.objects.blob(result.transcript_oids[0][0]) == b"all\n"
    place.check()


def test_what_is_not_given_stays(place: Place) -> None:
    write(place, session("s1", prompts=["p"], transcript=transcript(b"1", b"2")))
    before = place.work.git("rev-parse", CHECKPOINTS_REF)
    result = update(place, UpdateCommittedOptions(ID, "s1"))
    assert result.commit_hash == before
    assert place.work.git("rev-parse", CHECKPOINTS_REF) == before


def test_finalising_twice_is_one_commit(place: Place) -> None:
    write(place, session("s1"))
    options = UpdateCommittedOptions(ID, "s1", transcript(b"all\n"), ["p"], TokenUsage(input_tokens=4))
    first = update(place, options)
    assert place.work.git("rev-parse", CHECKPOINTS_REF) == first.commit_hash
    assert update(place, options) == first


def test_tokens_are_replaced_and_summed_up_again(place: Place) -> None:
    write(place, session("s1", token_usage=TokenUsage(input_tokens=1)))
    write(place, session("s2", token_usage=TokenUsage(input_tokens=10)))
    metadata = slot(place, 0)
    metadata.extra["x"] = 1
    place.put_raw({"a3/b2c4d5e6f7/0/metadata.json": json_text.encode(metadata.to_json())})
    usage = TokenUsage(input_tokens=2, subagent_tokens=TokenUsage(output_tokens=3))
    update(place, UpdateCommittedOptions(ID, "s1", token_usage=usage))
    assert slot(place, 0).token_usage == usage
    assert slot(place, 0).extra == {"x": 1}
    assert slot(place, 0).created_at == metadata.created_at
    total = root(place).token_usage
    assert total is not None
    assert total.input_tokens == 12
    assert total.subagent_tokens == TokenUsage(output_tokens=3)


def test_files_that_were_not_there_get_their_paths(place: Place) -> None:
    write(place, session("s1", transcript=None))
    update(place, UpdateCommittedOptions(ID, "s1", transcript(b"x\n"), ["p"]))
    assert list(root(place).sessions[0].to_json().values()) == [
        f"/a3/b2c4d5e6f7/0/{name}"
        for name in ("metadata.json", "full.jsonl", "context.md", "content_hash.txt", "prompt.txt")
    ]


def test_several_checkpoints_of_a_turn_in_one_commit(place: Place) -> None:
    write(place, session("s1"))
    write(place, session("s1", checkpoint_id=OTHER))
    before = int(place.work.git("rev-list", "--count", CHECKPOINTS_REF))
    whole = transcript(b"all\n")
    result = update(
        place, UpdateCommittedOptions(OTHER, "s1", whole), UpdateCommittedOptions(ID, "s1", whole)
    )
    assert int(place.work.git("rev-list", "--count", CHECKPOINTS_REF)) == before + 1
    assert result.transcript_oids[0] == result.transcript_oids[1]
    assert place.latest(ID).transcript == b"all\n"
    assert place.latest(OTHER).transcript == b"all\n"


def test_two_sessions_of_one_checkpoint_in_one_commit(place: Place) -> None:
    write(place, session("s1"), session("s2"))
    update(
        place,
        UpdateCommittedOptions(ID, "s1", transcript(b"one\n"), token_usage=TokenUsage(input_tokens=1)),
        UpdateCommittedOptions(ID, "s2", transcript(b"two\n"), token_usage=TokenUsage(input_tokens=2)),
    )
    texts = [reading.read_session_content(place.objects, ID, index).transcript for index in (0, 1)]
    assert texts == [b"one\n", b"two\n"]
    total = root(place).token_usage
    assert total is not None
    assert total.input_tokens == 3


def test_a_session_that_is_not_there_never_gets_anothers_place(place: Place) -> None:
    write(place, session("s1"))
    before = place.work.git("rev-parse", CHECKPOINTS_REF)
    for options in (
        UpdateCommittedOptions(ID, "s9", transcript(b"evil\n")),
        UpdateCommittedOptions(OTHER, "s1", transcript(b"evil\n")),
        UpdateCommittedOptions("", "s1", transcript(b"evil\n")),
        UpdateCommittedOptions("../x", "s1", transcript(b"evil\n")),
    ):
        with pytest.raises(CheckpointNotFound):
            update(place, options)
    assert place.work.git("rev-parse", CHECKPOINTS_REF) == before


def test_those_that_are_there_are_finalised_all_the_same(place: Place) -> None:
    write(place, session("s1"))
    lost = UpdateCommittedOptions(OTHER, "s1", transcript(b"x\n"))
    result = update(place, lost, UpdateCommittedOptions(ID, "s1", transcript(b"all\n")))
    assert result.missing == [lost]
    assert result.transcript_oids[0] == ()
    assert place.latest(ID).transcript == b"all\n"


def test_nothing_to_update(place: Place) -> None:
    assert update(place) == UpdateCommittedResult("", [], [])
    with pytest.raises(CheckpointNotFound):
        update(place, UpdateCommittedOptions(ID, "s1"))  # there is no branch


def test_summary_of_the_latest_session(place: Place) -> None:
    write(place, session("s1"), session("s2", agent="Claude Code"))
    metadata = slot(place, 1)
    metadata.extra["x"] = 1
    place.put_raw({"a3/b2c4d5e6f7/1/metadata.json": json_text.encode(metadata.to_json())})
    summary = Summary(intent=f"key {SECRET}", outcome="done")
    commit = update_summary(place.repo, place.objects, ID, summary, ALICE)
    assert place.work.git("rev-parse", CHECKPOINTS_REF) == commit
    stored = slot(place, 1)
    assert stored.summary is not None
    assert stored.summary.outcome == "done"
    assert SECRET not in stored.summary.intent
    assert (stored.agent, stored.extra) == ("Claude Code", {"x": 1})
    assert slot(place, 0).summary is None
    assert place.work.git("cat-file", "-p", commit).endswith(
        f"\n\nUpdate summary for checkpoint {ID} (session: s2)"
    )
    with pytest.raises(CheckpointNotFound):
        update_summary(place.repo, place.objects, OTHER, summary, ALICE)
