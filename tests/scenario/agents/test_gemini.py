"""Gemini CLI through the real hooks: what its client does that others do not."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from tests.scenario.agents.gemini_stand_in import SESSION, TOKENS, Gemini
from tests.scenario.world import World, make_repo
from tools.clients.client import now

AGENT_ID = "50368f2c-ae92-47e0-9703-79003e8d87de"


@pytest.fixture
def world(tmp_path: Path) -> World:
    world = World(make_repo(tmp_path / "repo"))
    world.entire("enable", "--agent", "gemini")
    world.git("add", "-A")
    world.git("commit", "--quiet", "-m", "use entire")
    return world


def noted(world: World, commit: str = "HEAD") -> str:
    """The checkpoint that a commit's note names."""
    note = world.git("notes", "--ref=refs/notes/entire", "show", commit)
    return note.removeprefix("Entire-Checkpoint: ").strip()


def test_a_commit_of_the_client_is_linked_when_the_turn_ends(world: World) -> None:
    agent = Gemini(world)
    agent.prompt("Write one")
    agent.write("one.py", "1\n")
    agent.stop()
    agent.prompt("Write two and commit")
    agent.write("two.py", "2\n")
    agent.shell("add", "-A")
    agent.shell("commit", "--quiet", "-m", "one and two")
    assert world.checkpoint() == ""
    agent.stop("Committed.")

    checkpoint = noted(world)
    assert world.checkpoint() == ""  # the commit itself stays as it is
    assert world.root(checkpoint)["files_touched"] == ["one.py", "two.py"]
    assert world.stored(checkpoint, "prompt.txt").split("\n\n---\n\n") == [
        "Write one",
        "Write two and commit",
    ]
    session = world.session(checkpoint)
    assert (session["agent"], session["model"]) == ("Gemini CLI", "gemini-3-pro")
    assert session["token_usage"]["api_call_count"] == 6
    assert session["token_usage"]["input_tokens"] == 6 * 70
    assert session["token_usage"]["output_tokens"] == 6 * 57
    assert "Committed without a link" not in world.entire("status")
    assert not world.errors()
    world.check_sound()


def test_two_commits_of_one_turn_have_one_checkpoint(world: World) -> None:
    agent = Gemini(world)
    agent.prompt("Write and commit, twice")
    for name in ("one", "two"):
        agent.write(f"{name}.py", f"{name}\n")
        agent.shell("add", "-A")
        agent.shell("commit", "--quiet", "-m", name)
    agent.stop()
    assert noted(world) == noted(world, "HEAD~1") != ""
    assert not world.errors()


def test_a_turn_that_the_session_s_end_ends(world: World) -> None:
    """After an error of the model, only the session's end is reported."""
    agent = Gemini(world)
    agent.prompt("Write and commit")
    agent.write("one.py", "1\n")
    agent.shell("add", "-A")
    agent.shell("commit", "--quiet", "-m", "one")
    agent.hook("session-end", reason="exit")
    agent.hook("session-end", reason="exit")
    assert noted(world) != ""
    assert not world.errors()


def test_a_commit_that_is_none_of_its_work_is_not_linked(world: World) -> None:
    agent = Gemini(world)
    agent.prompt("Write one")
    agent.write("one.py", "1\n")
    world.repo.write("mine.py", "mine\n")
    world.git("add", "mine.py")
    world.git("-c", "core.hooksPath=", "commit", "--quiet", "-m", "mine")
    agent.stop()
    assert world.git("for-each-ref", "refs/notes/entire") == ""


def test_a_subagent(world: World) -> None:
    agent = Gemini(world)
    agent.prompt("Delegate it")
    agent.delegate("Write the parser", AGENT_ID, {"parser.py": "parse = 1\n"})
    (shadow,) = world.shadows()
    (subject,) = world.steps(shadow)
    assert "Write the parser" in subject
    assert [name for name in world.names(shadow) if name.endswith(f"/agent-{AGENT_ID}.jsonl")] != []
    agent.write("main.py", "main = 1\n")
    agent.stop()
    world.git("add", "-A")
    checkpoint = world.commit()
    session = world.session(checkpoint)
    assert session["files_touched"] == ["main.py", "parser.py"]
    assert session["token_usage"]["api_call_count"] == 3
    assert session["token_usage"]["subagent_tokens"]["api_call_count"] == 1
    assert not world.errors()


