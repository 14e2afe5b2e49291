"""A stand-in for a model on 127.0.0.1 that plays a Script to a real agent client, in the client's dialect."""

from __future__ import annotations

import json
import random
import string
import threading
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

from tests.e2e.dialects import anthropic
from tests.e2e.script import Script, Usage, say

if TYPE_CHECKING:
    from types import TracebackType

    from tests.e2e.dialects import Dialect, Json


@dataclass(frozen=True)
class Request:
    """One request for an answer; `scripted` is false for the client's own side requests."""

    dialect: Dialect
    model: str
    body: Json
    scripted: bool

    def texts(self, role: str = "user") -> list[str]:
        """The texts of this role, oldest first, without tool calls and results."""
        return self.dialect.texts(self.body, role)


class FakeModel:
    """`with FakeModel(script) as model:` serves at `model.url`, and checks the script at the end."""

    def __init__(self, script: Script, dialect: Dialect = anthropic) -> None:
        self.script, self.dialect = script, dialect
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

    def is_scripted(self, body: Json) -> bool:
        return self.dialect.is_scripted(body)

    def reply(self, path: str, body: Json) -> Json:
        """The whole answer to a request."""
        name = self.dialect.model(path, body)
        request = Request(self.dialect, name, body, self.is_scripted(body))
        self.requests.append(request)
        step = self.script.answer(request.texts()) if request.scripted else say("A title").using(_NOTHING)
        return self.dialect.reply(name, step, self._id)

    def _id(self, start: str) -> str:
        """As random as the real ones, which redaction must know to leave alone."""
        return start + "".join(self._random.choices(string.ascii_letters + string.digits, k=22))


_NOTHING = Usage(0, 0, 0, 0)


def _handler(model: FakeModel) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers.get("content-length", 0))) or b"{}")
            path = self.path.partition("?")[0]
            if not model.dialect.is_question(path):
                self.do_GET()
            elif model.dialect.streams(path, body):
                self._send("text/event-stream", model.dialect.stream(model.reply(path, body)))
            else:
                self._send("application/json", json.dumps(model.reply(path, body)))

        def do_GET(self) -> None:
            found = model.dialect.other(self.path.partition("?")[0])
            if found is not None:
                self._send("application/json", json.dumps(found))
            else:
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
