"""`entire link` and `entire unlink`: what no rule can know, the user says."""

from __future__ import annotations

import json

import pytest
from tests.scenario.links.test_kept_links import links, noted
from tests.scenario.world import World

CODE = "def total(items, rate):\n    return sum(item.price * rate for item in items)\n"
OTHER = "# Shopping list\n- milk\n"


@pytest.fixture
def linked(world: World) -> str:
    world.agent().turn("Write it", {"one.py": CODE})
    world.git("add", "-A")
    return world.commit()


def mine(world: World, name: str = "mine.txt") -> None:
    world.repo.write(name, OTHER)
    world.git("add", "-A")
    world.git("commit", "--quiet", "-m", "Mine")


def test_a_commit_and_a_checkpoint(world: World, linked: str) -> None:
    mine(world)
    head = world.git("rev-parse", "--short=7", "HEAD")
    out = world.entire("link", "HEAD", linked[:6])
    assert out == f"Linked {head} to checkpoint {linked}.   undo: entire unlink {head} {linked}\n"
    assert links(world) == {linked}
    assert noted(world) == [linked]
    assert world.entire("link", "HEAD", linked) == f"{head} is linked to checkpoint {linked} already.\n"
    out = world.entire("unlink", head, linked)
    assert out == f"Unlinked {head} from checkpoint {linked}.   undo: entire link {head} {linked}\n"
    assert links(world) == set()
    world.entire("link", head, linked)
    assert links(world) == {linked}
    world.check_sound()


def test_unlink_a_trailer(world: World, linked: str) -> None:
    world.entire("unlink", "HEAD")
    assert world.checkpoint() == linked, "the message cannot change"
    assert links(world) == set()
    assert json.loads(world.entire("explain", linked, "--json"))["commits"] == []
    assert json.loads(world.entire("relink", "--json"))["commits"] == []
    world.git("commit", "--quiet", "--amend", "--no-edit", "--date=2026-01-01T00:00:00")
    assert links(world) == set(), "the amended commit has the same message"
    world.git("commit", "--quiet", "--amend", "-m", "Other words")
    assert links(world) == set()
    world.entire("link", "HEAD", linked)
    assert links(world) == {linked}


def test_only_one_of_two_links(world: World, linked: str) -> None:
    world.agent().turn("Write more", {"two.py": CODE * 2})
    world.git("add", "-A")
    second = world.commit()
    world.entire("link", "HEAD", linked)
    assert links(world) == {linked, second}
    world.entire("unlink", "HEAD", second)
    assert links(world) == {linked}
    shown = json.loads(world.entire("explain", second, "--json"))
    assert shown["commits"] == []


def test_a_session_whose_work_was_not_recognized(world: World) -> None:
    agent = world.agent()
    agent.turn("Write it", {"one.py": CODE})
    world.repo.write("one.py", OTHER)
    world.git("add", "-A")
    assert world.commit_at_terminal() == ""
    done = json.loads(world.entire("link", "HEAD", agent.session_id[:8], "--json"))
    [checkpoint] = done["linked"]
    assert done["commit"] == world.git("rev-parse", "HEAD")
    assert links(world) == {checkpoint}
    assert world.session(checkpoint)["files_touched"] == ["one.py"]
    assert world.stored(checkpoint, "prompt.txt") == "Write it"
    assert world.touched(agent) == []


def test_a_session_whose_link_was_declined(world: World) -> None:
    agent = world.agent()
    agent.turn("Write it", {"one.py": CODE})
    world.git("add", "-A")
    world.git("-c", "core.hooksPath=/dev/null", "commit", "--quiet", "-m", "Without a link")
    agent.end()
    world.commit("--allow-empty")
    world.entire("link", "HEAD~1", agent.session_id)
    [checkpoint] = links(world, "HEAD~1")
    assert world.stored(checkpoint, "prompt.txt") == "Write it"
    assert world.session(checkpoint)["files_touched"] == ["one.py"]


