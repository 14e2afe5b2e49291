"""The hooks in a repository reach people who do not have `entire`: there they must do nothing."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping

from entire.agent.external.records import texts
from entire.core import json_text
from entire.core.text import one_line

_SECONDS = 10
_ADVICE = "begin it with `command -v entire >/dev/null || exit 0;`"


def problem(contents: Mapping[str, bytes], name: str, root: str) -> str:
    """Run the commands of an agent's hooks without `entire`; say what goes wrong."""
    with tempfile.TemporaryDirectory(prefix="entire-check-") as folder:
        shell = shutil.which("sh")
        assert shell is not None
        os.symlink(shell, os.path.join(folder, "sh"))
        for command in dict.fromkeys(commands(contents, name)):
            if why := _failure(command, folder, root):
                return f"where `entire` is not installed, `{one_line(command, 80)}` {why}: {_ADVICE}"
    return ""


def commands(contents: Mapping[str, bytes], name: str) -> Iterator[str]:
    """Yield the commands in JSON files that call our hooks."""
    for content in contents.values():
        try:
            found = json_text.decode(content)
        except ValueError:  # a plugin, say
            continue
        yield from (text for text in texts({"": found}) if f"entire hooks {name} " in text)


def _failure(command: str, path: str, root: str) -> str:
    try:
        done = subprocess.run(
            ["sh", "-c", command],
            cwd=root,
            env=os.environ | {"PATH": path},
            input=b"{}",
            capture_output=True,
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return "does not end"
    if done.returncode:
        return f"ends with {done.returncode}"
    return "prints something" if done.stdout + done.stderr else ""
