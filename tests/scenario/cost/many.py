"""A branch of many checkpoints, and as many linked commits: written by one `git fast-import`."""

from __future__ import annotations

import json
from pathlib import Path

from tests.scenario.world import BRANCH, World, make_repo

SESSION = "11111111-0000-4000-8000-{:012d}"
PER_SESSION = 5


def checkpoint_id(number: int) -> str:
    return f"{number * 7919 % 2**48:012x}"[::-1]


def many(path: Path, count: int) -> World:
    """Sessions of five checkpoints each; every tenth commit is linked by a note alone."""
    world = World(make_repo(path))
    world.repo.write(".entire/settings.json", '{"enabled": true, "strategy": "manual-commit"}')
    world.repo.commit("use entire")
    stream = [f"reset refs/heads/main\nfrom {world.repo.head}\n\n"]
    notes = []
    for number in range(count):
        id, mark = checkpoint_id(number), number + 1
        stream.append(
            _commit(f"refs/heads/{BRANCH}", number, f"Checkpoint: {id}\n") + _checkpoint(id, number)
        )
        noted = number % 10 == 9
        message = f"number {number}\n" + ("" if noted else f"\nEntire-Checkpoint: {id}\n")
        stream.append(_commit("refs/heads/main", number, message, mark))
        stream.append(
            _file(f"src/{number % 3}.py", "".join(f"{n}\n" for n in range(number % 3, number + 1, 3)))
        )
        if noted:
            notes.append(f"N inline :{mark}\n{_data(f'Entire-Checkpoint: {id}')}")
    stream.append(_commit("refs/notes/entire", count, "notes\n") + "".join(notes))
    world.repo.git("fast-import", "--quiet", "--force", data="".join(stream).encode())
    world.git("reset", "--quiet", "--hard")
    return world


def _data(text: str) -> str:
    return f"data {len(text.encode())}\n{text}\n"


def _commit(ref: str, number: int, message: str, mark: int = 0) -> str:
    made = f"A <a@example.com> {1_700_000_000 + number * 60} +0000"
    return f"commit {ref}\n" + (f"mark :{mark}\n" if mark else "") + f"committer {made}\n{_data(message)}"


def _file(path: str, text: str) -> str:
    return f"M 100644 inline {path}\n{_data(text)}"


def _checkpoint(id: str, number: int) -> str:
    session = SESSION.format(number // PER_SESSION)
    created = f"2026-01-{number // 1440 + 1:02d}T{number // 60 % 24:02d}:{number % 60:02d}:00Z"
    facts = {"session_id": session, "created_at": created, "agent": "Claude Code", "branch": "main"}
    said = {"type": "user", "uuid": id, "message": {"role": "user", "content": f"Do {number}"}}
    owner = {"kind": "agent", "session_id": session, "turn": 1, "agent": "Claude Code", "prompt_line": 1}
    lines = {"version": 1, "owners": [owner], "files": [_lines(number)]}
    folder = f"{id[:2]}/{id[2:]}"
    files = {
        "metadata.json": json.dumps({"checkpoint_id": id, "files_touched": ["src"], "sessions": [{}]}),
        "0/metadata.json": json.dumps(facts | {"checkpoint_id": id}),
        "0/full.jsonl": json.dumps(said) + "\n",
        "0/prompt.txt": f"Do {number}",
        "0/lines.json": json.dumps(lines),
    }
    return "".join(_file(f"{folder}/{name}", text) for name, text in files.items())


def _lines(number: int) -> dict[str, object]:
    return {"path": f"src/{number % 3}.py", "blob": "", "lines": {"0": str(number // 3 + 1)}}
