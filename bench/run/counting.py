"""What a command takes besides time: processes, memory, bytes. Never while the clock runs."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from bench.fixture.playground import Playground
from bench.measured import Counts
from bench.run.results import Action

# Stands in for the command on PATH. It is small on purpose: the memory of the process that starts another
# counts as the other's, until that has started its program.
_WRAPPER = """\
#!{python} -IS
import os, sys
pid = os.posix_spawn({real!r}, [{real!r}, *sys.argv[1:]], os.environ)
_, status, usage = os.wait4(pid, 0)
with open({calls!r}, "a") as file:
    file.write(str(usage.ru_maxrss) + "\\n")
sys.exit(os.waitstatus_to_exitcode(status))
"""
_UNIT = 1 if sys.platform == "darwin" else 1024  # of ru_maxrss


def count(ground: Playground, action: Action) -> Counts:
    """Run something that starts its processes with the playground's environment."""
    folder = ground.root.parent / "counting"
    shutil.rmtree(folder, ignore_errors=True)
    traces, calls = folder / "traces", folder / "calls"
    traces.mkdir(parents=True)
    calls.touch()
    _write_wrapper(folder / "entire", ground.env["PATH"], calls)
    before, env = ground.size(), dict(ground.env)
    ground.env |= {"PATH": f"{folder}{os.pathsep}{env['PATH']}", "GIT_TRACE2_EVENT": str(traces)}
    try:
        action()
    finally:
        ground.env.clear()
        ground.env.update(env)
    peaks = [int(line) * _UNIT for line in calls.read_text().split()]
    return Counts(
        ours=len(peaks),
        git=len(list(traces.iterdir())),
        peak=max(peaks, default=0),
        added=ground.size() - before,
    )


def _write_wrapper(path: Path, search: str, calls: Path) -> None:
    real = shutil.which("entire", path=search)
    path.write_text(_WRAPPER.format(python=sys.executable, real=real, calls=str(calls)))
    path.chmod(0o755)
