"""Secrets of any provider, known by where they are."""

from entire.redact.rules import addresses, assigned, calls, commands, keys, servers
from entire.redact.rules.assigned import NAMED_TRACE

RULES = keys.RULES + addresses.RULES + commands.RULES + calls.RULES + servers.RULES + assigned.RULES

_TELLING = ("secret", "token", "key", "passw", "pwd")

__all__ = ["NAMED_TRACE", "RULES", "is_covered"]


def is_covered(name: str) -> bool:
    """Whether the traces of these rules find values that are assigned to a name."""
    return any(word in name[1:] for word in _TELLING)
