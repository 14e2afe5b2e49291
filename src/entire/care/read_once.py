"""Session states for a command that only looks."""

from __future__ import annotations

import os

from entire.git.repository import Repository
from entire.session.state import State
from entire.session.store import Store


class ReadOnce(Store):
    """All states as they were when first asked for."""

    def __init__(self, repo: Repository) -> None:
        super().__init__(repo)
        self._states: dict[str, State] = {}
        self._all: list[State] | None = None

    def all(self) -> list[State]:
        if self._all is None:
            self._all = super().all()
            self._states = {state.session_id: state for state in self._all}
        return self._all

    def load(self, session_id: str) -> State | None:
        """Return what `all` found, unless there are several files: then it matters which one is read."""
        self.all()
        known = self._states.get(session_id)
        both = all(os.path.lexists(self.path(session_id, ended=ended)) for ended in (False, True))
        return known if known is not None and not both else super().load(session_id)
