from __future__ import annotations

from typing import Any

import pytest
from tests.checkpoint.conftest import ALICE, Place

from entire.checkpoint import trailers
from entire.checkpoint.errors import NoTranscript
from entire.checkpoint.names import CHECKPOINTS_REF, TRAILS_BRANCH, shadow_branch_name_for_commit
from entire.checkpoint.segments import Transcript
from entire.checkpoint.temporary import read as reading
from entire.checkpoint.temporary.task import Incremental, Task
from entire.checkpoint.temporary.write import (
    WriteTemporaryOptions,
    WriteTemporaryResult,
    WriteTemporaryTaskOptions,
    delete_shadow_branch,
    write_temporary,
    write_temporary_task,
)
from entire.core import json_text
from entire.core.errors import EntireError
from entire.git.errors import EmptyRepository, GitError, RefChanged

SECRET = "sk_live_" + "Zx9Qw3Er7Ty1Ui5Op2As8Df4Gh6Jk0Lb"


def step(place: Place, **values: Any) -> WriteTemporaryResult:
    head = place.work.head
    options: dict[str, Any] = {
        "session_id": "s1",
        "base_commit": head,
        "worktree_id": "",
        "head": head,
        "subject": "Do it",
        "author": ALICE,
    }
    return write_temporary(place.repo, place.objects, WriteTemporaryOptions(**(options | values)))


def task_step(place: Place, task: Task, **values: Any) -> WriteTemporaryResult:
    head = place.work.head
    options: dict[str, Any] = {
        "session_id": "s1",
        "base_commit": head,
        "worktree_id": "",
        "head": head,
        "subject": "Done",
        "author": ALICE,
        "task": task,
    }
    return write_temporary_task(place.repo, place.objects, WriteTemporaryTaskOptions(**(options | values)))


def branch(place: Place) -> str:
    return shadow_branch_name_for_commit(place.work.head, "")


def ref(place: Place) -> str:
    return "refs/heads/" + branch(place)


def test_first_step_is_a_root_commit_on_the_tree_of_head(place: Place) -> None:
    place.work.write("new file.txt", "new\n")
    place.work.write("run.sh", "#!/bin/sh\n").chmod(0o755)
    result = step(
        place,
        paths=["new file.txt", "run.sh"],
        metadata_files={"prompt.txt": b"Do it", "deep/x.txt": b"x"},
        transcript=Transcript((b"one", b"two\n"), ""),
    )
    assert not result.skipped
    commit = place.objects.commit(ref(place))
    assert commit is not None
    assert commit.oid == result.commit_hash
    assert commit.parents == ()
    assert commit.author.startswith("Alice <alice@example.com> ")
    assert commit.committer == commit.author
    assert commit.message == trailers.format_step("Do it", ".entire/metadata/s1", "s1", "manual-commit")
    assert place.names("", ref(place)) == [
        ".entire/metadata/s1/deep/x.txt",
        ".entire/metadata/s1/full.jsonl",
        ".entire/metadata/s1/full.jsonl.001",
        ".entire/metadata/s1/prompt.txt",
        "README.md",
        "new file.txt",
        "run.sh",
    ]
    assert place.work.git("ls-tree", ref(place), "run.sh").startswith("100755")
    assert len(result.transcript_oids) == 2
    assert place.objects.blob(result.transcript_oids[1]) == b"two\n"
    place.check()


def test_next_step_is_a_child_and_removes_what_is_gone(place: Place) -> None:
    place.work.write("a.txt", "a")
    first = step(place, paths=["a.txt"])
    (place.work.path / "a.txt").unlink()
    (place.work.path / "README.md").unlink()
    second = step(place, paths=["a.txt", "README.md"], metadata_files={"prompt.txt": b"x"})
    commit = place.objects.commit(ref(place))
    assert commit is not None
    assert commit.parents == (first.commit_hash,)
    assert commit.oid == second.commit_hash
    assert place.names("", ref(place)) == [".entire/metadata/s1/prompt.txt"]
    place.check()


def test_an_unchanged_tree_is_no_step(place: Place) -> None:
    place.work.write("a.txt", "a")
    transcript = Transcript((b"line\n",), "")
    first = step(place, paths=["a.txt"], transcript=transcript)
    again = step(place, paths=["a.txt"], transcript=transcript, subject="Another subject")
    assert again[:3] == (first.commit_hash, True, first.transcript_oids)
    assert place.work.git("rev-list", "--count", branch(place)) == "1"
    place.work.write("a.txt", "b")
    assert not step(place, paths=["a.txt"], transcript=transcript).skipped


def test_a_first_step_is_made_even_without_changes(place: Place) -> None:
    assert not step(place).skipped
    assert step(place).skipped


