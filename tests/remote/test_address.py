"""One strict function splits an address. What it accepts, git and URL libraries read in the same way."""

from __future__ import annotations

import subprocess
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support import Repo

from entire.remote.address import Place, is_local, is_safe, split, without_password

CODE = "https://codehost.example/team/code.git"


def https(owner: str = "team", name: str = "x", host: str = "codehost.example", port: str = "443") -> Place:
    return Place("https", "", host, port, owner, name)


def ssh(owner: str = "team", user: str = "git", port: str = "22", *, absolute: bool = False) -> Place:
    return Place("ssh", user, "codehost.example", port, owner, "x", absolute)


# Each address with its parts (None: refused), and whether checkpoints may go there because a file that came
# with the repository says so, while the code goes to CODE.
TABLE: list[tuple[str, Place | None, bool]] = [
    # Plain ones.
    ("https://codehost.example/team/x.git", https(), True),
    ("https://codehost.example/team/x", https(), True),
    ("https://codehost.example/team/x/", https(), True),
    ("https://codehost.example/team/x.git/", https(), True),
    ("https://CodeHost.Example/team/x", https(), True),
    ("https://codehost.example:443/team/x", https(), True),
    ("git@codehost.example:team/x.git", ssh(), True),
    ("codehost.example:team/x", ssh(user=""), True),
    ("git@codehost.example:/team/x", ssh(absolute=True), True),
    ("ssh://git@codehost.example/team/x.git", ssh(absolute=True), True),
    ("ssh://codehost.example/team/x", ssh(user="", absolute=True), True),
    ("ssh://git@codehost.example:22/team/x", ssh(absolute=True), True),
    ("git+ssh://git@codehost.example/team/x", ssh(absolute=True), True),
    # Someone else's.
    ("https://codehost.example/Team/x", https("Team"), False),
    ("git@codehost.example:Team/x", ssh("Team"), False),
    ("https://codehost.example/mallory/x.git", https("mallory"), False),
    ("https://codehost.example/team/sub/x", https("team/sub"), False),
    ("https://codehost.example/team-/x", https("team-"), False),
    ("https://evil.example/team/x.git", https(host="evil.example"), False),
    ("https://codehost.example.evil.example/team/x", https(host="codehost.example.evil.example"), False),
    ("https://ode.host.example/team/x", https(host="ode.host.example"), False),
    ("git@codehost.example:~mallory/x", ssh("~mallory"), False),
    ("ssh://git@codehost.example/~mallory/team/x", ssh("~mallory/team"), False),
    ("git@codehost.example:/~mallory/team/x", ssh("~mallory/team"), False),
    ("git@codehost.example:/srv/team/x", ssh("srv/team", absolute=True), False),
    # The same host and owner, but another server, another account, or readable on the way.
    ("https://codehost.example:8443/team/x", https(port="8443"), False),
    ("ssh://git@codehost.example:2222/team/x", ssh(port="2222", absolute=True), False),
    ("mallory@codehost.example:team/x", ssh(user="mallory"), False),
    ("ssh://mallory@codehost.example/team/x", ssh(user="mallory", absolute=True), False),
    ("http://codehost.example/team/x", Place("http", "", "codehost.example", "80", "team", "x"), False),
    ("git://codehost.example/team/x", Place("git", "", "codehost.example", "9418", "team", "x"), False),
    # IPv6, IPv4, names without a domain.
    ("ssh://git@[::1]:2222/team/x", Place("ssh", "git", "[::1]", "2222", "team", "x", True), False),
    ("git@[2001:DB8::1]:team/x", Place("ssh", "git", "[2001:db8::1]", "22", "team", "x"), False),
    ("https://[::1]/team/x", https(host="[::1]"), False),
    ("https://127.0.0.1:8080/team/x", https(host="127.0.0.1", port="8080"), False),
    ("work:team/x", Place("ssh", "", "work", "22", "team", "x"), False),
    ("https://[::1%25eth0]/team/x", None, False),
    ("[codehost.example:22]:team/x", None, False),
    # Without an owner.
    ("https://codehost.example/x.git", None, False),
    ("git://evil.example/x.git", None, False),
    ("git@codehost.example:x.git", None, False),
    ("https://codehost.example/team/.git", None, False),
    ("https://codehost.example/", None, False),
    ("https://codehost.example", None, False),
    ("file:///srv/team/x.git", None, False),
    ("file://codehost.example/team/x.git", None, False),
    ("/srv/team/x.git", None, False),
    ("../team/x.git", None, False),
    ("./codehost.example:team/x", None, False),
    ("team/x", None, False),
    ("~/team/x", None, False),
    ("C:/team/x", None, False),
    ("C:team/x", None, False),
    ("C:\\team\\x", None, False),
    ("\\\\codehost.example\\team\\x", None, False),
    ("", None, False),
    # Read as codehost by one program, as evil by another.
    ("http://evil.example:80?@codehost.example/team/x.git", None, False),
    ("https://evil.example?@codehost.example/team/x.git", None, False),
    ("https://evil.example#@codehost.example/team/x.git", None, False),
    ("https://evil.example\\@codehost.example/team/x.git", None, False),
    ("https://evil.example/@codehost.example/team/x.git", None, False),
    ("https://codehost.example@evil.example@codehost.example/team/x", None, False),
    ("https://codehost.example:443@evil.example/team/x",
     Place("https", "codehost.example:443", "evil.example", "443", "team", "x"), False),
    ("https://codehost.example;@evil.example/team/x", None, False),
    ("git@evil.example:22:team/x", None, False),
    ("git@evil.example:@codehost.example:team/x", None, False),
    ("ssh://git@evil.example:codehost.example/team/x", None, False),
    ("ssh://git@codehost.example:/team/x", None, False),
    ("https://codehost.example:/team/x", None, False),
    ("https://codehost.example:0/team/x", None, False),
    ("https://codehost.example:99999/team/x", None, False),
    ("https://codehost.example:+443/team/x", None, False),
    # User information.
    ("https://git@codehost.example/team/x",
     Place("https", "git", "codehost.example", "443", "team", "x"), False),
    ("https://me:secret@codehost.example/team/x",
     Place("https", "me:secret", "codehost.example", "443", "team", "x"), False),
    ("https://@codehost.example/team/x", None, False),
    ("ssh://git:secret@codehost.example/team/x", None, False),
    ("ssh://@codehost.example/team/x", None, False),
    ("git://git@codehost.example/team/x", None, False),
    # Options and programs.
    ("-oProxyCommand=touch:team/x", None, False),
    ("ssh://-oProxyCommand=touch/team/x", None, False),
    ("ssh://-oProxyCommand@codehost.example/team/x", None, False),
    ("-oProxyCommand=x@codehost.example:team/x", None, False),
    ("git@-oProxyCommand:team/x", None, False),
    ("git@codehost.example:-upload/x", None, False),
    ("--upload-pack=touch", None, False),
    ("ext::sh -c touch% x", None, False),
    ("fd::17", None, False),
    ("persistent-https::https://codehost.example/team/x", None, False),
    ("ftp://codehost.example/team/x", None, False),
    ("HTTPS://codehost.example/team/x", None, False),
    # Queries, fragments, percent-encodings, dots, odd characters.
    ("https://codehost.example/team/x?y", None, False),
    ("https://codehost.example/team/x#y", None, False),
    ("https://codehost.example/team/x%2f..%2fmallory", None, False),
    ("https://codehost.example/%74eam/x", None, False),
    ("https://%63odehost.example/team/x", None, False),
    ("https://codehost.example/team/../mallory/x", None, False),
    ("https://codehost.example/team/x/../../mallory/y", None, False),
    ("https://codehost.example/./team/x", None, False),
    ("https://codehost.example//team/x", None, False),
    ("https://codehost.example/team//x", None, False),
    ("https:///team/x", None, False),
    ("https://codehost.example./team/x", None, False),
    ("https://.codehost.example/team/x", None, False),
    ("https://codehost..example/team/x", None, False),
    ("https://codehost.example/team/x y", None, False),
    ("https://codehost.example/team/x\n", None, False),
    ("https://codehost.example/team/x\x00", None, False),
    ("https://codehost.example\t/team/x", None, False),
    ("\x1b[31mhttps://codehost.example/team/x", None, False),
    (" https://codehost.example/team/x", None, False),
    ("https://c\u043edehost.example/team/x", None, False),
    ("https://codehost\u3002example/team/x", None, False),
    ("https://codehost.example/te\u00e0m/x", None, False),
    ("https://codehost.example/team\u2215x/y", None, False),
    ("git@codehost.example:team/$(touch x)", None, False),
    ("git@codehost.example:team/x;y", None, False),
    ("git@codehost.example:team/'x'", None, False),
]  # fmt: skip


