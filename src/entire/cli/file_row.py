"""A file, as every command shows it. Field names are the names in `--json`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class FileRow(NamedTuple):
    path: str
    added: int | None = None  # lines; None if not known
    removed: int | None = None


def file_rows(paths: Iterable[str]) -> list[FileRow]:
    return [FileRow(path) for path in paths]
