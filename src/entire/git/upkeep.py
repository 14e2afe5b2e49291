"""Git's own housekeeping: when it would do it by itself, and having it done now."""

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
    """How this repository is set up."""

    loose_limit: int  # 0: git never packs by itself
    pack_limit: int  # 0: git never joins packs by itself
    expire: int  # objects that nothing reaches go if they were last wanted before this time
    complaint: str  # why git stopped to do it by itself; empty if it did not
    cruft: bool | None  # what the user says about packs for unreachable objects


def look(repo: Repository) -> Upkeep:
    out = repo.run("config", "--null", "--get-regexp", r"^(gc|maintenance)\.", ok=(0, 1)).out
    rows = (os.fsdecode(row).partition("\n") for row in out.split(b"\0") if row)
    told = {name.lower(): value if newline else "true" for name, newline, value in rows}
    limit = _number(told.get("gc.auto", ""), LOOSE_LIMIT)
    cruft = told.get("gc.cruftpacks")
    return Upkeep(
        limit if _truth(told.get("maintenance.auto", "true")) else 0,
        _number(told.get("gc.autopacklimit", ""), PACK_LIMIT) if limit else 0,
        _time(repo, told.get("gc.pruneexpire", _EXPIRE)),
        _complaint(repo),
        None if cruft is None else _truth(cruft),
    )


class Overdue:
    """Why there is more than git would leave; the names are those in `--json`."""

    OFF = "off"  # git is told not to do it by itself
    STOPPED = "stopped"  # git tried, complained, and waits
    SWAMPED = "swamped"  # it does, but there are too many that it must keep for a while


def overdue(store: ObjectStore, upkeep: Upkeep) -> str:
    """Pure: why nobody packs what should be packed; empty if there is not much, or the next commit does it.

    Git's own limits say what is much: beyond them every object takes longer to find.
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
    """As git reads numbers: `10k`. A negative one is none."""
    unit = _UNITS.get(text[-1:].lower(), 1)
    try:
        return max(0, int(text[:-1] if unit > 1 else text) * unit)
    except ValueError:
        return default


def _truth(text: str) -> bool:
    return text.lower() not in ("false", "no", "off", "0", "")


def _time(repo: Repository, text: str) -> int:
    """Seconds since the epoch of `2.weeks.ago`, `now`, `never`."""
    found = repo.run("rev-parse", f"--since={text}").out.decode().strip().rpartition("=")[2]
    return int(found) if found.isdigit() else 0


def _complaint(repo: Repository) -> str:
    """What git left in a file that keeps it from trying again for a day."""
    found = files.read(os.path.join(repo.common_dir, "gc.log")) or b""
    return found.decode("utf-8", "replace").strip()


def collect(repo: Repository, upkeep: Upkeep) -> None:
    """`git gc` by the user's own settings: what was wanted in the last two weeks stays. Raises GitError.

    Unreachable objects go into a pack of their own, as newer versions of git do by themselves: as files they
    would remain too many, and git would begin anew with every commit.
    """
    cruft = () if upkeep.cruft is not None else ("-c", "gc.cruftPacks=true")
    repo.run(*cruft, "gc", "--quiet")
