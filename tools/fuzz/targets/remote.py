"""Addresses: in settings, in remotes, and in what git says about a push."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from tools.fuzz import dice as roll
from tools.fuzz import samples
from tools.fuzz.target import Target, text_of

from entire.core.errors import EntireError
from entire.git.remotes import Remote
from entire.remote import address, target

_ADDRESS = text_of(
    *("https://", "ssh://", "git://", "file://", "ext::", "git@", "user:pw@", "host", "[::1]", ":80", ":"),
    *("/team/", "/", "x.git", "?", "#", "@", "\\", "%2f", "..", "-", " "),
)


def _address(text: str, folder: Path) -> None:
    place = address.split(text)
    if place is not None:
        assert place.same_owner(place)
        assert place.host
        assert place.owner
    assert "me:pw" not in address.without_password(f"https://me:pw@host/{text}")


def _choices(dice: random.Random) -> tuple[Any, str, str]:
    chosen = roll.changed(dice, samples.SETTINGS["strategy_options"]["checkpoint_remote"])
    return (_ADDRESS(dice) if dice.random() < 0.5 else chosen), _ADDRESS(dice), _ADDRESS(dice)


def _choose(case: tuple[Any, str, str], folder: Path) -> None:
    chosen, pushed, origin = case
    remotes = {"origin": Remote(origin, (origin,))}
    there = Remote(chosen, (chosen,)) if isinstance(chosen, str) else None
    options, facts = {"checkpoint_remote": chosen}, target.Facts(remotes, there)
    found = target.choose(options, target.Pushed("origin", pushed), facts)
    assert found.where or found.why_not
    assert not found.where.startswith("-")


TARGETS = [
    Target("addresses", _ADDRESS, _address),
    Target("where to push", _choices, _choose, (EntireError,)),
]
