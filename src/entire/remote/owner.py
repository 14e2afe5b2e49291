"""Whose repository an address names."""

from __future__ import annotations

import re

from entire.core.value import Value

_URL = re.compile(
    r"(?P<scheme>[a-z][a-z0-9+.-]*)://(?:[^@/]*@)?(?P<host>\[[^]]*\]|[^:/]+)(?::\d+)?/(?P<path>.+)\Z",
    re.IGNORECASE,
)
_SCP = re.compile(r"(?:[^@/:]+@)?(?P<host>\[[^]]*\]|[^:/]+):(?!//)(?P<path>[^/].*|/.+)\Z")
_HOSTED = frozenset({"http", "https", "ssh", "git", "git+ssh", "ssh+git"})


class Place(Value):
    """A repository on a host. Two of one owner are alike in all but the name."""

    host: str
    owner: str  # a user, an organisation, a group with its subgroups
    name: str
    ssh: bool

    def same_owner(self, other: Place) -> bool:
        return (self.host.lower(), self.owner.lower()) == (other.host.lower(), other.owner.lower())


def parse(address: str) -> Place | None:
    """The place that an address names; None for a path, which has no owner."""
    url = _URL.match(address)
    found = url or _SCP.match(address)
    if found is None or (url is not None and url["scheme"].lower() not in _HOSTED):
        return None
    owner, _, name = found["path"].strip("/").removesuffix(".git").rpartition("/")
    if not owner or not name:
        return None
    ssh = url is None or "ssh" in url["scheme"].lower()
    return Place(found["host"], owner, name, ssh)


def without_password(address: str) -> str:
    """An address as one may show it."""
    scheme, mark, rest = address.partition("://")
    host, slash, path = rest.partition("/")
    return scheme + mark + host.rpartition("@")[2] + slash + path if mark else address
