"""The list of refs that were repaired, for `entire status` and `entire doctor`."""

from __future__ import annotations

import os

from entire.core import files, json_text
from entire.core.record import Record
from entire.git.repository import Repository

FILE = os.path.join("entire-sessions", "repaired-refs")


class Repaired(Record):
    """One line of the file."""

    ALWAYS = frozenset({"time", "ref", "value"})

    time: str = ""
    ref: str = ""
    value: str = ""  # what it was
    kept_as: str = ""  # the ref that has it now, if its commit exists
    now: str = ""  # what it was set to; empty if it was deleted


def path(repo: Repository) -> str:
    return os.path.join(repo.common_dir, FILE)


def note(repo: Repository, repaired: Repaired) -> None:
    """Add a line. The caller holds the lock."""
    old = files.read_or_empty(path(repo))
    files.make_dir(os.path.dirname(path(repo)))
    files.write_atomic(path(repo), old + (json_text.encode_line(repaired.to_json()) + "\n").encode())


def listed(repo: Repository) -> list[Repaired]:
    """Return all repairs that the user has not seen to yet, oldest first."""
    found = []
    for line in files.read_or_empty(path(repo)).splitlines():
        try:
            found.append(Repaired.from_json(json_text.decode(line)))
        except ValueError:
            continue
    return found
