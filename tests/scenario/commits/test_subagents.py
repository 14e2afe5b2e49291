"""Subagents and to-do lists: steps of their own, counted once."""

from __future__ import annotations

import json
import threading
from pathlib import Path

from tests.scenario.commits.subagent import Sub
from tests.scenario.ways import STEPS
from tests.scenario.world import World

from entire.cli.commands.demo.stand_in import MODEL, StandIn

pytestmark = STEPS


def subjects(world: World) -> list[str]:
    (shadow,) = world.shadows()
    return world.steps(shadow)


def test_a_subagent_that_edits_is_a_step(world: World) -> None:
    agent = world.agent()
    agent.prompt("Delegate the parser")
    sub = Sub(agent, "Write the parser")
    sub.write("parser.py", "parse = 1\n")
    sub.end()
    tool = sub.tool_use_id
    assert subjects(world) == [f"Completed 'general-purpose' agent: Write the parser ({tool[:12]})"]
    (shadow,) = world.shadows()
    folder = f".entire/metadata/{agent.session_id}/tasks/{tool}"
    stored = json.loads(world.show(f"{folder}/checkpoint.json", shadow))
    assert stored["session_id"] == agent.session_id
    assert stored["tool_use_id"] == tool
    assert stored["agent_id"] == sub.agent_id
    assert "parser.py" in world.show(f"{folder}/agent-{sub.agent_id}.jsonl", shadow)
    assert world.show("parser.py", shadow) == "parse = 1\n"
    shown = world.entire("explain", world.git("rev-parse", shadow), "--full")
    assert f"\nSubagent {tool}:\n" in shown
    assert "parser.py" in shown.split("\nSubagent ")[1]

    agent.write("main.py", "main = 1\n")
    agent.say("Both are done.")
    agent.stop()
    assert len(subjects(world)) == 2
    state = world.state(agent.session_id)
    assert state is not None
    assert state["checkpoint_count"] == 1
    assert state["files_touched"] == ["main.py", "parser.py"]
    assert list(world.file(".entire/tmp").glob("pre-*")) == []

    world.git("add", "-A")
    checkpoint = world.commit()
    usage = world.session(checkpoint)["token_usage"]
    assert usage["api_call_count"] == 3  # the call, one write, the last words
    below = usage["subagent_tokens"]
    assert below["api_call_count"] == 1
    models = below.pop("models")
    assert models == {MODEL: {key: number for key, number in below.items() if number}}
    assert "models" not in usage, "the session's own transcript is stored, and says so"
    assert world.session(checkpoint)["files_touched"] == ["main.py", "parser.py"]
    world.check_sound()


def test_a_subagent_that_only_reads_leaves_nothing(world: World) -> None:
    agent = world.agent()
    agent.prompt("Look around")
    Sub(agent, "Explore").end()
    assert world.shadows() == []
    assert list(world.file(".entire/tmp").glob("pre-task-*")) == []


def test_background_subagents_go_on_after_the_turn(world: World) -> None:
    agent = world.agent()
    agent.prompt("Delegate two")
    one, two = (Sub(agent, text, background=True) for text in ("Write a", "Write b"))
    one.write("a.py", "a\n")
    agent.say("They are at work.")
    agent.stop()
    two.write("b.py", "b\n")
    one.end()
    two.end()
    assert [subject.split(" (")[0] for subject in subjects(world)][:2] == [
        "Completed 'general-purpose' agent: Write b",
        "Completed 'general-purpose' agent: Write a",
    ]
    state = world.state(agent.session_id)
    assert state is not None
    assert state["files_touched"] == ["a.py", "b.py"]
    agent.prompt("<task-notification>\n<task-id>x</task-id>\n</task-notification>")
    agent.say("All done.")
    agent.stop()
    state = world.state(agent.session_id)
    assert state is not None
    assert state["last_prompt"] == "Delegate two"
    world.git("add", "-A")
    checkpoint = world.commit()
    assert world.stored(checkpoint, "prompt.txt") == "Delegate two"
    assert world.session(checkpoint)["token_usage"]["subagent_tokens"]["api_call_count"] == 2
    world.check_sound()


