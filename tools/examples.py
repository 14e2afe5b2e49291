"""`make examples`: run the examples in the documentation, and write down what they print now.

An example is a line that begins with `$ ` in a block marked `console`, with its output below; `...` stands
for any text. Each page is run from top to bottom in a new repository with one commit. Output that still
matches is left as it is written; other output is replaced.
"""

from __future__ import annotations

import fnmatch
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
_BLOCK = re.compile(r"(?<=^```console\n)(.*?)(?=^```)", re.DOTALL | re.MULTILINE)
_EXAMPLE = re.compile(r"^\$ ([^\n]*)\n((?:(?!\$ )[^\n]*\n)*)", re.MULTILINE)
_CONFIG = "[user]\n\tname = Ada\n\temail = ada@example.com\n[init]\n\tdefaultBranch = main\n"


def pages() -> list[Path]:
    """The pages that have examples."""
    found = (*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md")))
    return [page for page in found if _BLOCK.search(page.read_text(encoding="utf-8"))]


def examples(page: Path) -> Iterator[tuple[str, str]]:
    """Commands, each with what it is said to print."""
    for block in _BLOCK.findall(page.read_text(encoding="utf-8")):
        yield from _EXAMPLE.findall(block)


def matches(output: str, expected: str) -> bool:
    pattern = re.sub(r"([\[?])", r"[\1]", expected).replace("...", "*")
    return fnmatch.fnmatchcase(output, pattern)


def updated(text: str, run: Callable[[str], str]) -> str:
    """A page's text with the output of its examples as it is now."""

    def example(found: re.Match[str]) -> str:
        output = run(found[1])
        return found[0] if matches(output, found[2]) else f"$ {found[1]}\n{output}"

    return _BLOCK.sub(lambda block: _EXAMPLE.sub(example, block[0]), text)


def main() -> None:
    for page in pages():
        before = page.read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory(prefix="entire-examples-") as scratch:
            after = updated(before, _runner(Path(os.path.realpath(scratch))))
        if after != before:
            page.write_text(after, encoding="utf-8")
            print(page.relative_to(ROOT))


def _runner(scratch: Path) -> Callable[[str], str]:
    """Runs commands in a new repository, without a terminal and with nothing of the caller's settings."""
    config, repo = scratch / "gitconfig", scratch / "repo"
    config.write_text(_CONFIG)
    repo.mkdir()
    env = {
        "HOME": str(scratch),
        "PATH": os.pathsep.join([os.path.dirname(sys.executable), os.environ.get("PATH", os.defpath)]),
        "GIT_CONFIG_GLOBAL": str(config),
        "GIT_CONFIG_NOSYSTEM": "1",
        "LC_ALL": "C.UTF-8",
    }

    def run(command: str) -> str:
        done = subprocess.run(
            ["sh", "-c", command],
            cwd=repo,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            start_new_session=True,
            check=True,
            text=True,
        )
        return done.stdout

    run("git init --quiet && echo '# A project' > README.md && git add . && git commit --quiet -m first")
    return run


if __name__ == "__main__":
    main()
