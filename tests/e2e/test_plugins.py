"""A plugin whose `entire` fails never disturbs its client: it says and does what it would without."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from tests.e2e import stored
from tests.e2e.checks import SEPARATOR, commit, enable
from tests.e2e.clients.opencode import OpenCode
from tests.e2e.clients.pi import Pi
from tests.e2e.fake_model import FakeModel
from tests.e2e.script import Script, Turn, say

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.clients.client import Client
    from tests.e2e.sandbox import Repo, Sandbox

FAULTS = {
    "crashes": "#!/bin/sh\nkill -9 $$\n",
    "hangs": "#!/bin/sh\nexec sleep 300\n",
    "floods": "#!/bin/sh\nyes | head -c 50000000\nyes | head -c 50000000 >&2\n",
}


@pytest.mark.parametrize("kind", [OpenCode, Pi], ids=lambda kind: kind.name)
def test_a_program_that_fails(repo: Repo, sandbox: Sandbox, tmp_path: Path, kind: type[Client]) -> None:
    """It fails in each turn, in a different way, until the last."""
    executable = kind.find()
    enable(repo, kind.name, kind.config)
    faults = [*FAULTS, "is missing"]
    names = [f"{number}.py" for number in range(len(faults) + 1)]
    turns = [
        Turn(f"Write {name}", kind.write(repo.root / name, "x = 1\n"), say(f"{name} is written."))
        for name in names
    ]
    session = ""
    with FakeModel(Script(*turns), kind.dialect) as model:
        client = kind(executable, sandbox, model)
        path = sandbox.env["PATH"]

        def write(name: str) -> str:
            """In a minute: the plugin waits for a quarter of one at most."""
            prompt = f"Write {name}"
            answer = client.resume(prompt, repo.root, session) if session else client.ask(prompt, repo.root)
            assert answer.text == f"{name} is written."
            assert (repo.root / name).read_text() == "x = 1\n"
            return answer.session_id

        for fault, name in zip(faults, names, strict=False):
            sandbox.env["PATH"] = broken(tmp_path / fault, path, fault)
            session = write(name)
            assert stored.states(repo) == [], fault

        sandbox.env["PATH"] = path  # the program works again: nothing that was said is lost
        write(names[-1])
    found = stored.checkpoint(repo, commit(repo, "All files"))
    assert found.prompt == SEPARATOR.join(f"Write {name}" for name in names)
    assert [name for name in names if f"{name} is written." not in found.transcript] == []
    assert names[-1] in found.metadata["files_touched"]


def broken(folder: Path, path: str, fault: str) -> str:
    """PATH with a program named `entire` that fails, or with none."""
    folder.mkdir()
    if fault in FAULTS:
        (folder / "entire").write_text(FAULTS[fault])
        (folder / "entire").chmod(0o755)
        return os.pathsep.join([str(folder), path])
    kept = [one for one in path.split(os.pathsep) if not os.path.exists(os.path.join(one, "entire"))]
    return os.pathsep.join(kept)
