"""`entire completion`: shells accept the script, and it offers what there is."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import SESSION, A, Stage, run

SHELLS = ["bash", "zsh", "fish"]


@pytest.mark.parametrize("shell", SHELLS)
def test_the_shell_accepts_it(shell: str, tmp_path: Path) -> None:
    script = run(tmp_path, "completion", shell)
    assert (script.code, script.err) == (0, "")
    assert "_ENTIRE_COMPLETE" in script.out
    assert run(tmp_path, "completion", SHELL=f"/usr/bin/{shell}") == script
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed here")
    done = subprocess.run([shell, "-n"], input=script.out.encode(), capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("words", [["tcsh"], []])
def test_another_shell(words: list[str], tmp_path: Path) -> None:
    done = run(tmp_path, "completion", *words, SHELL="/bin/tcsh")
    assert (done.code, done.out) == (2, "")
    assert "bash" in done.err


def completed(cwd: Path, *words: str) -> list[str]:
    """What bash offers for the last word, by the script itself."""
    script = f"""
PATH={os.path.dirname(sys.executable)}:$PATH
eval "$(entire completion bash)"
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
_entire_completion entire
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
    done = subprocess.run(
        ["bash", "--norc", "-c", script, "bash", "entire", *words], cwd=cwd, capture_output=True, check=True
    )
    assert done.stderr == b""
    return done.stdout.decode().split()


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed here")
def test_what_bash_offers(one: Stage) -> None:
    here = one.work.path
    assert {"enable", "explain", "session", "logs"} <= set(completed(here, ""))
    assert completed(here, "ses") == ["session"]
    assert completed(here, "session", "s") == ["show", "stop"]
    assert completed(here, "explain", "--raw") == ["--raw-transcript"]
    assert completed(here, "explain", "--no") == ["--no-pager"]

    one.session(SESSION, last_prompt="Limit it \x1b[2J; rm -rf /")
    assert completed(here, "session", "show", "8f") == [SESSION]
    assert completed(here, "explain", "--session", "") == [SESSION]
    assert completed(here, "explain", A[:2]) == [A]
    assert completed(here, "session", "show", "zzz") == []

    one.work.git("branch", "feature/login")
    one.work.git("branch", "x$(touch${IFS}owned)")
    assert completed(here, "explain", "--commit", "") == ["feature/login", "main"]
    assert not (here / "owned").exists()


def test_outside_a_repository_nothing_is_offered(tmp_path: Path) -> None:
    done = run(tmp_path, _ENTIRE_COMPLETE="bash_complete", COMP_WORDS="entire session show ", COMP_CWORD="3")
    assert (done.out.strip(), done.err) == ("", "")
