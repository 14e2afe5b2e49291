"""The real server, through real sockets."""

from __future__ import annotations

import http.client
import threading
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

from tests.web.browser.driven import serving
from tools.screens.stage import Stage

MANY = 200
STYLE, LIVE = "static/site.css", "live"
PAGES = (
    *("", "sessions", "session/8f76b0e8", "search?q=limit", "files", "file?path=shop/attempts.py"),
    *("why?path=shop/attempts.py&line=13", "numbers", "numbers?standing=yes"),
    *("checkpoint/{checkpoint}", "checkpoint/{checkpoint}?prompts=1", "commit/{commit}"),
)
ADDRESSES = (*PAGES, STYLE, LIVE)


def test_two_hundred_requests_at_once(stage: Stage, names: dict[str, str]) -> None:
    addresses = [address.format(**names) for address in ADDRESSES]
    with serving(stage.root, stage.env) as address:
        first = urlsplit(address)
        asks = http.client.HTTPConnection(first.netloc, timeout=120)
        asks.request("GET", f"/?{first.query}")
        answer = asks.getresponse()
        answer.read()
        place, cookie = answer.getheader("location", ""), answer.getheader("set-cookie", "").partition(";")[0]
        asks.close()
        together = threading.Barrier(MANY)

        def read(number: int) -> tuple[str, int, bytes]:
            asked = addresses[number % len(addresses)]
            connection = http.client.HTTPConnection(first.netloc, timeout=120)
            connection.connect()
            together.wait(120)
            connection.request("GET", place + asked, headers={"Cookie": cookie})
            found = connection.getresponse()
            body = found.read(7) if asked == LIVE else found.read()  # which never ends by itself
            connection.close()
            return asked, found.status, body

        with ThreadPoolExecutor(MANY) as threads:
            answers = list(threads.map(read, range(MANY)))
    assert [(asked, status) for asked, status, _ in answers if status != 200] == []
    assert {body for asked, _, body in answers if asked == LIVE} == {b"retry: "}
    assert len({body for asked, _, body in answers if asked == STYLE}) == 1
    pages = [(asked, body) for asked, _, body in answers if asked not in (STYLE, LIVE)]
    assert [asked for asked, body in pages if b"</html>" not in body] == []
