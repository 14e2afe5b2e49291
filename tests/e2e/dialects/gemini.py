"""Google's Gemini API. It counts what it writes to the cache as input, and thoughts apart from the output."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.e2e.script import total as plain_total

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tests.e2e.dialects import Json
    from tests.e2e.script import Step

THOUGHTS = 2  # tokens of each answer

_METHODS = (":generateContent", ":streamGenerateContent")


def is_question(path: str) -> bool:
    return path.endswith(_METHODS)


def model(path: str, body: Json) -> str:
    return path.rpartition("/")[2].partition(":")[0]


def is_scripted(body: Json) -> bool:
    return bool(body.get("tools"))


def texts(body: Json, role: str) -> list[str]:
    role = {"assistant": "model"}.get(role, role)
    contents = (content for content in body["contents"] if content.get("role", "user") == role)
    return [part["text"] for content in contents for part in content["parts"] if part.get("text")]


def reply(model: str, step: Step, new_id: Callable[[str], str]) -> Json:
    parts: list[Json] = [{"text": step.text}] if step.text else []
    parts += [{"functionCall": {"name": call.tool, "args": dict(call.arguments)}} for call in step.calls]
    used = step.usage
    asked = used.input + used.cache_creation + used.cache_read
    thoughts = min(THOUGHTS, used.output)
    return {
        "candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": "STOP", "index": 0}],
        "usageMetadata": {
            "promptTokenCount": asked,
            "cachedContentTokenCount": used.cache_read,
            "candidatesTokenCount": used.output - thoughts,
            "thoughtsTokenCount": thoughts,
            "totalTokenCount": asked + used.output,
        },
        "modelVersion": model,
        "responseId": new_id("resp_"),
    }


def streams(path: str, body: Json) -> bool:
    return path.endswith(":streamGenerateContent")


def stream(reply: Json) -> str:
    return f"data: {json.dumps(reply)}\r\n\r\n"


def other(path: str) -> Json | None:
    return {"totalTokens": 1} if path.endswith(":countTokens") else None


def total(steps: Iterable[Step]) -> dict[str, int]:
    """The tokens of these answers, as far as this API can tell them."""
    used = plain_total(steps)
    written = used.pop("cache_creation_tokens")
    return used | {"input_tokens": used["input_tokens"] + written, "cache_creation_tokens": 0}
