"""`entire du` as labelled lines."""

from __future__ import annotations

from entire.cli.commands.du.facts import DiskUsage
from entire.cli.commands.du.screen import FILE_WORDS, in_order
from entire.cli.ui.screen import short_bytes
from entire.core.text import count, one_line


def render(found: DiskUsage, limit: int, sort: str) -> list[str]:
    files = sum(row.bytes for row in found.local_files)
    out = [
        f"Total: {short_bytes(found.total_bytes)}",
        f"Git: {short_bytes(found.git.bytes)} in {count(found.git.object_count, 'object')}",
        f"Files: {short_bytes(files)}",
    ]
    if found.git.missing_count:
        out.append(f"Missing: {count(found.git.missing_count, 'object')}")
    refs = [
        f"  {one_line(row.name)}: {_held(row.unique_bytes, row.shared_bytes)}"
        + ("" if row.needed else " (unused)")
        for row in found.refs
    ]
    sessions = [
        f"  {row.session_id}: {_held(row.unique_bytes, row.shared_bytes)}"
        + (f", {short_bytes(row.file_bytes)} in files" if row.file_bytes else "")
        for row in in_order(found.sessions, sort)
    ]
    out += ["", f"Branches: {len(refs)}", *_limited(refs, limit)]
    out += ["", f"Sessions: {len(sessions)}", *_limited(sessions, limit)]
    if found.local_files:
        out += ["", "Files:"]
        out += [
            f"  {FILE_WORDS[r.kind]}: {short_bytes(r.bytes)} in {count(r.file_count, 'file')}"
            for r in found.local_files
        ]
    if found.freed:
        out += ["", "Can be freed:"]
        out += [f"  {short_bytes(row.bytes)} by `{row.command}`: {row.what}" for row in found.freed]
    return out


def _held(unique: int, shared: int) -> str:
    return f"{short_bytes(unique)} unique, {short_bytes(shared)} shared"


def _limited(rows: list[str], limit: int) -> list[str]:
    more = len(rows) - limit if limit else 0
    return [*rows[: limit or None], *([f"  ({more} more, --limit 0 lists them)"] if more > 0 else [])]
