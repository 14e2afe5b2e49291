from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tests.support import Repo

from entire.agent.claude_code import agent as claude_code
from entire.checkpoint import trailers
from entire.checkpoint.committed.write import WriteCommittedOptions, write_committed
from entire.checkpoint.model import InitialAttribution
from entire.checkpoint.segments import Transcript
from entire.checkpoint.temporary.write import WriteTemporaryOptions, write_temporary
from entire.core import clock, json_text, settings
from entire.core.settings import PROJECT_FILE
from entire.git import refs
from entire.git.identity import Author
from entire.git.objects.read import Objects
from entire.git.repository import Repository, open_repository
from entire.session.state import State
from entire.session.store import Store
from entire.setup import git_hooks
from entire.transcript.usage import TokenUsage

ALICE = Author("Alice", "alice@example.com")
COMMAND = [sys.executable, "-m", "entire"]


class Done(NamedTuple):
    out: str
    err: str
    code: int


def run(cwd: Path, *words: str, **env: str) -> Done:
    """`entire` as a program calls it."""
    done = subprocess.run(
        [*COMMAND, *words],
        cwd=cwd,
        env=_environment(env),
        capture_output=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    return Done(os.fsdecode(done.stdout), os.fsdecode(done.stderr), done.returncode)


def on_terminal(
    cwd: Path,
    *words: str,
    width: int = 80,
    height: int = 50,
    answers: Sequence[tuple[str, str]] = (),
    **env: str,
) -> str:
    """What a person sees who types `entire …` in a terminal of this size.

    ``answers`` are pairs: once the first appears on the screen, the second is typed.
    """
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
    variables = _environment({"TERM": "xterm", "NO_COLOR": "1"} | env)
    process = subprocess.Popen(
        [*COMMAND, *words],
        cwd=cwd,
        env=variables,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
    )
    os.close(theirs)
    out = b""
    seen, waiting = 0, list(answers)
    try:
        while block := _read(ours):
            out += block
            while waiting and (at := out.find(waiting[0][0].encode(), seen)) >= 0:
                seen = at + len(waiting[0][0].encode())
                os.write(ours, waiting.pop(0)[1].encode())
    finally:
        os.close(ours)  # which also hangs up on a command that waits for ever
        process.wait(timeout=30)
    assert not waiting, f"{waiting[0][0]!r} was not on the screen: {out.decode()}"
    return out.decode().replace("\r\n", "\n")


def _read(descriptor: int) -> bytes:
    if not select.select([descriptor], [], [], 30)[0]:
        return b""
    try:
        return os.read(descriptor, 65536)
    except OSError:  # on Linux a terminal that nobody holds any more is an error
        return b""


def _environment(more: dict[str, str]) -> dict[str, str]:
    """The test's own, with `entire` on PATH, and a terminal's size from the terminal."""
    path = os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])
    left_out = ("COLUMNS", "LINES", "ACCESSIBLE", "PAGER", "NO_COLOR")
    kept = {name: value for name, value in os.environ.items() if name not in left_out}
    return kept | {"PATH": path} | {name: value for name, value in more.items() if value}


