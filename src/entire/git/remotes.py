"""The configured remotes."""

from __future__ import annotations

import os

from entire.core.value import Value
from entire.git.repository import Repository

_PROBE = "entire-probe-"


class Remote(Value):
    """The addresses that git uses for a remote, with `pushurl`, `insteadOf` and `pushInsteadOf` applied."""

    fetch: str
    push: tuple[str, ...]  # a remote can have several

    @property
    def all(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self.push, self.fetch)))


def listing(repo: Repository) -> dict[str, Remote]:
    """Return the remotes by name."""
    return _read(repo.run("remote", "--verbose").out)


def listing_with(repo: Repository, address: str) -> tuple[dict[str, Remote], Remote | None]:
    """The same, and what git makes of a remote or an address, in one call."""
    probe = _PROBE + os.urandom(4).hex()
    found = _read(repo.run("-c", f"remote.{probe}.url={address}", "remote", "--verbose").out)
    unnamed = found.pop(probe, None)
    return found, found.get(address, unnamed)


def _read(out: bytes) -> dict[str, Remote]:
    found: dict[str, Remote] = {}
    for line in os.fsdecode(out).splitlines():
        name, _, rest = line.partition("\t")
        address, kind = _split(rest)
        known = found.get(name, Remote("", ()))
        if kind == "push":
            found[name] = Remote(known.fetch, (*known.push, address))
        elif kind == "fetch":
            found[name] = Remote(known.fetch or address, known.push)
    return found


def _split(rest: str) -> tuple[str, str]:
    """Split `address (fetch)`; the filter of a partial clone can follow: `address (fetch) [blob:none]`."""
    for kind in ("fetch", "push"):
        address, mark, after = rest.rpartition(f" ({kind})")
        if mark and (not after or after.startswith(" [")):
            return address, kind
    return rest, ""
