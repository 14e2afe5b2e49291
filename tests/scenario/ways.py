"""The ways to work that scenarios are played in: how the work of a turn becomes a commit.

A scenario about commits is played in `COMMITS`: those of the user, or of a strategy that makes them itself.
One about steps is played in `STEPS`: they wait for a commit, also where a strategy may not make it.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest


class Way(NamedTuple):
    name: str
    strategy: str
    branches: tuple[str, ...] | None = None  # where auto-commit may commit; None: everywhere

    @property
    def options(self) -> list[str]:
        """For `entire enable`; none for the default."""
        return ["--strategy", self.strategy] if self.strategy != "manual-commit" else []

    @property
    def makes_commits(self) -> bool:
        return self.strategy == "auto-commit" and self.branches is None


BY_HAND = Way("manual-commit", "manual-commit")
BY_ITSELF = Way("auto-commit", "auto-commit")
WAITING = Way("auto-commit on a protected branch", "auto-commit", ())


def _played(*ways: Way) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("way", ways, indirect=True, ids=[way.name for way in ways])


COMMITS = _played(BY_HAND, BY_ITSELF)
STEPS = _played(BY_HAND, WAITING)
