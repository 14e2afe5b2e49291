"""The tables of the page. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from bench import budgets
from bench.growth import Growth
from bench.measured import Imports, Measured, Row, Storage
from bench.page.table import table
from bench.plan import Point
from bench.verdicts import Verdict
from bench.wording import AXES, kilobytes, megabytes, on_axis, point_on

_HEAD = ("case", "ms", "control", "ms", "over", "ratio", "budget", "ours", "git", "MB", ".git + KB")


def of_budgets(verdicts: Sequence[Verdict]) -> str:
    rows = [(row.what, row.measured, row.budget, "yes" if row.held else "**no**") for row in verdicts]
    return table(("what", "measured", "budget", "met"), rows)


def of_cases(measured: Measured, axis: str, points: Sequence[Point], cases: Sequence[str]) -> str:
    """Cases at some points, which differ on an axis."""
    found = [row for case in cases for point in points if (row := measured.row(point, case))]
    rows = [(on_axis(axis, getattr(row.point, axis)), *_cells(row)) for row in found]
    return table((AXES[axis], *_HEAD), rows)


def _cells(row: Row) -> tuple[str, ...]:
    budget = budgets.limit(row)
    counts = row.counts
    return (
        row.case,
        f"{row.milliseconds:.1f}",
        row.control,
        f"{row.control_milliseconds:.1f}",
        f"{row.over:+.1f}",
        f"{row.ratio:.2f}",
        "" if budget is None else budget.text + ("" if budget.held else " **!**"),
        *(("", "", "", "") if counts is None else (
            str(counts.ours), str(counts.git), f"{counts.peak / 1e6:.0f}" if counts.peak else "",
            f"{counts.added / 1000:z.1f}",
        )),
    )  # fmt: skip


def of_growth(growths: Sequence[Growth]) -> str:
    head = (
        "against",
        "from",
        "cost of",
        "over the control, ms",
        "exponent",
        "limit",
        "met",
        "for each ms of git status",
    )
    return table(head, [_growth(growth) for growth in growths])


def _growth(growth: Growth) -> tuple[str, ...]:
    return (
        AXES[growth.axis],
        point_on(growth.axis, growth.sizes),
        growth.case,
        " · ".join(f"{cost:.0f}" for cost in growth.costs),
        f"{growth.exponent:+.2f}",
        f"{growth.limit:.2f}",
        "yes" if growth.held else "**no**",
        "" if growth.marginal is None else f"{growth.marginal:+.2f}",
    )


def of_storage(sessions: Sequence[Storage]) -> str:
    head = (
        "session",
        "commits",
        "transcript",
        "compressed",
        ".git grows by",
        "ratio",
        "a later commit adds",
        "for, compressed",
    )
    return table(head, [_storage(session) for session in sessions])


def _storage(session: Storage) -> tuple[str, ...]:
    later = session.commits[1:]
    return (
        session.name,
        str(len(session.commits)),
        megabytes(session.transcript),
        kilobytes(session.compressed),
        kilobytes(session.grown),
        f"{session.grown / session.compressed:.2f}",
        _range([commit.added for commit in later]),
        _range([commit.compressed for commit in later]),
    )


def _range(counts: Sequence[int]) -> str:
    return f"{kilobytes(min(counts)).removesuffix(' KB')} to {kilobytes(max(counts))}"


def of_imports(found: Sequence[Imports]) -> str:
    head = ("hook", "modules", "ms", "of these, the interpreter's own", "ms", "the ten slowest, ms each")
    return table(head, [_imports(one) for one in found])


def _imports(one: Imports) -> tuple[str, ...]:
    dearest = ", ".join(f"{module.name} {module.milliseconds:.1f}" for module in one.dearest)
    bare = (str(one.bare_modules), f"{one.bare_milliseconds:.1f}")
    return (one.hook, str(one.modules), f"{one.milliseconds:.1f}", *bare, dearest)
