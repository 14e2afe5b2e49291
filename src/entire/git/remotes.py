"""The remotes that a repository knows."""

from __future__ import annotations

import os

from entire.git.repository import Repository


def addresses(repo: Repository) -> dict[str, str]:
    """Where each remote is pushed to, by name, as git itself would go (`insteadOf`, `pushurl`)."""
    lines = os.fsdecode(repo.run("remote", "--verbose").out).splitlines()
    rows = (line.rpartition(" ")[::2] for line in lines)
    pairs = (head.split("\t", 1) for head, kind in rows if kind == "(push)" and "\t" in head)
    found: dict[str, str] = {}
    for name, address in pairs:
        found.setdefault(name, address)
    return found
