"""The one error that is meant for people."""


class EntireError(Exception):
    """What happened, and what to do about it.

    Commands print both lines and exit with ``exit_code``; hooks write them to the log and let the
    user's work go on.
    """

    exit_code = 1

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class UsageError(EntireError):
    """The command was called in a way that makes no sense."""

    exit_code = 2
