"""Git's own housekeeping: when git runs it by itself, and running it now."""

from __future__ import annotations

import os

from entire.core import files
from entire.core.value import Value
from entire.git.objects.store import ObjectStore
from entire.git.repository import Repository

LOOSE_LIMIT = 6700  # git's own defaults
PACK_LIMIT = 50
_EXPIRE = "2.weeks.ago"
_UNITS = {"k": 1024, "m": 1024**2, "g": 1024**3}


class Upkeep(Value):
    """The settings and state of `git gc` in this repository."""

    loose_limit: int  # 0: git never packs by itself
    pack_limit: int  # 0: git never combines packs by itself
    expire: int  # unreachable objects older than this time are pruned
    complaint: str  # why automatic `git gc` failed; empty if it did not
    cruft: bool | None  # the user's `gc.cruftPacks`


def read(repo: Repository) -> Upkeep:
    out = repo.run("config", "--null", "--get-regexp", r"^(gc|maintenance)\.", ok=(0, 1)).out
    rows = (os.fsdecode(row).partition("\n") for row in out.split(b"\0") if row)
    config = {name.lower(): value if newline else "true" for name, newline, value in rows}
    limit = _number(config.get("gc.auto", ""), LOOSE_LIMIT)
    cruft = config.get("gc.cruftpacks")
    return Upkeep(
        limit if _truth(config.get("maintenance.auto", "true")) else 0,
        _number(config.get("gc.autopacklimit", ""), PACK_LIMIT) if limit else 0,
        _time(repo, config.get("gc.pruneexpire", _EXPIRE)),
        _complaint(repo),
        None if cruft is None else _truth(cruft),
    )


class Overdue:
    """Why housekeeping is overdue; the values are those in `--json`."""

    OFF = "off"  # automatic `git gc` is disabled
    STOPPED = "stopped"  # automatic `git gc` failed, and git waits before it tries again
    SWAMPED = "swamped"  # `git gc` runs, but too many unreachable objects are too young to prune


def overdue(store: ObjectStore, upkeep: Upkeep) -> str:
    """Pure: why packing is overdue; empty if it is not, or the next commit will do it.

    Git's own limits decide: beyond them, every object takes longer to find.
    """
    loose, packs = upkeep.loose_limit or LOOSE_LIMIT, upkeep.pack_limit or PACK_LIMIT
    if store.loose <= loose and store.packs <= packs:
        return ""
    if not upkeep.loose_limit:
        return Overdue.OFF
    if upkeep.complaint:
        return Overdue.STOPPED
    return Overdue.SWAMPED if store.loose > 2 * loose else ""


def _number(text: str, default: int) -> int:
    """Parse a number as git does: `10k`. A negative one counts as 0."""
    unit = _UNITS.get(text[-1:].lower(), 1)
    try:
        return max(0, int(text[:-1] if unit > 1 else text) * unit)
    except ValueError:
        return default


def _truth(text: str) -> bool:
    return text.lower() not in ("false", "no", "off", "0", "")


def _time(repo: Repository, text: str) -> int:
    """Convert `2.weeks.ago`, `now` or `never` to seconds since the epoch."""
    found = repo.run("rev-parse", f"--since={text}").out.decode().strip().rpartition("=")[2]
    return int(found) if found.isdigit() else 0


def _complaint(repo: Repository) -> str:
    """Return git's log of a failed automatic gc, which keeps it from trying again for a day."""
    found = files.read_or_empty(os.path.join(repo.common_dir, "gc.log"))
    return found.decode("utf-8", "replace").strip()


def collect(repo: Repository, upkeep: Upkeep) -> None:
    """Run `git gc` with the user's settings: recent unreachable objects stay. Raises GitError.

    Unreachable objects go to a cruft pack, as newer versions of git do by default: as loose objects they
    would still be too many, and git would try again after every commit.
    """
    cruft = () if upkeep.cruft is not None else ("-c", "gc.cruftPacks=true")
    repo.run(*cruft, "gc", "--quiet")
