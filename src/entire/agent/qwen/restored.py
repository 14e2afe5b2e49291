"""Qwen Code resumes a session only in the folder that its first record names, or that a note beside it names.

The client itself writes such a note when a session continues elsewhere. A transcript that comes from another
machine needs one.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

from entire.core import files, json_text

_VERSION = 1  # of the note


def allow(session_id: str, path: str, folder_of: Callable[[str], str]) -> None:
    """Write the note for a restored transcript, if it is needed; ``folder_of``: a project's folder."""
    wanted = os.path.basename(os.path.dirname(os.path.dirname(path)))
    root = next((above for above in _above(os.getcwd()) if folder_of(above) == wanted), "")
    if root and _began_in(path) != root:
        note = {
            "schema_version": _VERSION,
            "pid": os.getpid(),
            "session_id": session_id,
            "work_dir": root,
            "hostname": "",
            "started_at": 0,
            "qwen_version": None,
        }
        files.write_atomic(f"{path.removesuffix('.jsonl')}.runtime.json", json_text.encode(note))


def _above(folder: str) -> Iterator[str]:
    while True:
        yield folder
        folder, before = os.path.dirname(folder), folder
        if folder == before:
            return


def _began_in(path: str) -> str:
    """The folder that the first record names."""
    descriptor = files.open_regular(path)
    if descriptor is None:
        return ""
    with open(descriptor, "rb") as file:
        line = file.readline()
    try:
        record = json_text.decode(line)
    except ValueError:
        return ""
    folder = record.get("cwd") if isinstance(record, dict) else None
    return folder if isinstance(folder, str) else ""