def test_to_do_lists_make_incremental_steps_that_count(world: World) -> None:
    agent = world.agent()
    agent.prompt("Plan and do it")
    sub = Sub(agent, "Do the plan")
    for number in (1, 2):
        sub.write(f"f{number}.py", f"{number}\n")
        todos = [{"content": f"Write f{n}.py", "status": "completed"} for n in range(1, number + 1)]
        agent.hook(
            "post-todo", tool_name="TodoWrite", tool_use_id=f"toolu_todo{number}", tool_input={"todos": todos}
        )
    tool = sub.tool_use_id
    assert subjects(world) == [f"Write f2.py ({tool[:12]})", f"Write f1.py ({tool[:12]})"]
    (shadow,) = world.shadows()
    folder = f".entire/metadata/{agent.session_id}/tasks/{tool}/checkpoints"
    names = [name for name in world.names(shadow) if name.startswith(folder)]
    assert names == [f"{folder}/001-{tool}.json", f"{folder}/002-{tool}.json"]
    stored = json.loads(world.show(names[1], shadow))
    assert stored["type"] == "TodoWrite"
    assert stored["data"]["todos"][1]["content"] == "Write f2.py"
    agent.hook("post-todo", tool_name="TodoWrite", tool_use_id="toolu_todo3", tool_input={"todos": []})
    assert len(subjects(world)) == 2  # nothing was done since
    sub.end()
    agent.say("Done.")
    agent.stop()
    world.git("add", "-A")
    assert world.commit()
    world.check_sound()


def test_todays_task_tools(world: World) -> None:
    agent = world.agent()
    agent.prompt("Plan and do it")
    agent.record(
        type="user",
        message={"role": "user", "content": [{"type": "tool_result", "tool_use_id": "x", "content": "ok"}]},
        toolUseResult={"task": {"id": "1", "subject": "Write one.txt"}},
    )
    agent.hook(
        "post-todo", tool_name="TaskCreate", tool_use_id="toolu_c", tool_input={"subject": "Write one.txt"}
    )
    assert world.shadows() == []
    agent.write("one.txt", "1\n")
    done = {"taskId": "1", "status": "completed"}
    agent.hook("post-todo", tool_name="TaskUpdate", tool_use_id="toolu_u", tool_input=done)
    assert subjects(world) == ["Write one.txt (toolu_u)"]
    agent.say("Done.")
    agent.stop()
    world.git("add", "-A")
    assert world.session(world.commit())["files_touched"] == ["one.txt"]
    world.check_sound()


def test_the_hook_waits_until_the_client_has_noted_its_calls(world: World) -> None:
    """It does so a moment late. Without the note, the file would be a person's."""
    agent = world.agent()
    agent.prompt("Plan and do it")
    file = Path(agent.transcript)
    before = file.read_bytes()
    agent.write("one.txt", "1\n")
    done = {"todos": [{"content": "Write one.txt", "status": "completed"}]}
    tool_id = agent.call("TodoWrite", **done)
    whole = file.read_bytes()
    file.write_bytes(before)
    later = threading.Timer(0.1, file.write_bytes, (whole,))
    later.start()
    agent.hook("post-todo", tool_name="TodoWrite", tool_use_id=tool_id, tool_input=done)
    later.join()
    assert subjects(world) == [f"Write one.txt ({tool_id[:12]})"]
    world.check_sound()


def test_a_background_subagent_commits_after_the_turn(world: World) -> None:
    agent = world.agent()
    agent.prompt("Delegate")
    sub = Sub(agent, "Write and commit", background=True)
    agent.say("It is at work.")
    agent.stop()
    sub.write("parser.py", "parse = 1\n")
    agent.shell("git add parser.py && git commit -qm 'Add the parser'")
    checkpoint = world.checkpoint()
    assert world.session(checkpoint)["files_touched"] == ["parser.py"]
    sub.end()
    world.check_sound()


