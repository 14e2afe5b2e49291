"""Partial clones."""

from __future__ import annotations

from entire.git.repository import Repository


def is_partial(repo: Repository) -> bool:
    """Whether objects are missing here on purpose: git gets them when it needs them."""
    return bool(repo.run("config", "--get-regexp", r"^remote\..*\.promisor$", ok=(0, 1)).out)
