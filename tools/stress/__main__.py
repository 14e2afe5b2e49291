"""`make stress`: sessions, commits, pushes and chores at once, again and again; nothing may be lost."""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import tempfile
import time
from pathlib import Path

from tools.clients import registry
from tools.stress.plan import Size
from tools.stress.run import run


def main() -> int:
    options = _options()
    size = Size(
        options.worktrees,
        options.sessions,
        options.turns,
        colleague_turns=options.colleague_turns,
        chores=not options.no_chores,
        one_commit_at_a_time=options.one_commit_at_a_time,
        agent=options.agent,
        lost=options.lost,
        commit_seconds=options.commit_seconds,
    )
    failed = 0
    for number in range(options.runs):
        seed = options.seed + number if options.seed is not None else random.randrange(10**6)
        load = options.load if number % 2 else 0
        failed += _one(number + 1, seed, size, load, keep=options.keep)
    print(f"{options.runs} runs, {failed} failed")
    return 1 if failed else 0


def _one(number: int, seed: int, size: Size, load: int, *, keep: bool) -> int:
    print(f"run {number}: --seed {seed}" + (f", {load} processors kept busy" if load else ""), flush=True)
    scratch = Path(tempfile.mkdtemp(prefix="stress-"))
    started = time.monotonic()
    problems, ledger = run(scratch, seed, size, load=load)
    print(
        f"  {len(ledger.sessions)} turns, {ledger.commits} commits, {ledger.chores} chores, "
        f"{ledger.busy} tried again, {len(ledger.lost)} hooks lost, "
        f"{time.monotonic() - started:.0f} s: {len(problems)} problems",
        flush=True,
    )
    for problem in problems:
        print(f"  {problem.strip()}", flush=True)
    if problems and ledger.lost:
        print(f"  lost: {', '.join(sorted(ledger.lost))}", flush=True)
    if keep and problems:
        print(f"  kept: {scratch}", flush=True)
    else:
        shutil.rmtree(scratch)
    return bool(problems)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.stress", description=__doc__)
    agents = registry.names_with_external()
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--seed", type=int, help="of the first run; the next ones count up")
    parser.add_argument("--worktrees", type=int, default=Size.worktrees)
    parser.add_argument("--sessions", type=int, default=Size.sessions, help="in each worktree")
    parser.add_argument("--turns", type=int, default=Size.turns, help="of each session")
    parser.add_argument("--colleague-turns", type=int, default=Size.colleague_turns)
    parser.add_argument("--load", type=int, default=2, help="processors kept busy in every second run")
    parser.add_argument("--agent", default="", choices=agents, help="the only one that takes part")
    parser.add_argument("--lost", type=float, default=0.0, help="the share of agents' hooks that never run")
    parser.add_argument(
        "--commit-seconds", type=float, default=0.0, help="stop a commit's hook after so long: 0.2 stops many"
    )
    parser.add_argument("--no-chores", action="store_true", help="only sessions and commits")
    parser.add_argument("--one-commit-at-a-time", action="store_true", help="wait for its hooks, too")
    parser.add_argument("--keep", action="store_true", help="keep the repositories of a run that failed")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
