"""Which changed files are too large, or too many, to store a copy of at every step."""

from __future__ import annotations

import os

from entire.core import limits
from entire.git.repository import Repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping


def sizes(repo: Repository, paths: Iterable[str]) -> dict[str, int]:
    """The sizes of those files that exist."""
    found = {}
    for path in paths:
        try:
            found[path] = os.lstat(repo.path(path)).st_size
        except (OSError, ValueError):
            pass
    return found


def too_large(found: Mapping[str, int], named: Collection[str]) -> dict[str, str]:
    """Pure: the files that are not stored, and why, given the sizes of all.

    A tool call names a file that the agent wrote itself; a command can write any amount. Small files come
    first, so that as many as possible are stored.
    """
    largest, largest_named, most = (limits.size(name) for name in ("file", "named_file", "step"))
    most_files = int(limits.value("step_files"))
    total = number = 0
    left_out = {}
    for path, size in sorted(found.items(), key=lambda item: (item[1], item[0])):
        own = largest_named if path in named else largest
        if path not in named:
            total += size
            number += 1
        if size > own:
            left_out[path] = f"larger than {_megabytes(own)}"
        elif path not in named and total > most:
            left_out[path] = f"the step has {_megabytes(most)} of files that commands wrote"
        elif path not in named and number > most_files:
            left_out[path] = f"the step has {most_files} files that commands wrote"
    return left_out


def too_many(number: int) -> bool:
    """Whether a step stores none of the user's own files that git does not track, of which there are so many.

    Usually that is a folder that is missing in `.gitignore`.
    """
    return number > limits.value("step_files")


def _megabytes(size: int) -> str:
    return f"{round(size / limits.MEGABYTE, 3):g} MB"
