"""The same story with each agent that entire knows: two turns, a commit by hand, and the session's end."""

from __future__ import annotations

from functools import partial

from tests.faults.stage import Stage
from tests.faults.stories import Step, Story, commit, edit, hook, quiet
from tools.clients import registry
from tools.clients.client import Client, take_turn

SESSION = "01a1de28-63c1-7fa1-9a92-8b2a0a14877d"


def client(stage: Stage, name: str) -> Client:
    def run(words: list[str], given: str) -> str:
        return stage.run(*words, given=given)

    return registry.session(name, str(stage.repo), stage.env, SESSION, run)


def enable(name: str, stage: Stage) -> None:
    registry.admit(name, stage.repo, stage.env)
    stage.entire("enable", "--agent", name)
    stage.commit("use entire")


def start(name: str, stage: Stage) -> None:
    client(stage, name).start()


def prompt(name: str, text: str, stage: Stage) -> None:
    client(stage, name).submit(text)


def works(name: str, asked: str, files: dict[str, str], command: str, stage: Stage) -> None:
    """What the client writes down from the prompt to the stop."""
    session = client(stage, name)
    session.asked(asked)
    for path, content in files.items():
        session.write(path, content)
    if command:
        session.shell(command)
    session.say("Done.")


def works_and_stops(name: str, asked: str, files: dict[str, str], command: str, stage: Stage) -> None:
    """In one step: files that are put back have new times, by which a stop judges what no tool reports."""
    works(name, asked, files, command, stage)
    client(stage, name).stop()


def end(name: str, stage: Stage) -> None:
    client(stage, name).end()


def later(name: str, stage: Stage) -> None:
    take_turn(client(stage, name), "Write later", {"later.py": "later\n"})


def story(name: str) -> Story:
    first, second = {"one.py": "1\n", "src/two.py": "2\n"}, {"one.py": "1\nmine\n3\n"}
    steps: list[Step] = [
        quiet("enable", partial(enable, name)),
        quiet("a person has begun", edit("mine.txt", "mine\n")),
        hook("session-start", partial(start, name)),
        hook("first prompt", partial(prompt, name, "Write one")),
        hook("stop", partial(works_and_stops, name, "Write one", first, "")),
        quiet("a person edits", edit("one.py", "1\nmine\n")),
        hook("second prompt", partial(prompt, name, "Write three")),
        hook("second stop", partial(works_and_stops, name, "Write three", second, "echo 3 > three.py")),
        hook("commit", commit("work", "one.py", "src", "three.py")),
        quiet("turn: Write later", partial(later, name)),
        quiet("last commit", commit("last")),
        hook("session-end", partial(end, name)),
    ]
    return Story(name, steps, enabled=False)


STORIES = [story(name) for name in registry.names_with_external()]
