"""The worked bytes of the format's specification, down to object ids."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.checkpoint.conftest import Place

import entire
from entire.checkpoint import trailers, wording
from entire.checkpoint.committed.write import WriteCommittedOptions, write_committed
from entire.checkpoint.model import CheckpointSummary, CommittedMetadata, InitialAttribution
from entire.checkpoint.names import CHECKPOINTS_REF
from entire.checkpoint.segments import Transcript
from entire.checkpoint.temporary.write import WriteTemporaryOptions, write_temporary
from entire.core import json_text
from entire.git.identity import Author
from entire.git.objects.edit_tree import Change
from entire.git.objects.write import Writer
from entire.transcript.usage import TokenUsage

A = Author("A", "a@x")
TRANSCRIPT = (
    b'{"type":"user","uuid":"u1","message":{"content":"Please add hello.txt"}}\n'
    b'{"type":"assistant","uuid":"a1","message":{"id":"m1","content":[{"type":"tool_use","name":"Write",'
    b'"input":{"file_path":"/r/hello.txt"}}],"usage":{"input_tokens":3,"cache_creation_input_tokens":5,'
    b'"cache_read_input_tokens":7,"output_tokens":11}}}\n'
)
HASH = "sha256:7cffe51c68e8ca2c8cc9ee9c837814ab2b76eb012f8185d4d238b5a66671cf95"
PROMPT = "Please add hello.txt"

SESSION = b"""\
{
  "cli_version": "0.5.1",
  "checkpoint_id": "a3b2c4d5e6f7",
  "session_id": "sess-1",
  "strategy": "manual-commit",
  "created_at": "2026-03-19T10:00:00.5Z",
  "branch": "main",
  "checkpoints_count": 1,
  "files_touched": [
    "hello.txt"
  ],
  "agent": "Claude Code",
  "turn_id": "0123456789ab",
  "token_usage": {
    "input_tokens": 3,
    "cache_creation_tokens": 5,
    "cache_read_tokens": 7,
    "output_tokens": 11,
    "api_call_count": 1
  },
  "initial_attribution": {
    "calculated_at": "2026-03-19T10:00:00.25Z",
    "agent_lines": 1,
    "human_added": 0,
    "human_modified": 0,
    "human_removed": 0,
    "total_committed": 1,
    "agent_percentage": 100
  }
}
"""

ROOT = b"""\
{
  "cli_version": "0.5.1",
  "checkpoint_id": "a3b2c4d5e6f7",
  "strategy": "manual-commit",
  "branch": "main",
  "checkpoints_count": 1,
  "files_touched": [
    "hello.txt"
  ],
  "sessions": [
    {
      "metadata": "/a3/b2c4d5e6f7/0/metadata.json",
      "transcript": "/a3/b2c4d5e6f7/0/full.jsonl",
      "context": "/a3/b2c4d5e6f7/0/context.md",
      "content_hash": "/a3/b2c4d5e6f7/0/content_hash.txt",
      "prompt": "/a3/b2c4d5e6f7/0/prompt.txt"
    }
  ],
  "token_usage": {
    "input_tokens": 3,
    "cache_creation_tokens": 5,
    "cache_read_tokens": 7,
    "output_tokens": 11,
    "api_call_count": 1
  }
}
"""


def test_records_write_the_bytes_they_read() -> None:
    assert len(SESSION) == 689
    assert len(ROOT) == 628
    assert json_text.encode(CommittedMetadata.from_json(json_text.decode(SESSION)).to_json()) == SESSION
    assert json_text.encode(CheckpointSummary.from_json(json_text.decode(ROOT)).to_json()) == ROOT


def test_blobs(place: Place) -> None:
    with Writer(place.repo) as writer:
        assert writer.blob(TRANSCRIPT) == "629e3748d1e916a53a9761889ae6acb70c6eb4ea"
        assert writer.blob(HASH.encode()) == "4c0f812df08ffdc4035d60bfc0eb53032bcd65f6"
        assert writer.blob(wording.prompt_file([PROMPT])) == "92c217b8b56669b04ee99f623cd232699ceaebf4"
        assert writer.blob(wording.context_file([PROMPT])) == "c704f1a4ff5dd4161285e89e0869cf9968646393"


def test_committed_checkpoint(
    place: Place, freeze: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A.3, A.4 and A.5: two commits, four trees and all that is in them."""
    freeze("1700000000 +0000", "1700000001 +0000", now="2026-03-19T10:00:00.5Z")
    monkeypatch.setattr(entire, "__version__", "0.5.1")
    options = WriteCommittedOptions(
        checkpoint_id="a3b2c4d5e6f7",
        session_id="sess-1",
        branch="main",
        transcript=Transcript((TRANSCRIPT,), HASH),
        prompts=[PROMPT],
        files_touched=["hello.txt"],
        checkpoints_count=1,
        ephemeral_branch="entire/1111111-e3b0c4",
        agent="Claude Code",
        turn_id="0123456789ab",
        token_usage=TokenUsage(
            input_tokens=3, cache_creation_tokens=5, cache_read_tokens=7, output_tokens=11, api_call_count=1
        ),
        initial_attribution=InitialAttribution(
            calculated_at="2026-03-19T10:00:00.25Z", agent_lines=1, total_committed=1, agent_percentage=100.0
        ),
    )
    result = write_committed(place.repo, place.objects, [options], A)
    assert place.file("a3/b2c4d5e6f7/0/metadata.json") == SESSION
    assert place.file("a3/b2c4d5e6f7/metadata.json") == ROOT
    trees = [place.work.git("rev-parse", f"{CHECKPOINTS_REF}:{path}") for path in ("", "a3", "a3/b2c4d5e6f7")]
    assert trees == [
        "3987c3212e3e8e513ea2f72c5a1cf649fc1e65f7",
        "880dde4f8c926fb3d62a3a4a40a33234152fc3a3",
        "1ec2fd2a17b635b55c029c6a31b166537a3009a5",
    ]
    assert place.work.git("rev-parse", f"{CHECKPOINTS_REF}^") == "5f31ce24ca8457e437d5470cfebf0009d1873f12"
    assert result.commit_hash == "16b43f10376790f82a23aa8948795eb06d956af0"
    assert result.transcript_oids == [("629e3748d1e916a53a9761889ae6acb70c6eb4ea",)]
    assert place.work.git("rev-parse", CHECKPOINTS_REF) == result.commit_hash
    place.check()


