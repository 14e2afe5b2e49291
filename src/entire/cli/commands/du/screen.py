"""`entire du` on a terminal."""

from __future__ import annotations

from entire.care.files import FileKind
from entire.cli.commands.du.facts import DiskUsage, FileRow, RefRow, SessionRow
from entire.cli.ui.bars import bars
from entire.cli.ui.screen import Column, Screen, age_since, cut, short_bytes, table
from entire.core import clock
from entire.core.text import count, one_line

FILE_WORDS = {
    FileKind.COPIES: "transcript copies",
    FileKind.STATES: "session states",
    FileKind.CURSORS: "cursors",
    FileKind.ARCHIVE: "ended sessions",
    FileKind.CAPTURES: "work tree captures",
    FileKind.LOGS: "logs",
    FileKind.INDEX: "index",
    FileKind.LEFTOVERS: "temporary files",
    FileKind.OTHER: "other",
}


class Sort:
    """Sort orders of sessions."""

    SIZE = "size"
    UNIQUE = "unique"
    RECENT = "recent"

    ALL = (SIZE, UNIQUE, RECENT)


def in_order(sessions: list[SessionRow], sort: str) -> list[SessionRow]:
    """Sort sessions, which are ordered by size already."""
    if sort == Sort.UNIQUE:
        return sorted(sessions, key=lambda row: -row.unique_bytes)
    if sort == Sort.RECENT:
        return sorted(sessions, key=lambda row: -(clock.timestamp(row.last_interaction_time) or 0.0))
    return sessions


def render(found: DiskUsage, screen: Screen, limit: int, sort: str) -> list[str]:
    sections = [
        _refs(found.refs, screen, limit) if found.refs else [],
        _sessions(in_order(found.sessions, sort), screen, limit) if found.sessions else [],
        _files(found.local_files, screen) if found.local_files else [],
        [cut(line, screen.width) for line in _total(found)],
        _freed(found, screen) if found.freed else [],
    ]
    return [line for section in sections if section for line in ("", *section)][1:]


def _total(found: DiskUsage) -> list[str]:
    files = sum(row.bytes for row in found.local_files)
    parts = f"{short_bytes(found.git.bytes)} in git, {short_bytes(files)} in files"
    out = [f"{short_bytes(found.total_bytes)} total: {parts}"]
    if found.git.missing_count:
        out.append(f"{count(found.git.missing_count, 'object')} not fetched yet (partial clone)")
    return out


def _refs(rows: list[RefRow], screen: Screen, limit: int) -> list[str]:
    shown, more = rows[: limit or None], rows[limit:] if limit else []
    sizes = [row.unique_bytes + row.shared_bytes for row in shown]
    unique = sum(row.unique_bytes for row in more)
    columns = [
        Column(_below("Branches", [one_line(row.name) for row in shown], len(more)), free=True),
        Column(["unique", *(short_bytes(row.unique_bytes) for row in shown), *_sum(unique)], right=True),
        Column(["shared", *(_size(row.shared_bytes) for row in shown)], "dim", right=True, keep=False),
        Column(["", *bars(sizes)], "accent", keep=False),
        Column(["", *map(_note, shown)], "dim", keep=False),
    ]
    return _table(screen, columns)


def _note(row: RefRow) -> str:
    steps = count(row.step_count, "step") if row.step_count else ""
    return " · ".join(filter(None, [steps, "" if row.needed else "unused"]))


def _sessions(rows: list[SessionRow], screen: Screen, limit: int) -> list[str]:
    shown, more = rows[: limit or None], rows[limit:] if limit else []
    unique = sum(row.unique_bytes for row in more)
    columns = [
        Column(_below("Sessions", [row.short_id for row in shown], len(more)), "accent"),
        Column(["", *(age_since(row.last_interaction_time, screen.now) for row in shown)], "dim", keep=False),
        Column(["", *(one_line(row.prompt) or one_line(row.agent) for row in shown)], free=True),
        Column(["unique", *(short_bytes(row.unique_bytes) for row in shown), *_sum(unique)], right=True),
        Column(["shared", *(_size(row.shared_bytes) for row in shown)], "dim", right=True, keep=False),
        Column(["files", *(_size(row.file_bytes) for row in shown)], "dim", right=True, keep=False),
        Column(["", *bars([row.bytes for row in shown])], "accent", keep=False),
    ]
    return _table(screen, columns)


def _files(rows: list[FileRow], screen: Screen) -> list[str]:
    columns = [
        Column(_below("Files", [FILE_WORDS[row.kind] for row in rows], 0), free=True),
        Column(["", *(short_bytes(row.bytes) for row in rows)], right=True),
        Column(["", *(count(row.file_count, "file") for row in rows)], "dim", right=True, keep=False),
    ]
    return _table(screen, columns)


def _freed(found: DiskUsage, screen: Screen) -> list[str]:
    columns = [
        Column([short_bytes(row.bytes) for row in found.freed], right=True),
        Column([row.command for row in found.freed], "accent"),
        Column([row.what for row in found.freed], "dim", free=True),
    ]
    return ["Can be freed", *table(screen, columns)]


def _below(heading: str, cells: list[str], more: int) -> list[str]:
    """A first column: heading, rows, and how many are not shown."""
    return [heading, *(f"  {cell}" for cell in cells), *([f"  … {more:,} more"] if more else [])]


def _sum(size: int) -> list[str]:
    return [short_bytes(size)] if size else []


def _size(number: int) -> str:
    return short_bytes(number) if number else "-"


def _table(screen: Screen, columns: list[Column]) -> list[str]:
    """A table whose columns may have different lengths."""
    length = max(len(column.cells) for column in columns)
    filled = [c._replace(cells=[*c.cells, *[""] * (length - len(c.cells))]) for c in columns]
    return [line.rstrip() for line in table(screen, filled, indent="")]
