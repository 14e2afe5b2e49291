"""What an agent sends is redacted also where it stays on this machine: states, cursors, captures, the log."""

from __future__ import annotations

import json

from tests.redact.samples import made_up
from tests.scenario.commits.subagent import Sub
from tests.scenario.test_redaction import everything
from tests.scenario.world import World

TOKEN = made_up("ghp_<a36>")


def ours(world: World) -> dict[str, str]:
    """Every file of ours, as text: besides what `everything` has, states, cursors, captures and the log."""
    found = {name: data.decode("latin-1") for name, data in everything(world).items()}
    for folder in (".entire", ".git/entire-sessions", ".git/entire-index"):
        for path in world.file(folder).rglob("*"):
            if path.is_file():
                found[str(path)] = path.read_text(errors="replace")
    return found


def left(world: World, secret: str = TOKEN) -> list[str]:
    return [name for name, text in ours(world).items() if secret in text]


def test_subjects_of_a_to_do_list(world: World) -> None:
    """The cursor keeps them, to name a step when only an item's id is reported."""
    agent = world.agent()
    agent.prompt("Plan the work for this week")
    task = {"id": "1", "subject": f"Push with {TOKEN} to the mirror"}
    cut = {"id": "2", "subject": f"{'x ' * 240} {TOKEN}"}
    for item in (task, cut):
        result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "ok"}
        agent.record(type="user", message={"role": "user", "content": [result]}, toolUseResult={"task": item})
    agent.write("one.py", "1\n")
    agent.hook("post-todo", tool_name="TaskUpdate", tool_use_id="toolu_2", tool_input={"taskId": "1"})
    cursor = world.file(f".git/entire-sessions/{agent.session_id}.cursor").read_text()
    assert json.loads(cursor)["todos"]["1"] == "Push with REDACTED to the mirror"
    assert TOKEN[:10] not in cursor
    assert left(world) == []


def test_what_a_subagent_was_asked_to_do(world: World) -> None:
    agent = world.agent()
    agent.prompt("Let others do the work")
    sub = Sub(agent, f"{'Push it ' * 60} with {TOKEN}")
    [capture] = world.file(".entire/tmp").glob("pre-task-*.json")
    assert json.loads(capture.read_text())["tool_use_id"] == sub.tool_use_id
    assert left(world) == []
    assert TOKEN[:10] not in capture.read_text()


def test_names_of_models(world: World) -> None:
    agent = world.agent()
    agent.hook("session-start", source="startup", model=TOKEN)
    assert left(world) == []
    agent.hook("user-prompt-submit", prompt="Write the first file", model=f"my {TOKEN}")
    agent.answer({"type": "text", "text": "Done."})
    agent.record(
        type="assistant",
        message={"role": "assistant", "id": "msg_1", "model": f"x-{TOKEN}", "content": [], "usage": {}},
    )
    agent.write("one.py", "1\n")
    agent.stop()
    world.git("add", "--all")
    world.commit()
    assert left(world) == []
    assert world.state(agent.session_id) is not None


def test_a_name_of_a_model_that_is_cut(world: World) -> None:
    """No rule recognizes half of a secret: a name that is too long is none."""
    agent, token = world.agent(), made_up("shpat_<h32>")
    agent.prompt("Write the first file")
    agent.write("one.py", "1\n")
    name = f"{'x ' * 85}{token}"
    agent.record(
        type="assistant",
        message={"role": "assistant", "id": "msg_1", "model": name, "content": [], "usage": {}},
    )
    agent.stop()
    world.git("add", "--all")
    world.commit()
    assert left(world, token[:20]) == []


def test_a_plain_name_of_a_model_stays(world: World) -> None:
    agent = world.agent()
    agent.hook("session-start", source="startup", model="claude-opus-4-5-20251101")
    hint = world.file(f".git/entire-sessions/{agent.session_id}.model")
    assert hint.read_text() == "claude-opus-4-5-20251101"


def test_rejected_values_in_the_log(world: World) -> None:
    """An id or a path that is refused is quoted in the log, where people look for the reason."""
    agent = world.agent()
    agent.prompt("Write it")
    agent.hook("post-task", tool_name="Agent", tool_use_id=f"../{TOKEN}", tool_input={}, tool_response={})
    agent.session_id = f"../{TOKEN}"
    agent.hook("user-prompt-submit", prompt="Go on")
    agent.hook(f"no-such-hook-{TOKEN}")
    assert world.errors()
    assert left(world) == []


def test_a_new_pattern_reaches_the_first_prompt(world: World) -> None:
    """The state keeps the first prompt: with the next one, it is redacted by the rules of today."""
    agent = world.agent()
    agent.turn("Look at ACME-42 first", {"one.py": "1\n"})
    pii = {"enabled": True, "custom_patterns": {"ticket": "ACME-[0-9]+"}}
    world.file(".entire/settings.local.json").write_text(json.dumps({"redaction": {"pii": pii}}))
    agent.turn("Write the second file", {"two.py": "2\n"})
    state = world.state(agent.session_id)
    assert state is not None
    assert state["first_prompt"] == "Look at [REDACTED_TICKET] first"
    assert "ACME-42" not in world.file(f".entire/metadata/{agent.session_id}/full.jsonl").read_text()
