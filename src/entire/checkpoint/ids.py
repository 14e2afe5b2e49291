"""Checkpoint ids: twelve hexadecimal digits."""

from __future__ import annotations

import os
import re

_ID = re.compile(r"[0-9a-f]{12}\Z")


def new_checkpoint_id() -> str:
    return os.urandom(6).hex()


def new_turn_id() -> str:
    return os.urandom(6).hex()


def is_checkpoint_id(text: str) -> bool:
    return _ID.match(text) is not None


def checkpoint_path(checkpoint_id: str) -> str:
    """Where a checkpoint lies on its branch: sharded by the first two digits."""
    if len(checkpoint_id) < 3:
        return checkpoint_id
    return f"{checkpoint_id[:2]}/{checkpoint_id[2:]}"
