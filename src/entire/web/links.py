"""The addresses of pages."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import quote, urlencode


class Links(NamedTuple):
    """``place``: what all addresses begin with."""

    place: str

    def timeline(self, **given: object) -> str:
        return f"{self.place}/{query(**given)}"

    def checkpoint(self, id: str, **given: object) -> str:
        return f"{self.place}/checkpoint/{quote(id, safe='')}{query(**given)}"

    def step(self, oid: str, **given: object) -> str:
        return f"{self.place}/step/{quote(oid, safe='')}{query(**given)}"

    def commit(self, oid: str, **given: object) -> str:
        return f"{self.place}/commit/{quote(oid, safe='')}{query(**given)}"

    def file(self, path: str, **given: object) -> str:
        return f"{self.place}/file{query(path=path, **given)}"

    def why(self, path: str, **given: object) -> str:
        return f"{self.place}/why{query(path=path, **given)}"

    def files(self, **given: object) -> str:
        return f"{self.place}/files{query(**given)}"

    def sessions(self, **given: object) -> str:
        return f"{self.place}/sessions{query(**given)}"

    def session(self, id: str, **given: object) -> str:
        return f"{self.place}/session/{quote(id, safe='')}{query(**given)}"

    def search(self, **given: object) -> str:
        return f"{self.place}/search{query(**given)}"

    def numbers(self, **given: object) -> str:
        return f"{self.place}/numbers{query(**given)}"

    def live(self) -> str:
        return f"{self.place}/live"

    def static(self, name: str) -> str:
        return f"{self.place}/static/{name}"


def query(**given: object) -> str:
    """`?a=b&c=d` of what is not empty."""
    named = [(name, str(value)) for name, value in given.items() if value not in ("", None, 0, ())]
    return f"?{urlencode(named)}" if named else ""