def test_the_table_is_large() -> None:
    assert len({address for address, _, _ in TABLE}) == len(TABLE) >= 60


@pytest.mark.parametrize(("address", "place", "allowed"), TABLE)
def test_the_parts_of_an_address(address: str, place: Place | None, allowed: bool) -> None:
    code = split(CODE)
    assert code is not None
    assert split(address) == place
    assert (place is not None and place.may_stand_in(code)) == allowed


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Repo.init(tmp_path_factory.mktemp("repo")).path


@pytest.mark.parametrize("address", [address for address, place, _ in TABLE if place is not None])
def test_git_reads_it_in_the_same_way(repo: Path, address: str) -> None:
    place = split(address)
    assert place is not None
    if place.scheme in ("http", "https"):
        read = urlsplit(address)
        host, port, path = (
            read.hostname,
            str(read.port or {"http": 80, "https": 443}[place.scheme]),
            read.path,
        )
    else:
        words = ["git", "fetch-pack", "--diag-url", address]
        out = subprocess.run(words, cwd=repo, capture_output=True, text=True, check=True).stdout
        found = dict(line.removeprefix("Diag: ").split("=", 1) for line in out.splitlines())
        host = found.get("userandhost") or found["hostandport"].rpartition(":")[0] or found["hostandport"]
        host, path = host.rpartition("@")[2], found["path"]
        port = found.get("port", "NONE").replace("NONE", place.port)
    assert (host or "").lower() == place.host.strip("[]")
    assert port == place.port
    assert path.strip("/").removesuffix(".git") == f"{place.owner}/{place.name}"
    assert place.absolute == (place.ssh and path.startswith("/"))


