"""Invariant I5 for every agent: its hooks load its own module, no other agent's, and little else."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.scenario.cost.test_hook_cost import PROBE, STATES, TEXT
from tests.scenario.world import World, make_repo

from entire.agent import registry

SESSION = "5c57ecd6-69f2-4c63-835c-a79b2d576107"
# Agent, the verbs of a session's start, a prompt and a stop, and a transcript with an edit.
STORIES = {
    "gemini": (
        ("session-start", "before-agent", "after-agent"),
        ".gemini/tmp/repo/chats/session-2026-11-15T07-44-5c57ecd6.jsonl",
        [
            {"sessionId": SESSION, "projectHash": "x"},
            {"id": "1", "type": "user", "content": [{"text": "Write one"}]},
            {
                "id": "2",
                "type": "gemini",
                "content": "Done.",
                "tokens": {"input": 1, "output": 1},
                "toolCalls": [
                    {"id": "w", "name": "write_file", "args": {"file_path": "one.py"}, "status": "success"}
                ],
            },
        ],
    ),
    "qwen": (
        ("session-start", "user-prompt-submit", "stop"),
        f".qwen/projects/-repo/chats/{SESSION}.jsonl",
        [
            {"uuid": "1", "type": "user", "message": {"parts": [{"text": "Write one"}]}},
            {
                "uuid": "2",
                "type": "assistant",
                "message": {
                    "parts": [
                        {"functionCall": {"id": "w", "name": "write_file", "args": {"file_path": "one.py"}}}
                    ]
                },
                "usageMetadata": {"promptTokenCount": 1},
            },
        ],
    ),
}


def loaded(world: World, *words: str, payload: object) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", PROBE, "hooks", *words],
        input=json.dumps(payload).encode(),
        cwd=world.repo.path,
        env=world.env,
        capture_output=True,
        check=False,
    )
    assert done.returncode == -9, done.stderr
    return set(done.stderr.decode().split("\n")[-2].split())


@pytest.mark.parametrize("name", STORIES)
def test_modules(tmp_path: Path, name: str) -> None:
    world = World(make_repo(tmp_path / "repo"))
    world.entire("enable", "--agent", name)
    verbs, place, records = STORIES[name]
    transcript = Path(world.env["HOME"]) / place
    payload = {"session_id": SESSION, "transcript_path": str(transcript), "prompt": "Write one"}
    for verb, allowed in zip(verbs, (STATES, TEXT, TEXT), strict=True):
        if verb == verbs[-1]:
            world.repo.write("one.py", "1\n")
            transcript.parent.mkdir(parents=True)
            transcript.write_text("".join(json.dumps(record) + "\n" for record in records))
        found = loaded(world, name, verb, payload=payload)
        standard = {part for module in found if (part := module.split(".")[0]) in sys.stdlib_module_names}
        assert {part for part in standard if not part.startswith("_")} <= allowed, verb
        packages = {
            module for module in found if module.count(".") == 2 and module.startswith("entire.agent.")
        }
        others = {".".join(path.split(".")[:3]) for path, _ in registry.AGENTS.values()}
        own = ".".join(registry.AGENTS[name][0].split(".")[:3])
        assert packages & others == {own}, verb
    assert world.state(SESSION) is not None
    assert not world.errors()
