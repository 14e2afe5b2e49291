"""Taking people, machines and places out of a story.

Known names are replaced as whole words: those of the authors, of the user and of this machine, and those that
paths and addresses in the story show. What cannot be recognized as a name stays: read a story before you
publish it.
"""

from __future__ import annotations

import getpass
import json
import os
import re
import socket
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, TypeVar
from urllib.parse import quote

from entire.agent import registry
from entire.core.record import Record
from entire.core.text import without_codes
from entire.git import remotes
from entire.git.identity import get_git_author_from_repo
from entire.git.repository import Repository
from entire.remote import address
from entire.web.export.cleaning import changed

T = TypeVar("T")
Replacement = str | Callable[[re.Match[str]], str]

EMAIL, USER, HOST, ABOVE = "email", "user", "host", "…"
_LEAST = 2  # letters of a name: a single one is found everywhere
_SHORT = 2  # letters of a name that is often another word in lower case
# Names of accounts, machines and parts of addresses that name nobody.
_NOBODY = frozenset(
    {
        *("admin", "agent", "build", "builder", "ci", "code", "container", "debian", "demo", "dev"),
        *("docker", "email", "git", "github", "gitlab", "guest", "hi", "home", "host", "info"),
        *("local", "localdomain", "localhost", "mail", "main", "me", "nobody", "node", "noreply", "office"),
        *("pc", "postgres", "public", "root", "runner", "sandbox", "server", "shared", "system", "team"),
        *("test", "tester", "testing", "tmp", "ubuntu", "unknown", "user", "users", "vagrant"),
        *("vm", "web", "work", "workspace", "www"),
    }
)
_PARTICLES = frozenset(
    {"al", "bin", "da", "de", "del", "den", "der", "di", "dos", "el", "la", "le", "van", "von"}
)
_BETWEEN = re.compile(r"[\s._+-]+")
# What commands print is often JSON, HTML or an address: the same characters, written differently.
_AT = r"(?:@|%40|&#0*64;|&#[xX]0*40;|&commat;|\\+u0040)"
_SLASH = r"(?:\\*/|%2[Ff]|\\+u002[Ff])"
_START = (  # of a word: after no letter, or after one that is the end of an escape, or of a colour
    r"(?:(?<![A-Za-z0-9])|(?<=\\[bfnrtv])|(?<=%[0-9A-Fa-f]{2})|(?<=\\x[0-9A-Fa-f]{2})|(?<=\\u[0-9A-Fa-f]{4})"
    r"|(?<=[\[;]\dm)|(?<=[\[;]\d\dm))"
)
_EMAIL = re.compile(rf"(?<![\w.%+-])[\w.%+-]+{_AT}[\w-]+(?:\.[\w-]+)*\.[^\W\d_]{{2,}}")
_ADDRESS = re.compile(rf"(?:<|&lt;)([\w.%+-]+){_AT}\w")
_BEFORE = 80  # characters in front of an address, where the name is
_NO_NAME = re.compile(r"[\n<>:\"|]")  # none of these is in a name
_PRIVATE = re.compile(
    r"\b(?:[A-Za-z0-9-]+\.)+(?:local|localdomain|lan|internal|intranet|corp|home\.arpa)\b"
    rf"|{_START}(?:10\.\d{{1,3}}|192\.168|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d{{1,3}}){{2}}\b"
)
_SIGNED_IN = re.compile(
    r"(?<![\w.+/-])(?!git@)[a-z_][\w.-]*@[A-Za-z0-9][A-Za-z0-9-]*(?=:[~/]|[\s\])}]*[$#%>] |\]\$)"
)
_HOMES = re.compile(
    rf"(?:{_SLASH}(?:home|Users){_SLASH}|(?:[A-Za-z]:)?\\+Users\\+)([^/\\\s\"'`:;,<>()\[\]{{}}|%]+)"
)
_FORGES = ("github.com", "gitlab.com", "bitbucket.org", "codeberg.org", "gitea.com", "sr.ht")


class Names(NamedTuple):
    """What to take out."""

    people: frozenset[str]
    hosts: frozenset[str]
    roots: tuple[str, ...]  # of the repository, the longest first


def names_of(repo: Repository, story: object) -> Names:
    """The names that are known here, and those that the story shows."""
    author = get_git_author_from_repo(repo)
    texts = [(name, without_codes(text)) for name, text in texts_of(story)]
    roots = {repo.worktree, os.path.realpath(repo.worktree), os.path.dirname(repo.common_dir)}
    roots |= {text for name, text in texts if name == "directory"}
    people = [
        author.name,
        author.email.partition("@")[0],
        _login(),
        os.path.basename(os.path.expanduser("~")),
    ]
    for name, text in texts:
        if name == "author":
            person, _, mail = text.partition(" <")
            people += [person, mail.partition("@")[0]]
        people += [*_HOMES.findall(text), *people_of(text)]
    for root in roots:
        people += _HOMES.findall(root)
    hosts = [socket.gethostname(), socket.gethostname().partition(".")[0], *_remote_hosts(repo)]
    return Names(
        frozenset(parts_of_names(people)),
        frozenset(host for host in hosts if len(host) >= _LEAST and host.lower() not in _NOBODY),
        tuple(sorted(filter(_is_deep, roots), key=len, reverse=True)),
    )


