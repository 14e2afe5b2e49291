"""What holds for every strategy: what is stored, shown, restored, shared and kept."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from tests.scenario.strategies.conftest import Team
from tests.scenario.world import BRANCH

SECRET = "ghp_" + "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bD1fH3jK5"


def test_what_a_checkpoint_has(team: Team) -> None:
    agent = team.agent()
    checkpoint = team.work(agent, "Write one", {"one.py": "1\n", "two.py": "2\n"})
    folder = f"{checkpoint[:2]}/{checkpoint[2:]}"
    assert [name for name in team.names() if name.startswith(folder)] == [
        f"{folder}/0/{name}"
        for name in (
            "content_hash.txt",
            "context.md",
            "full.jsonl",
            "lines.json",
            "metadata.json",
            "prompt.txt",
        )
    ] + [f"{folder}/metadata.json"]
    root, session = team.root(checkpoint), team.session(checkpoint)
    assert root["files_touched"] == session["files_touched"] == ["one.py", "two.py"]
    assert root["checkpoint_id"] == session["checkpoint_id"] == checkpoint
    assert {root["strategy"], session["strategy"]} == {team.strategy}
    assert (session["agent"], session["branch"], session["session_id"]) == (
        "Claude Code",
        "main",
        agent.session_id,
    )
    text = team.run("git", "show", f"{BRANCH}:{folder}/0/full.jsonl").stdout
    digest = hashlib.sha256(text.encode()).hexdigest()
    assert team.stored(checkpoint, "content_hash.txt") == f"sha256:{digest}"
    assert session["initial_attribution"]["agent_lines"] == 2


def test_each_token_is_counted_once(team: Team) -> None:
    agent = team.agent()
    ids = [team.work(agent, f"Write {n}", {f"{n}.py": f"{n}\n"}) for n in range(3)]
    used = [team.session(id)["token_usage"]["output_tokens"] for id in ids]
    listed = json.loads(team.entire("session", "show", agent.session_id, "--json"))
    assert len(set(used)) == 1
    assert sum(used) <= listed["tokens"]
    assert [team.stored(id, "prompt.txt") for id in ids] == ["Write 0", "Write 1", "Write 2"]


def test_secrets_are_not_stored(team: Team) -> None:
    agent = team.agent()
    checkpoint = team.work(agent, f"Use {SECRET}", {"one.py": "1\n"})
    assert checkpoint
    for name in team.names():
        assert SECRET not in team.show(name), name
    assert SECRET not in team.git("log", "-1", "--format=%B")


def test_who_wrote_which_line(team: Team) -> None:
    agent = team.agent()
    team.work(agent, "Write one", {"one.py": "agent's\n"})
    team.file("one.py").write_text("agent's\nmine\n")
    team.git("commit", "--quiet", "--all", "-m", "mine")
    shown = [line["who"] for line in json.loads(team.entire("blame", "one.py", "--json"))["lines"]]
    assert shown == ["agent", "no_checkpoint"]
    assert "Write one" in team.entire("why", "one.py:1")


def test_it_is_explained(team: Team) -> None:
    agent = team.agent()
    checkpoint = team.work(agent, "Write one", {"one.py": "1\n"})
    listed = team.entire("explain")
    assert checkpoint in listed
    detail = team.entire("explain", checkpoint)
    assert "Write one" in detail
    assert "one.py" in detail


def test_the_conversation_comes_back(team: Team) -> None:
    agent = team.agent()
    team.work(agent, "Write one", {"one.py": "1\n"})
    agent.end()
    text = Path(agent.transcript).read_text()
    Path(agent.transcript).unlink()
    shown = team.entire("resume", "main", "--force")
    assert f"claude -r {agent.session_id}" in shown
    assert Path(agent.transcript).read_text().splitlines()[0] == text.splitlines()[0]


def test_a_step_can_be_rewound_to(team: Team) -> None:
    """In the middle of a turn, an item of the to-do list, or a refused commit, leaves steps."""
    hook = team.file(".git/hooks/pre-commit")
    hook.write_text("#!/bin/sh\nexit 1\n")
    hook.chmod(0o755)
    agent = team.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    agent.turn("Write it again", {"one.py": "2\n"})
    points = json.loads(team.entire("rewind", "--list"))
    first = next(point["id"] for point in points if point["message"] == "Write one")
    team.entire("rewind", "--to", first, "--force")
    assert team.file("one.py").read_text() == "1\n"
    assert Path(agent.transcript).read_text().count('"Write it again"') == 0
    team.entire("rewind", "--undo", "--force")
    assert team.file("one.py").read_text() == "2\n"


def test_checkpoints_are_pushed_with_the_code(team: Team, tmp_path: Path) -> None:
    remote = tmp_path / "remote.git"
    team.git("init", "--quiet", "--bare", str(remote))
    team.git("remote", "add", "origin", str(remote))
    checkpoint = team.work(team.agent(), "Write one", {"one.py": "1\n"})
    team.git("push", "--quiet", "origin", "main")
    there = team.git("ls-tree", "-r", "--name-only", BRANCH, cwd=remote)
    assert f"{checkpoint[:2]}/{checkpoint[2:]}/metadata.json" in there


@pytest.mark.parametrize(
    "how", [["commit", "--quiet", "--amend", "-m", "better"], ["rebase", "--quiet", "side"]]
)
def test_links_outlive_rewriting(team: Team, how: list[str]) -> None:
    team.git("branch", "side")
    checkpoint = team.work(team.agent(), "Write one", {"one.py": "1\n"})
    team.git("switch", "--quiet", "side")
    team.repo.write("other.txt", "other\n")
    team.repo.commit("other")
    team.git("switch", "--quiet", "main")
    team.git(*how)
    shown = json.loads(team.entire("explain", "HEAD", "--json"))
    assert checkpoint in json.dumps(shown)


def test_several_sessions_at_once(team: Team) -> None:
    first, second = team.agent(), team.agent()
    first.prompt("Write one")
    second.prompt("Write two")
    first.write("one.py", "1\n")
    second.write("two.py", "2\n")
    first.stop()
    one = team.committed("one.py")
    second.stop()
    two = team.committed("two.py")
    assert one != two
    assert team.session(one)["session_id"] == first.session_id
    assert team.session(two)["session_id"] == second.session_id
    assert team.shadows() == []
    assert team.errors() == []


def test_nothing_is_left(team: Team) -> None:
    agent = team.agent()
    agent.start()
    team.work(agent, "Write one", {"one.py": "1\n"})
    agent.end()
    assert team.shadows() == []
    assert team.git("status", "--porcelain") == ""
    found = json.loads(team.run("entire", "doctor", "--json", check=False).stdout)["findings"]
    assert {finding["kind"] for finding in found} <= {"slow_hook"}
    team.check_sound()
