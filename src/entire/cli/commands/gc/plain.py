"""`entire gc` as labelled lines."""

from __future__ import annotations

from entire.cli.commands.gc.facts import Report, rows, state_of
from entire.cli.ui.screen import short_bytes
from entire.core.text import count, one_line


def render(report: Report) -> list[str]:
    store = report.packed.after if report.packed is not None else report.store
    out = [f"Objects: {short_bytes(store.bytes)} ({state_of(store)})"]
    gone = report.unreachable
    if gone.objects and report.packed is None:
        out.append(f"Unreachable: {short_bytes(gone.bytes)} ({count(gone.objects, 'loose object')})")
    if report.problem:
        out.append(f"Problem: {one_line(report.problem)} ({one_line(report.cause)})")
    out += [f"Running: {one_line(path)}" for path in report.at_work]
    if report.branches:
        out.append(f"Unused branches: {report.branches} (`entire clean` lists them)")
    found = [f"  {short_bytes(row.bytes)}: {row.what}" for row in rows(report)]
    if found:
        out += ["", "Done:" if report.done else "To do:", *found]
    for failed in report.failures:
        out += ["", f"Failed: {one_line('; '.join(filter(None, [failed.error, failed.hint])))}"]
    if not found and not report.failures:
        return [*out, "", "Nothing to do."]
    return out if report.done else [*out, "", "Run with --run to do this."]
