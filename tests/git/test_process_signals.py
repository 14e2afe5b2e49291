"""A signal that ends a hook while it starts git: git is known, and ends with it."""

from __future__ import annotations

import subprocess
import sys

_SCRIPT = """
import os, signal
from entire.git import process

class Ended(Exception):
    pass

def end(number, frame):
    raise Ended

real = os.posix_spawnp
def spawn(*given, **named):
    pid = real(*given, **named)
    os.kill(os.getpid(), signal.SIGTERM)
    return pid

signal.signal(signal.SIGTERM, end)
os.posix_spawnp = spawn
process.own_groups()
try:
    process.start(["cat-file", "--batch"], None)
except Ended:
    [pid] = process._Children.groups
    process.end_children()
    print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
"""


def test_git_is_known_before_a_signal_is_handled() -> None:
    done = subprocess.run([sys.executable, "-c", _SCRIPT], capture_output=True, text=True, check=False)
    assert (done.stderr, done.stdout.strip()) in [("", "-15"), ("", "-9"), ("", "128"), ("", "0")]
