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


@pytest.mark.parametrize("fault", [*FAULTS, "is missing"])
@pytest.mark.parametrize("kind", [OpenCode, Pi], ids=lambda kind: kind.name)
def test_a_program_that_fails(
    repo: Repo, sandbox: Sandbox, tmp_path: Path, kind: type[Client], fault: str
) -> None:
    executable = kind.find()
    enable(repo, kind.name, kind.config)
    script = Script(
        Turn("Write one", kind.write(repo.root / "one.py", "one = 1\n"), say("One is written.")),
        Turn("Write two", kind.write(repo.root / "two.py", "two = 2\n"), say("Two is written.")),
    )
    with FakeModel(script, kind.dialect) as model:
        client = kind(executable, sandbox, model)
        path = sandbox.env["PATH"]
        sandbox.env["PATH"] = broken(tmp_path / "bin", path, fault)
        first = client.ask(
            "Write one", repo.root
        )  # in a minute: the plugin waits for a quarter of one at most
        assert first.text == "One is written."
        assert (repo.root / "one.py").read_text() == "one = 1\n"
        assert stored.states(repo) == []

        sandbox.env["PATH"] = path  # the program works again: nothing that was said is lost
        assert client.resume("Write two", repo.root, first.session_id).text == "Two is written."
    found = stored.checkpoint(repo, commit(repo, "Two files"))
    assert found.prompt == SEPARATOR.join(["Write one", "Write two"])
    assert "One is written." in found.transcript
    assert "two.py" in found.metadata["files_touched"]


def broken(folder: Path, path: str, fault: str) -> str:
    """PATH with a program named `entire` that fails, or with none."""
    folder.mkdir()
    if fault in FAULTS:
        (folder / "entire").write_text(FAULTS[fault])
        (folder / "entire").chmod(0o755)
        return os.pathsep.join([str(folder), path])
    kept = [one for one in path.split(os.pathsep) if not os.path.exists(os.path.join(one, "entire"))]
    return os.pathsep.join(kept)
