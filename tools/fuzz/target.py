"""What is fuzzed: how to make an input, and what to do with it."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools.fuzz import dice as roll


@dataclass(frozen=True)
class Target:
    """``use`` gets the input and an empty folder; what it may write is below that folder.

    ``may_raise``: the errors that its callers handle. Any other exception is a finding, and so is a false
    ``assert`` in ``use``, which states what holds for every input.
    """

    name: str
    make: Callable[[random.Random], Any]
    use: Callable[[Any, Path], object]
    may_raise: tuple[type[BaseException], ...] = ()
    share: float = 1.0  # of the cases: less where a case takes long
    on_disk: bool = False  # needs an empty folder for each case


def json_like(*samples: Any) -> Callable[[random.Random], bytes]:
    """Make documents like these: changed as values, then spoiled as bytes; sometimes bytes without form."""

    def make(dice: random.Random) -> bytes:
        if dice.random() < 0.05:
            return roll.raw(dice)
        return roll.spoil(dice, encoded(dice, roll.changed(dice, dice.choice(samples))))

    return make


def lines_like(*samples: Any) -> Callable[[random.Random], bytes]:
    """The same for a file of one document a line."""
    one = json_like(*samples)

    def make(dice: random.Random) -> bytes:
        end = dice.choice((b"\n", b"\n", b"\n", b"\r\n", b""))
        return b"".join(one(dice) + end for _ in range(dice.randrange(6)))

    return make


def encoded(dice: random.Random, value: Any) -> bytes:
    text = json.dumps(value, ensure_ascii=dice.random() < 0.5, indent=dice.choice((None, None, 2)))
    text = text.replace(f'"{roll.DEEP}"', roll.nested(dice)) if roll.DEEP in text else text
    return text.encode("utf-8", "surrogatepass")


def text_of(*pieces: str) -> Callable[[random.Random], str]:
    """Texts made of hostile pieces and of these."""

    def make(dice: random.Random) -> str:
        count = dice.randrange(10)
        return "".join(
            dice.choice(pieces) if dice.random() < 0.5 else roll.text(dice, 3) for _ in range(count)
        )

    return make


def size_of(case: object) -> int:
    """The bytes of an input, roughly."""
    if isinstance(case, bytes | str):
        return len(case)
    if isinstance(case, dict):
        return sum(size_of(key) + size_of(item) for key, item in case.items())
    if isinstance(case, list | tuple):
        return sum(map(size_of, case))
    return 8
