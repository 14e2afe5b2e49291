"""Whole commands in a real repository, with hostile input. Each case takes as long as the command."""

from __future__ import annotations

import atexit
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tools.fuzz import dice as roll
from tools.fuzz import memory, recordings, samples
from tools.fuzz.target import Target, json_like, lines_like

_SECONDS = 120
_COMMANDS = (("explain", "--json"), ("explain", "a1b2c3"), ("session", "list", "--all"), ("doctor",), ("du",))


def _environment(home: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "ENTIRE_"))}
    return kept | {
        "HOME": str(home),
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)]),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_NAME": "A",
        "GIT_AUTHOR_EMAIL": "a@example.com",
        "GIT_COMMITTER_NAME": "A",
        "GIT_COMMITTER_EMAIL": "a@example.com",
    }


def _run(folder: Path, *words: str, data: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        words,
        cwd=folder / "repository",
        env=_environment(folder),
        input=data,
        capture_output=True,
        timeout=_SECONDS,
        check=False,
    )


@cache
def _template() -> Path:
    """A repository where entire is enabled, made once."""
    folder = Path(tempfile.mkdtemp(prefix="fuzz-template-"))
    atexit.register(shutil.rmtree, folder)
    root = folder / "repository"
    root.mkdir()
    (root / "a.py").write_text("a = 1\n")
    for words in (
        ("git", "init", "--quiet"),
        ("entire", "enable", *(word for name in recordings.names() for word in ("--agent", name))),
        ("git", "add", "--all"),
        ("git", "commit", "--quiet", "-m", "start"),
    ):
        done = _run(folder, *words)
        assert done.returncode == 0, done.stderr
    return folder


def _prepare(folder: Path) -> None:
    shutil.copytree(_template(), folder, dirs_exist_ok=True, symlinks=True)


def _files(folder: Path) -> dict[str, bytes]:
    """Everything that is not ours."""
    ours = (".git", ".entire")
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.relative_to(folder).parts[1:2] not in [(name,) for name in ours]
    }


class Call(NamedTuple):
    words: list[str]
    data: bytes
    home: str = ""  # as the data names it
    transcript: str = ""  # from there
    content: bytes = b""


def _hook(case: Call, folder: Path) -> None:
    _prepare(folder)
    data = case.data
    if case.home:
        data = data.replace(os.fsencode(case.home), os.fsencode(folder))
        transcript = folder / case.transcript
        transcript.parent.mkdir(parents=True, exist_ok=True)
        transcript.write_bytes(case.content)
    before = _files(folder)
    done = _run(folder, "entire", "hooks", *case.words, data=data)
    assert done.returncode == 0, done
    assert b"Traceback" not in done.stderr, done.stderr
    assert _files(folder) == before
    for log in (folder / "repository" / ".entire" / "logs").glob("*.log"):
        text = log.read_text()
        assert not re.search(r'"where":"[^"]*\.py:\d', text), text  # an error that nobody expected


def _hooks(dice: random.Random) -> Call:
    _template()
    if dice.random() < 0.7:
        agent = dice.choice(recordings.names())
        verb, payload = dice.choice(recordings.calls(agent))
        content = lines_like(*recordings.records(agent))(dice)
        return Call([agent, verb], json_like(payload)(dice), *recordings.home_of(payload), content)
    name = dice.choice(("pre-push", "post-commit", "prepare-commit-msg", "commit-msg", "post-rewrite", "x"))
    words = [_argument(dice) for _ in range(dice.randrange(4))]
    line = f"refs/heads/a {samples.OID} refs/heads/a {samples.OID}\n"
    return Call(["git", name, *words], roll.spoil(dice, line.encode()))


def _argument(dice: random.Random) -> str:
    word = roll.text(dice, 3).replace("\0", "").encode("utf-8", "replace").decode()
    return dice.choice((word, ".git/COMMIT_EDITMSG", "message", "commit", "HEAD", "origin"))


def _branches(dice: random.Random) -> int:
    _template()
    return dice.getrandbits(60)


def _branch(number: int, folder: Path) -> None:
    """Commands that read a checkpoints branch which someone else wrote."""
    dice = random.Random(number)
    _prepare(folder)
    objects = memory.Memory()
    _import(folder, objects, memory.branch(dice, objects))
    before = _files(folder)
    done = _run(folder, "entire", *dice.choice(_COMMANDS))
    assert b"Traceback" not in done.stderr, done.stderr
    assert done.returncode in (0, 1, 2), done
    assert _files(folder) == before


def _import(folder: Path, objects: memory.Memory, root: str) -> None:
    """Write the objects with git, as they are: it takes what a hostile server may send."""
    known: dict[str, str] = {}
    for oid, found in objects.stored.items():
        data = found.data
        for old, new in known.items():
            data = data.replace(bytes.fromhex(old), bytes.fromhex(new))
        words = ("git", "hash-object", "-w", "--literally", "--stdin", "-t", found.kind)
        known[oid] = _run(folder, *words, data=data).stdout.decode().strip()
    tree = known[root]
    commit = _run(folder, "git", "hash-object", "-w", "--literally", "--stdin", "-t", "commit", data=(
        f"tree {tree}\nauthor A <a@b> 1700000000 +0000\ncommitter A <a@b> 1700000000 +0000\n\nx\n".encode()
    )).stdout.decode().strip()  # fmt: skip
    _run(folder, "git", "update-ref", "refs/heads/entire/checkpoints/v1", commit)


TARGETS = [
    Target("whole hooks", _hooks, _hook, share=0.0006, on_disk=True),
    Target("whole branches", _branches, _branch, share=0.0004, on_disk=True),
]
