"""OpenAI's Responses API."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.e2e.dialects import named_events

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.e2e.dialects import Json
    from tests.e2e.script import Call, Step

# Tools whose argument, `input`, is a text and not JSON. A tool can have a name space: `functions.exec`.
FREE_TEXT = ("apply_patch", "exec")
_KINDS = {"user": "input_text", "assistant": "output_text"}


def is_question(path: str) -> bool:
    return path == "/v1/responses"


def model(path: str, body: Json) -> str:
    return str(body.get("model", "fake"))


def is_scripted(body: Json) -> bool:
    return bool(body.get("tools")) or any(item.get("type") == "additional_tools" for item in body["input"])


def texts(body: Json, role: str) -> list[str]:
    messages = [item for item in body["input"] if item.get("type") == "message" and item.get("role") == role]
    return [part["text"] for item in messages for part in item["content"] if part["type"] == _KINDS[role]]


def reply(model: str, step: Step, new_id: Callable[[str], str]) -> Json:
    used = step.usage
    items = [_call(call, new_id) for call in step.calls]
    if step.text:
        items.insert(0, _message(step.text, new_id))
    asked = used.input + used.cache_creation + used.cache_read
    return {
        "id": new_id("resp_"),
        "object": "response",
        "status": "completed",
        "model": model,
        "output": items,
        "usage": {
            "input_tokens": asked,
            "input_tokens_details": {"cached_tokens": used.cache_read},
            "output_tokens": used.output,
            "output_tokens_details": {"reasoning_tokens": 0},
            "total_tokens": asked + used.output,
        },
    }


def _message(text: str, new_id: Callable[[str], str]) -> Json:
    return {
        "type": "message",
        "id": new_id("msg_"),
        "status": "completed",
        "role": "assistant",
        "content": [{"type": "output_text", "text": text, "annotations": []}],
    }


def _call(call: Call, new_id: Callable[[str], str]) -> Json:
    space, _, name = call.tool.rpartition(".")
    about = {"name": name, "call_id": new_id("call_"), "status": "completed"}
    if space:
        about["namespace"] = space
    if name in FREE_TEXT:
        return {"type": "custom_tool_call", "id": new_id("ctc_"), "input": call.arguments["input"], **about}
    arguments = json.dumps(call.arguments)
    return {"type": "function_call", "id": new_id("fc_"), "arguments": arguments, **about}


def streams(path: str, body: Json) -> bool:
    return bool(body.get("stream"))


def stream(reply: Json) -> str:
    return named_events(_events(reply))


def _events(reply: Json) -> Iterator[Json]:
    yield {
        "type": "response.created",
        "response": reply | {"output": [], "usage": None, "status": "in_progress"},
    }
    for index, item in enumerate(reply["output"]):
        yield {"type": "response.output_item.added", "output_index": index, "item": item}
        yield {"type": "response.output_item.done", "output_index": index, "item": item}
    yield {"type": "response.completed", "response": reply}


def other(path: str) -> Json | None:
    return {"object": "list", "data": [], "models": []} if path == "/v1/models" else None
