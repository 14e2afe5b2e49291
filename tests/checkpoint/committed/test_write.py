from __future__ import annotations

import hashlib
from typing import Any

import pytest
from tests.checkpoint.conftest import ALICE, Place

from entire.checkpoint import trailers
from entire.checkpoint.committed import read as reading
from entire.checkpoint.committed.write import WriteCommittedOptions, WriteCommittedResult, write_committed
from entire.checkpoint.metadata_branch import ensure_metadata_branch
from entire.checkpoint.model import CheckpointSummary, CommittedMetadata, Summary, load
from entire.checkpoint.names import CHECKPOINTS_REF, ORIGIN_CHECKPOINTS_REF
from entire.checkpoint.segments import Transcript
from entire.checkpoint.temporary.task import Incremental, Task
from entire.core import json_text
from entire.core.errors import EntireError
from entire.transcript.usage import TokenUsage

ID = "a3b2c4d5e6f7"
SECRET = "sk_live_" + "Zx9Qw3Er7Ty1Ui5Op2As8Df4Gh6Jk0Lb"


def transcript(*parts: bytes) -> Transcript:
    return Transcript(parts, "sha256:" + hashlib.sha256(b"\n".join(parts)).hexdigest())


def session(name: str, **values: Any) -> WriteCommittedOptions:
    options: dict[str, Any] = {"checkpoint_id": ID, "session_id": name, "transcript": transcript(b"{}\n")}
    return WriteCommittedOptions(**(options | values))


def write(place: Place, *sessions: WriteCommittedOptions) -> WriteCommittedResult:
    return write_committed(place.repo, place.objects, sessions, ALICE)


def root(place: Place) -> CheckpointSummary:
    summary = load(CheckpointSummary, place.file("a3/b2c4d5e6f7/metadata.json"))
    assert summary is not None
    return summary


def slot(place: Place, index: int) -> CommittedMetadata:
    metadata = load(CommittedMetadata, place.file(f"a3/b2c4d5e6f7/{index}/metadata.json"))
    assert metadata is not None
    return metadata


def test_files_of_a_session(place: Place) -> None:
    result = write(place, session("s1", prompts=["one", "two"], transcript=transcript(b"1", b"2\n")))
    assert place.names("a3/b2c4d5e6f7") == [
        "0/content_hash.txt",
        "0/context.md",
        "0/full.jsonl",
        "0/full.jsonl.001",
        "0/metadata.json",
        "0/prompt.txt",
        "metadata.json",
    ]
    whole = hashlib.sha256(b"1\n2\n").hexdigest()
    assert place.file("a3/b2c4d5e6f7/0/content_hash.txt") == f"sha256:{whole}".encode()
    assert place.file("a3/b2c4d5e6f7/0/prompt.txt") == b"one\n\n---\n\ntwo"
    assert place.latest(ID).transcript == b"1\n2\n"
    assert [place.objects.blob(oid) for oid in result.transcript_oids[0]] == [b"1", b"2\n"]
    commits = place.work.git("log", "--format=%s", CHECKPOINTS_REF).split("\n")
    assert commits == [f"Checkpoint: {ID}", "Initialize sessions branch"]
    place.check()


def test_without_transcript_and_prompts_there_are_no_files_and_no_paths(place: Place) -> None:
    write(place, session("s1", transcript=None), session("s2", transcript=transcript(b"")))
    assert place.names("a3/b2c4d5e6f7") == ["0/metadata.json", "1/metadata.json", "metadata.json"]
    for index in (0, 1):
        paths = root(place).sessions[index].to_json()
        assert paths.pop("metadata") == f"/a3/b2c4d5e6f7/{index}/metadata.json"
        assert set(paths.values()) == {""}
    assert place.work.git("log", "-1", "--format=%b", CHECKPOINTS_REF) != ""


