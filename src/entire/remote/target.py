"""Where to push checkpoints: to the team's remote, or else with the code, but never to a stranger's. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from entire.core.settings import LOCAL_FILE
from entire.core.value import Value
from entire.git.remotes import Remote
from entire.remote import address as addresses
from entire.remote.address import Place, is_safe, split, without_password

ORIGIN = "origin"
KEY = "checkpoint_remote"
_HOSTS = {"github": "github.com", "gitlab": "gitlab.com"}
_REPOSITORY = re.compile(r"[A-Za-z0-9._-]+(/[A-Za-z0-9._-]+)+\Z")
_NAME_IT = "push them with `entire push <remote>`"
_ALLOW_IT = f"allow it with `entire push`, or in {LOCAL_FILE}"


class Target(Value):
    where: str  # a remote's name, or a URL; empty: do not push
    why_not: str = ""  # the reason, for the user
    hint: str = ""
    ask: tuple[str, ...] = ()  # the addresses that the user can allow, if that is the reason


class Pushed(Value):
    """The push in progress, as git describes it."""

    name: str  # of the remote; its URL if it has no name
    address: str


class Facts(Value):
    """What the decision depends on, besides the settings and the push."""

    remotes: Mapping[str, Remote]  # by name
    there: Remote | None = None  # what git makes of the destination in the settings
    own: bool = False  # the user chose it, in a file that did not come with the repository
    answers: Mapping[str, bool] = {}  # what the user answered, by address


def choose(options: Mapping[str, Any], pushed: Pushed, facts: Facts) -> Target:
    """Decide where checkpoints go when the user does not name a remote. Every such sender asks here."""
    found = wanted(options, pushed)
    if found is None:
        return _with_the_code(pushed, facts.remotes)
    if not found.where or facts.own:
        return found
    return _checked(found, pushed, facts)


def wanted(options: Mapping[str, Any], pushed: Pushed) -> Target | None:
    """Return the target that the settings name, trusted or not; None if they name none."""
    chosen = options.get(KEY)
    if not chosen:
        return None
    values: Mapping[str, Any] = chosen if isinstance(chosen, Mapping) else {"url": chosen}
    address, provider, repository = (values.get(key) for key in ("url", "provider", "repo"))
    if isinstance(address, str) and is_safe(address):
        return Target(address)
    if not isinstance(provider, str) or not isinstance(repository, str):
        provider = repository = ""
    if provider not in _HOSTS or not _REPOSITORY.match(repository):
        return Target("", f"{KEY} in the settings is neither a URL nor a known provider", _NAME_IT)
    place = split(pushed.address)
    team, _, name = repository.rpartition("/")
    if place is not None and not place.is_owned_by(team):
        return Target("", f"{pushed.name} belongs to {place.owner}, not to {team}", _NAME_IT)
    return Target(_address(place, provider, team, name))


def _with_the_code(pushed: Pushed, remotes: Mapping[str, Remote]) -> Target:
    """Checkpoints go where the user pushes the code, unless origin shows that it belongs to someone else."""
    if ORIGIN not in remotes:
        return Target(pushed.name)
    origin = remotes[ORIGIN].push
    if pushed.address in origin:
        return Target(ORIGIN)
    if addresses.is_local(pushed.address) or any(map(addresses.is_local, origin)):
        return Target(pushed.name)
    theirs, ours = split(pushed.address), [split(address) for address in origin]
    if theirs is not None and any(own is not None and own.same_owner(theirs) for own in ours):
        return Target(pushed.name)
    if theirs is not None and ours and ours[0] is not None and theirs.owner != ours[0].owner:
        return Target("", f"{pushed.name} belongs to {theirs.owner}, not to {ours[0].owner}", _NAME_IT)
    return Target("", f"{pushed.name} is not known to belong to the owner of {ORIGIN}", _NAME_IT)


def _checked(found: Target, pushed: Pushed, facts: Facts) -> Target:
    """Check that a target from the repository's settings belongs to the owner of the code.

    The code's remote is origin; a push to another owner's repository does not make its owner trusted.
    """
    there = facts.there.all if facts.there is not None else ()
    strange = [address for address in there if not _is_the_codes(address, pushed, facts.remotes)]
    unknown = tuple(address for address in strange if not facts.answers.get(address))
    if there and not unknown:
        return found
    where = without_password(found.where)
    if any(facts.answers.get(address) is False for address in unknown):
        return Target("", f"you chose not to use {where}", f"to push there anyway: `entire push {where}`")
    why_not = f"{where} came with the repository, and is not known to belong to the owner of your code"
    return Target("", why_not, _ALLOW_IT, unknown)


def _is_the_codes(address: str, pushed: Pushed, remotes: Mapping[str, Remote]) -> bool:
    origin = remotes[ORIGIN].push if ORIGIN in remotes else (pushed.address,)
    known = pushed.address in origin or addresses.is_local(pushed.address)
    return _belongs(address, origin) and (known or _belongs(address, (pushed.address,)))


def _belongs(address: str, code: tuple[str, ...]) -> bool:
    place, places = split(address), map(split, code)
    return place is not None and any(one is not None and place.may_stand_in(one) for one in places)


def _address(place: Place | None, provider: str, team: str, name: str) -> str:
    """Return a URL with the code's host and protocol, so that the same credentials work."""
    if place is None:
        return f"https://{_HOSTS[provider]}/{team}/{name}.git"
    standard = place.port == addresses.PORTS[place.scheme]
    if place.ssh and standard:
        root = "/" if place.absolute and not place.on_forge else ""
        return f"{place.user or 'git'}@{place.host}:{root}{team}/{name}.git"
    user = f"{place.user}@" if place.ssh and place.user else ""
    scheme = place.scheme if place.scheme != "git" else "https"
    return f"{scheme}://{user}{place.host}{'' if standard else f':{place.port}'}/{team}/{name}.git"
