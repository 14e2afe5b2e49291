"""Check that git's objects get packed."""

from __future__ import annotations

from entire.care.flood import flood
from entire.doctor.finding import Finding
from entire.git import upkeep
from entire.git.objects import store
from entire.git.repository import Repository

KIND = "too_many_objects"


def examine(repo: Repository) -> list[Finding]:
    found = flood(store.measure(repo), upkeep.read(repo))
    return (
        [] if found is None else [Finding(KIND, found.text, found.cause, "pack them with `entire gc --run`")]
    )
