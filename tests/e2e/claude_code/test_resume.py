"""A conversation of the real Claude Code that goes on on another machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.e2e import stored
from tests.e2e.checks import check_checkpoint, check_tidy, commit, enable
from tests.e2e.clients.claude import Claude
from tests.e2e.sandbox import Repo, Sandbox
from tests.e2e.script import Script, Turn, Usage, call, say, total, write

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Start = Callable[[Script], Claude]

SECRET = "sk-" + "aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA"


def test_on_a_second_clone(repo: Repo, start_claude: Start, tmp_path: Path) -> None:
    """Pushed, cloned, resumed: the client sends the earlier turns along, and new ones count once."""
    origin, there = tmp_path / "origin.git", tmp_path / "elsewhere" / "clone"
    repo.git("clone", "--quiet", "--bare", repo.root, origin)
    repo.git("remote", "add", "origin", origin)
    enable(repo)
    repo.git("push", "--quiet", "--no-verify", "origin", "main")
    repo.git("switch", "--quiet", "--create", "feature")
    louder = {"file_path": str(there / "hello.py"), "old_string": "hello", "new_string": "HELLO"}
    script = Script(
        Turn(
            f"Write the greeting, the key is {SECRET}",
            write(repo.root / "hello.py", "print('hello')\n").using(Usage(11, 1000, 0, 41)),
            say("The greeting is written."),
        ),
        Turn(
            "Make it louder",
            call("Read", file_path=str(there / "hello.py")),
            call("Edit", **louder).using(Usage(5, 70, 1050, 29)),
            say("It is louder now."),
        ),
    )
    claude = start_claude(script)
    first = claude.ask(f"Write the greeting, the key is {SECRET}", repo.root)
    begun = commit(repo, "Greet")
    repo.git("push", "--quiet", "--no-verify", "origin", "feature", stored.CHECKPOINTS)

    machine = Sandbox(tmp_path / "machine")
    repo.git("clone", "--quiet", origin, there)
    clone = Repo(machine, there)
    said = clone.entire("resume", "feature", "--force")
    assert f"claude -r {first.session_id}" in said
    log = stored.live_transcript(clone, first.session_id)
    assert log.read_text() == stored.checkpoint(repo, begun).transcript
    restored = len(log.read_text().splitlines())

    other = Claude(claude.executable, machine, claude.model)
    second = other.ask("Make it louder", clone.root, "-r", first.session_id)
    assert second.session_id == first.session_id
    sent = claude.model.scripted()[-1]
    assert any(text.startswith("Write the greeting, the key is REDACTED") for text in sent.texts())
    assert first.text in sent.texts("assistant")
    assert (there / "hello.py").read_text() == "print('HELLO')\n"
    assert stored.live_transcript(clone, first.session_id) == log, "the client went on in that file"

    checkpoint_id = commit(clone, "Greet louder")
    facts = {
        "session_id": first.session_id,
        "agent": "Claude Code",
        "branch": "feature",
        "files_touched": ["hello.py"],
        "token_usage": total(script.played("Make it louder")),
    }
    check_checkpoint(clone, checkpoint_id, facts, ["Make it louder"])
    assert stored.checkpoint(clone, checkpoint_id).metadata["checkpoint_transcript_start"] == restored
    check_tidy(clone)
    assert clone.git("rev-parse", f"{stored.CHECKPOINTS}~1") == repo.git("rev-parse", stored.CHECKPOINTS)
