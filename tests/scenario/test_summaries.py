"""Summaries at commit: the commit does not wait, and what goes wrong is a line in the log."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.scenario.commits.waiting import without_hook
from tests.scenario.world import World

from entire.core.settings import LOCAL_FILE

PATIENCE = 60.0  # seconds until what must happen has not happened


def until(condition: Callable[[], Any]) -> Any:
    deadline = time.monotonic() + PATIENCE
    while not (found := condition()):
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.02)
    return found


def summary(world: World, checkpoint: str) -> Any:
    return world.session(checkpoint).get("summary")


def logged(world: World, message: str) -> list[dict[str, Any]]:
    return [row for row in world.log() if row["msg"] == message]


def answer(outcome: str) -> str:
    return json.dumps({"intent": "Count", "outcome": outcome})


class Provider:
    """A command that answers with what the test writes into a pipe; until then it waits."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.pipe = folder / "pipe"
        self.script = folder / "provider"
        self.prompt = folder / "prompt"
        os.mkfifo(self.pipe)
        self.does(f"cat '{self.pipe}'")

    def does(self, script: str) -> None:
        self.script.write_text(f"#!/bin/sh\ncat > '{self.prompt}'\n{script}\n")
        self.script.chmod(0o755)

    def chosen_in(self, root: Path, **more: Any) -> None:
        summarize = {"enabled": True, "command": [str(self.script)], **more}
        (root / LOCAL_FILE).write_text(json.dumps({"strategy_options": {"summarize": summarize}}))

    def say(self, text: str) -> None:
        """Once the program waits for it."""
        with open(until(self._opened), "w") as pipe:
            pipe.write(text)

    def _opened(self) -> int | None:
        try:
            return os.open(self.pipe, os.O_WRONLY | os.O_NONBLOCK)
        except OSError:  # nobody reads yet
            return None


@pytest.fixture
def provider(tmp_path: Path) -> Provider:
    return Provider(tmp_path / "provider")


def work(world: World, name: str, root: Path | None = None) -> str:
    """A turn of an agent, and the commit of what it did; returns the checkpoint."""
    agent = world.agent()
    agent.root = str(root or world.repo.path)
    agent.turn(f"Write {name}", {name: f"{name}\n"})
    world.git("add", "-A", cwd=root)
    world.git("commit", "--quiet", "-m", "work", cwd=root)
    return world.checkpoint(world.git("rev-parse", "HEAD", cwd=root))


@pytest.mark.parametrize("job", ["continue", "commits", ""])
def test_a_commit_that_had_to_wait_gets_its_summary(world: World, provider: Provider, job: str) -> None:
    provider.chosen_in(world.repo.path)
    provider.does(f"echo '{answer('Counted')}'")
    world.agent().turn("Write one", {"one.py": "1\n"})
    world.git("add", "-A")
    with without_hook(world, "post-commit"):
        checkpoint = world.commit()
    if job:
        world.run("entire", "hooks", "detached", job)
    else:
        world.agent().prompt("Go on")
    assert until(lambda: summary(world, checkpoint))["outcome"] == "Counted"


def test_the_commit_does_not_wait(world: World, provider: Provider) -> None:
    """The provider cannot answer before the commit is over: the test gives it the answer afterwards."""
    provider.chosen_in(world.repo.path)
    first = work(world, "one.py")
    assert first
    assert summary(world, first) is None
    world.agent().turn("Write two", {"two.py": "2\n"})  # nothing is locked meanwhile

    provider.say(answer("One"))
    assert until(lambda: summary(world, first))["outcome"] == "One"
    [written] = until(lambda: logged(world, "summary written"))
    [asked] = logged(world, "asking for a summary")
    assert (asked["provider"], asked["checkpoint_id"], written["checkpoint_id"]) == ("provider", first, first)
    assert "[User] Write one.py" in provider.prompt.read_text()
    message = world.git("log", "-1", "--format=%s", "entire/checkpoints/v1")
    assert message.startswith(f"Update summary for checkpoint {first} (session: ")
    assert not [row for row in logged(world, "slow hook") if row["hook"] == "summarize"]
    world.check_sound()


def test_nobody_waits_for_what_was_inherited(world: World, provider: Provider) -> None:
    """A program that called git may wait until all ends of a pipe are closed, whichever number it has."""
    provider.chosen_in(world.repo.path)
    world.agent().turn("Write one", {"one.py": "1\n"})
    world.git("add", "-A")
    reader, writer = os.pipe()
    subprocess.run(
        ["git", "commit", "--quiet", "-m", "work"],
        cwd=world.repo.path,
        env=world.env,
        pass_fds=(writer,),
        check=True,
    )
    os.close(writer)
    with open(reader, "rb") as file:
        assert file.read() == b""
    provider.say(answer("One"))
    until(lambda: summary(world, world.checkpoint()))


def test_in_a_linked_worktree(world: World, provider: Provider, tmp_path: Path) -> None:
    """Where git tells its hooks by variables which repository they are in."""
    linked = tmp_path / "linked"
    world.git("worktree", "add", "--quiet", str(linked))
    provider.chosen_in(linked)
    checkpoint = work(world, "one.py", linked)
    provider.say(answer("Linked"))
    assert until(lambda: summary(world, checkpoint))["outcome"] == "Linked"
    assert not world.errors()


def test_what_the_main_worktree_chose_holds_in_a_linked_one(
    world: World, provider: Provider, tmp_path: Path
) -> None:
    linked = tmp_path / "linked"
    world.git("worktree", "add", "--quiet", str(linked))
    provider.chosen_in(world.repo.path)
    checkpoint = work(world, "one.py", linked)
    provider.say(answer("Linked"))
    assert until(lambda: summary(world, checkpoint))["outcome"] == "Linked"
    assert not world.errors()


