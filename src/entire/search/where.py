"""Which checkpoints, sessions and turns count: by who, with what, where and when. Pure.

The same filters work on the search database (`conditions`) and on facts in memory (`takes`).
"""

from __future__ import annotations

import fnmatch
from collections.abc import Iterable

from entire.core.value import Value
from entire.search.words import clean


class Where(Value):
    """Empty fields do not filter."""

    author: str = ""  # part of `name <email>`
    agents: tuple[str, ...] = ()  # as checkpoints name them
    model: str = ""  # part of its name
    branch: str = ""  # a name or a pattern
    files: tuple[str, ...] = ()  # paths of files or folders, or patterns; one of them
    session: str = ""  # beginning of its id
    since: float | None = None  # seconds
    until: float | None = None

    def conditions(self, author: str) -> tuple[list[str], list[object]]:
        """Return conditions on `parts p` and `docs d`, and their values; ``author`` is an expression.

        They use the function `folded`.
        """
        found: list[tuple[str, list[object]]] = []
        if self.author:
            found.append((f"instr(folded({author}), folded(?))", [self.author]))
        if self.agents:
            found.append((f"p.agent IN ({', '.join('?' * len(self.agents))})", list(self.agents)))
        if self.model:
            found.append(("instr(folded(p.model), folded(?))", [self.model]))
        if self.branch:
            found.append(("(p.branch = ? OR p.branch GLOB ?)", [self.branch, self.branch]))
        if self.files:
            one = "f.path = ? OR substr(f.path, 1, ?) = ? OR f.path GLOB ?"
            values: list[object] = []
            for path in self.files:
                values += [path, len(path) + 1, f"{path}/", path]
            every = " OR ".join([one] * len(self.files))
            if "" in self.files:  # the whole repository
                every, values = "1", []
            found.append((f"EXISTS (SELECT 1 FROM files f WHERE f.part = p.id AND ({every}))", values))
        if self.session:
            found.append(("substr(lower(p.session), 1, ?) = ?", [len(self.session), self.session.lower()]))
        if self.since is not None:
            found.append(("d.time >= ?", [self.since]))
        if self.until is not None:
            found.append(("d.time <= ?", [self.until]))
        cleaned = [clean(value) if isinstance(value, str) else value for _, given in found for value in given]
        return [condition for condition, _ in found], cleaned

    def takes_author(self, authors: Iterable[str]) -> bool:
        return not self.author or any(self.author.lower() in author.lower() for author in authors)

    def takes_part(self, agent: str, model: str, branch: str, session: str, files: Iterable[str]) -> bool:
        """Whether a session, or its part of a checkpoint, counts."""
        return (
            (not self.agents or agent in self.agents)
            and self.model.lower() in model.lower()
            and (not self.branch or branch == self.branch or fnmatch.fnmatchcase(branch, self.branch))
            and session.lower().startswith(self.session.lower())
            and (not self.files or any(self.takes_file(path) for path in files))
        )

    def takes_file(self, path: str) -> bool:
        return any(
            not one or path == one or path.startswith(f"{one}/") or fnmatch.fnmatchcase(path, one)
            for one in self.files
        )

    def takes_time(self, time: float) -> bool:
        since, until = self.since, self.until
        return (since is None or time >= since) and (until is None or time <= until)


NOTHING = Where()