def test_metadata(place: Place) -> None:
    usage = TokenUsage(input_tokens=1, subagent_tokens=TokenUsage(output_tokens=5))
    options = session(
        "s1",
        branch="main",
        files_touched=["b", "a"],
        checkpoints_count=2,
        agent="Claude Code",
        model="opus",
        turn_id="0123456789ab",
        transcript_identifier_at_start="u9",
        checkpoint_transcript_start=7,
        token_transcript_start=9,
        token_usage=usage,
        summary=Summary(intent=f"use {SECRET}"),
    )
    write(place, options)
    metadata = slot(place, 0)
    assert metadata.created_at.endswith("Z")
    assert metadata.files_touched == ["b", "a"]
    assert root(place).files_touched == ["a", "b"]
    assert metadata.transcript_lines_at_start == metadata.checkpoint_transcript_start == 7
    assert metadata.token_transcript_start == 9
    assert (metadata.agent, metadata.model) == ("Claude Code", "opus")
    assert metadata.token_usage == usage
    assert root(place).token_usage == usage
    assert metadata.summary is not None
    assert metadata.summary.intent.startswith("use ")
    assert SECRET not in metadata.summary.intent
    assert not metadata.is_task


def test_message(place: Place) -> None:
    write(
        place,
        session("s1", agent="Claude Code", ephemeral_branch="entire/1111111-e3b0c4"),
        session("s2", strategy="auto-commit"),
    )
    assert place.work.git("log", "-1", "--format=%B", CHECKPOINTS_REF).rstrip() == (
        f"Checkpoint: {ID}\n\n"
        "Entire-Session: s1\nEntire-Strategy: manual-commit\nEntire-Agent: Claude Code\n"
        "Ephemeral-branch: entire/1111111-e3b0c4\n"
        "Entire-Session: s2\nEntire-Strategy: auto-commit"
    )


def test_sessions_keep_their_numbers(place: Place) -> None:
    one = TokenUsage(input_tokens=1, api_call_count=1)
    write(place, session("s1", files_touched=["a"], checkpoints_count=1, token_usage=one))
    write(place, session("s2", files_touched=["b"], checkpoints_count=2, prompts=["p2"]))
    write(place, session("s3", files_touched=["c", "a"], checkpoints_count=4, token_usage=one))
    before = {i: place.work.git("rev-parse", f"{CHECKPOINTS_REF}:a3/b2c4d5e6f7/{i}") for i in (1, 2)}
    write(place, session("s1", files_touched=["z"], checkpoints_count=8, transcript=transcript(b"new\n")))
    assert [slot(place, i).session_id for i in (0, 1, 2)] == ["s1", "s2", "s3"]
    assert {i: place.work.git("rev-parse", f"{CHECKPOINTS_REF}:a3/b2c4d5e6f7/{i}") for i in (1, 2)} == before
    summary = root(place)
    assert len(summary.sessions) == 3
    assert summary.checkpoints_count == 14
    assert summary.files_touched == ["a", "b", "c", "z"]
    assert summary.token_usage == one
    assert place.file("a3/b2c4d5e6f7/0/full.jsonl") == b"new\n"
    assert place.names("a3/b2c4d5e6f7/1") == [
        *("content_hash.txt", "context.md", "full.jsonl", "metadata.json", "prompt.txt")
    ]
    place.check()


def test_several_sessions_in_one_commit_old_and_new(place: Place) -> None:
    write(place, session("s2"))
    result = write(place, session("s1"), session("s2", checkpoints_count=3), session("s3"))
    assert [slot(place, i).session_id for i in (0, 1, 2)] == ["s2", "s1", "s3"]
    assert slot(place, 0).checkpoints_count == 3
    assert len(result.transcript_oids) == 3
    assert place.work.git("rev-list", "--count", CHECKPOINTS_REF) == "3"
    assert trailers.session_ids(place.work.git("log", "-1", "--format=%B", CHECKPOINTS_REF)) == [
        *("s1", "s2", "s3")
    ]


def test_writing_again_replaces_what_is_ours_and_leaves_the_rest(place: Place) -> None:
    write(place, session("s1", prompts=["p"], transcript=transcript(b"1", b"2", b"3")))
    metadata = slot(place, 0)
    metadata.extra["their_key"] = {"deep": 1}
    metadata.session_metrics = {"turns": 3}
    summary = root(place)
    summary.extra["migration_source_commit"] = "abc"
    summary.sessions[0].extra["preview"] = "/x"
    place.put_raw(
        {
            "a3/b2c4d5e6f7/0/metadata.json": json_text.encode(metadata.to_json()),
            "a3/b2c4d5e6f7/metadata.json": json_text.encode(summary.to_json()),
            "a3/b2c4d5e6f7/0/theirs.bin": b"\0",
            "a3/b2c4d5e6f7/0/full.log": b"old",
            "a3/b2c4d5e6f7/notes.md": b"note",
        }
    )
    write(place, session("s1", transcript=transcript(b"1\n")))
    assert place.names("a3/b2c4d5e6f7") == [
        *(
            "0/content_hash.txt",
            "0/full.jsonl",
            "0/metadata.json",
            "0/theirs.bin",
            "metadata.json",
            "notes.md",
        )
    ]
    assert slot(place, 0).extra == {"their_key": {"deep": 1}}
    assert slot(place, 0).session_metrics == {"turns": 3}
    assert root(place).extra == {"migration_source_commit": "abc"}
    assert root(place).sessions[0].extra == {"preview": "/x"}
    assert root(place).sessions[0].prompt == ""


