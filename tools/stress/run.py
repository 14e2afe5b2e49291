"""One run: prepare, let everyone work at once, close, push for the last time, and look."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from tools.stress import facts, ground, plan
from tools.stress.actors import Ledger, Worker, insist
from tools.stress.chores import PUSH, Chores, do_chores
from tools.stress.judge import judge

_BURN = "import os\nparent = os.getppid()\nwhile os.getppid() == parent: pass"  # ends with us, even if killed


def run(scratch: Path, seed: int, size: plan.Size, *, load: int = 0) -> tuple[list[str], Ledger]:
    """Play a plan. Returns what does not hold afterwards, and what happened."""
    made = plan.make(seed, size)
    stage = ground.prepare(scratch, made)
    ledger = Ledger()
    workers = [Worker(stage.places[session.place], session, made, ledger) for session in made.sessions]
    with _load(load):
        _work(made, stage, workers, ledger)
    for worker in workers:
        worker.close()
    _last_pushes(stage, ledger)
    found = facts.gather(stage)
    problems = [*ledger.problems, *judge(found, ledger.sessions)]
    return [*problems, *(f"log: {row}" for row in found.logged if problems)], ledger


def _work(made: plan.Plan, stage: ground.Ground, workers: list[Worker], ledger: Ledger) -> None:
    over = threading.Event()
    with ThreadPoolExecutor(max_workers=len(workers) + len(stage.places)) as pool:
        chores = [
            pool.submit(do_chores, Chores(stage, number, made, ledger), over)
            for number in range(len(stage.places))
            if made.size.chores
        ]
        turns = [pool.submit(worker.run) for worker in workers]
        try:
            for future in turns:
                future.result()
        finally:
            over.set()
        for future in chores:
            future.result()


def _last_pushes(stage: ground.Ground, ledger: Ledger) -> None:
    """The colleague pushes first: what is ours then contains everything."""
    for place in reversed(stage.places):
        done = insist(place, ledger, *PUSH)
        if done.code:
            ledger.problem(f"the last push: {done.code} {done.errors}")
    stage.main.output("entire", "fetch", "origin")  # there may be nothing of ours left to push
    stage.main.output("entire", "push", "origin")


@contextmanager
def _load(burners: int) -> Iterator[None]:
    """Keep so many processors busy."""
    running = [subprocess.Popen([sys.executable, "-c", _BURN]) for _ in range(burners)]
    try:
        yield
    finally:
        for process in running:
            process.kill()
            process.wait()
