"""`entire web` as a person starts and ends it."""

from __future__ import annotations

import http.client
import importlib.util
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from tests.cli.conftest import COMMAND, run
from tests.support import Repo

from entire.core.errors import EntireError
from entire.web import command


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def find(name: str) -> Any:
        return None if name in ("starlette", "uvicorn") else object()

    monkeypatch.setattr(importlib.util, "find_spec", find)
    with pytest.raises(EntireError) as raised:
        command.check_installed()
    assert raised.value.message == "`entire web` needs packages that are not installed: starlette, uvicorn"
    assert "pipx install --force '.[web]'" in raised.value.hint


def test_the_command_itself_needs_no_extra() -> None:
    wanted = "{'starlette', 'jinja2', 'uvicorn'}"
    code = f"import sys, entire.web.command; print(sorted({wanted} & set(sys.modules)))"
    done = subprocess.run([COMMAND[0], "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout == "[]\n"


def test_a_port_that_is_taken(repo: Repo) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        done = run(repo.path, "web", "--no-open", "--port", port)
    assert done.code == 1
    assert f"port {port} cannot be used" in done.err


def test_outside_a_repository(tmp_path: Path) -> None:
    done = run(tmp_path, "web", "--no-open")
    assert (done.code, "not a git repository" in done.err) == (1, True)


_BROWSER = """#!{python}
import http.client, os, sys, urllib.parse
parts = urllib.parse.urlsplit(sys.argv[1])
asks = http.client.HTTPConnection(parts.netloc)
asks.request("GET", "/?" + parts.query)
with open("{seen}.new", "w") as file:
    print(sys.argv[1], asks.getresponse().status, file=file)
os.rename("{seen}.new", "{seen}")
"""


def test_the_token_is_not_on_the_command_line_of_the_browser(repo: Repo, tmp_path: Path) -> None:
    """Other users can read command lines: what stands there works once. And the browser may stay with us."""
    browser, seen = tmp_path / "browser", tmp_path / "seen"
    browser.write_text(_BROWSER.format(python=sys.executable, seen=seen))
    browser.chmod(0o755)
    env = os.environ | {"BROWSER": f"{browser} %s"}
    pipe = subprocess.PIPE
    with subprocess.Popen([*COMMAND, "web"], cwd=repo.path, env=env, text=True, stdout=pipe) as server:
        try:
            assert server.stdout is not None
            printed = server.stdout.readline().strip()
            deadline = time.monotonic() + 60
            while not seen.exists():
                assert time.monotonic() < deadline, "the browser waits for the server, which waits for it"
                time.sleep(0.05)
            opened, status = seen.read_text().split()
            assert opened.partition("=")[0] == printed.partition("=")[0]
            assert opened != printed
            assert [int(status), *map(_status, (opened, printed, printed))] == [303, 403, 303, 303]
            server.send_signal(signal.SIGINT)
            assert server.wait(30) == 0
        finally:
            server.kill()


def _status(address: str) -> int:
    parts = urlsplit(address)
    asks = http.client.HTTPConnection(parts.netloc)
    asks.request("GET", f"/?{parts.query}")
    status = asks.getresponse().status
    asks.close()
    return status


def test_it_listens_here_only_and_ends_by_an_interrupt(repo: Repo) -> None:
    words = [*COMMAND, "web", "--no-open"]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, cwd=repo.path, text=True, stdout=pipe, stderr=pipe) as server:
        assert server.stdout is not None
        assert server.stderr is not None
        first = urlsplit(server.stdout.readline().strip())
        assert first.hostname == "127.0.0.1"
        assert first.port is not None
        with pytest.raises(OSError, match=r"refused|unreachable"):
            socket.create_connection(("127.0.0.2", first.port), timeout=5).close()
        asks = http.client.HTTPConnection("127.0.0.1", first.port)
        asks.request("GET", f"/?{first.query}")
        answer = asks.getresponse()
        answer.read()
        place, cookie = answer.getheader("location"), answer.getheader("set-cookie", "").partition(";")[0]
        live = http.client.HTTPConnection("127.0.0.1", first.port)
        live.request("GET", f"{place}live", headers={"Cookie": cookie})
        assert live.getresponse().readline() == b"retry: 2000\n"
        server.send_signal(signal.SIGINT)  # while a page listens
        assert server.wait(30) == 0
        assert server.stderr.read() == ""
        asks.close()
        live.close()


_SLOW = """
import sys, threading
from entire.__main__ import main
from entire.web import app

def slow(view):
    print("reads", flush=True)
    threading.Event().wait()

app.PAGES["/"] = slow
sys.argv = ["entire", "web", "--no-open"]
main()
"""


def test_a_page_in_progress_does_not_hold_up_the_end(repo: Repo) -> None:
    pipe = subprocess.PIPE
    with subprocess.Popen([COMMAND[0], "-c", _SLOW], cwd=repo.path, text=True, stdout=pipe) as server:
        try:
            assert server.stdout is not None
            first = urlsplit(server.stdout.readline().strip())
            server.stdout.readline()
            asks = http.client.HTTPConnection(first.netloc)
            asks.request("GET", f"/?{first.query}")
            answer = asks.getresponse()
            answer.read()
            cookie = answer.getheader("set-cookie", "").partition(";")[0]
            asks.request("GET", answer.getheader("location", ""), headers={"Cookie": cookie})
            assert server.stdout.readline() == "reads\n"
            server.send_signal(signal.SIGINT)
            assert server.wait(30) == 0
            asks.close()
        finally:
            server.kill()
