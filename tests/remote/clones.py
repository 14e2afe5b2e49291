"""A team's clones of one repository, and the server between them."""

from __future__ import annotations

import os
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from tests.support import Repo, git

from entire.checkpoint.committed.write import WriteCommittedOptions, write_committed
from entire.checkpoint.ids import new_checkpoint_id
from entire.checkpoint.names import CHECKPOINTS_REF
from entire.checkpoint.segments import Transcript
from entire.git.identity import Author
from entire.git.objects.read import Objects
from entire.git.repository import open_repository
from entire.remote import exchange


class Clone(Repo):
    """One member's."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.repo = open_repository(str(path))

    def add_checkpoint(self, checkpoint_id: str = "", session_id: str = "", text: bytes = b"{}\n") -> str:
        checkpoint_id = checkpoint_id or new_checkpoint_id()
        options = WriteCommittedOptions(
            checkpoint_id=checkpoint_id,
            session_id=session_id or f"s-{checkpoint_id}",
            transcript=Transcript((text,), "sha256:x"),
            prompts=["Do it"],
        )
        with Objects(self.repo) as objects:
            write_committed(self.repo, objects, [options], Author(self.path.name, "x@example.com"))
        return checkpoint_id

    def checkpoints(self) -> set[str]:
        names = self.git("ls-tree", "-r", "--name-only", CHECKPOINTS_REF).split("\n")
        return {"".join(name.split("/")[:2]) for name in names}

    def push(self, remote: str = "") -> str:
        """Everything that travels; why not, if not."""
        return exchange.push_all(self.repo, exchange.peers(self.repo, remote, {})[0]).problem

    def fetch(self, remote: str = "") -> None:
        exchange.fetch_all(self.repo, exchange.peers(self.repo, remote, {})[0])

    def tree(self) -> str:
        return self.git("rev-parse", f"{CHECKPOINTS_REF}^{{tree}}")

    def check(self) -> None:
        assert self.git("fsck", "--strict", "--no-dangling") == ""
        assert not list((self.path / ".git" / "objects").rglob("tmp_*"))


def make_server(folder: Path) -> Path:
    """A bare repository with one commit, which takes what is pushed to it, by every protocol."""
    seed = Repo.init(folder / "seed", "--initial-branch=main")
    seed.commit("first")
    bare = folder / "server.git"
    git(folder, "clone", "--quiet", "--bare", str(seed.path), str(bare))
    git(bare, "config", "http.receivepack", "true")
    return bare


def clone(address: str, path: Path, *options: str) -> Clone:
    git(path.parent, "clone", "--quiet", *options, address, str(path))
    return Clone(path)


@contextmanager
def serve(root: Path, *, password: bool = False) -> Iterator[str]:
    """Git's own smart HTTP, on this machine only; the address of the repositories below ``root``."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.0"

        def do_GET(self) -> None:
            self._backend(b"")

        def do_POST(self) -> None:
            self._backend(self.rfile.read(int(self.headers.get("Content-Length") or 0)))

        def _backend(self, body: bytes) -> None:
            if password and not self.headers.get("Authorization"):
                self.send_response(401)
                self.send_header("WWW-Authenticate", 'Basic realm="git"')
                self.end_headers()
                return
            path, _, query = self.path.partition("?")
            env = os.environ | {
                "GIT_PROJECT_ROOT": str(root),
                "GIT_HTTP_EXPORT_ALL": "1",
                "PATH_INFO": path,
                "QUERY_STRING": query,
                "REQUEST_METHOD": self.command,
                "CONTENT_TYPE": self.headers.get("Content-Type", ""),
                "CONTENT_LENGTH": str(len(body)),
                "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding", ""),
                "GIT_PROTOCOL": self.headers.get("Git-Protocol", ""),
                "REMOTE_USER": "somebody",
                "REMOTE_ADDR": "127.0.0.1",
            }
            done = subprocess.run(
                ["git", "http-backend"], input=body, env=env, capture_output=True, check=False
            )
            head, _, rest = done.stdout.partition(b"\r\n\r\n")
            lines = [line.partition(": ")[::2] for line in head.decode().split("\r\n")]
            status = next((value for name, value in lines if name == "Status"), "200")
            self.send_response(int(status.split()[0]))
            for name, value in lines:
                if name != "Status":
                    self.send_header(name, value)
            self.end_headers()
            self.wfile.write(rest)

        def log_message(self, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