def test_shadow_commit(place: Place, freeze: Callable[..., None]) -> None:
    """A.6: the branch starts from a HEAD with an empty tree."""
    freeze("1700000000 +1100")
    place.work.git("rm", "--quiet", "README.md")
    head = place.work.commit("empty")
    place.work.write("hello.txt", "hello\n")
    result = write_temporary(
        place.repo,
        place.objects,
        WriteTemporaryOptions(
            session_id="sess-1",
            base_commit=head,
            worktree_id="",
            head=head,
            subject="Add hello.txt",
            author=A,
            paths=["hello.txt"],
            metadata_files={"prompt.txt": b"Please add hello.txt"},
            transcript=Transcript((TRANSCRIPT,), ""),
        ),
    )
    assert place.work.git("rev-parse", f"{result.commit_hash}^{{tree}}") == (
        "577379d7f2fb99d0d01f4ef2bddce54886180c65"
    )
    assert result.commit_hash == "349a0fd00f25fcf22df84e1a8f3ee351b57e7c81"
    place.check()


def test_carry_forward_commit(place: Place, freeze: Callable[..., None]) -> None:
    """An identity of empty names, and an empty trailer."""
    freeze("1700000000 +0000")
    subject = "carry forward: uncommitted session files"
    message = trailers.format_step(subject, "", "sess-1", "manual-commit")
    with Writer(place.repo) as writer:
        transcript, prompt = writer.blob(TRANSCRIPT), writer.blob(PROMPT.encode())
        changes = [
            Change("hello.txt", "100644", writer.blob(b"hello\n")),
            Change(".entire/metadata/sess-1/full.jsonl", "100644", transcript),
            Change(".entire/metadata/sess-1/prompt.txt", "100644", prompt),
        ]
        commit, tree = writer.commit(changes, message, Author("", "").identity())
    assert (commit, tree) == (
        "b999acf6e2ec46dc2a47de06294a66da53e93af9",
        "577379d7f2fb99d0d01f4ef2bddce54886180c65",
    )
