"""A Toy that keeps its sessions in a store of its own: we read an export, and what we write is imported."""

from __future__ import annotations

import os
import shutil

from tests.toys.toy_agent import *  # noqa: F403

NAME = "exporting-toy"
TYPE = "Exporting Toy"


def stored(session_id: str) -> str:
    return os.path.expanduser(f"~/.toy/store/{session_id}")


def prepare_transcript(session_id: str, path: str) -> None:  # type: ignore[no-redef]
    if os.path.exists(stored(session_id)):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        shutil.copyfile(stored(session_id), path)


def adopt_transcript(session_id: str, path: str) -> None:  # type: ignore[no-redef]
    shutil.copyfile(path, stored(session_id))


def installed(root: str) -> bool:  # type: ignore[no-redef]
    """Its hooks are called by hand."""
    return False
