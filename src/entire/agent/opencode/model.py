"""The model with which OpenCode continues a conversation that began elsewhere.

Each prompt must name one that the client has: `opencode run` takes that of the last prompt.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from entire.agent.defaults import member, text
from entire.agent.opencode import client, places
from entire.agent.opencode.database import Error, opened
from entire.agent.opencode.written import MODEL
from entire.core import json_text

Named = dict[str, str]


def chosen(messages: Sequence[dict[str, Any]], folder: str) -> list[dict[str, Any]]:
    """The messages, with the model that was used last, or that the configuration names, where none is."""
    if not any(_is_open(message) for message in messages):
        return list(messages)
    found = _used() or _configured(folder)
    if found is None:  # people choose one in the client
        return list(messages)
    return [_with(message, found) if _is_open(message) else message for message in messages]


def _is_open(message: dict[str, Any]) -> bool:
    info = member(message, "info")
    return info.get("role") == "user" and text(member(info, "model"), "modelID") == MODEL


def _with(message: dict[str, Any], model: Named) -> dict[str, Any]:
    return message | {"info": member(message, "info") | {"model": model}}


def _used() -> Named | None:
    """As the client's latest prompt names it, in any session."""
    database = opened(places.database())
    if database is None:
        return None
    try:
        infos = [_decoded(data) for _, data in database.latest()]
    except Error:
        return None
    finally:
        database.close()
    asked = (member(info, "model") for info in infos if info.get("role") == "user")
    return next(filter(None, (_named(one.get("providerID"), one.get("modelID")) for one in asked)), None)


def _configured(folder: str) -> Named | None:
    try:
        name = text(_decoded(client.run(["debug", "config"], folder)), "model")
    except client.Failed:
        return None
    provider, _, model = name.partition("/")
    return _named(provider, model)


def _named(provider: object, model: object) -> Named | None:
    if not isinstance(provider, str) or not isinstance(model, str) or not provider or model in ("", MODEL):
        return None
    return {"providerID": provider, "modelID": model}


def _decoded(data: str | bytes) -> dict[str, Any]:
    try:
        value = json_text.decode(data)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