def test_an_amended_commit_is_told_anew(world: World, provider: Provider) -> None:
    provider.chosen_in(world.repo.path)
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "-A")
    checkpoint = world.commit()
    provider.say(answer("One"))
    until(lambda: summary(world, checkpoint))
    agent.turn("Write two", {"two.py": "2\n"})
    world.git("add", "-A")
    world.git("commit", "--quiet", "--amend", "--no-edit")
    assert world.checkpoint() == checkpoint
    provider.say(answer("Both"))
    until(lambda: (summary(world, checkpoint) or {}).get("outcome") == "Both")
    world.check_sound()


@pytest.mark.parametrize(
    ("script", "options", "why"),
    [
        ("echo broken; exit 3", {}, "provider failed (exit code 3): broken"),
        ("echo '{}'", {}, '"intent" in the answer is not a string'),
        ("sleep 1000", {"timeout_seconds": 0.2}, "provider was stopped: no answer within 0.2 s"),
        ("true", {"command": ["/nowhere/provider"]}, "cannot run provider: No such file or directory"),
        (
            "true",
            {"command": 7},
            "strategy_options.summarize.command in the settings must be a shell command",
        ),
    ],
    ids=["failing", "no summary", "hanging", "missing", "nonsense"],
)
def test_a_failure_is_a_warning(
    world: World, provider: Provider, script: str, options: dict[str, Any], why: str
) -> None:
    provider.does(script)
    provider.chosen_in(world.repo.path, **options)
    checkpoint = work(world, "one.py")
    [row] = until(lambda: logged(world, "no summary written"))
    assert (row["level"], row["checkpoint_id"]) == ("WARN", checkpoint)
    assert row["error"].startswith(why)
    assert summary(world, checkpoint) is None
    world.check_sound()


def test_off_nothing_is_started(world: World, provider: Provider) -> None:
    world.env["ENTIRE_LOG_LEVEL"] = "debug"
    off: list[Any] = [
        {},
        {"summarize": {"enabled": False}},
        {"summarize": {"enabled": "yes"}},
        {"summarize": 1},
    ]
    for number, options in enumerate(off):
        (world.repo.path / LOCAL_FILE).write_text(json.dumps({"strategy_options": options}))
        assert work(world, f"{number}.py")
    assert not logged(world, "summary started")
    provider.does(f"echo '{answer('On')}'")
    provider.chosen_in(world.repo.path)
    work(world, "on.py")
    assert len(logged(world, "summary started")) == 1
    until(lambda: logged(world, "summary written"))


def test_a_commit_without_a_session_starts_nothing(world: World, provider: Provider) -> None:
    provider.chosen_in(world.repo.path)
    world.env["ENTIRE_LOG_LEVEL"] = "debug"
    world.agent().prompt("Think")  # a session is open, but the commit is not its work
    world.repo.write("mine.txt", "mine\n")
    world.git("add", "-A")
    assert not world.commit_at_terminal()
    assert not logged(world, "summary started")


def test_asking_is_not_recorded(world: World, provider: Provider) -> None:
    """A provider that is an agent itself, with hooks of ours, and that even commits here."""
    checkpoint = work(world, "one.py")
    agent = world.agent()
    payload = json.dumps({"session_id": agent.session_id, "transcript_path": agent.transcript, "prompt": "x"})
    provider.does(f"""\
cd '{world.repo.path}' || exit 9
echo '{payload}' | entire hooks claude-code session-start || exit 8
echo '{payload}' | entire hooks claude-code user-prompt-submit || exit 7
git commit --quiet --allow-empty -m 'by the provider' || exit 6
echo '{answer("Alone")}'""")
    provider.chosen_in(world.repo.path)
    assert "Outcome: Alone\n" in world.entire("explain", checkpoint, "--generate")
    assert world.git("log", "-1", "--format=%s") == "by the provider"
    assert world.checkpoint() == ""
    assert world.state(agent.session_id) is None
    assert not logged(world, "asking for a summary")
    world.check_sound()


def install(world: World, folder: Path, name: str) -> Path:
    """A provider on PATH; returns the file that it writes when it is asked."""
    folder.mkdir(exist_ok=True)
    asked, program = folder / f"{name}-was-asked", folder / name
    program.write_text(f"#!/bin/sh\ncat >'{asked}'\necho '{answer(name)}'\n")
    program.chmod(0o755)
    world.env["PATH"] = f"{folder}{os.pathsep}{world.env['PATH']}"
    return asked


def chosen_by_the_team(world: World, **chosen: object) -> None:
    path = world.file(".entire/settings.json")
    path.write_text(json.dumps({"enabled": True, "strategy_options": {"summarize": chosen}}))
    world.git("commit", "--quiet", "--no-verify", "-am", "settings")


def test_the_team_cannot_send_conversations_to_another_vendor(world: World, tmp_path: Path) -> None:
    asked = install(world, tmp_path / "bin", "codex")
    chosen_by_the_team(world, enabled=True, provider="codex")
    checkpoint = work(world, "one.py")
    [row] = until(lambda: logged(world, "no summary written"))
    assert row["error"] == "refusing to send a conversation with Claude Code to codex"
    done = world.run("entire", "explain", checkpoint, "--generate", check=False)
    assert (done.returncode, done.stderr.splitlines()[0]) == (1, f"entire: {row['error']}")
    assert not asked.exists()

    local = {"strategy_options": {"summarize": {"enabled": True, "provider": "codex"}}}
    world.file(LOCAL_FILE).write_text(json.dumps(local))
    second = work(world, "two.py")
    assert until(lambda: summary(world, second))["outcome"] == "codex"
