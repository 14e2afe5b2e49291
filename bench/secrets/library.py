"""Real code without secrets: the standard library and the packages of this interpreter, as they are."""

from __future__ import annotations

import sysconfig
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from entire.redact import redact_text

_LARGEST = 400_000
_SKIPPED = frozenset(("test", "tests", "entire", "site-packages"))
"""Tests have keys and passwords of their own. Packages may be a part of the standard library's folder."""

_MODULES = (
    "argparse ast base64 bdb calendar cmd codecs configparser contextlib copy csv dataclasses datetime "
    "decimal difflib dis doctest enum filecmp fileinput fractions ftplib functools getopt getpass "
    "gettext glob gzip hashlib heapq hmac imaplib inspect ipaddress keyword locale lzma mailbox "
    "mimetypes netrc opcode optparse os pathlib pdb pickle platform plistlib poplib pprint profile "
    "queue random secrets shlex shutil smtplib socket ssl string subprocess tarfile tempfile textwrap "
    "threading token tokenize traceback typing unittest/mock urllib/parse urllib/request uuid warnings "
    "weakref webbrowser zipfile"
)
MODULES = tuple(_MODULES.split())
"""Modules of the standard library that are quick to check, those that handle passwords and tokens too."""


class Change(NamedTuple):
    """A line that redaction changes."""

    path: str
    before: str
    after: str


class Library(NamedTuple):
    megabytes: float
    changes: list[Change]

    @property
    def share(self) -> float:
        """How many lines of a megabyte change."""
        return len(self.changes) / max(1.0, self.megabytes)


def modules() -> list[Path]:
    """Return the files of `MODULES`; some versions have packages instead."""
    folder = Path(sysconfig.get_path("stdlib"))
    return [path for name in MODULES if (path := folder / f"{name}.py").is_file()]


def everything() -> Iterator[Path]:
    """Yield all modules of the interpreter."""
    for folder in sorted({Path(sysconfig.get_path(name)) for name in ("stdlib", "purelib")}):
        for path in sorted(folder.rglob("*.py")):
            if _SKIPPED.isdisjoint(path.relative_to(folder).parts[:-1]) and path.stat().st_size < _LARGEST:
                yield path


def check(paths: Iterable[Path]) -> Library:
    """Redact files, and return what changes."""
    size = 0
    changes: list[Change] = []
    for path in paths:
        text = path.read_text(encoding="utf-8", errors="replace")
        size += len(text)
        clean = redact_text(text)
        if clean != text:
            lines = zip(text.split("\n"), clean.split("\n"), strict=True)
            changes += [Change(str(path), before, after) for before, after in lines if before != after]
    return Library(size / 1_000_000, changes)
