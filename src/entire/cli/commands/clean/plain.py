"""`entire clean` as labelled lines."""

from __future__ import annotations

from entire.cli.commands.clean.facts import Cleaned, display_name, groups, note
from entire.core.text import count, one_line
from entire.strategy.clean.items import CleanupItem


def render(report: Cleaned) -> list[str]:
    if not report.items:
        return ["No orphaned items to clean up."]
    if not report.done:
        head = f"Found {count(len(report.items), 'orphaned item')}:"
        return [head, *_listed(report, report.items), "", "Run with --force to delete these items."]
    out = []
    if report.deleted:
        out += [f"Deleted {count(len(report.deleted), 'item')}:", *_listed(report, report.deleted)]
    if report.failures:
        out += [""] * bool(out) + [f"Failed to delete {count(len(report.failures), 'item')}:"]
    for failed in report.failures:
        why = "; ".join(filter(None, [failed.error, failed.hint]))
        out.append(f"  {display_name(failed.item, report.root)}: {one_line(why)}")
    return out


def _listed(report: Cleaned, items: list[CleanupItem]) -> list[str]:
    out = []
    for group in groups(items):
        out += ["", f"{group.many.capitalize()} ({len(group.items)}):"]
        for item in group.items:
            why = note(item, report)
            out.append(f"  {display_name(item, report.root)}" + (f" ({why})" if why else ""))
    return out
