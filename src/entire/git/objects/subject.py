"""The subject of a commit, whatever else is known of it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class _HasMessage(Protocol):
        @property
        def message(self) -> str: ...


class HasSubject:
    __slots__ = ()

    @property
    def subject(self: _HasMessage) -> str:
        return self.message.split("\n", 1)[0]
