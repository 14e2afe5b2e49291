"""A transcript as an agent leaves it: code that was read and edited, prose, ids, images, some secrets."""

from __future__ import annotations

import base64
import json
import random
import sysconfig
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
_SECRET_EVERY = 60  # rounds of work
_IMAGE_EVERY = 25
_PROMPT_EVERY = 15


def write(path: Path, size: int) -> int:
    """Lines until there are so many bytes; returns how many bytes there are."""
    with open(path, "wb") as file:
        for line in _lines(random.Random(5)):
            file.write(line)
            if file.tell() >= size:
                return file.tell()
    raise AssertionError("lines do not end")


def _lines(chance: random.Random) -> Iterator[bytes]:
    sources = _sources()
    session, turn = str(uuid.UUID(bytes=chance.randbytes(16))), 0
    while True:
        turn += 1
        for record in _round(chance, turn, sources):
            common = {
                "uuid": str(uuid.UUID(bytes=chance.randbytes(16))),
                "sessionId": session,
                "cwd": "/home/me/app",
            }
            yield json.dumps(common | record, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def _sources() -> list[tuple[str, str]]:
    """Code that is on every machine that runs this."""
    folder = Path(sysconfig.get_paths()["stdlib"])
    paths = sorted(path for path in folder.glob("*.py") if 5_000 < path.stat().st_size < 120_000)
    return [(path.name, path.read_text(errors="replace")) for path in paths]


def _round(chance: random.Random, turn: int, sources: list[tuple[str, str]]) -> Iterator[dict[str, Any]]:
    name, text = chance.choice(sources)
    rows = text.split("\n")
    start = chance.randrange(max(1, len(rows) - 200))
    part = rows[start : start + chance.choice((20, 60, 200))]
    numbered = "\n".join(f"{start + number:6}→{row}" for number, row in enumerate(part, 1))
    if turn % _PROMPT_EVERY == 1:
        yield {"type": "user", "message": {"role": "user", "content": f"Please look at {name}, it is long."}}
    yield _assistant(
        chance, {"type": "thinking", "thinking": " ".join(part)[:1500], "signature": _noise(chance, 600)}
    )
    yield _assistant(
        chance, {"type": "text", "text": f"I will read {name} first.\n\n" + "\n".join(part)[:700]}
    )
    yield from _call(chance, "Read", {"file_path": f"/home/me/app/src/{name}"}, numbered)
    edit = {
        "file_path": f"/home/me/app/src/{name}",
        "old_string": "\n".join(part[:9]),
        "new_string": "\n".join(part[9:18]),
    }
    yield from _call(chance, "Edit", edit, f"The file has been updated.\n{numbered[:1500]}")
    output = (
        f"$ pytest -q\n{'.' * 60} [100%]\ncommit {chance.randbytes(20).hex()}\n{len(part)} passed in 1.2 s"
    )
    if turn % _SECRET_EVERY == 0:
        output += f"\nexport API_TOKEN={''.join(chance.choices(_LETTERS, k=40))}\n"
    yield from _call(
        chance, "Bash", {"command": f"pytest -q tests/test_{name}", "description": "Run tests"}, output
    )
    if turn % _IMAGE_EVERY == 0:
        data = base64.b64encode(chance.randbytes(60_000)).decode()
        image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": data}}
        yield {"type": "user", "message": {"role": "user", "content": [image]}}


def _call(chance: random.Random, tool: str, given: dict[str, Any], result: str) -> Iterator[dict[str, Any]]:
    """A tool's call, and its result, which the client writes down twice."""
    call = f"toolu_01{_noise(chance, 22)}"
    yield _assistant(chance, {"type": "tool_use", "id": call, "name": tool, "input": given})
    content = [{"tool_use_id": call, "type": "tool_result", "content": result}]
    yield {
        "type": "user",
        "message": {"role": "user", "content": content},
        "toolUseResult": {"stdout": result},
    }


def _assistant(chance: random.Random, block: dict[str, Any]) -> dict[str, Any]:
    usage = {
        "input_tokens": 4,
        "cache_read_input_tokens": chance.randrange(10**5),
        "output_tokens": chance.randrange(999),
    }
    message = {"id": f"msg_01{_noise(chance, 22)}", "role": "assistant", "content": [block], "usage": usage}
    return {"type": "assistant", "message": message, "requestId": f"req_01{_noise(chance, 22)}"}


def _noise(chance: random.Random, count: int) -> str:
    return "".join(chance.choices(_LETTERS, k=count))
