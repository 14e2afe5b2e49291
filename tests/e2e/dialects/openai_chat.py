"""OpenAI's chat completions, as many servers speak it. They do not say what is written to the cache."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.e2e.script import total as plain_total

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tests.e2e.dialects import Json
    from tests.e2e.script import Step

REASONING = 2  # tokens of each answer, counted with its output


def is_question(path: str) -> bool:
    return path.endswith("/chat/completions")


def model(path: str, body: Json) -> str:
    return str(body.get("model", "fake"))


def is_scripted(body: Json) -> bool:
    return bool(body.get("tools"))


def texts(body: Json, role: str) -> list[str]:
    return [text for m in body["messages"] if m["role"] == role for text in _texts(m.get("content"))]


def _texts(content: str | list[Json] | None) -> list[str]:
    if isinstance(content, str):
        return [content]
    return [part["text"] for part in content or [] if part["type"] == "text"]


def reply(model: str, step: Step, new_id: Callable[[str], str]) -> Json:
    calls = [
        {
            "id": new_id("call_"),
            "type": "function",
            "function": {"name": call.tool, "arguments": json.dumps(dict(call.arguments))},
        }
        for call in step.calls
    ]
    message = {"role": "assistant", "content": step.text or None} | ({"tool_calls": calls} if calls else {})
    used = step.usage
    asked = used.input + used.cache_creation + used.cache_read
    reason = "tool_calls" if calls else "stop"
    return {
        "id": new_id("chatcmpl-"),
        "object": "chat.completion",
        "created": 1,
        "model": model,
        "choices": [{"index": 0, "message": message, "finish_reason": reason}],
        "usage": {
            "prompt_tokens": asked,
            "completion_tokens": used.output,
            "total_tokens": asked + used.output,
            "prompt_tokens_details": {"cached_tokens": used.cache_read},
            "completion_tokens_details": {"reasoning_tokens": min(REASONING, used.output)},
        },
    }


def streams(path: str, body: Json) -> bool:
    return bool(body.get("stream"))


def stream(reply: Json) -> str:
    return "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in _chunks(reply)) + "data: [DONE]\n\n"


def _chunks(reply: Json) -> Iterator[Json]:
    """As in the real API the usage comes last, without a choice."""
    [choice] = reply["choices"]
    head = {key: reply[key] for key in ("id", "created", "model")} | {"object": "chat.completion.chunk"}
    message = choice["message"]
    calls = [{"index": index, **call} for index, call in enumerate(message.get("tool_calls", []))]
    delta = message | ({"tool_calls": calls} if calls else {})
    yield head | {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]}
    yield head | {"choices": [{"index": 0, "delta": {}, "finish_reason": choice["finish_reason"]}]}
    yield head | {"choices": [], "usage": reply["usage"]}


def other(path: str) -> Json | None:
    return {"object": "list", "data": []} if path.endswith("/models") else None


def total(steps: Iterable[Step]) -> dict[str, int]:
    """The tokens of these answers, as far as this API can tell them."""
    used = plain_total(steps)
    written = used.pop("cache_creation_tokens")
    return used | {"input_tokens": used["input_tokens"] + written, "cache_creation_tokens": 0}
