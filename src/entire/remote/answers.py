"""What the user answered when asked whether checkpoints may go to an address, for all worktrees."""

from __future__ import annotations

import os
from collections.abc import Iterable

from entire.core import files
from entire.core.paths import STATE_DIR
from entire.git.repository import Repository

_FILE = "remotes"
_WORDS = {"yes": True, "no": False}


def load(repo: Repository) -> dict[str, bool]:
    """Return the answers by address; none from a file behind a link, which anyone may have written."""
    path = _path(repo)
    if os.path.realpath(path) != path:
        return {}
    rows = (line.partition(" ") for line in files.read_or_empty(path).decode("utf-8", "replace").splitlines())
    return {address: _WORDS[word] for word, _, address in rows if word in _WORDS and address}


def remember(repo: Repository, addresses: Iterable[str], answer: bool) -> None:
    known = load(repo) | dict.fromkeys(addresses, answer)
    lines = (f"{'yes' if allowed else 'no'} {address}\n" for address, allowed in known.items())
    files.make_dir(os.path.dirname(_path(repo)))
    files.write_atomic(_path(repo), "".join(lines).encode("utf-8", "replace"))


def _path(repo: Repository) -> str:
    return os.path.join(repo.common_dir, STATE_DIR, _FILE)
