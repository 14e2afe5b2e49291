"""Invariant I4: what is secret in a conversation is in no ref, in no object, and in no file of ours."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import ahocorasick
import pytest
from tests.redact.samples import RULES, Sample, forms, made_up, sample, spelled
from tests.scenario.commits.subagent import Sub
from tests.scenario.ways import COMMITS
from tests.scenario.world import BRANCH, World

from entire.cli.commands.demo.stand_in import StandIn
from entire.redact import RULES_VERSION

ALL = [sample(rule, rule.examples[0]) for rule in RULES]
TOKEN = made_up("ghp_<a36>")


def everything(world: World) -> dict[str, bytes]:
    """Every object of the repository, reachable or not, all refs, and the files that we keep beside it."""
    objects = subprocess.run(
        ["git", "cat-file", "--batch", "--batch-all-objects"],
        cwd=world.repo.path,
        env=world.env,
        capture_output=True,
        check=True,
    )
    found = {"objects": objects.stdout, "refs": world.git("for-each-ref").encode()}
    for path in world.file(".entire/metadata").rglob("*"):
        if path.is_file():
            found[str(path)] = path.read_bytes()
    return found


def left_in(world: World, secrets: set[str]) -> set[str]:
    """Those that are still there, as they are or as JSON writes them."""
    words = ahocorasick.Automaton()
    for secret in secrets:
        for spelling in (
            secret,
            json.dumps(secret)[1:-1],
            json.dumps(json.dumps(secret)[1:-1])[1:-1],
            spelled(secret),
        ):
            words.add_word(spelling, secret)
    words.make_automaton()
    texts = everything(world).values()
    return {secret for text in texts for _, secret in words.iter(text.decode("latin-1"))}


def tell(agent: StandIn, number: int, told: Sample) -> None:
    """Say it in every form, in the places that a transcript has."""
    ways = forms(told)
    agent.answer({"type": "text", "text": ways["plain"]}, {"type": "thinking", "thinking": ways["url"]})
    agent.use("Bash", command=ways["shell"], description=f"Run {number}")
    result = {
        "type": "tool_result",
        "tool_use_id": f"toolu_{number}",
        "content": json.loads(ways["output"])["content"],
    }
    agent.record(
        type="user", message={"role": "user", "content": [result]}, toolUseResult={"stdout": told.text}
    )
    with open(agent.transcript, "a", encoding="utf-8") as file:
        file.writelines(f"{ways[form]}\n" for form in ("json", "escaped json", "slashes", "spelled"))


@COMMITS
def test_no_secret_is_stored(world: World) -> None:
    secrets = {one.secret for one in ALL if len(one.secret) >= 8}
    assert len(secrets) >= 300
    assert len({one.rule for one in ALL}) >= 120
    agent = world.agent()
    agent.prompt("Deploy it. " + " ; ".join(one.text for one in ALL[::7]))
    for number, one in enumerate(ALL):
        tell(agent, number, one)
    todos = {"todos": [{"content": forms(one)["plain"], "status": "completed"} for one in ALL[::11]]}
    sub = Sub(agent, f"{'x' * 40} {ALL[3].text}")
    own = StandIn(agent.root, agent.env, agent.session_id)
    own.transcript = sub.transcript
    for number, one in enumerate(ALL[::5]):
        tell(own, number, one)
    sub.write("sub.py", "1\n")
    agent.hook("post-todo", tool_name="TodoWrite", tool_use_id="toolu_todo", tool_input=todos)
    sub.end()
    agent.write("one.py", "1\n")
    agent.say(f"Done with {TOKEN}.")
    agent.stop()
    assert world.shadows() or world.way.makes_commits
    assert left_in(world, secrets | {TOKEN}) == set()

    world.git("add", "--all")
    checkpoint = world.commit()
    assert left_in(world, secrets | {TOKEN}) == set()
    stored = world.transcript(checkpoint)
    lines = Path(agent.transcript).read_bytes().count(b"\n")
    assert stored.count("\n") + (not stored.endswith("\n")) == lines
    assert all(json.loads(line) for line in stored.splitlines())
    assert "REDACTED" in world.stored(checkpoint, "prompt.txt")
    assert "REDACTED" in world.stored(checkpoint, "context.md")
    world.check_sound()


@COMMITS
def test_names_in_metadata(world: World) -> None:
    """A name is kept, random or not, unless it holds a secret; the code itself is the user's."""
    key = made_up("AKIA<216>")
    world.git("checkout", "--quiet", "-b", f"fix/{key}")
    agent = world.agent()
    random = made_up("<a40>")
    agent.turn("Write them", {f"notes/{TOKEN}.txt": "1\n", f"cache/{random}.txt": "2\n"})
    world.git("add", "--all")
    checkpoint = world.commit()
    for metadata in (world.root(checkpoint), world.session(checkpoint)):
        assert metadata["files_touched"] == [f"cache/{random}.txt", "notes/REDACTED.txt"]
        assert metadata["branch"] == "fix/REDACTED"
    folder = f"{checkpoint[:2]}/{checkpoint[2:]}/"
    for name in world.names():
        if name.startswith(folder):
            assert TOKEN not in world.show(name)
            assert key not in world.show(name)


