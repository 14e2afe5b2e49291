"""What can be missing."""

from __future__ import annotations

from entire.core.errors import EntireError


class CheckpointNotFound(EntireError):
    """There is no such checkpoint, or no such session in it."""


class NoTranscript(EntireError):
    """The checkpoint is there, but nothing was said in it."""
