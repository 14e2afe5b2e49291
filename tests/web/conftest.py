from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="`entire web` is an extra: in a clone, pip install '.[web]'")

from tools.screens.shop import play
from tools.screens.stage import Stage

from entire.git.repository import Repository, open_repository


@pytest.fixture(scope="session")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    """The shop of the pictures, with its history. Tests do not change it."""
    found = Stage(Path(os.path.realpath(tmp_path_factory.mktemp("shop"))))
    play(found)
    return found


@pytest.fixture(scope="session")
def names(stage: Stage) -> dict[str, str]:
    """The commit that limits attempts, and its checkpoint."""
    form = "--format=%H %(trailers:key=Entire-Checkpoint,valueonly)"
    command = ["git", "log", "-1", form, "--grep=Limit login attempts"]
    done = subprocess.run(command, cwd=stage.root, env=stage.env, check=True, capture_output=True, text=True)
    commit, checkpoint = done.stdout.split()
    return {"commit": commit, "checkpoint": checkpoint}


@pytest.fixture
def shop(stage: Stage) -> Repository:
    return open_repository(str(stage.root))