@COMMITS
def test_subjects_are_redacted_before_they_are_cut(world: World) -> None:
    agent = world.agent()
    agent.prompt(f"{'please ' * 7} push with {TOKEN} now")
    sub = Sub(agent, f"{'Push it all ' * 4} with {TOKEN}")
    sub.write("sub.py", "1\n")
    sub.end()
    agent.write("one.py", "1\n")
    todos = {"todos": [{"content": f"{'Look at it ' * 4} {TOKEN}", "status": "in_progress"}]}
    agent.hook("post-todo", tool_name="TodoWrite", tool_use_id="toolu_todo", tool_input=todos)
    agent.write("two.py", "2\n")
    agent.stop()
    messages = world.git("log", "--format=%B", *(world.shadows() or ["HEAD"]))
    assert TOKEN[:8] not in messages
    assert "REDACTED" in messages


@COMMITS
def test_personal_data_where_it_is_asked_for(world: World) -> None:
    pii = {"enabled": True, "custom_patterns": {"ticket": "ACME-[0-9]+", "broken": "("}}
    world.file(".entire/settings.local.json").write_text(json.dumps({"redaction": {"pii": pii}}))
    agent = world.agent()
    agent.turn("Tell jane@example.com about ACME-7", {"one.py": "1\n"}, "Told jane@example.com.")
    world.git("add", "--all")
    checkpoint = world.commit()
    assert left_in(world, {"jane@example.com", "ACME-7"}) == set()
    assert world.stored(checkpoint, "prompt.txt") == "Tell [REDACTED_EMAIL] about [REDACTED_TICKET]"
    assert any("broken" in row.get("error", "") for row in world.log())
    assert not world.errors()


def broken_module(
    tmp_path: Path, module: str = "re2", code: str = "raise ImportError('it is broken')"
) -> str:
    """A folder for PYTHONPATH in which a module does not load."""
    folder = tmp_path / "broken"
    folder.mkdir()
    (folder / f"{module}.py").write_text(f"{code}\n")
    return str(folder)


@pytest.mark.parametrize("module", ["re2", "ahocorasick"])
@COMMITS
def test_without_the_engine_nothing_is_written(world: World, tmp_path: Path, module: str) -> None:
    """Nothing goes where it could be pushed, people are told, and the work waits for the engine."""
    broken = broken_module(tmp_path, module)
    agent = world.agent()
    agent.turn("Write the first one", {"one.py": "1\n"})
    before, tip = world.git("for-each-ref"), world.git("rev-parse", BRANCH)

    world.env["PYTHONPATH"] = broken
    agent.turn("Write the second one, which nobody may see", {"two.py": "2\n"})
    assert world.git("for-each-ref") == before
    world.git("add", "--all")
    checkpoint = world.commit()
    assert checkpoint
    assert world.git("rev-parse", BRANCH) == tip
    assert left_in(world, {"nobody may see"}) == set()
    assert any("cannot redact secrets: it is broken" in row["error"] for row in world.errors())
    assert "cannot redact secrets" in world.run("entire", "status").stdout

    del world.env["PYTHONPATH"]
    agent.prompt("Go on")
    files = ["two.py"] if world.way.makes_commits else ["one.py", "two.py"]  # that no checkpoint had
    assert world.root(checkpoint)["files_touched"] == files
    assert "nobody may see" in world.transcript(checkpoint)


def test_the_first_prompt_stays_while_the_engine_is_missing(world: World, tmp_path: Path) -> None:
    broken = broken_module(tmp_path)
    agent = world.agent()
    agent.turn("Write the first one", {"one.py": "1\n"})
    world.env["PYTHONPATH"] = broken
    agent.prompt("Write the second one")
    del world.env["PYTHONPATH"]
    agent.prompt("Write the third one")
    state = world.state(agent.session_id)
    assert state is not None
    assert state["first_prompt"] == "Write the first one"


