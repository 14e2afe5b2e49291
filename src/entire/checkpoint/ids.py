"""Checkpoint ids: twelve hexadecimal digits."""

from __future__ import annotations

import os

from entire.core.pattern import HEX, made_of


def new_checkpoint_id() -> str:
    return os.urandom(6).hex()


def new_turn_id() -> str:
    return new_checkpoint_id()  # the same form


def is_checkpoint_id(text: str) -> bool:
    return made_of(text, HEX, 12, 12)


def checkpoint_path(checkpoint_id: str) -> str:
    """Return a checkpoint's path on its branch: sharded by the first two digits."""
    if len(checkpoint_id) < 3:
        return checkpoint_id
    return f"{checkpoint_id[:2]}/{checkpoint_id[2:]}"