def test_the_client_s_own_prompts_are_not_shown(world: World) -> None:
    agent = Gemini(world)
    agent.prompt("Write one")
    agent.write("one.py", "1\n")
    agent.hook("after-agent", prompt_response="[no response text]")
    agent.prompt("[System: Please continue.]")
    agent.stop("Nothing to do.")
    world.git("add", "-A")
    checkpoint = world.commit()
    assert world.stored(checkpoint, "prompt.txt") == "Write one"
    assert "Nothing to do." in world.entire("explain", "--full", checkpoint)


def test_an_older_version_s_session_goes_on_in_a_new_one(world: World) -> None:
    """It kept one document; the new version continues it beside, as lines."""
    agent = Gemini(world)
    lines, agent.file = agent.file, agent.file.with_suffix(".json")
    lines.unlink()
    first = agent.record("user", content="Write one")
    agent.hook("before-agent", prompt="Write one")
    call = {"id": "w", "name": "write_file", "args": {"file_path": "one.py"}, "status": "success"}
    answer = agent.record("gemini", content="", toolCalls=[call], model="gemini-2.5-pro")
    world.repo.write("one.py", "1\n")
    document = {"sessionId": SESSION, "projectHash": "x", "messages": [first, answer]}
    agent.file.write_text(json.dumps(document, indent=2))
    agent.hook("after-agent")

    agent.file = lines
    agent.append(lines, {"sessionId": SESSION, "projectHash": "x"})
    for record in (first, answer):
        agent.append(lines, record)
    agent.prompt("Write two")
    agent.write("two.py", "2\n")
    agent.stop("Two is written.")

    world.git("add", "-A")
    checkpoint = world.commit()
    assert world.stored(checkpoint, "prompt.txt").split("\n\n---\n\n") == ["Write one", "Write two"]
    assert world.session(checkpoint)["files_touched"] == ["one.py", "two.py"]
    shown = world.entire("explain", "--full", checkpoint)
    assert [text in shown for text in ("Write one", "Write two", "Two is written.")] == [True] * 3
    assert not world.errors()


def test_answers(world: World) -> None:
    agent = Gemini(world)
    greeting = json.loads(agent.hook("session-start", source="startup"))
    assert "linked to your next commit" in greeting["systemMessage"]
    assert json.loads(agent.hook("before-agent", prompt="Write one")) == {}
    assert json.loads(agent.hook("pre-compress", trigger="auto")) == {}
    assert json.loads(agent.hook("before-tool", tool_name="read_file", tool_input={})) == {}


def test_a_commit_of_the_client_beside_one_of_ours(tmp_path: Path) -> None:
    """With auto-commit, what the client left in the turn is committed by us, with its trailer."""
    world = World(make_repo(tmp_path / "auto"))
    world.entire("enable", "--agent", "gemini", "--strategy", "auto-commit")
    world.git("add", "-A")
    world.git("commit", "--quiet", "-m", "use entire")
    agent = Gemini(world)
    agent.prompt("Write both, and commit one")
    agent.write("one.py", "1\n")
    agent.shell("add", "-A")
    agent.shell("commit", "--quiet", "-m", "one")
    agent.write("two.py", "2\n")
    agent.stop()
    world.entire("status")
    assert world.git("log", "--format=%s").splitlines()[1] == "one"
    assert noted(world, "HEAD~1") != ""
    assert world.checkpoint() != ""
    assert world.git("status", "--porcelain") == ""
    assert not world.errors()
    world.check_sound()


def test_calls_that_come_twice_are_counted_once(world: World) -> None:
    """Hooks can be in the user's settings and in the project's."""
    agent = Gemini(world)
    agent.hook("session-start")
    agent.hook("before-agent", prompt="Write one")
    agent.prompt("Write one")
    agent.write("one.py", "1\n")
    agent.stop()
    agent.hook("after-agent", prompt_response="Done.")
    state = world.state(SESSION)
    assert state is not None
    assert state["checkpoint_count"] == 1
    world.git("add", "-A")
    checkpoint = world.commit()
    assert world.stored(checkpoint, "prompt.txt") == "Write one"
    session = world.session(checkpoint)
    assert (session["checkpoints_count"], session["token_usage"]["api_call_count"]) == (1, 2)
    assert session["files_touched"] == ["one.py"]
    assert not world.errors()


