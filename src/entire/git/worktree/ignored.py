"""Which files git ignores."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from entire.git.errors import GitError
from entire.git.objects.walk import parts
from entire.git.repository import Repository


def ignored(repo: Repository, paths: Iterable[str]) -> set[str]:
    """Return the ignored paths; all of them if git fails. Tracked files are never ignored."""
    wanted = list(paths)
    if not wanted:
        return set()
    request = os.fsencode("".join(f"{path}\0" for path in wanted))
    try:
        out = repo.run("check-ignore", "-z", "--stdin", data=request, ok=(0, 1)).out
    except GitError:
        return set(wanted)
    return set(filter(None, os.fsdecode(out).split("\0")))


def files_below(repo: Repository, folders: Iterable[str]) -> Iterator[str]:
    """Yield the ignored files of these folders, in order; not those of repositories within them."""
    command = ("--literal-pathspecs", "ls-files", "--others", "--ignored", "--exclude-standard", "-z", "--")
    for name in parts(repo.start(*command, *folders), "ls-files", b"\0"):
        if name and not name.endswith(b"/"):
            yield os.fsdecode(name)
