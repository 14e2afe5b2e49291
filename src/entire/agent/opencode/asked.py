"""A session that the client itself exports, where its database does not have it. Only version 2 is asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from entire.agent.defaults import member, text
from entire.agent.opencode import client
from entire.agent.opencode.database import Database
from entire.core import json_text, limits
from entire.git import repository

_COMMANDS = (["session", "export"], ["export"])  # the second in early versions
_SECONDS = 30.0
_LEAST = 3.0  # the client takes seconds to start: a hook with less time leaves it to a later one


class Asked(Database):
    """What the client exported, as a database has it."""

    def __init__(self, session: dict[str, Any], messages: list[dict[str, Any]]) -> None:
        super().__init__(None)
        self._session = session
        self._messages = [one for one in messages if text(one, "id") and text(one, "type")]

    def session(self, session_id: str) -> dict[str, Any]:
        return self._session

    def place_of(self, session_id: str, message_id: str) -> int | None:
        ids = [one["id"] for one in self._messages]
        return ids.index(message_id) + 1 if message_id in ids else None

    def messages(self, session_id: str, after: tuple[int, str]) -> Iterator[tuple[str, str, str]]:
        for one in self._messages[after[0] :]:
            data = {key: value for key, value in one.items() if key not in ("id", "type")}
            yield one["id"], one["type"], json_text.encode_line(data)


def session(session_id: str) -> Asked | None:
    """Ask the client. Returns None if it does not answer in time, or with something else than a session."""
    folder, _ = repository.place()
    for words in _COMMANDS:
        seconds = limits.patience(_SECONDS)
        if seconds < _LEAST:
            return None
        try:
            found = _parsed(client.run([*words, session_id], folder, seconds), session_id)
        except client.Failed:
            continue  # there is no such command, or no such session
        if found is not None:
            return found
    return None


def _parsed(data: bytes, session_id: str) -> Asked | None:
    """An unknown command prints its help, and does not fail."""
    try:
        document = json_text.decode(data)
    except (ValueError, RecursionError):
        return None
    info = member(document, "info") if isinstance(document, dict) else {}
    messages = document.get("messages") if info else None
    if text(info, "id") != session_id or not isinstance(messages, list):
        return None
    return Asked(info, [one for one in messages if isinstance(one, dict)])