class Stage:
    """A repository that is set up, and the ways to put data into it without an agent."""

    def __init__(self, work: Repo) -> None:
        self.work = work
        self.repo: Repository = open_repository(str(work.path))
        self.store = Store(self.repo)

    def set_up(self) -> None:
        settings.write_file(self.repo.worktree, PROJECT_FILE, {"strategy": "manual-commit", "enabled": True})
        git_hooks.install_git_hook(self.repo)
        claude_code.install(self.repo.worktree)

    def session(self, session_id: str, **values: Any) -> State:
        """Remember a session; times default to now."""
        now = clock.now_local()
        defaults = {
            "agent_type": "Claude Code",
            "base_commit": refs.resolve(self.repo, "HEAD") or "",
            "worktree_path": self.repo.worktree,
            "worktree_id": self.repo.worktree_id,
            "branch": refs.get_current_branch_name(self.repo),
            "phase": "idle",
            "started_at": now,
            "last_interaction_time": now,
        }
        state = State(session_id=session_id, **(defaults | values))
        self.store.save(state)
        return state

    def checkpoint(self, checkpoint_id: str, *sessions: dict[str, Any]) -> None:
        """Write a committed checkpoint; `lines` of a session are the records of its transcript."""
        options = []
        for given in sessions or ({},):
            values = {"session_id": "8f76b0e8-1111", "agent": "Claude Code"} | given
            lines = values.pop("lines", [])
            if lines:
                values["transcript"] = Transcript((jsonl(lines),), "sha256:0")
            options.append(WriteCommittedOptions(checkpoint_id, **values))
        with Objects(self.repo) as objects:
            write_committed(self.repo, objects, options, ALICE)

    def commit(self, subject: str, *checkpoint_ids: str, date: str = "2026-03-19T10:00:00+0100") -> str:
        """A commit that is linked to these checkpoints, made without hooks."""
        message = subject + "\n\n" + "".join(trailers.format_checkpoint(id) + "\n" for id in checkpoint_ids)
        self.work.git("add", "--all")
        no_hooks = ("-c", f"core.hooksPath={os.devnull}")
        self.work.git(*no_hooks, "commit", "--quiet", "--allow-empty", f"--date={date}", "-m", message)
        return self.work.head

    def step(
        self, session_id: str, subject: str, *paths: str, lines: list[dict[str, Any]] | None = None
    ) -> str:
        """Save a step on this worktree's shadow branch; returns its commit."""
        with Objects(self.repo) as objects:
            options = WriteTemporaryOptions(
                session_id=session_id,
                base_commit=self.work.head,
                worktree_id=self.repo.worktree_id,
                head=self.work.head,
                subject=subject,
                author=ALICE,
                paths=paths,
                metadata_files={"prompt.txt": subject.encode()},
                transcript=Transcript((jsonl(lines),), "") if lines else None,
            )
            return write_temporary(self.repo, objects, options).commit_hash


def jsonl(records: list[dict[str, Any]]) -> bytes:
    return b"".join(json_text.encode_line(record).encode() + b"\n" for record in records)


def user(text: str) -> dict[str, Any]:
    return {"type": "user", "message": {"role": "user", "content": text}}


def assistant(*blocks: str | dict[str, Any]) -> dict[str, Any]:
    content = [{"type": "text", "text": block} if isinstance(block, str) else block for block in blocks]
    return {"type": "assistant", "message": {"role": "assistant", "content": content}}


def tool(name: str, **given: Any) -> dict[str, Any]:
    return {"type": "tool_use", "id": "toolu_1", "name": name, "input": given}


@pytest.fixture
def stage(repo: Repo) -> Stage:
    """A repository in which `entire` is on; `.entire` and `.claude` are committed."""
    stage = Stage(repo)
    stage.set_up()
    stage.commit("set up")
    return stage


A, B, C = "a3b2c4d5e6f7", "b00000000000", "c00000000000"
SESSION = "8f76b0e8-1111-4222-8333-444455556666"
LINES = [
    user("Read the login"),
    assistant("It has no limit."),
    user("Add rate limiting"),
    assistant("On it.", tool("Edit", file_path="/x/src/login.py")),
    assistant("Done \x1b[2Jnow."),
]


@pytest.fixture
def one(stage: Stage) -> Stage:
    """A commit on main with a checkpoint whose part of the conversation begins at the second prompt."""
    stage.checkpoint(
        A,
        {
            "session_id": SESSION,
            "branch": "main",
            "lines": LINES,
            "prompts": ["Add rate limiting"],
            "files_touched": ["login.py"],
            "checkpoint_transcript_start": 2,
            "model": "claude-opus-4-8",
            "token_usage": TokenUsage(input_tokens=10, output_tokens=20, api_call_count=2),
            "initial_attribution": InitialAttribution(
                agent_lines=9, human_added=1, total_committed=10, agent_percentage=90.0
            ),
        },
    )
    stage.work.write("login.py", "limit = 5\n")
    stage.commit("Limit login attempts", A)
    return stage
