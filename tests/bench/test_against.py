"""Two versions side by side: the report."""

from __future__ import annotations

from bench.cases import PROMPT
from bench.measured import Counts
from bench.plan import BASE
from bench.run.against import OTHER, THIS, Compared, _compare, report
from bench.run.results import Results


def test_ratios_are_those_of_rounds() -> None:
    results = Results()
    for version, times in ((OTHER, [10.0, 30.0, 20.0]), (THIS, [11.0, 27.0, 20.0])):
        measure = results.timer(version, BASE)
        for _ in times:
            measure(PROMPT, lambda: None)
        results.times(version, BASE, PROMPT)[:] = times
        results.counter(version, BASE, lambda action: Counts(1, 2, 0, 0))(PROMPT, lambda: None)
    found = _compare(results, BASE, PROMPT)
    assert (found.other, found.this, found.ratio) == (20.0, 20.0, 1.0)
    assert found.this_counts == Counts(1, 2, 0, 0)


def test_the_report() -> None:
    counts = Counts(ours=1, git=2, peak=0, added=0)
    row = Compared(BASE, PROMPT, 40.0, 41.0, 1.025, counts, counts._replace(git=3))
    shown = report([row], {OTHER: {PROMPT: 133}, THIS: {PROMPT: 132}})
    assert "| prompt hook | 1,000 |  1 |     40.0 |    41.0 | 1.025 | 3 → 4     |" in shown
    assert "| prompt hook |           133 |          132 |" in shown