def test_other_checkpoints_are_not_touched(place: Place) -> None:
    write(place, session("s1"))
    other = session("s1", checkpoint_id="a3ffffffffff")
    write(place, other)
    before = place.work.git("rev-parse", f"{CHECKPOINTS_REF}:a3/b2c4d5e6f7")
    write(place, session("s1", checkpoint_id="00ffffffffff"))
    assert place.work.git("rev-parse", f"{CHECKPOINTS_REF}:a3/b2c4d5e6f7") == before
    assert place.work.git("ls-tree", "--name-only", CHECKPOINTS_REF) == "00\na3"


@pytest.mark.parametrize("broken", [b"{", b"[]", b"null", b"", None, b'{"sessions": []}', b'{"sessions": 3}'])
def test_a_broken_summary_is_rebuilt_and_no_slot_lost(place: Place, broken: bytes | None) -> None:
    write(place, session("s1", prompts=["p1"], checkpoints_count=1), session("s2", checkpoints_count=2))
    place.put_raw({"a3/b2c4d5e6f7/metadata.json": broken})
    kept = place.work.git("rev-parse", f"{CHECKPOINTS_REF}:a3/b2c4d5e6f7/1")
    write(place, session("s3", checkpoints_count=4))
    assert [slot(place, i).session_id for i in (0, 1, 2)] == ["s1", "s2", "s3"]
    assert place.work.git("rev-parse", f"{CHECKPOINTS_REF}:a3/b2c4d5e6f7/1") == kept
    assert root(place).checkpoints_count == 7
    assert [paths.prompt for paths in root(place).sessions] == ["/a3/b2c4d5e6f7/0/prompt.txt", "", ""]
    write(place, session("s1", checkpoints_count=1))
    assert [slot(place, i).session_id for i in (0, 1, 2)] == ["s1", "s2", "s3"]


@pytest.mark.parametrize("broken", [b"{", None, b'{"session_id": 3}'])
def test_a_broken_slot_is_passed_over_and_kept(place: Place, broken: bytes | None) -> None:
    write(place, session("s1", checkpoints_count=1), session("s2", checkpoints_count=2))
    place.put_raw({"a3/b2c4d5e6f7/0/metadata.json": broken})
    write(place, session("s3", checkpoints_count=4))
    assert slot(place, 2).session_id == "s3"
    assert root(place).checkpoints_count == 6
    assert place.file("a3/b2c4d5e6f7/0/full.jsonl") == b"{}\n"
    assert reading.read_session_content(place.objects, ID, 0).transcript == b"{}\n"


def test_secrets_in_prompts_are_redacted_before_they_are_cut(place: Place) -> None:
    prompt = "x" * 480 + " " + SECRET + " tail" * 20
    write(place, session("s1", prompts=[prompt, f"second {SECRET}"]))
    for name in ("prompt.txt", "context.md"):
        data = place.file(f"a3/b2c4d5e6f7/0/{name}")
        assert data is not None
        assert SECRET[:14].encode() not in data
        assert b"second" in data
    context = place.file("a3/b2c4d5e6f7/0/context.md")
    assert context is not None
    assert b"...\n\n### Prompt 2\n\n" in context


