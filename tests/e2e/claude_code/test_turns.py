"""What happens within a turn of the real Claude Code: commits, a to-do list, a kill; on a scripted model."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from tests.e2e import stored
from tests.e2e.checks import check_checkpoint, check_tidy, commit, enable
from tests.e2e.sandbox import wait_for
from tests.e2e.script import Call, Script, Step, Turn, Usage, call, say, shell, total, write

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.e2e.clients.claude import Claude
    from tests.e2e.sandbox import Repo

    Start = Callable[[Script], Claude]

NAMES = ["a.py", "b.py", "c.py"]


def summed(checkpoints: list[stored.Checkpoint]) -> dict[str, int]:
    """The tokens of several checkpoints together."""
    used = [found.metadata["token_usage"] for found in checkpoints]
    return {key: sum(usage[key] for usage in used) for key in total([])}


def one_by_one(root: Path) -> list[Step]:
    """Each file is committed before the next is written; the last by the command that commits it."""
    return [
        write(root / "a.py", "a = 1\n").using(Usage(11, 900, 0, 31)),
        shell("git add a.py && git commit -q -m 'Add a.py'").using(Usage(2, 80, 900, 37)),
        write(root / "b.py", "b = 1\n").using(Usage(3, 70, 980, 41)),
        shell("git add b.py && git commit -q -m 'Add b.py'").using(Usage(5, 60, 1050, 43)),
        shell("echo 'c = 1' > c.py && git add c.py && git commit -q -m 'Add c.py'"),
    ]


def all_at_once(root: Path) -> list[Step]:
    """Three calls in one answer, three commits in one command: the model says nothing in between."""
    calls = [Call("Write", {"file_path": str(root / name), "content": f"{name[0]} = 1\n"}) for name in NAMES]
    each = 'for f in a.py b.py c.py; do git add $f && git commit -q -m "Add $f" || exit 1; done'
    return [
        Step("I write all.", tuple(calls), Usage(11, 900, 0, 31)),
        shell(each).using(Usage(2, 80, 900, 37)),
    ]


@pytest.mark.parametrize("way", [one_by_one, all_at_once])
def test_three_commits_in_one_turn(
    way: Callable[[Path], list[Step]], repo: Repo, start_claude: Start
) -> None:
    enable(repo)
    seen: list[tuple[stored.Json, list[str]]] = []

    def look() -> None:
        [state] = stored.states(repo)
        seen.append((state, stored.shadow_branches(repo)))

    last = say("All three are in.").using(Usage(1, 30, 1110, 47))
    script = Script(Turn("Commit three files", *way(repo.root), last.during(look)))
    answer = start_claude(script).ask("Commit three files", repo.root)

    commits = repo.git("log", "--reverse", "--format=%H", "-3").split()
    assert [repo.git("log", "-1", "--format=%s", oid) for oid in commits] == [f"Add {n}" for n in NAMES]
    ids = [stored.trailers(repo, oid)["Entire-Checkpoint"] for oid in commits]
    assert len(set(ids)) == 3
    [(state, shadows)] = seen  # while the turn went on
    assert (state["phase"], state["turn_checkpoint_ids"], shadows) == ("active", ids, [])

    found = [stored.checkpoint(repo, checkpoint_id) for checkpoint_id in ids]
    for name, checkpoint_id in zip(NAMES, ids, strict=True):
        facts = {
            "session_id": answer.session_id,
            "agent": "Claude Code",
            "branch": "main",
            "files_touched": [name],
        }
        check_checkpoint(repo, checkpoint_id, facts, ["Commit three files"])
    assert [answer.text in checkpoint.transcript for checkpoint in found] == [True] * 3
    assert len({checkpoint.content_hash for checkpoint in found}) == 1
    assert summed(found) == total(script.played())

    check_tidy(repo)
    assert repo.git("status", "--porcelain") == ""
    state = stored.state(repo, answer.session_id)
    assert not {"turn_checkpoint_ids", "files_touched"} & state.keys()
    assert state["base_commit"] == repo.head()


def task(task_id: str, status: str) -> Step:
    return call("TaskUpdate", taskId=task_id, status=status)


def test_a_to_do_list(repo: Repo, start_claude: Start) -> None:
    """An item that is done is a step, if there is anything to show for it."""
    enable(repo)
    script = Script(
        Turn(
            "Plan and do it",
            call("ToolSearch", query="select:TaskCreate,TaskUpdate", max_results=5),
            call("TaskCreate", subject="Write one.py", description="The first", activeForm="Writing"),
            call("TaskCreate", subject="Write two.py", description="The second", activeForm="Writing"),
            task("1", "in_progress"),
            write(repo.root / "one.py", "one = 1\n"),
            task("1", "completed"),
            task("2", "in_progress"),
            shell("echo 'two = 2' > two.py"),
            task("2", "completed"),
            say("Both are done."),
        )
    )
    # For newer models the client has no to-do list, unless it is told to.
    answer = start_claude(script).ask("Plan and do it", repo.root, "--model", "claude-sonnet-4-5")

    shadow = stored.shadow_branch(repo)
    updates = stored.live_calls(repo, answer.session_id, "TaskUpdate")
    assert len(updates) == 4
    first, second = updates[1], updates[3]
    assert stored.subjects(repo, shadow) == [
        f"Write one.py ({first[:12]})",
        f"Write two.py ({second[:12]})",
        "Plan and do it",
    ]
    one, two, _ = stored.steps(repo, shadow)
    new = repo.files(two).keys() - repo.files(one).keys()
    folder = f".entire/metadata/{answer.session_id}/tasks"
    assert new == {"two.py", f"{folder}/{second}/checkpoints/001-{second}.json"}
    assert {"one.py", f"{folder}/{first}/checkpoints/001-{first}.json"} <= repo.files(one).keys()
    assert stored.trailers(repo, two) == {
        "Entire-Metadata-Task": f"{folder}/{second}",
        "Entire-Session": answer.session_id,
        "Entire-Strategy": "manual-commit",
    }
    record = json.loads(repo.show(two, f"{folder}/{second}/checkpoints/001-{second}.json"))
    assert (record["type"], record["tool_use_id"]) == ("TaskUpdate", second)
    assert record["data"] == {"taskId": "2", "status": "completed"}

    facts = {
        "session_id": answer.session_id,
        "checkpoints_count": 1,
        "files_touched": ["one.py", "two.py"],
        "token_usage": total(script.played()),
    }
    check_checkpoint(repo, commit(repo, "Add both"), facts, ["Plan and do it"])
    check_tidy(repo)


def test_killed_between_its_commit_and_its_stop(repo: Repo, start_claude: Start) -> None:
    """The next session completes the checkpoint; what was left uncommitted is still the first one's work."""
    enable(repo)
    kept: list[str] = []

    def look() -> None:
        kept.append(stored.checkpoint(repo, stored.trailers(repo, "HEAD")["Entire-Checkpoint"]).transcript)

    def kill() -> None:
        [state] = stored.states(repo)
        live = stored.live_transcript(repo, state["session_id"])
        wait_for(lambda: "tool_result" in live.read_text().partition("two.py")[2])  # it writes when it likes
        look()
        claude.kill()

    script = Script(
        Turn(
            "Write and commit",
            write(repo.root / "one.py", "one = 1\n").using(Usage(11, 900, 0, 31)),
            shell("git add one.py && git commit -q -m 'Add one.py'").using(Usage(2, 80, 900, 37)),
            write(repo.root / "two.py", "two = 2\n").using(Usage(3, 70, 980, 41)),
            say("Never heard.").during(kill),
        ),
        Turn("Write another", write(repo.root / "three.py", "three = 3\n").during(look), say("Here it is.")),
    )
    claude = start_claude(script)
    claude.ask_until_killed("Write and commit", repo.root)
    [state] = stored.states(repo)
    killed = state["session_id"]
    whole = stored.live_records(repo, killed)
    [provisional] = kept
    assert stored.records(provisional) == whole[: len(stored.records(provisional))]
    assert "two.py" not in provisional
    first_id = stored.trailers(repo, "HEAD")["Entire-Checkpoint"]
    assert (state["phase"], state["turn_checkpoint_ids"]) == ("active", [first_id])

    second = claude.ask("Write another", repo.root)
    assert second.session_id != killed
    [_, final] = kept  # already when the second session began
    assert stored.records(final) == whole
    facts = {"session_id": killed, "files_touched": ["one.py"]}
    check_checkpoint(repo, first_id, facts, ["Write and commit"])

    last_id = commit(repo, "Add the rest")
    slots = [stored.checkpoint(repo, last_id, slot) for slot in (0, 1)]
    parts = {s.metadata["session_id"]: (s.metadata["files_touched"], s.prompt) for s in slots}
    assert parts == {
        killed: (["two.py"], "Write and commit"),
        second.session_id: (["three.py"], "Write another"),
    }
    mine = next(slot for slot in slots if slot.metadata["session_id"] == killed)
    assert stored.records(mine.transcript) == whole
    heard = script.played("Write and commit")[:-1]
    assert summed([stored.checkpoint(repo, first_id), mine]) == total(heard)
    check_tidy(repo)