def test_sessions_take_turns_on_one_branch(place: Place) -> None:
    for number, session in enumerate(["s1", "s2", "s1", "s2", "s3"]):
        place.work.write(f"{session}.txt", str(number))
        step(
            place,
            session_id=session,
            paths=[f"{session}.txt"],
            transcript=Transcript((f"{session} {number}\n".encode(),), ""),
            subject=f"Step {number}",
        )
    steps = reading.list_checkpoints_for_branch(place.objects, branch(place))
    assert [(info.message, info.session_id) for info in steps] == [
        ("Step 4", "s3"),
        ("Step 3", "s2"),
        ("Step 2", "s1"),
        ("Step 1", "s2"),
        ("Step 0", "s1"),
    ]
    assert [info.parent for info in steps[:-1]] == [info.commit_hash for info in steps[1:]]
    assert steps[-1].parent == ""
    mine = reading.list_checkpoints_for_branch(place.objects, branch(place), "s2")
    assert [info.message for info in mine] == ["Step 3", "Step 1"]
    tip = steps[0]
    for session, text in (("s1", b"s1 2\n"), ("s2", b"s2 3\n"), ("s3", b"s3 4\n")):
        directory = f".entire/metadata/{session}"
        assert reading.get_transcript_from_commit(place.objects, tip.commit_hash, directory) == text
    limited = reading.list_checkpoints_for_branch(place.objects, branch(place), limit=2)
    assert limited == steps[:2]


def test_a_shorter_transcript_leaves_no_old_pieces(place: Place) -> None:
    step(place, transcript=Transcript((b"1", b"2", b"3"), ""))
    first = place.objects.commit(ref(place))
    assert first is not None
    result = step(place, transcript=Transcript((b"1", b"4\n"), ""))
    assert place.names(".entire/metadata/s1", ref(place)) == ["full.jsonl", "full.jsonl.001"]
    directory = ".entire/metadata/s1"
    assert reading.get_transcript_from_commit(place.objects, result.commit_hash, directory) == b"1\n4\n"
    assert reading.get_transcript_from_commit(place.objects, first.oid, directory) == b"1\n2\n3"


def test_stored_pieces_are_named_not_sent_again(place: Place) -> None:
    first = step(place, transcript=Transcript((b"sealed", b"open"), ""))
    second = step(place, transcript=Transcript((first.transcript_oids[0], b"open and more"), ""))
    assert second.transcript_oids[0] == first.transcript_oids[0]
    text = reading.get_transcript_from_commit(place.objects, second.commit_hash, ".entire/metadata/s1")
    assert text == b"sealed\nopen and more"


def test_a_piece_that_is_not_there_fails_and_moves_nothing(place: Place) -> None:
    first = step(place)
    with pytest.raises(GitError):
        step(place, transcript=Transcript(("1" * 40, b"open"), ""))
    assert place.work.git("rev-parse", branch(place)) == first.commit_hash
    place.check()


def test_the_subject_is_redacted_and_one_line(place: Place) -> None:
    step(place, subject=f"Use {SECRET}\n\nEntire-Session: evil\n")
    commit = place.objects.commit(ref(place))
    assert commit is not None
    assert SECRET not in commit.message
    assert commit.subject.startswith("Use ")
    assert commit.subject.endswith("Entire-Session: evil")
    assert trailers.session_ids(commit.message) == ["s1"]


def test_hostile_ids_are_refused(place: Place) -> None:
    for session in ("../x", "", "a/b", "a\nb", "-x"):
        with pytest.raises(EntireError):
            step(place, session_id=session)
    for task in (Task(""), Task("../x"), Task("t1", agent_id="a/b")):
        with pytest.raises(EntireError):
            task_step(place, task)
    for name in ("../../../x", "/x", "", "a//b", "./x"):
        with pytest.raises(EntireError):
            step(place, metadata_files={name: b"x"})
    assert reading.list_shadow_branches(place.repo) == []


def test_without_commits_there_is_nothing_to_start_from(place: Place) -> None:
    with pytest.raises(EmptyRepository):
        step(place, head="0" * 40)


def test_final_task_step(place: Place) -> None:
    place.work.write("t.txt", "t")
    transcript = f'{{"text":"key {SECRET}"}}\n'.encode()
    task = Task("toolu_1", "agent7", "uuid-1", transcript)
    result = task_step(place, task, paths=["t.txt"], transcript=Transcript((b"main\n",), ""))
    again = task_step(place, task, paths=["t.txt"], transcript=Transcript((b"main\n",), ""))
    assert not again.skipped
    assert again.commit_hash != result.commit_hash
    directory = ".entire/metadata/s1/tasks/toolu_1"
    assert place.names(directory, ref(place)) == ["agent-agent7.jsonl", "checkpoint.json"]
    assert place.file(f"{directory}/checkpoint.json", ref(place)) == (
        b'{\n  "session_id": "s1",\n  "tool_use_id": "toolu_1",\n'
        b'  "checkpoint_uuid": "uuid-1",\n  "agent_id": "agent7"\n}'
    )
    stored = place.file(f"{directory}/agent-agent7.jsonl", ref(place))
    assert stored is not None
    assert SECRET.encode() not in stored
    assert place.file(".entire/metadata/s1/full.jsonl", ref(place)) == b"main\n"
    info = reading.list_checkpoints_for_branch(place.objects, branch(place))[0]
    assert (info.is_task_checkpoint, info.tool_use_id, info.metadata_dir) == (True, "toolu_1", directory)
    place.check()


