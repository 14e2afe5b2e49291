"""`make faults`: every effect of the hooks and commands in each story, with every kind of fault.

The stories have every hook, and every command that changes refs, states, settings or agents' files; of those
that look back, `search` and `stats`, which build an index. They do not have `edited`, `run`, `demo` and
`web`, nor what writes a file of its own elsewhere (`export`, `agent new`).
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

from tests.faults import agents, auto_commits, commands, compactions, conversations, later, links, messages
from tests.faults.drive import KINDS, Outcome, Player

STORIES = [
    *commands.STORIES,
    *conversations.STORIES,
    *messages.STORIES,
    *compactions.STORIES,
    *later.STORIES,
    *links.STORIES,
    *auto_commits.STORIES,
    *agents.STORIES,
]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--story", action="append", help="only this one; repeat for more", default=[])
    parser.add_argument("--kind", action="append", help=f"only this kind: {', '.join(KINDS)}", default=[])
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--out", type=Path, help="append each problem to this file as JSON")
    parser.add_argument("--quick", action="store_true", help="of many objects, only the first and the last")
    given = parser.parse_args()
    kinds = tuple(given.kind) or KINDS
    names = [story.name for story in STORIES if not given.story or story.name in given.story]
    totals: Counter[str] = Counter()
    scratch = tempfile.TemporaryDirectory(prefix="entire-faults-")
    with scratch as folder, ProcessPoolExecutor(given.jobs) as pool:
        runs = [
            pool.submit(play, name, os.path.join(folder, str(number)), kinds, given.quick, given.out)
            for number, name in enumerate(names)
        ]
        for run in as_completed(runs):
            counts, rows = run.result()
            totals += counts
            print(*rows, sep="\n", flush=True)
    print("total: " + ", ".join(f"{totals[name]} {name}" for name in NAMES))
    return 1 if any(totals[name] for name in NAMES[3:]) else 0


NAMES = ("effects", "runs", "end states", "losses", "differences", "left behind", "failures")


def play(
    name: str, root: str, kinds: tuple[str, ...], quick: bool, out: Path | None
) -> tuple[Counter[str], list[str]]:
    """Play one story. Returns counts, and what to print about each step."""
    story = next(story for story in STORIES if story.name == name)
    player = Player(story, Path(root))
    player.prepare()
    totals: Counter[str] = Counter()
    steps: dict[str, Counter[str]] = {}
    for at, rows in player.effects.items():
        steps.setdefault(story.steps[at].name, Counter())["effects"] += len(rows)
    for fault in player.faults(kinds, quick=quick):
        outcome = player.disturb(*fault)
        counts = steps[outcome.step]
        counts += count(outcome)
        if outcome.problems and out is not None:
            with out.open("a") as file:
                file.write(json.dumps(outcome._asdict()) + "\n")
    for counts in steps.values():
        totals += counts
    shown = [
        f"{name}: {step}: " + ", ".join(f"{counts[n]} {n}" for n in NAMES) for step, counts in steps.items()
    ]
    return totals, shown


def count(outcome: Outcome) -> Counter[str]:
    found = Counter({"runs": 1, "end states": 0 if outcome.is_known else 1})
    words = {"lost": "losses", "differs": "differences", "left": "left behind"}
    for problem in {problem.partition(":")[0] for problem in outcome.problems}:
        found[words.get(problem, "failures")] += 1
    return found


if __name__ == "__main__":
    sys.exit(main())
