"""Who may read, and who is refused."""

from __future__ import annotations

import pytest

pytest.importorskip("starlette")

from entire.web.door import Asked, Door, judge, new_door

DOOR = Door(4711, "right", "/place", "once")
READS = Asked("GET", "/place/", "", "127.0.0.1:4711", "", "", "entire=right")


@pytest.mark.parametrize(
    "asked",
    [
        READS,
        READS._replace(method="HEAD"),
        READS._replace(host="localhost:4711"),
        READS._replace(site="same-origin", origin="http://127.0.0.1:4711"),
        READS._replace(site="none"),
        READS._replace(path="/place/file", query="path=src/a..b.py&at=main~2"),
        READS._replace(path="/place/numbers", query="range=main..HEAD"),
        READS._replace(path="/place/search", query="q=../up"),
        READS._replace(cookies="other=1; entire=right"),
        # cookies of other servers on this machine, which the browser sends, too
        READS._replace(cookies="entire=right; theme=dark mode"),
        READS._replace(cookies="theme=dark mode; entire=right"),
        READS._replace(cookies="foo=\xe9; entire=right"),
        READS._replace(cookies="foo; entire=right"),
        READS._replace(cookies='a="b;c"; {"x": 1}; entire=right;'),
        READS._replace(cookies="entire=other; entire=right"),
    ],
)
def test_our_own_page_is_read(asked: Asked) -> None:
    assert judge(asked, DOOR).status == 200


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        # another name for this machine: DNS that was rebound
        (READS._replace(host="evil.example:4711"), 421),
        (READS._replace(host="127.0.0.1.evil.example:4711"), 421),
        (READS._replace(host="127.0.0.1"), 421),
        (READS._replace(host="127.0.0.1:4712"), 421),
        (READS._replace(host="127.0.0.1:4711, evil.example"), 421),
        (READS._replace(host=""), 421),
        # another page, here or elsewhere
        (READS._replace(origin="http://127.0.0.1:3000"), 403),
        (READS._replace(origin="https://evil.example"), 403),
        (READS._replace(origin="null"), 403),
        (READS._replace(site="cross-site"), 403),
        (READS._replace(site="same-site"), 403),
        # another user or program: no token, or a wrong one
        (READS._replace(cookies=""), 403),
        (READS._replace(cookies="entire=wrong"), 403),
        (READS._replace(cookies="entire=rightly"), 403),
        (READS._replace(cookies="ENTIRE=right"), 403),
        (READS._replace(cookies='entire="'), 403),
        (READS._replace(cookies="other=entire=right"), 403),
        (READS._replace(cookies="other=1, entire=right"), 403),
        (READS._replace(path="/", query="token=wrong"), 403),
        (READS._replace(path="/", query="token="), 403),
        (READS._replace(path="/"), 403),
        (READS._replace(path="/placebo/"), 403),
        (READS._replace(path="/place"), 403),
        # something that changes something
        (READS._replace(method="POST"), 405),
        (READS._replace(method="DELETE"), 405),
        (READS._replace(method="OPTIONS"), 405),
        # out of the repository
        (READS._replace(path="/place/static/../app.py"), 400),
        (READS._replace(path="/place/static/%2e%2e/app.py"), 400),
        (READS._replace(path="/place/static/..\\app.py"), 400),
        (READS._replace(path="/place/file", query="path=../../etc/passwd"), 400),
        (READS._replace(path="/place/file", query="path=src%2F..%2F..%2Fpasswd"), 400),
        (READS._replace(path="/place/file", query="path=%252e%252e/passwd"), 400),
        (READS._replace(path="/place/file", query="path=..%5Cpasswd"), 400),
        (READS._replace(path="/place/file", query="at=.."), 400),
    ],
)
def test_everyone_else_is_refused(asked: Asked, status: int) -> None:
    verdict = judge(asked, DOOR)
    assert verdict.status == status
    assert verdict.reason


def test_the_token_lets_in() -> None:
    assert judge(READS._replace(path="/", query="token=right", cookies=""), DOOR).status == 303


def test_the_ticket_is_good_for_the_first_page_only() -> None:
    verdict = judge(READS._replace(path="/", query="token=once", cookies=""), DOOR)
    assert (verdict.status, verdict.once) == (303, True)
    assert judge(READS._replace(cookies="entire=once"), DOOR).status == 403


def test_the_token_does_not_help_another_page() -> None:
    asked = READS._replace(path="/", query="token=right", cookies="", site="cross-site")
    assert judge(asked, DOOR).status == 403


def test_every_door_has_its_own_token_and_place() -> None:
    one, other = new_door(1), new_door(1)
    assert len({*one[1:], *other[1:]}) == 6
    assert min(len(one.token), len(one.ticket)) >= 40
    assert one.first_address == f"http://127.0.0.1:1/?token={one.token}"