PIECES = [*"aZ0.-_~%:@/?#[]\\+ \n", "git", "ssh://", "https://", "ext::", "é"]


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_any_text_is_split_or_refused(text: str) -> None:
    place = split(text)
    if place is not None:
        assert place.owner
        assert place.name
        assert ".." not in place.owner.split("/")
        assert f"{place.owner}/{place.name}" in text


@pytest.mark.parametrize(
    ("code", "address", "allowed"),
    [
        ("git@hub:team/code", "git@hub:team/x", True),
        ("git@hub:team/code", "hub:team/x", False),
        ("git@hub:team/code", "https://hub/team/x", True),
        ("me@hub:team/code", "me@hub:team/x", True),
        ("me@hub:team/code", "git@hub:team/x", False),
        ("https://me:pw@hub/team/code", "https://hub/team/x", True),
        ("https://me:pw@hub/team/code", "https://me:pw@hub/team/x", False),
        ("http://hub:80/team/code", "http://hub/team/x", True),
        ("http://hub:3000/team/code", "http://hub:3000/team/x", True),
        ("http://hub:3000/team/code", "http://hub/team/x", False),
        ("https://hub:8443/team/code", "https://hub/team/x", False),
        ("http://hub/team/code", "git://hub/team/x", False),
        ("git://hub/team/code", "git://hub/team/x", True),
        ("ssh://git@hub:2222/team/code", "https://hub/team/x", True),
        ("ssh://git@hub:2222/team/code", "git@hub:team/x", False),
        # On a plain ssh server, a path from the root and one from the user's home are different places.
        ("git@hub:team/code", "git@hub:/team/x", False),
        ("git@hub:/team/code", "git@hub:team/x", False),
        ("git@hub:/team/code", "ssh://git@hub/team/x", True),
        ("git@hub:team/code", "ssh://git@hub/team/x", False),
        ("git@hub:~me/code", "ssh://git@hub/~me/x", True),
        ("git@hub:team/code", "git@hub:Team/x", False),
        ("https://hub/team/code", "https://hub/TEAM/x", False),
        ("git@github.com.hub:team/code", "git@github.com.hub:Team/x", False),
        # Forges that we know ignore case, and have no paths.
        ("git@github.com:team/code", "ssh://git@github.com/Team/x", True),
        ("https://gitlab.com/Team/code", "git@gitlab.com:team/x", True),
        ("git@GitHub.com:team/code", "git@github.com:/team/x", True),
        ("https://codeberg.org/team/code", "https://codeberg.org/TEAM/x", True),
        ("https://bitbucket.org/team/code", "https://bitbucket.org/team-/x", False),
    ],
)
def test_what_may_go_there_too(code: str, address: str, allowed: bool) -> None:
    place, other = split(address), split(code)
    assert place is not None
    assert other is not None
    assert place.may_stand_in(other) == allowed


@pytest.mark.parametrize(
    ("address", "safe", "local"),
    [
        ("https://h/team/x", True, False),
        ("git@h:team/x", True, False),
        ("/srv/x.git", True, True),
        ("../x", True, True),
        ("./a:b", True, True),
        ("file:///srv/x", True, True),
        ("private", True, True),
        ("-x", False, True),
        ("ext::sh", False, False),
        ("a-b.c+d::x", False, False),
        ("ext://x", False, False),
        ("a b", False, True),
        ("a\x7f", False, True),
    ],
)
def test_what_git_gets(address: str, safe: bool, local: bool) -> None:
    assert is_safe(address) == safe
    assert is_local(address) == local


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("https://me:secret@example.com/x", "https://example.com/x"),
        ("https://token@example.com/x", "https://example.com/x"),
        ("https://a@b:secret@example.com/x", "https://example.com/x"),
        ("ssh://me:secret@example.com/x", "ssh://example.com/x"),
        ("ssh://git@example.com/x", "ssh://git@example.com/x"),
        ("git@example.com:x", "git@example.com:x"),
        ("/srv/a@b/x", "/srv/a@b/x"),
        ("http://evil.example:80?@codehost.example/x", "http://evil.example:80?@codehost.example/x"),
        ("https://evil.example/@codehost.example/x", "https://evil.example/@codehost.example/x"),
    ],
)
def test_what_is_shown_of_an_address(address: str, shown: str) -> None:
    """No password, and never another host than the one that git calls."""
    assert without_password(address) == shown
