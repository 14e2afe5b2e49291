"""`make bench`: what hooks cost, beside a control in the same run."""

from __future__ import annotations

import argparse
from pathlib import Path

from bench import cases, redaction, report

DOCUMENT = Path(__file__).parent.parent / "docs" / "benchmarks.md"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument(
        "--quick", action="store_true", help="1k files only, fewer rounds; does not write the page"
    )
    options = parser.parse_args()
    sizes, rounds = ([1_000], 7) if options.quick else ([1_000, 10_000], 25)
    rows = [row for files in sizes for row in cases.measure(files, rounds)]
    redacted = redaction.lines(redaction.measure(rounds))
    print(report.table(rows), *redacted, sep="\n")
    if not options.quick:
        DOCUMENT.write_text(report.page(rows, rounds, redacted))
        print(f"\nwritten: {DOCUMENT.relative_to(Path.cwd())}")


if __name__ == "__main__":
    main()
