"""`make bench`: what hooks and commands cost, compared with a control in the same run."""

from __future__ import annotations

import argparse
from pathlib import Path

from bench.measured import Measured, decode, encode
from bench.page.page import page, report
from bench.page.plots import plots
from bench.plan import FULL, QUICK
from bench.run import against
from bench.run.progress import Progress
from bench.run.whole import measure

DOCS = Path(__file__).parent.parent / "docs"
PAGE, FOLDER = DOCS / "benchmarks.md", DOCS / "benchmarks"
RESULTS = FOLDER / "results.json"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument("--quick", action="store_true", help="small sizes, few rounds; writes no page")
    choice.add_argument("--page", action="store_true", help="write the page again from the last results")
    choice.add_argument(
        "--against",
        metavar="FOLDER",
        help="compare with another version, whose `entire` is in FOLDER",
    )
    parser.add_argument("--rounds", type=int, default=against.ROUNDS, help="rounds of --against")
    options = parser.parse_args()
    if options.against:
        progress = Progress()
        found = against.measure(options.against, options.rounds, progress)
        progress.end()
        print(found)
        return
    if options.page:
        _write(decode(RESULTS.read_text()))
        return
    progress = Progress()
    measured = measure(QUICK if options.quick else FULL, progress)
    progress.end()
    print(report(measured))
    if not options.quick:
        FOLDER.mkdir(exist_ok=True)
        RESULTS.write_text(encode(measured))
        _write(measured)


def _write(measured: Measured) -> None:
    PAGE.write_text(page(measured))
    for name, content in plots(measured).items():
        (FOLDER / name).write_text(content)
    print(f"written: {PAGE.relative_to(DOCS.parent)}")


if __name__ == "__main__":
    main()
