"""Anthropic's Messages API."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.e2e.dialects import named_events

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.e2e.dialects import Json
    from tests.e2e.script import Step


def is_question(path: str) -> bool:
    return path == "/v1/messages"


def model(path: str, body: Json) -> str:
    return str(body.get("model", "fake"))


def is_scripted(body: Json) -> bool:
    return bool(body.get("tools"))


def texts(body: Json, role: str) -> list[str]:
    return [text for m in body["messages"] if m["role"] == role for text in _texts(m["content"])]


def _texts(content: str | list[Json]) -> list[str]:
    if isinstance(content, str):
        return [content]
    return [block["text"] for block in content if block["type"] == "text"]


def reply(model: str, step: Step, new_id: Callable[[str], str]) -> Json:
    content: list[Json] = [{"type": "text", "text": step.text}] if step.text else []
    content += [
        {"type": "tool_use", "id": new_id("toolu_01"), "name": c.tool, "input": c.arguments}
        for c in step.calls
    ]
    return {
        "id": new_id("msg_01"),
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": content,
        "stop_reason": "tool_use" if step.calls else "end_turn",
        "stop_sequence": None,
        "usage": {
            "input_tokens": step.usage.input,
            "cache_creation_input_tokens": step.usage.cache_creation,
            "cache_read_input_tokens": step.usage.cache_read,
            "output_tokens": step.usage.output,
        },
    }


def streams(path: str, body: Json) -> bool:
    return bool(body.get("stream"))


def stream(reply: Json) -> str:
    return named_events(_events(reply))


def _events(reply: Json) -> Iterator[Json]:
    """As in the real API the output tokens come at the end."""
    begun = reply["usage"] | {"output_tokens": 1}
    yield {
        "type": "message_start",
        "message": reply | {"content": [], "stop_reason": None, "usage": begun},
    }
    for index, block in enumerate(reply["content"]):
        if block["type"] == "text":
            empty = block | {"text": ""}
            delta = {"type": "text_delta", "text": block["text"]}
        else:
            empty = block | {"input": {}}
            delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
        yield {"type": "content_block_start", "index": index, "content_block": empty}
        yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    stop = {"stop_reason": reply["stop_reason"], "stop_sequence": None}
    yield {"type": "message_delta", "delta": stop, "usage": reply["usage"]}
    yield {"type": "message_stop"}


def other(path: str) -> Json | None:
    return {"input_tokens": 1} if path == "/v1/messages/count_tokens" else None
