"""How HEAD came to be where it is."""

from __future__ import annotations

from entire.git.repository import Repository


def last_action(repo: Repository) -> str:
    """Git's word for the last move of HEAD: `commit`, `commit (amend)`, `cherry-pick`, `pull`, …"""
    out = repo.run("log", "--walk-reflogs", "-1", "--format=%gs", "HEAD", ok=(0, 128)).out
    return out.decode("utf-8", "replace").partition(":")[0].strip()
