"""The real server, through real sockets."""

from __future__ import annotations

import http.client
import threading
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

from tests.web.browser.driven import serving
from tools.screens.stage import Stage

MANY = 200
PAGES = ("", "sessions", "search?q=limit", "files", "file?path=shop/login.py", "static/site.css")


def test_two_hundred_requests_at_once(stage: Stage) -> None:
    with serving(stage.root, stage.env) as address:
        first = urlsplit(address)
        asks = http.client.HTTPConnection(first.netloc, timeout=120)
        asks.request("GET", f"/?{first.query}")
        answer = asks.getresponse()
        answer.read()
        place, cookie = answer.getheader("location", ""), answer.getheader("set-cookie", "").partition(";")[0]
        asks.close()
        together = threading.Barrier(MANY)

        def read(number: int) -> tuple[int, bytes]:
            connection = http.client.HTTPConnection(first.netloc, timeout=120)
            connection.connect()
            together.wait(120)
            connection.request("GET", place + PAGES[number % len(PAGES)], headers={"Cookie": cookie})
            found = connection.getresponse()
            body = found.read()
            connection.close()
            return found.status, body

        with ThreadPoolExecutor(MANY) as threads:
            answers = list(threads.map(read, range(MANY)))
    assert [status for status, _ in answers] == [200] * MANY
    assert len({body for _, body in answers[5 :: len(PAGES)]}) == 1
    assert all(b"</html>" in body for number, (_, body) in enumerate(answers) if number % len(PAGES) != 5)
