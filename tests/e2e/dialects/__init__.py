"""How clients talk to a model: one module for each API, and what the fake model needs of it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tests.e2e.script import Step

Json = dict[str, Any]


class Dialect(Protocol):
    """A module satisfies this. ``path`` is the request's, without its query."""

    def is_question(self, path: str) -> bool:
        """Whether this asks for an answer of the model."""

    def model(self, path: str, body: Json) -> str:
        """The model that is asked."""

    def is_scripted(self, body: Json) -> bool:
        """Whether the script answers this; else it is the client's own request, for a title say."""

    def texts(self, body: Json, role: str) -> list[str]:
        """What this role (user, assistant) said, oldest first, without tool calls and results."""

    def reply(self, model: str, step: Step, new_id: Callable[[str], str]) -> Json:
        """The whole answer, as the API gives it when it does not stream."""

    def streams(self, path: str, body: Json) -> bool:
        """Whether the client wants the answer in events."""

    def stream(self, reply: Json) -> str:
        """The server-sent events that spell a reply."""

    def other(self, path: str) -> Json | None:
        """The answer to any other request; None if there is none."""


def named_events(events: Iterable[Json]) -> str:
    """Events that have their type as their name."""
    return "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events)
