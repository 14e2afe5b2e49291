"""What each kind of hook loads, import by import."""

from __future__ import annotations

import json
import subprocess
from typing import Any

from bench import import_times
from bench.cases import PROMPT, STOP
from bench.measured import Imports
from bench.run import idle
from bench.run.turns import FILES, Turns

PREPARE = "prepare-commit-msg"
POST_COMMIT = "post-commit"
_RUNS = 5
_ON = {"PYTHONPROFILEIMPORTTIME": "1"}


def measure(turns: Turns) -> list[Imports]:
    found: dict[str, list[dict[str, float]]] = {}
    bare = [_times(turns, ["python", "-c", "pass"]) for _ in range(_RUNS)]
    for number in range(_RUNS):
        for hook, times in _round(turns, number).items():
            found.setdefault(hook, []).append(times)
    return [import_times.summarise(hook, runs, bare) for hook, runs in found.items()]


def _round(turns: Turns, number: int) -> dict[str, dict[str, float]]:
    """A turn and a commit, each hook called as the agent or git would."""
    ground, text = turns.ground, f"Imports {number}"
    message = ground.git_dir / "COMMIT_EDITMSG"
    prompt = _agent_hook(turns, "user-prompt-submit", prompt=text)
    turns.work(text)
    stop = _agent_hook(turns, "stop", last_assistant_message=turns.agent.last_answer)
    ground.run("git", "add", "--", *FILES)
    message.write_text("work\n")
    prepare = _times(turns, ["entire", "hooks", "git", PREPARE, str(message), "message"])
    ground.run(*idle.NO_HOOKS, "commit", "--quiet", f"--file={message}")
    post_commit = _times(turns, ["entire", "hooks", "git", POST_COMMIT])
    turns.note_commit()
    return {PROMPT: prompt, STOP: stop, PREPARE: prepare, POST_COMMIT: post_commit}


def _agent_hook(turns: Turns, verb: str, **fields: Any) -> dict[str, float]:
    agent = turns.agent
    payload = {
        "session_id": agent.session_id,
        "transcript_path": agent.transcript,
        "cwd": agent.root,
    } | fields
    return _times(turns, ["entire", "hooks", "claude-code", verb], json.dumps(payload).encode())


def _times(turns: Turns, words: list[str], payload: bytes = b"") -> dict[str, float]:
    done = subprocess.run(
        words, cwd=turns.ground.root, env=turns.ground.env | _ON, input=payload, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE, check=True,
    )  # fmt: skip
    return import_times.parse(done.stderr.decode(errors="replace"))
