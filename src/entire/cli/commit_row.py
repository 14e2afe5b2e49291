"""A commit, as several commands show it. Field names are the names in `--json`."""

from __future__ import annotations

from typing import NamedTuple

from entire.checkpoint.index.links import LinkedCommit
from entire.git.history import LoggedCommit


class CommitRow(NamedTuple):
    commit: str
    subject: str
    author: str
    date: str


def commit_row(commit: LoggedCommit | LinkedCommit) -> CommitRow:
    return CommitRow(commit.oid, commit.subject, commit.author, commit.date)
