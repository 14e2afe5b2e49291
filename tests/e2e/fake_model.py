"""A stand-in for Anthropic's Messages API on 127.0.0.1 that plays a Script to a real agent client."""

from __future__ import annotations

import json
import random
import string
import threading
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

from tests.e2e.script import Script, Step, Usage, say

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

Json = dict[str, Any]


@dataclass(frozen=True)
class Request:
    """One request for an answer; `scripted` is false for the client's own side requests."""

    body: Json
    scripted: bool

    def texts(self, role: str = "user") -> list[str]:
        """The texts of this role, oldest first, without tool calls and results."""
        return [text for m in self.body["messages"] if m["role"] == role for text in _texts(m["content"])]


class FakeModel:
    """`with FakeModel(script) as model:` serves at `model.url`, and checks the script at the end."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.requests: list[Request] = []
        self._random = random.Random(0)
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> FakeModel:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
        if kind is None:
            self.script.check()

    def scripted(self) -> list[Request]:
        return [request for request in self.requests if request.scripted]

    def reply(self, body: Json) -> Json:
        """The whole answer to a request, as the API gives it when it does not stream."""
        request = Request(body, scripted=bool(body.get("tools")))
        self.requests.append(request)
        step = self.script.answer(request.texts()) if request.scripted else say("A title")
        content: list[Json] = [{"type": "text", "text": step.text}] if step.text else []
        content += [
            {"type": "tool_use", "id": self._id("toolu"), "name": c.tool, "input": c.arguments}
            for c in step.calls
        ]
        return {
            "id": self._id("msg"),
            "type": "message",
            "role": "assistant",
            "model": body.get("model", "fake"),
            "content": content,
            "stop_reason": "tool_use" if step.calls else "end_turn",
            "stop_sequence": None,
            "usage": _usage(step if request.scripted else Step(usage=Usage(0, 0, 0, 0))),
        }

    def _id(self, kind: str) -> str:
        """As random as the real ones, which redaction must know to leave alone."""
        return f"{kind}_01" + "".join(self._random.choices(string.ascii_letters + string.digits, k=22))


def _texts(content: str | list[Json]) -> list[str]:
    if isinstance(content, str):
        return [content]
    return [block["text"] for block in content if block["type"] == "text"]


def _usage(step: Step) -> Json:
    return {
        "input_tokens": step.usage.input,
        "cache_creation_input_tokens": step.usage.cache_creation,
        "cache_read_input_tokens": step.usage.cache_read,
        "output_tokens": step.usage.output,
    }


def _stream(reply: Json) -> Iterator[Json]:
    """The events that spell a reply: as in the real API the output tokens come at the end."""
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


def _handler(model: FakeModel) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers.get("content-length", 0))) or b"{}")
            path = self.path.partition("?")[0]
            if path == "/v1/messages/count_tokens":
                self._send("application/json", json.dumps({"input_tokens": 1}))
            elif path != "/v1/messages":
                self.do_GET()
            elif body.get("stream"):
                events = _stream(model.reply(body))
                self._send(
                    "text/event-stream",
                    "".join(f"event: {e['type']}\ndata: {json.dumps(e)}\n\n" for e in events),
                )
            else:
                self._send("application/json", json.dumps(model.reply(body)))

        def do_GET(self) -> None:
            self._send("application/json", '{"type":"error","error":{"type":"not_found_error"}}', 404)

        def do_HEAD(self) -> None:  # the client asks whether anybody is here
            self._send("application/json", "")

        def _send(self, kind: str, text: str, status: int = 200) -> None:
            data = text.encode()
            self.send_response(status)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: object) -> None:
            pass

    return Handler
