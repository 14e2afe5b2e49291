"""`entire gc` on a terminal."""

from __future__ import annotations

from entire.cli.commands.gc.facts import Report, rows, state_of
from entire.cli.ui.screen import Column, Screen, cut, short_bytes, table, wrap
from entire.core.text import count, one_line

_KEPT = "are unreachable. Git keeps such objects for a while (gc.pruneExpire)."


def render(report: Report, screen: Screen) -> list[str]:
    return _done(report, screen) if report.done else _advice(report, screen)


def _advice(report: Report, screen: Screen) -> list[str]:
    out = [cut(f"{short_bytes(report.store.bytes)} of objects: {state_of(report.store)}", screen.width)]
    gone = report.unreachable
    if gone.objects:
        text = f"{count(gone.objects, 'loose object')} ({short_bytes(gone.bytes)}) {_KEPT}"
        out += [screen.style(line, "dim") for line in wrap(text, screen.width)]
    if report.problem:
        out += ["", *_problem(report.problem, report.cause, screen)]
    if report.at_work:
        out += ["", *_problem("a git command is running", report.at_work[0], screen)]
    todo = _table(report, screen)
    out += ["", *todo, "", "entire gc --run does this."] if todo else ["", "Nothing to do."]
    return out + _branches(report, screen)


def _problem(text: str, why: str, screen: Screen) -> list[str]:
    first, *rest = wrap(one_line(text), screen.width - 2)
    out = [f"{screen.style('!', 'bad')} {first}", *(f"  {line}" for line in rest)]
    return out + [screen.style(f"  {line}", "dim") for line in wrap(one_line(why), screen.width - 2)]


def _table(report: Report, screen: Screen) -> list[str]:
    found = rows(report)
    columns = [
        Column([short_bytes(row.bytes) for row in found], right=True),
        Column([row.what for row in found], free=True),
    ]
    return table(screen, columns) if found else []


def _branches(report: Report, screen: Screen) -> list[str]:
    if not report.branches:
        return []
    branches = count(report.branches, "branch", "branches")
    verb = "is" if report.branches == 1 else "are"
    return [cut(f"{branches} {verb} unused.   entire clean", screen.width)]


def _done(report: Report, screen: Screen) -> list[str]:
    mark = screen.style("✓", "good")
    out = [f"{mark} {line[2:]}" for line in _table(report, screen)]
    for failed in report.failures:
        first, *rest = wrap(one_line(failed.error), screen.width - 2)
        out += [f"{screen.style('✗', 'bad')} {first}", *(f"  {line}" for line in rest)]
        out += [f"  {line}" for line in wrap(one_line(failed.hint), screen.width - 2) if line]
    if not out:
        return ["Nothing to do."]
    store = report.packed.after if report.packed is not None else report.store
    freed = sum(row.bytes for row in rows(report))
    text = f"{short_bytes(freed)} freed. {short_bytes(store.bytes)} of objects: {state_of(store)}"
    return [*out, cut(text, screen.width), *_branches(report, screen)]