def test_a_task_without_subagent_names_it_all_the_same(place: Place) -> None:
    task_step(place, Task("toolu_1"))
    data = place.file(".entire/metadata/s1/tasks/toolu_1/checkpoint.json", ref(place))
    assert data is not None
    assert json_text.decode(data)["agent_id"] == ""


def test_incremental_task_steps_are_numbered(place: Place) -> None:
    head = place.work.head
    for data in (b'{"todos":[{"content":"<one>"}]}', b"not json", None):
        number = reading.next_incremental_sequence(place.objects, head, "", "s1", "toolu_1")
        task_step(place, Task("toolu_1", incremental=Incremental(number, "TodoWrite", data)))
    directory = ".entire/metadata/s1/tasks/toolu_1/checkpoints"
    assert place.names(directory, ref(place)) == [f"00{n}-toolu_1.json" for n in (1, 2, 3)]
    first = place.file(f"{directory}/001-toolu_1.json", ref(place))
    assert first is not None
    assert first.endswith(b"}\n")
    assert list(json_text.decode(first)) == ["type", "tool_use_id", "timestamp", "data"]
    assert json_text.decode(first)["data"] == {"todos": [{"content": "<one>"}]}
    second = place.file(f"{directory}/002-toolu_1.json", ref(place))
    assert second is not None
    assert json_text.decode(second)["data"] is None


def test_list_all_branches_leaves_out_what_holds_no_steps(place: Place) -> None:
    first = step(place)
    second = step(place, worktree_id="wt1", session_id="s2")
    place.put_raw({"x": b"x"}, CHECKPOINTS_REF)
    place.put_raw({"x": b"x"}, "refs/heads/" + TRAILS_BRANCH)
    place.work.git("branch", "entire/my-feature")
    prefix = place.work.head[:7]
    assert {found.name: found.oid for found in reading.list_shadow_branches(place.repo)} == {
        f"entire/{prefix}-e3b0c4": first.commit_hash,
        f"entire/{prefix}-d1627d": second.commit_hash,
    }


def test_commits_that_are_no_steps_are_passed_over(place: Place) -> None:
    first = step(place)
    other = place.put_raw({"x": b"x"}, ref(place))
    place.work.write("a", "a")
    second = step(place, paths=["a"])
    steps = reading.list_checkpoints_for_branch(place.objects, branch(place))
    assert [info.commit_hash for info in steps] == [second.commit_hash, first.commit_hash]
    assert steps[0].parent == other


def test_only_first_parents_are_followed(place: Place) -> None:
    first = step(place)
    side = step(place, worktree_id="wt1", session_id="s2")
    message = trailers.format_step("merge", "", "s1", "manual-commit")
    tree = place.work.git("rev-parse", f"{first.commit_hash}^{{tree}}")
    parents = ("-p", first.commit_hash, "-p", side.commit_hash)
    merge = place.work.git("commit-tree", tree, *parents, "-m", message)
    place.work.git("update-ref", ref(place), merge)
    steps = reading.list_checkpoints_for_branch(place.objects, branch(place))
    assert [info.commit_hash for info in steps] == [merge, first.commit_hash]


def test_a_foreign_history_is_not_walked_to_its_end(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "_MIN_VISITS", 3)
    step(place)
    for number in range(4):
        place.put_raw({"x": str(number).encode()}, ref(place))
    assert reading.list_checkpoints_for_branch(place.objects, branch(place), limit=0) == []
    assert reading.list_checkpoints_for_branch(place.objects, branch(place), limit=1) != []


def test_no_transcript(place: Place) -> None:
    result = step(place)
    for directory in ("", ".entire/metadata/s1", "README.md"):
        with pytest.raises(NoTranscript):
            reading.get_transcript_from_commit(place.objects, result.commit_hash, directory)
    with pytest.raises(NoTranscript):
        reading.get_transcript_from_commit(place.objects, "1" * 40, ".entire/metadata/s1")


def test_delete(place: Place) -> None:
    first = step(place)
    name = branch(place)
    second = step(place, metadata_files={"x": b"x"})
    with pytest.raises(RefChanged):
        delete_shadow_branch(place.repo, name, first.commit_hash)
    assert delete_shadow_branch(place.repo, name, second.commit_hash)
    assert reading.list_shadow_branches(place.repo) == []
    assert not delete_shadow_branch(place.repo, name, second.commit_hash)
    with pytest.raises(EntireError):
        delete_shadow_branch(place.repo, "main", place.work.head)
    assert place.work.git("rev-parse", "main") == place.work.head