def test_a_tasks_files(place: Place) -> None:
    lines = f'{{"text":"{SECRET}"}}\n'.encode()
    task = Task("toolu_1", "agent7", "uuid-1", lines)
    write(place, session("s1", strategy="auto-commit", task=task, commit_subject="Completed\nit"))
    directory = "a3/b2c4d5e6f7/tasks/toolu_1"
    assert place.names(directory) == ["agent-agent7.jsonl", "checkpoint.json"]
    data = place.file(f"{directory}/checkpoint.json")
    assert data == (
        b'{\n  "session_id": "s1",\n  "tool_use_id": "toolu_1",\n'
        b'  "checkpoint_uuid": "uuid-1",\n  "agent_id": "agent7"\n}\n'
    )
    stored = place.file(f"{directory}/agent-agent7.jsonl")
    assert stored is not None
    assert SECRET.encode() not in stored
    assert (slot(place, 0).is_task, slot(place, 0).tool_use_id) == (True, "toolu_1")
    message = place.work.git("log", "-1", "--format=%B", CHECKPOINTS_REF)
    assert message.startswith(f"Checkpoint: {ID}\n\nCompleted it\n\nEntire-Session: s1\n")
    assert trailers.task_metadata_dir(message) == directory


def test_an_incremental_tasks_file(place: Place) -> None:
    task = Task("toolu_1", incremental=Incremental(2, "TodoWrite", b'{"a":1}'))
    write(place, session("s1", task=task))
    path = "a3/b2c4d5e6f7/tasks/toolu_1/checkpoints/002-toolu_1.json"
    data = place.file(path)
    assert data is not None
    assert json_text.decode(data)["data"] == {"a": 1}
    assert trailers.task_metadata_dir(place.work.git("log", "-1", "--format=%B", CHECKPOINTS_REF)) == path


def test_a_final_task_without_subagent_leaves_its_id_out(place: Place) -> None:
    write(place, session("s1", task=Task("toolu_1")))
    data = place.file("a3/b2c4d5e6f7/tasks/toolu_1/checkpoint.json")
    assert data is not None
    assert "agent_id" not in json_text.decode(data)


def test_bad_ids_are_refused(place: Place) -> None:
    for bad in (
        session("s1", checkpoint_id="../../../x"),
        session("s1", checkpoint_id=""),
        session("../s1"),
        session("s1", task=Task("a/b")),
    ):
        with pytest.raises(EntireError):
            write(place, bad)
    with pytest.raises(EntireError):
        write(place, session("s1"), session("s2", checkpoint_id="00ffffffffff"))
    with pytest.raises(EntireError):
        write(place, session("s1"), session("s1"))
    with pytest.raises(EntireError):
        write(place)
    assert place.objects.commit(CHECKPOINTS_REF) is None


def test_where_only_origin_has_the_branch_it_is_continued(place: Place) -> None:
    write(place, session("s1"))
    tip = place.work.git("rev-parse", CHECKPOINTS_REF)
    place.work.git("update-ref", ORIGIN_CHECKPOINTS_REF, tip)
    place.work.git("update-ref", "-d", CHECKPOINTS_REF)
    write(place, session("s1", checkpoint_id="00ffffffffff"))
    assert place.work.git("rev-parse", f"{CHECKPOINTS_REF}^") == tip


def test_ensure_metadata_branch(place: Place) -> None:
    assert ensure_metadata_branch(place.repo, place.objects, ALICE)
    first = place.objects.commit(CHECKPOINTS_REF)
    assert first is not None
    assert first.parents == ()
    assert place.objects.tree(first.tree) == {}
    assert first.subject == "Initialize metadata branch"
    assert not ensure_metadata_branch(place.repo, place.objects, ALICE)

    remote = place.put_raw({"00/ffffffffff/metadata.json": b"{}"}, ORIGIN_CHECKPOINTS_REF)
    assert ensure_metadata_branch(place.repo, place.objects, ALICE)  # ours was empty
    assert place.work.git("rev-parse", CHECKPOINTS_REF) == remote

    write(place, session("s1"))
    ours = place.work.git("rev-parse", CHECKPOINTS_REF)
    place.put_raw({"11/ffffffffff/metadata.json": b"{}"}, ORIGIN_CHECKPOINTS_REF)
    assert not ensure_metadata_branch(place.repo, place.objects, ALICE)
    assert place.work.git("rev-parse", CHECKPOINTS_REF) == ours

    place.work.git("update-ref", "-d", CHECKPOINTS_REF)
    assert ensure_metadata_branch(place.repo, place.objects, ALICE)
    assert place.work.git("rev-parse", CHECKPOINTS_REF, ORIGIN_CHECKPOINTS_REF).split()[0] != ours
    place.check()
