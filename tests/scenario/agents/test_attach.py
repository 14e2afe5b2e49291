"""`entire session attach`: a conversation that was not recorded becomes a session; its commit is linked."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from tests.agent.recordings import DATA
from tests.scenario.agents.players import enabled
from tests.scenario.world import World

from entire.agent import registry

UUID = "01234567-89ab-cdef-0123-456789abcdef"
# By agent: the recording of a real client, where the client keeps it, and the id of the conversation.
RECORDED = {
    "claude-code": ("claude_code/transcripts/one_turn/session.jsonl", "{usual}", UUID),
    "codex": (
        "codex/transcripts/one_turn/rollout-2026-11-15T07-42-31-01a1de28-63c1-7fa1-9a92-8b2a0a14877d.jsonl",
        ".codex/sessions/2026/11/15/{name}",
        "01a1de28-63c1-7fa1-9a92-8b2a0a14877d",
    ),
    "gemini": (
        "gemini/transcripts/one_turn/chats/session-2026-11-15T07-44-d58b3225.jsonl",
        "{usual}",
        "d58b3225",
    ),
    "qwen": (
        "qwen/transcripts/one_turn/chats/2c54b734-a1ac-41ad-9a34-9b9510fc4f7c.jsonl",
        "{usual}",
        "2c54b734-a1ac-41ad-9a34-9b9510fc4f7c",
    ),
    "copilot-cli": ("copilot_cli/transcripts/one_turn.jsonl", "{usual}", UUID),
    "factoryai-droid": ("factoryai_droid/transcripts/one_turn.jsonl", "{usual}", UUID),
    "cursor": ("cursor/transcripts/documented.jsonl", "{usual}", UUID),
}


def place(world: World, name: str, monkeypatch: pytest.MonkeyPatch) -> tuple[str, Path]:
    """Put a recording where the agent keeps its conversations. Returns the id and the file."""
    recording, where, session_id = RECORDED[name]
    monkeypatch.setenv("HOME", world.env["HOME"])
    text = (DATA / recording).read_text().replace("/home/u/app", "/repo")
    text = text.replace("/repo", str(world.repo.path))
    if name == "gemini":
        session_id = json.loads(text.splitlines()[0])["sessionId"]
    usual = registry.by_name(name).transcript_path(str(world.repo.path), session_id)
    if name == "gemini" and os.path.basename(recording) not in usual:
        usual = os.path.join(os.path.dirname(usual), os.path.basename(recording))
    named = where.format(usual=usual, name=os.path.basename(recording))
    file = Path(world.env["HOME"]) / named
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return session_id, file


def written(world: World) -> list[str]:
    """The files that the recorded conversations wrote."""
    paths = ["hello.py", "src/calc.py", "cli.py", "new.py"]
    for path in (*paths, "mine.txt"):
        world.repo.write(path, "print('hello')\n")
    return paths


@pytest.mark.parametrize("name", RECORDED)
@pytest.mark.parametrize("by", ["id", "path"])
def test_a_conversation_of_each_agent(
    tmp_path: Path, name: str, by: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = enabled(tmp_path, name)
    session_id, file = place(world, name, monkeypatch)
    mine = written(world)
    shown = world.entire("session", "attach", name, session_id if by == "id" else str(file))
    assert f"Attached {session_id} ({registry.by_name(name).TYPE}): " in shown
    state = world.state(session_id)
    assert state is not None
    assert (state["agent_type"], state["phase"], state["transcript_path"]) == (
        registry.by_name(name).TYPE,
        "idle",
        str(file),
    )
    assert state["files_touched"]
    assert set(state["files_touched"]) <= set(mine)
    assert state["first_prompt"]
    world.git("add", "-A")
    checkpoint = world.commit()
    assert checkpoint
    assert world.session(checkpoint)["agent"] == registry.by_name(name).TYPE
    assert world.session(checkpoint)["files_touched"] == state["files_touched"]
    assert world.stored(checkpoint, "prompt.txt")
    assert len(world.transcript(checkpoint).splitlines()) == len(file.read_text().splitlines())
    assert not world.errors()
    world.check_sound()


def test_it_continues_as_a_session(tmp_path: Path) -> None:
    world = enabled(tmp_path, "claude-code")
    agent = world.agent()
    hook = agent.hook
    agent.hook = lambda verb, **fields: ""  # type: ignore[method-assign]
    agent.turn("Write one", {"one.py": "1\n"})
    assert world.state(agent.session_id) is None
    world.entire("session", "attach", "claude", agent.session_id)
    agent.hook = hook  # type: ignore[method-assign]
    agent.turn("Write two", {"two.py": "2\n"})
    world.git("add", "-A")
    checkpoint = world.commit()
    assert world.stored(checkpoint, "prompt.txt") == "Write one\n\n---\n\nWrite two"
    assert world.session(checkpoint)["files_touched"] == ["one.py", "two.py"]
    assert world.session(checkpoint)["token_usage"]["api_call_count"] == 4
    again = world.entire("session", "attach", "claude", agent.session_id)
    assert "is recorded already" in again
    world.check_sound()


def test_one_that_was_started_elsewhere(tmp_path: Path) -> None:
    """Above the root: the client keeps it in the folder of another project."""
    world = enabled(tmp_path, "claude-code")
    agent = world.agent()
    agent.transcript = agent.transcript.replace("-repo/", "-other/")
    agent.hook = lambda verb, **fields: ""  # type: ignore[method-assign]
    agent.turn("Write one", {"one.py": "1\n"})
    assert "1 file is linked: one.py" in world.entire("session", "attach", "claude", agent.session_id)
    world.git("add", "-A")
    assert world.commit()


def test_what_is_not_uncommitted_is_not_its_work(tmp_path: Path) -> None:
    world = enabled(tmp_path, "claude-code")
    agent = world.agent()
    agent.hook = lambda verb, **fields: ""  # type: ignore[method-assign]
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "-A")
    world.git("commit", "--quiet", "-m", "before")
    world.repo.write("mine.txt", "mine\n")
    assert "linked from its next turn on" in world.entire("session", "attach", "claude", agent.session_id)
    world.git("add", "-A")
    assert world.commit() == ""


@pytest.mark.parametrize("name", [*registry.AGENTS])
@pytest.mark.parametrize(
    "text",
    [
        "root:x:0:0:root:/root:/bin/bash\nnobody:x:1:1::/:/bin/false\n",
        "# Read me\n\nuser: hello\n",
        '{"a":1}\n',
        '{"session_id": "x1", "messages": []}\n',
        '{"type": "user", "message": {"role": "user", "content": ""}}\n',
        "[]",
        "",
    ],
    ids=["passwd", "prose", "JSON", "no messages", "an empty prompt", "a list", "nothing"],
)
def test_a_file_without_a_conversation(tmp_path: Path, name: str, text: str) -> None:
    world = enabled(tmp_path, name)
    file = tmp_path / "passwd"
    file.write_text(text)
    done = world.run("entire", "session", "attach", name, str(file), check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert f"no conversation of {registry.by_name(name).TYPE} in " in done.stderr
    assert not list(world.file(".git/entire-sessions").glob("*.json"))
    assert not list(world.file(".entire/metadata").glob("*"))


def test_the_beginning_of_an_id_is_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    world = enabled(tmp_path, "codex")
    session_id, file = place(world, "codex", monkeypatch)
    for wrong in ("rollout", "2026", "e", "8b2a0a14877d", "session"):
        done = world.run("entire", "session", "attach", "codex", wrong, check=False)
        assert (done.returncode, done.stdout) == (1, ""), wrong
        assert f"Codex has no conversation {wrong} in " in done.stderr
    other = session_id[:-1] + "e"
    twin = file.with_name(file.name.replace(session_id, other))
    twin.write_text(file.read_text().replace(session_id, other))
    done = world.run("entire", "session", "attach", "codex", session_id[:8], check=False)
    assert "2 conversations start with '01a1de28'" in done.stderr
    twin.unlink()
    assert f"Attached {session_id} (" in world.entire("session", "attach", "codex", session_id[:8])


def test_what_cannot_be_attached(tmp_path: Path) -> None:
    world = enabled(tmp_path, "claude-code")
    for words, text in (
        (("claude", "no-such-id"), "has no conversation no-such-id"),
        (("claude", "../../etc/passwd"), "no transcript at"),
        (("claude", "/dev/zero"), "no transcript at"),
        (("claude", "a b"), "not the id of a session"),
        (("nobody", "x"), "unknown agent"),
    ):
        done = world.run("entire", "session", "attach", *words, check=False)
        assert (done.returncode, text in done.stderr) == (1, True), done.stderr
    world.entire("disable")
    done = world.run("entire", "session", "attach", "claude", "x", check=False)
    assert "not enabled here" in done.stderr
