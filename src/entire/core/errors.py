"""Errors that are shown to the user."""

REFUSED = 3  # exit code that stops a push; none of our other failures stops git


class EntireError(Exception):
    """What happened, and what to do about it.

    Commands print both and exit with ``exit_code``; hooks log them and do not stop the user's work.
    """

    exit_code = 1

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class UsageError(EntireError):
    """The command was called with arguments that make no sense."""

    exit_code = 2


class Locked(EntireError):
    """Another process held the repository's lock for longer than we may wait."""
