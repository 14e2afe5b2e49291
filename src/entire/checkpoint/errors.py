"""Errors of readers of checkpoints."""

from __future__ import annotations

from entire.core.errors import EntireError


class CheckpointNotFound(EntireError):
    """The checkpoint does not exist, or does not have the session."""


class NoTranscript(EntireError):
    """The checkpoint exists, but has no transcript."""
