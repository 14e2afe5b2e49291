"""`python -m bench.one_folder`: hooks where all files are in one folder. Not a part of `make bench`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from bench import cases
from bench.fixture.playground import Playground
from bench.fixture.workshop import Workshop, settle
from bench.measured import Row
from bench.numbers import exponent
from bench.page.table import table
from bench.plan import BASE, Point
from bench.run import idle
from bench.run.progress import Progress
from bench.run.results import Results
from bench.run.stage import interleave
from bench.run.turns import Turns

SIZES = (1_000, 10_000, 100_000)
ROUNDS = 9
_STAGE = "one folder"
_SMALL = BASE._replace(files=1, checkpoints=1, megabytes=0)
_CASES = (cases.PROMPT, cases.STOP, cases.COMMIT, cases.SYNC_COMMIT)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.one_folder", description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("sizes", nargs="*", type=int, default=SIZES, metavar="FILES")
    options = parser.parse_args()
    progress = Progress()
    rows = measure(options.sizes, options.rounds, progress)
    progress.end()
    print(report(rows, options.sizes))


def measure(sizes: Sequence[int], rounds: int, progress: Progress) -> list[Row]:
    """The agent and the user change files in a folder with so many of them."""
    results = Results()
    with Workshop() as workshop:
        grounds: dict[Point, Playground] = {}
        for size in sizes:
            progress.tell("repositories", f"{size:,} files")
            grounds[_SMALL._replace(files=size)] = ground = workshop.playground(_SMALL)
            _fill(ground, size)
        settle(list(grounds.values()))
        turns = [Turns(point, ground) for point, ground in grounds.items()]
        interleave(_STAGE, turns, rounds, results, progress)
        progress.tell("cleaning up")
    return results.rows()


def _fill(ground: Playground, size: int) -> None:
    for number in range(size):
        (ground.root / f"{number:06d}.txt").write_text(f"{number}\n")
    ground.run("git", "add", "--all")
    ground.run(*idle.NO_HOOKS, *idle.COMMIT[1:])


def report(rows: Sequence[Row], sizes: Sequence[int]) -> str:
    """What each case costs over its control, and how that grows. Pure."""
    found = []
    for case in _CASES:
        each = sorted((row for row in rows if row.case == case), key=lambda row: row.point.files)
        grows = exponent(sizes, [row.over for row in each])
        costs = " · ".join(f"{row.over:.0f}" for row in each)
        found.append((case, each[0].control, costs, "" if grows is None else f"{grows:.2f}"))
    head = ("case", "over", f"ms, {' · '.join(f'{size:,}' for size in sizes)} files", "exponent")
    return table(head, found)


if __name__ == "__main__":
    main()
