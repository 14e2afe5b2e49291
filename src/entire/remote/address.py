"""Split the address of a repository. Strict: what two programs could read differently is refused."""

from __future__ import annotations

import re

from entire.core.value import Value

PORTS = {"https": "443", "http": "80", "ssh": "22", "git": "9418"}
_PLAIN_TEXT = ("http", "git")
# Known to ignore the case of owners, and to have no paths above them. Elsewhere, two cases are two places.
_FORGES = (
    "github.com",
    "ssh.github.com",
    "gitlab.com",
    "altssh.gitlab.com",
    "bitbucket.org",
    "altssh.bitbucket.org",
    "codeberg.org",
    "gitea.com",
)

# Hosts and paths have no spaces, quotes, backslashes, `?`, `#`, `%` or `@`, and only printable ASCII.
_HOST = r"(?P<host>[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_])?|\[[0-9A-Fa-f:.]+\])"
_PATH = r"(?P<path>[A-Za-z0-9._~+/-]+)\Z"
_USER = r"(?:(?P<user>[A-Za-z0-9_][A-Za-z0-9._-]*)@)?"
_SIGNED_IN = r"(?:(?P<user>[A-Za-z0-9._~%:+=-]+)@)?"  # maybe with a password
_PORT = r"(?::(?P<port>[0-9]{1,5}))?/"
_SHAPES = (
    re.compile("(?P<scheme>https?)://" + _SIGNED_IN + _HOST + _PORT + _PATH),
    re.compile(r"(?P<scheme>ssh|git\+ssh|ssh\+git)://" + _USER + _HOST + _PORT + _PATH),
    re.compile("(?P<scheme>git)://(?P<user>)" + _HOST + _PORT + _PATH),
    re.compile("(?P<scheme>)(?![A-Za-z]:)" + _USER + _HOST + ":(?P<port>)" + _PATH),  # not `C:`, a drive
)

# Not an option, and nothing that makes git run a program (`helper::…`).
_SAFE = re.compile(r"(?!-)(?![\w+.-]+::)(?!(?!(?:file|git|https?|ssh)://)[\w+.-]+://)[^\s\x00-\x1f\x7f]+\Z")

_SIGN_IN = re.compile(r"(?P<scheme>[^:/?#\\]+)://(?P<user>[^/?#\\]*)@")  # what git and curl take for it


class Place(Value):
    """A repository on a host. Two of the same owner differ only in their names."""

    scheme: str  # https, http, ssh or git
    user: str
    host: str  # in lower case
    port: str
    owner: str  # a user, an organization, or a group with subgroups
    name: str
    absolute: bool = False  # ssh: a path from the root of the server, not from the user's home

    @property
    def ssh(self) -> bool:
        return self.scheme == "ssh"

    @property
    def on_forge(self) -> bool:
        return self.host in _FORGES

    def same_owner(self, other: Place) -> bool:
        if self.host != other.host or not self.is_owned_by(other.owner):
            return False
        return self.on_forge or self.absolute == other.absolute or not (self.ssh and other.ssh)

    def is_owned_by(self, owner: str) -> bool:
        return self.owner == owner or (self.on_forge and self.owner.lower() == owner.lower())

    def may_stand_in(self, code: Place) -> bool:
        """Whether what may go to ``code`` may go here: same owner, same server, not less private."""
        if not self.same_owner(code) or (not self.ssh and self.user):
            return False
        if self.scheme == code.scheme:
            return self.port == code.port and self.user == (code.user if self.ssh else "")
        if self.scheme in _PLAIN_TEXT or self.port != PORTS[self.scheme]:
            return False
        return not self.ssh or self.user in ("", "git")


def split(address: str) -> Place | None:
    """Split an address; None if it has no owner, as a path does, or if it is not plain."""
    found = next((match for shape in _SHAPES if (match := shape.match(address))), None)
    if found is None:
        return None
    scheme = "ssh" if not found["scheme"] or "ssh" in found["scheme"] else found["scheme"]
    host, port = found["host"].lower(), int(found["port"] or PORTS[scheme])
    path = found["path"] if found["scheme"] else found["path"].removeprefix("/")
    parts = path.removesuffix("/").removesuffix(".git").split("/")
    odd = any(part in ("", ".", "..") or part.startswith("-") for part in parts)
    if odd or ".." in host or len(parts) < 2 or not 0 < port < 65536:
        return None
    absolute = scheme == "ssh" and (bool(found["scheme"]) or path != found["path"])
    owner, user = "/".join(parts[:-1]), found["user"] or ""
    return Place(scheme, user, host, str(port), owner, parts[-1], absolute and not path.startswith("~"))


def is_safe(text: str) -> bool:
    """Whether a text can be passed to git: it is neither an option nor makes git run a program."""
    return _SAFE.match(text) is not None


def is_local(address: str) -> bool:
    """Whether git takes an address for a path on this machine."""
    before, colon, _ = address.partition(":")
    return address.startswith("file://") or not colon or "/" in before


def without_password(address: str) -> str:
    """Return an address that is safe to print: without user information, but for a plain user name of ssh."""
    found = _SIGN_IN.match(address)
    if found is None or (found["scheme"] not in ("https", "http") and ":" not in found["user"]):
        return address
    return f"{found['scheme']}://{address[found.end() :]}"
