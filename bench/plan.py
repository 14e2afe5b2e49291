"""What is measured: the points of the matrix. Pure.

The whole matrix would take a day. Each axis is walked while the others stay at the base point, and the corner
that the budgets name stands beside the base point in the same run.
"""

from __future__ import annotations

from typing import NamedTuple


class Point(NamedTuple):
    """How large a repository is, in the four ways that matter."""

    files: int
    sessions: int  # past ones, ended and condensed
    checkpoints: int  # on the branch
    megabytes: int  # of the live session's transcript


BASE = Point(files=1_000, sessions=1, checkpoints=100, megabytes=1)


class Plan(NamedTuple):
    axes: dict[str, tuple[int, ...]]
    corner: Point  # many past sessions and many checkpoints
    tools: list[Point]  # where the hooks around tools are measured
    reading: list[Point]  # where the commands that look back are
    rounds: int
    few_rounds: int  # of tools, reading and pushing: a round is long, and the budgets are wide
    commits: int  # of a session whose bytes are counted
    stored: int  # megabytes of its transcript
    redacted: int  # megabytes
    automatic: list[Point] = []  # where a stop with auto-commit is measured
    agents: list[Point] = []  # where the hooks of every agent are

    def along(self, axis: str) -> list[Point]:
        """The points of an axis, from small to large."""
        return [BASE._replace(**{axis: size}) for size in self.axes[axis]]

    def points(self) -> list[Point]:
        """Everything to measure hooks at, the base point first."""
        walked = [point for axis in self.axes for point in self.along(axis)]
        return list(dict.fromkeys([BASE, *walked, self.corner]))


_CROWDED = BASE._replace(sessions=500, checkpoints=10_000)
FULL = Plan(
    axes={
        "files": (1_000, 10_000, 100_000),
        "sessions": (0, 1, 100, 500),
        "checkpoints": (100, 1_000, 10_000),
        "megabytes": (1, 20, 70),
    },
    corner=_CROWDED,
    tools=[BASE, BASE._replace(files=100_000), BASE._replace(megabytes=70), _CROWDED],
    reading=[BASE, _CROWDED],
    rounds=31,
    few_rounds=15,
    commits=20,
    stored=20,
    redacted=50,
    automatic=[BASE, BASE._replace(files=10_000)],
    agents=[BASE, BASE._replace(files=10_000)],
)

_FULLER = BASE._replace(sessions=100, checkpoints=500)
QUICK = Plan(
    axes={"files": (1_000, 10_000), "sessions": (1,), "checkpoints": (100,), "megabytes": (1, 20)},
    corner=_FULLER,
    tools=[BASE, BASE._replace(files=10_000)],
    reading=[_FULLER],
    rounds=5,
    few_rounds=3,
    commits=5,
    stored=5,
    redacted=20,
    automatic=[BASE],
    agents=[BASE],
)
