"""Where to push checkpoints: to the team's remote, or else with the code, but never to a stranger's."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from entire.core.value import Value
from entire.remote import owner
from entire.remote.owner import Place

ORIGIN = "origin"
_HOSTS = {"github": "github.com", "gitlab": "gitlab.com"}
# Not an option, and nothing that makes git run a program (`helper::…`): settings come with the repository.
_ADDRESS = re.compile(r"(?!-)(?![\w+.-]+::)(?!(?!(?:file|git|https?|ssh)://)[\w+.-]+://)[^\s\x00-\x1f]+\Z")
_REPOSITORY = re.compile(r"[A-Za-z0-9._-]+(/[A-Za-z0-9._-]+)+\Z")


class Target(Value):
    where: str  # a remote's name, or a URL; empty: do not push
    why_not: str = ""  # the reason, for the user


class Pushed(Value):
    """The push in progress, as git describes it."""

    name: str  # of the remote; its URL if it has no name
    address: str


def choose(
    options: Mapping[str, Any], pushed: Pushed, remotes: Mapping[str, str], *, trusted: bool = False
) -> Target:
    """Pure: where to push checkpoints along with the code. ``remotes`` are URLs by name.

    ``trusted`` means that the user chose the target, not the author of the repository's settings.
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
    """Return the target in `checkpoint_remote`: a remote's name, a URL, or a provider and its repository."""
    values: Mapping[str, Any] = chosen if isinstance(chosen, Mapping) else {"url": chosen}
    address, provider, repository = (values.get(key) for key in ("url", "provider", "repo"))
    if isinstance(address, str) and is_address(address):
        return Target(address)
    if not isinstance(provider, str) or not isinstance(repository, str):
        provider = repository = ""
    if provider not in _HOSTS or not _REPOSITORY.match(repository):
        return Target("", "checkpoint_remote in the settings is neither a URL nor a known provider")
    place = owner.parse(pushed.address)
    team, _, name = repository.rpartition("/")
    if place is not None and place.owner.lower() != team.lower():
        return Target("", f"{pushed.name} belongs to {place.owner}, not to {team}")
    return Target(_address(place, provider, team, name))


def _checked(found: Target, pushed: Pushed) -> Target:
    """Check that a target on a host belongs to the code's owner: settings come with the repository."""
    place, code = owner.parse(found.where), owner.parse(pushed.address)
    if place is None or code is None or place.same_owner(code):
        return found
    where = owner.without_password(found.where)
    return Target("", f"{where} does not belong to the code's owner; allow it in .entire/settings.local.json")


def is_address(text: str) -> bool:
    """Whether a text is a URL that is safe to pass to git."""
    return _ADDRESS.match(text) is not None


def _address(place: Place | None, provider: str, team: str, name: str) -> str:
    """Return a URL with the code's host and protocol, so that the same credentials work."""
    host = place.host if place is not None else _HOSTS[provider]
    if place is not None and place.ssh:
        return f"git@{host}:{team}/{name}.git"
    return f"https://{host}/{team}/{name}.git"
