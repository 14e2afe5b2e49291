"""Subagents and to-do lists: steps of their own, counted once."""

from __future__ import annotations

import json
import os
from typing import Any

from tests.scenario.world import World

from entire.cli.stand_in import StandIn


class Sub:
    """A subagent of a stand-in: its own transcript, the session's hooks."""

    def __init__(
        self, agent: StandIn, description: str, *, background: bool = False, agent_id: str = ""
    ) -> None:
        self.agent = agent
        self.agent_id = agent_id or os.urandom(8).hex()
        self.background = background
        self.input = {"description": description, "prompt": "SUBTASK", "subagent_type": "general-purpose"}
        self.tool_use_id = f"toolu_{os.urandom(12).hex()}"
        call = {"type": "tool_use", "id": self.tool_use_id, "name": "Agent", "input": self.input}
        agent.answer(call)
        self._hook("pre-task", {})
        if background:
            self._returned("async_launched")
        self.transcript = f"{agent.transcript.removesuffix('.jsonl')}/subagents/agent-{self.agent_id}.jsonl"

    def _hook(self, verb: str, response: dict[str, Any]) -> None:
        fields = {"tool_name": "Agent", "tool_use_id": self.tool_use_id, "tool_input": self.input}
        self.agent.hook(verb, **fields, **({"tool_response": response} if response else {}))

    def _returned(self, status: str) -> None:
        self._hook("post-task", {"status": status, "agentId": self.agent_id})
        result = {"type": "tool_result", "tool_use_id": self.tool_use_id, "content": "done"}
        self.agent.record(
            type="user",
            message={"role": "user", "content": [result]},
            toolUseResult={"status": status, "agentId": self.agent_id},
        )

    def write(self, path: str, content: str) -> None:
        own = StandIn(self.agent.root, self.agent.env, self.agent.session_id)
        own.transcript = self.transcript
        own.write(path, content)

    def end(self) -> None:
        self.agent.hook(
            "subagent-stop",
            agent_id=self.agent_id,
            agent_type="general-purpose",
            agent_transcript_path=self.transcript,
        )
        if not self.background:
            self._returned("completed")


def subjects(world: World) -> list[str]:
    (shadow,) = world.shadows()
    return world.git("log", "--format=%s", shadow).splitlines()


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
    assert usage["subagent_tokens"]["api_call_count"] == 1
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
