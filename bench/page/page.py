"""`docs/benchmarks.md`, and what the terminal shows. Pure."""

from __future__ import annotations

from bench import cases
from bench.causes import CAUSES
from bench.growth import growths
from bench.measured import Measured
from bench.page import tables
from bench.page.sentences import HOW, INTRODUCTION, LEGEND
from bench.plan import BASE
from bench.verdicts import Verdict, verdicts
from bench.wording import AXES, size

_HOOKS = (cases.IDLE, cases.COMMIT, cases.PROMPT, cases.STOP)
_COMMITS = (*cases.UNFELT, cases.WHOLE_COMMIT, cases.SYNC_COMMIT)
_TOOLS = (cases.PRE_TASK, cases.POST_TASK, cases.POST_TODO)
_READING = (cases.EXPLAIN_FIRST, cases.SEARCH_FIRST, cases.STATS_FIRST, *cases.READING, *cases.WEB)


def page(measured: Measured) -> str:
    how = HOW.format(rounds=measured.plan.rounds, few_rounds=measured.plan.few_rounds, base=_base())
    return f"# Benchmarks: what hooks and commands cost\n\n{report(measured)}\n{how}\n"


def report(measured: Measured) -> str:
    """All figures."""
    judged = verdicts(measured)
    parts = [
        INTRODUCTION.format(
            rounds=measured.plan.rounds, minutes=measured.seconds / 60, machine=measured.machine
        ),
        tables.of_budgets(judged),
        *_not_held(judged),
        "## Growth",
        tables.of_growth(growths(measured)),
        "## Costs",
        LEGEND,
        *_axes(measured),
        *_others(measured),
    ]
    return "\n\n".join(parts) + "\n"


def _base() -> str:
    return (
        f"{size(BASE.files)} files, {BASE.sessions} past session, {BASE.checkpoints} checkpoints, "
        f"a transcript of {BASE.megabytes} MB"
    )


def _not_held(judged: list[Verdict]) -> list[str]:
    missed = [verdict for verdict in judged if not verdict.held]
    if not missed:
        return [f"All {len(judged)} budgets are met."]
    causes = (CAUSES.get(verdict.key, f"no cause is known for `{verdict.key}` yet") for verdict in missed)
    lines = [f"- {verdict.what}: {cause}" for verdict, cause in zip(missed, causes, strict=True)]
    rest = "This one is not" if len(missed) == 1 else "These are not"
    return [f"{len(judged) - len(missed)} of {len(judged)} budgets are met. {rest}:", "\n".join(lines)]


def _axes(measured: Measured) -> list[str]:
    parts = []
    for axis in measured.plan.axes:
        points = measured.plan.along(axis)
        if len(points) > 1:
            parts += [
                f"### {AXES[axis].capitalize()}",
                f"![Cost against {AXES[axis]}](benchmarks/{axis}.svg)",
                tables.of_cases(measured, axis, points, _HOOKS),
            ]
    return parts


def _others(measured: Measured) -> list[str]:
    plan, corner, redacted = measured.plan, measured.plan.corner, measured.redaction
    return [
        f"### {size(corner.sessions)} past sessions and {size(corner.checkpoints)} checkpoints",
        tables.of_cases(measured, "checkpoints", [BASE, corner], (*_HOOKS, *_TOOLS)),
        "### Open sessions, and commits without their work",
        tables.of_cases(measured, "files", plan.along("files"), _COMMITS),
        "### Tools",
        tables.of_cases(measured, "files", plan.along("files"), (*_TOOLS, cases.AUTO_STOP)),
        tables.of_cases(measured, "megabytes", plan.along("megabytes"), _TOOLS),
        "### Agents",
        tables.of_cases(measured, "files", plan.along("files"), cases.AGENTS),
        "### Looking back",
        tables.of_cases(measured, "checkpoints", plan.reading, _READING),
        "### Pushing",
        tables.of_cases(measured, "checkpoints", plan.along("checkpoints"), (cases.PUSH,)),
        "## Bytes in `.git`",
        tables.of_storage(measured.storage),
        "## Redaction",
        f"{redacted.speed:.0f} MB/s on one core: {redacted.megabytes:.0f} MB of transcript "
        f"with {redacted.replaced} secrets. {redacted.dense:.0f} MB/s for base64, minified code and hex.",
        f"Planted secrets that remain: {redacted.left} of {redacted.planted:,} of shapes that rules were "
        f"written for, {redacted.untuned_left} of {redacted.untuned:,} of shapes that no rule was "
        "written for, "
        f"{redacted.odd_left} of {redacted.odd:,} in unusual syntaxes and places, "
        f"{redacted.later_left} of {redacted.later:,} of "
        f"shapes that were written after the rules, which were widened since (`bench/secrets`). "
        f"Harmless texts that were touched: {redacted.touched} of {redacted.harmless:,}. "
        f"Lines that change in {redacted.library:.0f} MB of Python's own modules: "
        f"{redacted.library_changed}.",
        "## Imports",
        _bare(measured),
        tables.of_imports(measured.imports),
    ]


def _bare(measured: Measured) -> str:
    row = measured.row(BASE, cases.PYTHON)
    start = f"An interpreter that does nothing takes {row.milliseconds:.1f} ms. " if row else ""
    reported = "What `python -X importtime` reports for each kind of hook, medians of a few runs"
    return f"{start}{reported}; modules that are loaded together count as one:"