def test_a_session_is_linked_once(world: World, linked: str) -> None:
    """Its checkpoint was made after the commit, by whose time another one is nearer."""
    agent = world.agent(world.session(linked)["session_id"])
    agent.turn("Write more", {"two.py": OTHER})
    world.git("add", "-A")
    world.env["GIT_COMMITTER_DATE"] = "2026-01-01T00:00:00Z"
    world.git("-c", "core.hooksPath=/dev/null", "commit", "--quiet", "-m", "more")
    del world.env["GIT_COMMITTER_DATE"]
    done = [json.loads(world.entire("link", "HEAD", agent.session_id, "--json")) for _ in range(2)]
    assert [len(one["linked"]) for one in done] == [1, 0]
    checkpoint = done[0]["checkpoint_id"]
    assert checkpoint not in ("", linked)
    assert done[1]["checkpoint_id"] == checkpoint
    assert links(world) == {checkpoint}


def test_a_session_that_is_stored_already(world: World, linked: str) -> None:
    mine(world)
    session = world.session(linked)["session_id"]
    assert json.loads(world.entire("link", "HEAD", session, "--json"))["linked"] == [linked]
    assert links(world) == {linked}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["link", "nowhere", "{id}"], 'no commit named "nowhere"'),
        (["link", "HEAD", "zzz"], 'no checkpoint or session starts with "zzz"'),
        (["unlink", "HEAD~1"], "is not linked"),
        (["unlink", "HEAD", "zzz"], 'not linked to a checkpoint that starts with "zzz"'),
    ],
)
def test_errors(world: World, linked: str, words: list[str], says: str) -> None:
    done = world.run("entire", *[word.format(id=linked) for word in words], check=False)
    assert done.returncode == 1
    assert done.stdout == ""
    assert says in done.stderr
    assert world.git("for-each-ref", "refs/notes") == ""


def test_status_and_doctor_name_work_without_a_link(world: World) -> None:
    agent = world.agent()
    agent.turn("Write it", {"one.py": CODE})
    world.repo.write("one.py", OTHER)
    world.git("add", "-A")
    assert world.commit_at_terminal() == ""
    head = world.git("rev-parse", "HEAD")
    [found] = json.loads(world.entire("status", "--json"))["unlinked"]
    assert (found["commit"], found["session_id"], found["paths"]) == (head, agent.session_id, ["one.py"])
    text = world.entire("status")
    assert f"Committed without a link: {head[:7]} (entire link {head[:7]} {agent.session_id[:7]})" in text
    done = world.run("entire", "doctor", "--json", check=False)
    assert [f["ref"] for f in json.loads(done.stdout)["findings"] if f["kind"] == "unlinked_work"] == [head]
    world.entire("link", head, agent.session_id)
    assert json.loads(world.entire("status", "--json"))["unlinked"] == []


def test_linked_work_and_other_commits_are_not_named(world: World, linked: str) -> None:
    mine(world)
    world.repo.write("one.py", CODE + "more = 1\n")
    world.git("commit", "--quiet", "-a", "-m", "Mine, too")
    assert json.loads(world.entire("status", "--json"))["unlinked"] == []


def test_a_session_of_another_worktree(world: World) -> None:
    agent = world.agent()
    agent.turn("Write it", {"one.py": CODE})
    other = world.repo.path.parent / "other"
    world.git("worktree", "add", "--quiet", "-b", "other", str(other))
    done = world.run("entire", "link", "HEAD", agent.session_id, cwd=other, check=False)
    assert done.returncode == 1
    assert f"session {agent.session_id} works in another worktree" in done.stderr
    assert f"run the command there: {world.repo.path}" in done.stderr
    assert world.git("for-each-ref", "refs/notes") == ""


def test_why_a_commit_has_no_link(world: World, linked: str) -> None:
    world.entire("unlink", "HEAD")
    said = world.entire("explain", "HEAD")
    assert f"was unlinked by hand from {linked}" in said
    assert "no session contributed" not in said
    name = world.git("show", "--format=", "--name-only", "HEAD").splitlines()[0]
    said = world.entire("why", f"{name}:1")
    assert "unlinked by hand" in said
    assert "no session contributed" not in said
    found = json.loads(world.entire("why", f"{name}:1", "--json"))
    assert found["why"] == "unlinked"
    world.entire("link", "HEAD", linked)
    assert linked in world.entire("explain", "HEAD")
