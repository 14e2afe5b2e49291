"""The configured remotes."""

from __future__ import annotations

import os

from entire.git.repository import Repository


def addresses(repo: Repository) -> dict[str, str]:
    """Return the push URL of each remote, with `pushurl` and `insteadOf` applied."""
    lines = os.fsdecode(repo.run("remote", "--verbose").out).splitlines()
    rows = (line.rpartition(" ")[::2] for line in lines)
    pairs = (head.split("\t", 1) for head, kind in rows if kind == "(push)" and "\t" in head)
    found: dict[str, str] = {}
    for name, address in pairs:
        found.setdefault(name, address)
    return found
