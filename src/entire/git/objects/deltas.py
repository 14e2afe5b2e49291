"""What each commit of a branch changed, in one call."""

from __future__ import annotations

import os
from collections.abc import Iterator

from entire.core.value import Value
from entire.git.diff import FileChange, parse_raw
from entire.git.repository import Repository


class Delta(Value):
    author: str  # name <email> seconds offset
    message: str
    changes: list[FileChange]  # against the first parent


def deltas(repo: Repository, ref: str) -> Iterator[Delta]:
    """Yield the commits of a branch's first-parent line, oldest first."""
    command = ["log", "--first-parent", "-m", "--reverse", "--root", "--raw", "-r", "-z", "--no-renames"]
    command += ["--no-abbrev", "--no-show-signature", "--date=raw"]
    mark = os.urandom(12).hex()  # no file has this name
    out = repo.run(*command, f"--format={mark}%an <%ae> %ad%x00%B%x00", ref, "--").out
    for record in out.split(mark.encode())[1:]:
        author, message, *rest = record.split(b"\0", 2)
        raw = rest[0].lstrip(b"\0\n") if rest else b""
        yield Delta(
            author.decode("utf-8", "replace"), message.decode("utf-8", "surrogateescape"), parse_raw(raw)
        )
