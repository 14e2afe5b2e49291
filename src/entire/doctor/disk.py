"""Check that we can write to the repository."""

from __future__ import annotations

import os
import shutil

from entire.core.paths import ENTIRE_DIR
from entire.doctor.finding import Finding
from entire.git.repository import Repository

READ_ONLY = "read_only"
FULL = "disk_full"
LEAST_BYTES = 32 * 1024 * 1024


def examine(repo: Repository) -> list[Finding]:
    places = [path for path in (repo.common_dir, repo.path(ENTIRE_DIR)) if os.path.isdir(path)]
    found = [_read_only(path) for path in places if not os.access(path, os.W_OK)]
    full = [path for path in places if shutil.disk_usage(path).free < LEAST_BYTES]
    return found + [_full(path) for path in full[:1]]


def _read_only(path: str) -> Finding:
    return Finding(
        READ_ONLY,
        f"cannot record anything: {path} is not writable",
        "the file system is mounted read-only, or the folder belongs to another user",
        f"make it writable; see `ls -ld {path}` and `mount`",
        items=[path],
    )


def _full(path: str) -> Finding:
    return Finding(
        FULL,
        f"the disk with {path} is almost full",
        f"less than {LEAST_BYTES // 1024 // 1024} MB are free: hooks may fail to record",
        "free some space; `git gc` often helps",
        items=[path],
    )
