"""The ways to work that scenarios are played in: how the work of a turn becomes a commit.

A scenario about commits is played in `COMMITS`: those of the user, or of a strategy that makes them itself.
One about steps is played in `STEPS`: they wait for a commit, also where a strategy may not make it.

What differs on purpose where a strategy makes the commits, and is not played there or says so in the test:

- Each turn has its own commit and checkpoint, with its own prompt, files and tokens. So no commit has two
  sessions, none is a part of a turn, and nothing is carried forward, stashed or split by a person first.
- A turn leaves no step, so there is none to rewind to: its commit is the point, and going there moves the
  branch as well, unless `--logs-only` is given.
- What a person added to a file stays uncommitted. Their own commit of it has no work of a session, so it has
  no checkpoint, and `blame` says that, not "human".
- The message at the start of a session does not speak of the next commit and who is linked to it.
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