@pytest.mark.parametrize("end", ["after-agent", "session-end"])
def test_a_commit_of_the_client_before_one_of_a_person(world: World, end: str) -> None:
    """The person's commit runs git's hooks, which learn of both."""
    agent = Gemini(world)
    agent.prompt("Write and commit")
    agent.write("one.py", "1\n")
    agent.shell("add", "-A")
    agent.shell("commit", "--quiet", "-m", "one")
    world.repo.write("mine.txt", "mine\n")
    world.git("add", "mine.txt")
    assert world.commit_at_terminal() == ""
    agent.answer("Committed.")
    agent.hook(end)
    assert noted(world, "HEAD~1") != ""
    assert not world.errors()
    world.check_sound()


def run(world: World, agent: Gemini, command: str) -> None:
    """A command that the client runs, with the times at which it began and ended."""
    asked = agent.record("gemini", content="", tokens=TOKENS, model="gemini-3-pro", timestamp=now())
    agent.append(agent.file, asked)
    no_hooks = {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "core.hooksPath", "GIT_CONFIG_VALUE_0": ""}
    subprocess.run(["sh", "-c", command], cwd=world.repo.path, env=world.env | no_hooks, check=True)
    call = {"id": f"sh{asked['id']}", "name": "run_shell_command", "args": {"command": command}}
    agent.append(
        agent.file, asked | {"toolCalls": [call | {"status": "success", "result": [], "timestamp": now()}]}
    )


def test_a_commit_of_files_that_only_commands_wrote(world: World) -> None:
    """Only the time of the command that committed shows whose it is."""
    agent = Gemini(world)
    agent.prompt("Generate and commit")
    run(world, agent, "echo 1 > made.py")
    run(world, agent, "git add -A && git commit --quiet -m made")
    agent.stop("Committed.")
    checkpoint = noted(world)
    assert world.root(checkpoint)["files_touched"] == ["made.py"]
    assert world.stored(checkpoint, "prompt.txt") == "Generate and commit"
    assert not world.errors()
    world.check_sound()


def test_a_person_s_commit_in_a_turn_with_commands_is_not_linked(world: World) -> None:
    agent = Gemini(world)
    agent.prompt("Generate")
    run(world, agent, "echo 1 > made.py")
    world.repo.write("mine.py", "mine\n")
    world.git("add", "mine.py")
    world.git("-c", "core.hooksPath=", "commit", "--quiet", "-m", "mine")
    agent.stop()
    assert world.git("for-each-ref", "refs/notes/entire") == ""


def test_a_commit_of_the_client_after_one_of_its_earlier_work(world: World) -> None:
    """The checkpoint of the first has the whole turn when it ends, so it is that of the second, too."""
    agent = Gemini(world)
    agent.prompt("Write one")
    agent.write("one.py", "1\n")
    agent.stop()
    agent.prompt("Write two and commit")
    world.git("add", "one.py")
    first = world.commit_at_terminal()
    assert first != ""
    agent.write("two.py", "2\n")
    run(world, agent, "git add -A && git commit --quiet -m two")
    agent.stop("Committed.")
    assert noted(world) == first
    shown = world.entire("explain", "--full", first)
    assert [text in shown for text in ("Write two and commit", "two.py", "Committed.")] == [True] * 3
    assert not world.errors()
    world.check_sound()


@pytest.mark.parametrize("other", ["00-other", "zz-other"])
def test_a_commit_of_the_client_with_work_of_another_session(world: World, other: str) -> None:
    world.agent(other).turn("Write theirs", {"theirs.py": "0\n"})
    agent = Gemini(world)
    agent.prompt("Write mine and commit all")
    agent.write("mine.py", "1\n")
    agent.shell("add", "-A")
    agent.shell("commit", "--quiet", "-m", "both")
    agent.stop("Committed.")
    checkpoint = noted(world)
    assert world.root(checkpoint)["files_touched"] == ["mine.py", "theirs.py"]
    assert not world.errors()
    world.check_sound()
