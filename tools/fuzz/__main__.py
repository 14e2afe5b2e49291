"""`make fuzz`: hostile input for everything that reads some, as many cases as you like.

A case is known by its target, the seed and a number, so it can be repeated. The numbers that are done are in
.cache/fuzz, and the next run continues after them.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path

from tools.fuzz.registry import TARGETS
from tools.fuzz.run import Finding, dice_of, run_case, run_cases
from tools.fuzz.target import Target

CACHE = Path(__file__).parents[2] / ".cache" / "fuzz"
_PORTION = 500
_SHOWN = 3  # findings of a target; the others have the same cause more often than not


@dataclass
class Progress:
    """What is known about a target; one file each."""

    seed: int
    done: int = 0
    slowest: float = 0.0
    findings: list[dict[str, object]] = field(default_factory=list)


def load(cache: Path, name: str, seed: int) -> Progress:
    try:
        found = Progress(**json.loads(_path(cache, name).read_text()))
    except (OSError, ValueError, TypeError):
        return Progress(seed)
    return found if found.seed == seed else Progress(seed)


def save(cache: Path, name: str, progress: Progress) -> None:
    path = _path(cache, name)
    path.parent.mkdir(parents=True, exist_ok=True)
    aside = path.with_suffix(".new")
    aside.write_text(json.dumps(asdict(progress), indent=1))
    os.replace(aside, path)


def _path(cache: Path, name: str) -> Path:
    return cache / f"{name.replace(' ', '-')}.json"


def wanted(targets: list[Target], cases: int) -> dict[str, int]:
    """Pure: how many of all cases each target gets."""
    shares = sum(target.share for target in targets)
    return {target.name: max(1, round(cases * target.share / shares)) for target in targets}


def portions(name: str, done: int, until: int) -> list[tuple[int, int]]:
    """Pure: the cases that are left, as starts and counts."""
    size = max(1, round(_PORTION * min(1.0, TARGETS[name].share)))
    return [(start, min(size, until - start)) for start in range(done, until, size)]


def fuzz(names: list[str], cases: int, seed: int, workers: int, cache: Path) -> list[Finding]:
    """Run what is left of so many cases."""
    progress = {name: load(cache, name, seed) for name in names}
    until = wanted([TARGETS[name] for name in names], cases)
    found: list[Finding] = []
    with _scratch(), ProcessPoolExecutor(workers) as pool:
        running: dict[Future[tuple[list[Finding], float]], tuple[str, int]] = {}
        for name in names:
            for start, count in portions(name, progress[name].done, until[name]):
                running[pool.submit(_portion, name, seed, start, count)] = (name, count)
        for future in as_completed(running):
            name, count = running[future]
            findings, slowest = future.result()
            found += findings
            _note(progress[name], count, findings, slowest)
            save(cache, name, progress[name])
    return found


@contextmanager
def _scratch() -> Iterator[None]:
    """One folder for the temporary files of all workers, which may be killed."""
    before = tempfile.tempdir
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        tempfile.tempdir = folder
        try:
            yield
        finally:
            tempfile.tempdir = before


def _portion(name: str, seed: int, start: int, count: int) -> tuple[list[Finding], float]:
    return run_cases(TARGETS[name], seed, start, count)


def _note(progress: Progress, count: int, findings: list[Finding], slowest: float) -> None:
    progress.done += count
    progress.slowest = max(progress.slowest, slowest)
    progress.findings += [asdict(finding) for finding in findings[:_SHOWN]]
    del progress.findings[_SHOWN * 10 :]


def main() -> int:
    options = _options()
    names = options.target or list(TARGETS)
    if options.case is not None:
        return _repeat(names, options.seed, options.case)
    started = time.monotonic()
    found = fuzz(names, options.cases, options.seed, options.workers, options.cache)
    for name in names:
        progress = load(options.cache, name, options.seed)
        print(f"{name:24} {progress.done:9,} cases, slowest {progress.slowest:.2f} s")
    for finding in _some(found):
        print(f"\n{finding.target}, --case {finding.case}: {finding.what}")
    total = sum(load(options.cache, name, options.seed).done for name in names)
    print(f"\n{total:,} cases, {len(found)} findings in this run, {time.monotonic() - started:.0f} s")
    return 1 if found else 0


def _some(found: list[Finding]) -> list[Finding]:
    by_target: dict[str, list[Finding]] = {}
    for finding in found:
        by_target.setdefault(finding.target, []).append(finding)
    return [finding for group in by_target.values() for finding in group[:_SHOWN]]


def _repeat(names: list[str], seed: int, case: int) -> int:
    wrong = [run_case(TARGETS[name], dice_of(seed, TARGETS[name], case))[0] for name in names]
    print("\n".join(filter(None, wrong)) or "nothing is wrong")
    return 1 if any(wrong) else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.fuzz", description=__doc__)
    parser.add_argument(
        "--cases", type=int, default=1_000_000, help="in total, those of earlier runs included"
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--target", action="append", choices=list(TARGETS), help="can be repeated")
    parser.add_argument("--case", type=int, help="repeat this one")
    parser.add_argument("--cache", type=Path, default=CACHE)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
