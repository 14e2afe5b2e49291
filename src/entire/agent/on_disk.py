"""The conversations that an agent has on this machine, for commands that look for those of a repository."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from entire.core import files, json_text
from entire.core.paths import valid_session_id
from entire.core.value import Value

HEAD = 256 * 1024  # enough of a transcript to find where it began
_MOST_FILES = 100_000
_DIRECTORY = re.compile(rb'"cwd"\s*:\s*("(?:[^"\\]|\\.){1,4096}")')


class OnDisk(Value):
    """A conversation, before it is read."""

    session_id: str
    path: str  # of the transcript
    directory: str  # where it began


def head(path: str) -> bytes:
    """The beginning of a transcript; empty if it is not a file that can be read."""
    try:
        descriptor = files.open_regular(path)
    except OSError:
        return b""
    if descriptor is None:
        return b""
    with open(descriptor, "rb") as file:
        return file.read(HEAD)


def directory_of(start: bytes) -> str:
    """The first directory that a transcript names; empty if it names none."""
    found = _DIRECTORY.search(start)
    try:
        directory = json_text.decode(found[1]) if found else ""
    except ValueError:
        return ""
    return directory if isinstance(directory, str) and os.path.isabs(directory) else ""


def is_in(directory: str, roots: Sequence[str]) -> bool:
    """Whether a directory is one of the roots, or below one."""
    real = os.path.realpath(directory)
    return any(real == root or real.startswith(os.path.join(root, "")) for root in roots)


def folders(above: str, wanted: Callable[[str], bool] = lambda _: True) -> list[str]:
    """The folders directly below one, by their names."""
    names = sorted(name for name in files.names(above) if wanted(name))
    return [path for path in (os.path.join(above, name) for name in names) if os.path.isdir(path)]


def within(above: Iterable[str], suffixes: tuple[str, ...] = (".jsonl",)) -> Iterator[str]:
    """The files directly in these folders."""
    left = _MOST_FILES
    for folder in above:
        for name in sorted(files.names(folder)):
            left -= 1
            if left >= 0 and name.endswith(suffixes):
                yield os.path.join(folder, name)


def stem(path: str) -> str:
    return os.path.basename(path).rpartition(".")[0]


def choose(
    paths: Iterable[str],
    roots: Sequence[str],
    id_of: Callable[[str], str] = stem,
    usual: Callable[[str], str] = lambda _: "",
    is_one: Callable[[bytes], bool] = lambda _: True,
) -> Iterator[OnDisk]:
    """Those of the transcripts that began in one of the roots, or below.

    ``usual``: where one began that names no directory, by its path. ``is_one``: by how it starts, whether it
    is a conversation with a person.
    """
    for path in paths:
        start = head(path)
        directory = directory_of(start) or usual(path)
        session_id = id_of(path)
        if directory and is_in(directory, roots) and valid_session_id(session_id) and is_one(start):
            yield OnDisk(session_id, path, os.path.realpath(directory))