@pytest.mark.parametrize("broken", ["raise ImportError('no')", "raise OSError('torn')", "Options = None"])
@COMMITS
def test_a_commit_without_the_engine_is_linked_and_completed_later(
    world: World, tmp_path: Path, broken: str
) -> None:
    """At a terminal the transcript says what is the agent's: it is read, but nothing of it is stored."""
    folder = broken_module(tmp_path, code=broken)
    agent = world.agent()
    world.env["PYTHONPATH"] = folder
    agent.turn("Write the one that nobody may see", {"one.py": "1\n"})
    world.git("add", "one.py")
    checkpoint = world.commit_at_terminal()
    assert checkpoint
    assert left_in(world, {"nobody may see"}) == set()
    for command in ("status", "doctor"):
        out = world.run("entire", command, check=False).stdout
        assert "cannot redact secrets" in out
        assert "pip install google-re2" in out
    del world.env["PYTHONPATH"]
    agent.prompt("Go on")
    assert world.root(checkpoint)["files_touched"] == ["one.py"]
    assert "nobody may see" in world.transcript(checkpoint)


@pytest.mark.parametrize("command", ["", "echo 1 > made.py"])
def test_what_a_person_adds_while_the_engine_is_missing_stays_theirs(
    world: World, tmp_path: Path, command: str
) -> None:
    """The turn cannot be saved when the agent stops, but it did stop."""
    broken = broken_module(tmp_path)
    agent = world.agent()
    agent.turn("Write the first one", {"first.py": "1\n"})
    world.env["PYTHONPATH"] = broken
    agent.prompt("Write one")
    agent.write("one.py", "1\n")
    if command:
        agent.shell(command)
    agent.stop()
    world.file("person.py").write_text("mine\n")
    world.git("add", "--all")
    checkpoint = world.commit()
    del world.env["PYTHONPATH"]
    agent.prompt("Go on")
    assert world.root(checkpoint)["files_touched"] == [
        "first.py",
        *(["made.py"] if command else []),
        "one.py",
    ]
    assert "Claude Code" not in world.run("entire", "blame", "person.py").stdout
    assert "Claude Code" in world.run("entire", "blame", "one.py").stdout


def test_an_agent_that_goes_on_while_the_engine_is_missing(world: World, tmp_path: Path) -> None:
    """Another hook can keep an agent from stopping: what it does then is its own."""
    broken = broken_module(tmp_path)
    agent = world.agent()
    agent.turn("Write the first one", {"first.py": "1\n"})
    world.env["PYTHONPATH"] = broken
    agent.prompt("Write one")
    agent.write("one.py", "1\n")
    agent.stop()
    agent.shell("echo 1 > made.py")
    world.git("add", "made.py")
    checkpoint = world.commit()
    del world.env["PYTHONPATH"]
    agent.stop()
    assert world.root(checkpoint)["files_touched"] == ["made.py"]


def test_new_rules_redact_once_more(world: World) -> None:
    agent = world.agent()
    agent.turn(f"Use {TOKEN}", {"one.py": "1\n"})
    cursor = world.file(f".git/entire-sessions/{agent.session_id}.cursor")
    kept = json.loads(cursor.read_text())
    assert kept["rules"] == RULES_VERSION
    copy = world.file(f".entire/metadata/{agent.session_id}/full.jsonl")
    copy.write_bytes(Path(agent.transcript).read_bytes()[: copy.stat().st_size])
    cursor.write_text(json.dumps(kept | {"rules": "1", "copy_bytes": copy.stat().st_size}))
    for number in (2, 3):
        agent.turn(f"Write {number}", {f"{number}.py": "1\n"})
        assert TOKEN not in copy.read_text()
    assert [row["msg"] for row in world.log()].count("reading the transcript from the start") == 1
    world.git("add", "--all")
    assert TOKEN not in world.transcript(world.commit())


def test_settings_of_the_repository_cannot_weaken_redaction(world: World) -> None:
    """Neither by turning something off, nor by patterns that cut a secret into pieces."""
    hostile = {
        "enabled": False,
        "rules": [],
        "allow": [".*"],
        "pii": {
            "enabled": True,
            "email": False,
            "custom_patterns": {"REDACTED": "ghp_", "cut": "[a-z][A-Z0-9]"},
        },
    }
    path = world.file(".entire/settings.json")
    path.write_text(json.dumps(json.loads(path.read_text()) | {"redaction": hostile}))
    world.git("commit", "--quiet", "--no-verify", "-am", "settings")
    secret = "ghp_" + "aB3dE5gH7jK1mN9pQ2rS4tU6vW8xY0zA1bC2"
    world.agent().turn(f"Use {secret} for now", {"pay.py": "pay = 1\n"}, "Done.")
    world.git("add", "pay.py")
    checkpoint = world.commit()
    stored = world.transcript(checkpoint) + world.stored(checkpoint, "prompt.txt")
    assert not [piece for start in range(4, 30) if (piece := secret[start : start + 8]) in stored]