def people_of(text: str) -> Iterator[str]:
    """Who is named with an address in a text, as in `Author: Ada Lovelace <ada@example.com>`. Pure."""
    text, done = without_codes(text), 0
    for found in _ADDRESS.finditer(text):
        account = found[1]
        before = text[max(done, found.start() - _BEFORE) : found.start()].rstrip()
        done = found.end()
        if account.lower() in _NOBODY:
            continue  # `noreply@`: a program
        yield account
        name: list[str] = []
        for word in reversed(_NO_NAME.split(before)[-1].split()[-4:]):
            if not word[0].isupper() and word not in _PARTICLES:
                break
            name.insert(0, word)
        if name:
            yield " ".join(name)


def _login() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return ""


def _remote_hosts(repo: Repository) -> Iterator[str]:
    for remote in remotes.listing(repo).values():
        for one in remote.all:
            place = address.split(one)
            if place is not None and not place.host.endswith(_FORGES):
                yield place.host


def _is_deep(folder: str) -> bool:
    """Whether it says something: `/srv` does not."""
    return folder.count("/") > 1


def parts_of_names(names: Iterable[str]) -> Iterator[str]:
    """`Ada Lovelace`, `AdaLovelace`, `Ada` and `Lovelace`; agents are not people, `de` is not a name."""
    nobody = _NOBODY | {word for agent in registry.every() for word in _BETWEEN.split(agent.TYPE.lower())}
    for name in names:
        parts = _BETWEEN.split(name)
        single = [part for part in parts if len(parts) == 1 or part not in _PARTICLES]
        for part in (name.strip(), "".join(parts), *single):
            if len(part) >= _LEAST and part.lower() not in nobody and not part.isdigit():
                yield part


def texts_of(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Every text in a story, with the name of its field."""
    if isinstance(value, str):
        yield name, value
    elif isinstance(value, Record):
        yield from texts_of(value.to_json(), name)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from texts_of(item, str(key))
    elif isinstance(value, tuple) and hasattr(value, "_fields"):
        for key, item in zip(value._fields, value, strict=True):
            yield from texts_of(item, key)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from texts_of(item, name)


def without_names(story: T, names: Names) -> T:
    """The story, with words in place of names. Pure."""
    replace = replacer(names)
    left_out = ("author", "directory")
    return changed(story, lambda name, text: "" if name in left_out else replace(text))


def replacer(names: Names) -> Callable[[str], str]:
    """A function that replaces names in a text. Pure."""
    rules: list[tuple[re.Pattern[str], Replacement]] = [
        *_places(names.roots),
        (_EMAIL, _email),
        (_SIGNED_IN, f"{USER}@{HOST}"),
        (_HOMES, "~"),
        (_PRIVATE, HOST),
        *((pattern, HOST) for pattern in _words(names.hosts)),
        *((pattern, USER) for pattern in _words(names.people)),
    ]

    def replace(text: str) -> str:
        text = without_codes(text)
        for pattern, instead in rules:
            text = pattern.sub(instead, text)
        return text

    return replace


def _email(found: re.Match[str]) -> str:
    """An address; `git@` is how forges are called, not a person."""
    return found[0] if found[0].startswith("git@") else EMAIL


def _places(roots: Iterable[str]) -> list[tuple[re.Pattern[str], str]]:
    """Paths in the repository lose what is above it; folders above it have no name."""
    found: list[tuple[re.Pattern[str], str]] = []
    for root in roots:
        found.append((re.compile(rf"{_path(root)}{_SLASH}(?=[\w.@-])"), ""))
        found.append((re.compile(rf"{_path(root)}(?![\w-])"), "."))
        found.append((re.compile(rf"{_slug(root)}(?![A-Za-z0-9])"), "-repository"))
    above = {folder for root in roots for folder in _above(root)}
    for folder in sorted(filter(_is_deep, above), key=len, reverse=True):
        found.append((re.compile(rf"{_path(folder)}(?![\w-])"), ABOVE))
        found.append((re.compile(rf"{_slug(folder)}(?![A-Za-z0-9])"), f"-{ABOVE}"))
    return found


def _path(folder: str) -> str:
    """A pattern for it."""
    return _SLASH.join(map(_forms, folder.split("/")))


def _slug(folder: str) -> str:
    """A pattern for what clients call a folder by its path."""
    return re.escape(re.sub(r"[^A-Za-z0-9]", "-", folder))


def _forms(word: str) -> str:
    """A pattern for a word as it is, in JSON and in an address."""
    forms = {word, json.dumps(word)[1:-1], quote(word)}
    return f"(?:{'|'.join(map(re.escape, sorted(forms)))})"


def _above(root: str) -> Iterator[str]:
    while (folder := os.path.dirname(root)) != root:
        yield folder
        root = folder


def _words(names: Iterable[str]) -> list[re.Pattern[str]]:
    """Any of these, as whole words; `_` is between words. Short ones in lower case if the name is."""
    names = sorted(names, key=len, reverse=True)
    long = [name for name in names if len(name) > _SHORT]
    short = {
        form for name in names if len(name) <= _SHORT for form in (name, name.capitalize(), name.upper())
    }
    found = []
    for some, flags in ((long, re.IGNORECASE), (sorted(short), re.NOFLAG)):
        if some:
            found.append(re.compile(rf"{_START}(?:{'|'.join(map(_forms, some))})(?![A-Za-z0-9])", flags))
    return found
