"""Play a scenario through the installed hooks and the command line, and ask `entire blame` for the owners."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tests.scenario.commits.subagent import Sub
from tests.scenario.world import World

from entire.cli.commands.demo.stand_in import StandIn

Step = tuple[Any, ...]  # a verb and its arguments
_MOMENT = 0.03  # people are not as fast as the clock of a file system is coarse


class Scenario(NamedTuple):
    """What happens, and the truth: for each file the owner of each line, as words.

    `a2` is turn 2 of agent A, `h` a person, `.` a line of a commit without a session. `?` is a line whose
    owner nobody can know, `h~` one whose owner is known here, but left no evidence.
    """

    name: str
    steps: list[Step]
    truth: dict[str, str]


def lines(*texts: str) -> str:
    return "".join(f"{text}\n" for text in texts)


class Stage:
    """A repository in which a scenario is played."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.agents: dict[str, StandIn] = {}
        self.subagents: dict[str, Sub] = {}

    @classmethod
    def at(cls, path: Path) -> Stage:
        return cls(World.new(path))

    def play(self, steps: list[Step]) -> None:
        for verb, *arguments in steps:
            getattr(self, verb)(*arguments)

    def agent(self, name: str) -> StandIn:
        if name not in self.agents:
            self.agents[name] = self.world.agent()
            self.agents[name].start()
        return self.agents[name]

    # What an agent does

    def prompt(self, name: str, text: str = "Do it") -> None:
        self.agent(name).prompt(text)

    def write(self, name: str, path: str, content: str) -> None:
        self.agent(name).write(path, content)

    def edit(self, name: str, path: str, old: str, new: str) -> None:
        self.agent(name).replace(path, old, new)

    def changed_edit(self, name: str, path: str, old: str, new: str) -> None:
        """A person changes an edit before it is applied."""
        agent, full = self.agent(name), str(self.world.file(path))
        before = self.world.file(path).read_bytes().decode()
        tool_id = agent.call("Edit", file_path=full, old_string=old, new_string="something else")
        self.world.repo.write(path, before.replace(old, new, 1))
        report = {"oldString": old, "newString": new, "originalFile": before, "userModified": True}
        agent.result(tool_id, {"filePath": full, "structuredPatch": [], **report})

    def read(self, name: str, path: str) -> None:
        """The Read tool, which reports the content."""
        agent, text = self.agent(name), self.world.file(path).read_bytes().decode()
        full, count = str(self.world.file(path)), text.count("\n") + 1
        tool_id = agent.call("Read", file_path=full)
        file = {"filePath": full, "content": text, "startLine": 1, "numLines": count, "totalLines": count}
        agent.result(tool_id, {"type": "text", "file": file})

    def queue(self, name: str, text: str) -> None:
        """A prompt that is typed while the agent works, and that no hook announces."""
        attachment = {"type": "queued_command", "commandMode": "prompt", "prompt": text}
        self.agent(name).record(type="attachment", attachment=attachment)

    def delegate(self, name: str, path: str, content: str) -> None:
        """A subagent writes a file."""
        subagent = Sub(self.agent(name), "Write it")
        subagent.write(path, content)
        subagent.end()

    def subagent(self, name: str, *steps: Step) -> None:
        """A subagent writes and runs commands, while a person may do something."""
        subagent = Sub(self.agent(name), "Do it")
        for step in steps:
            if step[0] in ("write", "shell"):
                getattr(subagent, step[0])(*step[1:])
            else:
                self.play([step])
        subagent.end()

    def nested(self, name: str, path: str, content: str) -> None:
        """A subagent of a subagent writes a file. The first one's transcript names the other at its end."""
        outer, inner_id = Sub(self.agent(name), "Let it be written"), os.urandom(8).hex()
        own, inner = outer.own(), outer.own()
        inner.transcript = f"{os.path.dirname(outer.transcript)}/agent-{inner_id}.jsonl"
        tool_id = own.call("Agent", description="Write it", prompt="SUBTASK")
        inner.write(path, content)
        own.result(tool_id, {"status": "completed", "agentId": inner_id})
        outer.end()

    def launch(self, name: str, subagent: str) -> None:
        """A subagent starts in the background."""
        self.subagents[subagent] = Sub(self.agent(name), "Do it", background=True)

    def delegated(self, name: str, subagent: str) -> None:
        """A subagent starts, and the agent waits for it."""
        self.subagents[subagent] = Sub(self.agent(name), "Do it")

    def sub(self, subagent: str, verb: str, *arguments: str) -> None:
        getattr(self.subagents[subagent], verb)(*arguments)

    def run(self, name: str, command: str) -> None:
        self.agent(name).shell(command)

    def run_while(self, name: str, command: str, *steps: Step) -> None:
        """Other things happen while a command of the agent runs."""
        agent = self.agent(name)
        tool_id = agent.call("Bash", command=command, description="Run a command")
        self.world.run("sh", "-c", command)
        self.play(list(steps))
        agent.result(tool_id, {"stdout": "", "stderr": "", "interrupted": False})

    def run_printing(self, name: str, command: str, output: str, *steps: Step) -> None:
        """Things happen while a command runs that is not here, and that prints something."""
        agent = self.agent(name)
        tool_id = agent.call("Bash", command=command, description="Run a command")
        self.play(list(steps))
        agent.result(tool_id, {"stdout": output, "stderr": "", "interrupted": False})

    def background(self, name: str, command: str) -> None:
        """A command that goes on in the background; it is not really started."""
        agent = self.agent(name)
        tool_id = agent.call("Bash", command=command, run_in_background=True)
        agent.result(tool_id, {"stdout": "", "stderr": "", "interrupted": False, "backgroundTaskId": "b1"})

    def refused(self, name: str, tool: str, given: dict[str, str], why: str, *steps: Step) -> None:
        """A tool that does nothing: a person says no, or it fails. Things happen in between."""
        agent = self.agent(name)
        if "file_path" in given:
            given = given | {"file_path": str(self.world.file(given["file_path"]))}
        tool_id = agent.call(tool, **given)
        self.play(list(steps))
        block = {"type": "tool_result", "tool_use_id": tool_id, "is_error": True, "content": why}
        agent.record(type="user", message={"role": "user", "content": [block]}, toolUseResult=why)

    def stop(self, name: str) -> None:
        agent = self.agent(name)
        agent.say("Done.")
        agent.stop()

    def interrupt(self, name: str) -> None:
        """Esc: the client notes it, and calls no hook."""
        text = {"type": "text", "text": "[Request interrupted by user]"}
        self.agent(name).record(type="user", message={"role": "user", "content": [text]})

    def turn(self, name: str, path: str, content: str) -> None:
        """A whole turn that writes a file."""
        self.prompt(name)
        self.write(name, path, content)
        self.stop(name)

    # What a person does

    def save(self, path: str, content: str) -> None:
        time.sleep(_MOMENT)
        self.world.repo.write(path, content)
        time.sleep(_MOMENT)

    def change(self, path: str, old: str, new: str) -> None:
        before = self.world.file(path).read_bytes().decode()
        assert old in before
        self.save(path, before.replace(old, new, 1))

    def append(self, path: str, text: str) -> None:
        self.save(path, self.world.file(path).read_bytes().decode() + text)

    def move(self, old: str, new: str) -> None:
        self.world.file(new).parent.mkdir(parents=True, exist_ok=True)
        self.world.file(old).rename(self.world.file(new))

    def tell(self, *paths: str) -> None:
        """The person's editor says that it saved files."""
        self.world.run("entire", "edited", *paths, check=False)

    def hook(self, name: str, script: str) -> None:
        """A git hook of the person's own, in the place where git looks."""
        path = self.world.file(f".git/hooks/{name}")
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)

    def git(self, *words: str) -> None:
        self.world.git(*words)

    def stage(self, path: str, content: str) -> None:
        """Stage another content of a file than it has."""
        blob = self.world.repo.git("hash-object", "-w", "--stdin", data=content.encode())
        self.world.git("update-index", "--add", "--cacheinfo", f"100644,{blob},{path}")

    def commit(self, *words: str) -> None:
        """Commit everything, at a terminal."""
        self.world.git("add", "--all")
        self.world.commit_at_terminal(*words)

    def amend(self, *words: str) -> None:
        self.world.git("add", "--all")
        self.world.env["ENTIRE_TEST_TTY"] = "1"
        self.world.git("commit", "--quiet", "--amend", *(words or ("--no-edit",)))
        del self.world.env["ENTIRE_TEST_TTY"]

    # What `entire blame` says

    def owners(self, path: str) -> list[tuple[str, str]]:
        """The text of each line, and its owner as in a scenario; `unexplained`: unknown without a reason."""
        told = json.loads(self.world.entire("blame", path, "--json"))
        names = {agent.session_id: name.lower() for name, agent in self.agents.items()}
        found = []
        for line in told["lines"]:
            who = line["who"]
            if who == "agent":
                who = f"{names[line['session_id']]}{line['turn']}"
            if who == "unknown" and not line["why"]:
                who = "unexplained"
            found.append((line["text"], {"human": "h", "no_checkpoint": "."}.get(who, who)))
        return found

    def recorded(self, path: str) -> list[tuple[str, str]]:
        """The same for each line of the file that any checkpoint has a record of."""
        names = {agent.session_id: name.lower() for name, agent in self.agents.items()}
        found = []
        for document in {self.world.show(name) for name in self.world.names() if name.endswith("lines.json")}:
            record = json.loads(document)
            owners = [_recorded(one, names) for one in record["owners"]]
            for file in (one for one in record["files"] if one["path"] == path):
                texts = self.world.git("cat-file", "blob", file["blob"]).split("\n")
                older = {n for source in file.get("older", []) for first, count, _ in source["lines"]
                         for n in range(first, first + count)}  # fmt: skip
                for number, owner in spread(file["lines"]):
                    if number not in older:
                        found.append((texts[number - 1], owners[owner]))
        return found


def _recorded(owner: dict[str, Any], names: dict[str, str]) -> str:
    """An owner of a record, as in a scenario."""
    if owner["kind"] == "agent":
        return f"{names[owner['session_id']]}{owner['turn']}"
    if owner["kind"] == "unknown":
        return "unknown" if owner.get("why") else "unexplained"
    return "h" if owner["kind"] == "human" else str(owner["kind"])


def spread(lines: dict[str, str]) -> Iterator[tuple[int, int]]:
    """Yield the numbers of lines, each with that of its owner."""
    for owner, ranges in lines.items():
        for part in ranges.split(","):
            first, _, last = part.partition("-")
            yield from ((number, int(owner)) for number in range(int(first), int(last or first) + 1))


def play(path: Path, scenario: Scenario) -> Stage:
    stage = Stage.at(path)
    stage.play(scenario.steps)
    return stage