def todo(agent: StandIn, number: int) -> None:
    todos = [{"content": f"Part {number}", "status": "completed"}]
    tool_id = agent.use("TodoWrite", todos=todos)
    agent.hook("post-todo", tool_name="TodoWrite", tool_use_id=tool_id, tool_input={"todos": todos})


def test_what_a_person_changed_before_the_turn_is_not_the_agents(world: World) -> None:
    agent = world.agent()
    world.repo.write("README.md", "# Edited by a person before\n")
    world.repo.write("mine.txt", "mine\n")
    agent.prompt("Plan and delegate")
    todo(agent, 1)
    assert world.shadows() == []
    agent.shell("echo generated > generated.txt")
    todo(agent, 2)
    assert world.touched(agent) == ["generated.txt"]
    sub = Sub(agent, "Write the parser")
    sub.write("parser.py", "parse = 1\n")
    sub.end()
    assert world.touched(agent) == ["generated.txt", "parser.py"]
    assert len(subjects(world)) == 2
    agent.say("Done.")
    agent.stop()
    assert world.touched(agent) == ["generated.txt", "parser.py"]
    world.git("add", "README.md", "mine.txt")
    assert world.commit() == ""


def test_what_a_person_edits_beside_a_subagent_is_theirs(world: World) -> None:
    agent = world.agent()
    agent.prompt("Plan and delegate")
    sub = Sub(agent, "Write the parser")
    sub.write("parser.py", "parse = 1\n")
    world.repo.write("README.md", "# Edited by a person meanwhile\n")
    sub.end()
    assert world.touched(agent) == ["parser.py"]
    world.repo.write("mine.txt", "mine\n")
    todo(agent, 1)
    assert len(subjects(world)) == 1  # a person's edits are no reason for a step
    agent.write("main.py", "main = 1\n")
    todo(agent, 2)
    assert len(subjects(world)) == 2
    assert world.touched(agent) == ["main.py", "parser.py"]


def test_a_subagent_that_is_interrupted_with_the_turn(world: World) -> None:
    agent = world.agent()
    agent.prompt("Delegate the parser")
    sub = Sub(agent, "Write the parser")
    sub.write("parser.py", "parse = 1\n")
    agent.prompt("No, do it yourself")
    assert world.touched(agent) == ["parser.py"]
    agent.say("All right.")
    agent.stop()
    world.repo.write("mine.txt", "mine\n")
    agent.end()
    assert world.touched(agent) == ["parser.py"]
    assert list(world.file(".entire/tmp").glob("pre-*")) == []


def test_a_session_ends_before_its_subagent(world: World) -> None:
    agent = world.agent()
    agent.prompt("Delegate the parser")
    sub = Sub(agent, "Write the parser", background=True)
    agent.say("It is at work.")
    agent.stop()
    sub.write("parser.py", "parse = 1\n")
    world.repo.write("mine.txt", "mine\n")
    agent.end()
    assert world.touched(agent) == ["parser.py"]
    world.git("add", "-A")
    checkpoint = world.commit()
    assert world.session(checkpoint)["files_touched"] == ["parser.py"]
    assert world.session(checkpoint)["token_usage"]["subagent_tokens"]["api_call_count"] == 1
    world.check_sound()


def test_a_person_commits_what_a_subagent_of_an_earlier_turn_writes(world: World) -> None:
    agent = world.agent()
    agent.prompt("Delegate the parser")
    sub = Sub(agent, "Write the parser", background=True)
    agent.say("It is at work.")
    agent.stop()
    agent.prompt("Meanwhile, look around")
    sub.write("parser.py", "parse = 1\n")
    world.repo.write("mine.txt", "mine\n")
    world.git("add", "mine.txt")
    assert world.commit_at_terminal() == ""
    world.git("add", "parser.py")
    assert world.session(world.commit_at_terminal())["files_touched"] == ["parser.py"]
