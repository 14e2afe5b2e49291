"""The lines that differ between texts outside of any tree: any number of pairs, one `git diff --no-index`."""

from __future__ import annotations

import io
import os
import tempfile
from collections.abc import Sequence

from entire.git.patch import Hunk, PatchLines, read_patch
from entire.git.repository import Repository

_COMMAND = (
    "diff",
    "--no-index",
    "-U0",
    "--inter-hunk-context=0",
    "--no-color",
    "--no-ext-diff",
    "--no-textconv",
)
_DIGITS = 6


def hunks_between(repo: Repository, texts: Sequence[tuple[bytes, bytes]]) -> list[tuple[Hunk, ...] | None]:
    """Return the difference of each pair; None if git does not compare lines."""
    with tempfile.TemporaryDirectory(prefix="entire-") as folder:
        sides = [os.path.join(folder, name) for name in ("old", "new")]
        for side, path in enumerate(sides):
            os.mkdir(path)
            for number, pair in enumerate(texts):
                with open(os.path.join(path, f"{number:0{_DIGITS}}"), "wb") as file:
                    file.write(pair[side])
        out = repo.run(*_COMMAND, "--", *sides, ok=(0, 1)).out
    lines = PatchLines(io.BytesIO(out))
    found: dict[int, tuple[Hunk, ...] | None] = {}
    while lines.peek().startswith(b"diff --git "):
        number = int(lines.take().rstrip()[-_DIGITS:])  # we chose the names
        _, content = read_patch(lines)
        found[number] = None if isinstance(content, str) else content
    return [found.get(number, ()) for number in range(len(texts))]
