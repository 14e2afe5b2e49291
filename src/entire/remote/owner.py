"""The owner of a repository, from its URL."""

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
    """A repository on a host. Two of the same owner differ only in their names."""

    host: str
    owner: str  # a user, an organization, or a group with subgroups
    name: str
    ssh: bool

    def same_owner(self, other: Place) -> bool:
        return (self.host.lower(), self.owner.lower()) == (other.host.lower(), other.owner.lower())


def parse(address: str) -> Place | None:
    """Parse a URL; None for a path, which has no owner."""
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
    """Return a URL that is safe to print."""
    scheme, mark, rest = address.partition("://")
    host, slash, path = rest.partition("/")
    return scheme + mark + host.rpartition("@")[2] + slash + path if mark else address
