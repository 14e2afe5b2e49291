"""Hooks where all files are in one folder: the script runs, and its table is right."""

from __future__ import annotations

from bench import cases
from bench.one_folder import _CASES, _SMALL, measure, report
from bench.run.progress import Progress
from tests.bench.made_up import row


def test_it_measures() -> None:
    rows = measure((3, 30), 1, Progress())
    assert {(one.point.files, one.case) for one in rows} >= {
        (size, case) for size in (3, 30) for case in _CASES
    }
    assert all(one.counts is not None and one.counts.ours for one in rows if one.case in _CASES)


def test_the_table() -> None:
    sizes = (1_000, 100_000)
    rows = [
        row(case, over, _SMALL._replace(files=size))
        for case in _CASES
        for size, over in zip(sizes, (10.0, 100.0), strict=True)
    ]
    shown = report(rows, sizes)
    assert "ms, 1,000 · 100,000 files" in shown
    words = [[cell.strip() for cell in line.split("|")[1:-1]] for line in shown.splitlines()[2:]]
    assert words[0] == [cases.PROMPT, cases.STATUS, "10 · 100", "0.50"]
    assert [case for case, *_ in words] == [*_CASES]
