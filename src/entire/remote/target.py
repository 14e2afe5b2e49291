"""Where checkpoints go: where the team said, else where the code goes, but never to a stranger's place."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from entire.core.value import Value
from entire.remote import owner
from entire.remote.owner import Place

ORIGIN = "origin"
_HOSTS = {"github": "github.com", "gitlab": "gitlab.com"}
# No option, and nothing that makes git start a program (`helper::…`): the settings come with the repository.
_ADDRESS = re.compile(r"(?!-)(?![\w+.-]+::)(?!(?!(?:file|git|https?|ssh)://)[\w+.-]+://)[^\s\x00-\x1f]+\Z")
_REPOSITORY = re.compile(r"[A-Za-z0-9._-]+(/[A-Za-z0-9._-]+)+\Z")


class Target(Value):
    where: str  # a remote by name, or an address; empty: nowhere
    why_not: str = ""  # then, for people


class Pushed(Value):
    """What git says of the push that is going on."""

    name: str  # of the remote; the address itself where it has no name
    address: str


def choose(
    options: Mapping[str, Any], pushed: Pushed, remotes: Mapping[str, str], *, trusted: bool = False
) -> Target:
    """Pure: where to push the checkpoints along with the code. ``remotes`` are addresses by name.

    ``trusted``: the user chose the place, not somebody who wrote the repository's settings.
    """
    chosen = options.get("checkpoint_remote")
    if chosen:
        found = _as_chosen(chosen, pushed)
        return found if trusted or found.where in remotes else _checked(found, pushed)
    origin = remotes.get(ORIGIN)
    if origin is None or pushed.address == origin:
        return Target(ORIGIN if origin is not None else pushed.name)
    ours, theirs = owner.parse(origin), owner.parse(pushed.address)
    if ours is not None and theirs is not None and not ours.same_owner(theirs):
        return Target("", f"{pushed.name} belongs to {theirs.owner}, not to {ours.owner}")
    return Target(pushed.name)


def _as_chosen(chosen: Any, pushed: Pushed) -> Target:
    """As `checkpoint_remote` says: a remote's name, an address, or a provider and a repository there."""
    told: Mapping[str, Any] = chosen if isinstance(chosen, Mapping) else {"url": chosen}
    address, provider, repository = (told.get(key) for key in ("url", "provider", "repo"))
    if isinstance(address, str) and is_address(address):
        return Target(address)
    if provider not in _HOSTS or not isinstance(repository, str) or not _REPOSITORY.match(repository):
        return Target("", "checkpoint_remote in the settings is neither an address nor a known provider's")
    place = owner.parse(pushed.address)
    team, _, name = repository.rpartition("/")
    if place is not None and place.owner.lower() != team.lower():
        return Target("", f"{pushed.name} belongs to {place.owner}, not to {team}")
    return Target(_address(place, provider, team, name))


def _checked(found: Target, pushed: Pushed) -> Target:
    """A place on a host must be of the code's owner: the settings came with the repository."""
    place, code = owner.parse(found.where), owner.parse(pushed.address)
    if place is None or code is None or place.same_owner(code):
        return found
    where = owner.without_password(found.where)
    return Target("", f"{where} is not of the code's owner; name it in .entire/settings.local.json")


def is_address(text: str) -> bool:
    """Whether git may be asked to go there."""
    return _ADDRESS.match(text) is not None


def _address(place: Place | None, provider: str, team: str, name: str) -> str:
    """The same host and protocol as the code's, so that the same credentials do."""
    host = place.host if place is not None else _HOSTS[provider]
    if place is not None and place.ssh:
        return f"git@{host}:{team}/{name}.git"
    return f"https://{host}/{team}/{name}.git"
