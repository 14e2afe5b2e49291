from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from tests.scenario.world import World

import entire


def test_enabling_compiles_what_no_installer_did(world: World, tmp_path: Path) -> None:
    copy = tmp_path / "lib" / "entire"
    shutil.copytree(Path(entire.__file__).parent, copy, ignore=shutil.ignore_patterns("__pycache__"))

    def enable() -> None:
        env = world.env | {"PYTHONPATH": str(copy.parent), "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, "-m", "entire", "enable", "--agent", "claude-code", "--force"]
        subprocess.run(command, cwd=world.repo.path, env=env, check=True, capture_output=True)

    enable()
    compiled = {file.name.split(".")[0] for file in (copy / "hooks" / "__pycache__").iterdir()}
    assert {"__init__", "main", "agent", "git"} <= compiled
    shutil.rmtree(copy / "cli" / "__pycache__")
    enable()
    assert not (copy / "cli" / "__pycache__").exists(), "what is compiled is left alone"
