"""What the server answers: strict headers, a cookie for the token, and refusals that tell nothing."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import quote

import pytest
from tests.web.client import DOOR, Request, ask, ask_all
from tools.screens.stage import Stage

from entire.git.repository import Repository
from entire.web import filters
from entire.web.app import PAGES, make_pages
from entire.web.pages import timeline

# What pages read of an address, as their source has it.
ASKED = re.compile(r'(?:view\.(?:text|number)\(|path_of\(view, )(?:"(\w+)"|(\w+))')
SOURCES = Path(timeline.__file__).parent.glob("*.py")
FOUND = {source.stem: ASKED.findall(source.read_text()) for source in SOURCES}
NAMES = sorted({name for found in FOUND.values() for name, _ in found if name} | set(filters.NAMES))

FILES = [("/file", "path"), ("/why", "path"), ("/files", "path"), ("/file", "at"), ("/files", "at")]


def test_every_name_that_a_page_reads_is_known() -> None:
    """Those that are not written out are the filters', and that of a path."""
    others = {page: variables for page, found in FOUND.items() if (variables := {v for _, v in found if v})}
    assert others == {"numbers": {"name"}, "file": {"name"}}
    assert {"path", "at", "id", "turn", "part", "count", "standing", "author", "model", "skip"} <= set(NAMES)


def test_the_first_address_gives_a_cookie_and_goes_on_without_the_token(shop: Repository) -> None:
    found = ask(shop, f"/?token={DOOR.token}", place="", cookie="")
    assert (found.status, found.headers["location"]) == (303, "/place/")
    cookie = found.headers["set-cookie"]
    assert cookie.startswith("entire=the-token;")
    assert {"HttpOnly", "SameSite=strict", "Path=/place/"} <= set(cookie.split("; "))
    assert "the-token" not in found.text + found.headers["location"]


def test_a_ticket_lets_in_once(shop: Repository) -> None:
    opens = Request(f"/?token={DOOR.ticket}", place="", headers={"cookie": ""})
    first, again, printed = ask_all(shop, [opens, opens, opens._replace(address=f"/?token={DOOR.token}")])
    assert (first.status, again.status, printed.status) == (303, 403, 303)
    assert first.headers["set-cookie"].startswith("entire=the-token;")
    assert "set-cookie" not in again.headers
    assert "opened already" in again.text


@pytest.mark.parametrize("page", [path.replace("{id}", "1") for path in PAGES] + ["/live", "/static/app.js"])
def test_every_page_refuses_who_has_no_token(shop: Repository, page: str) -> None:
    for headers in ({"cookie": ""}, {"cookie": "entire=guess"}):
        found = ask(shop, page, **headers)
        assert found.status == 403
        assert "shop" not in found.text


@pytest.mark.parametrize("page", [path.replace("{id}", "1") for path in PAGES] + ["/live"])
def test_every_page_refuses_other_pages_and_other_names(shop: Repository, page: str) -> None:
    assert ask(shop, page, sec_fetch_site="cross-site").status == 403
    assert ask(shop, page, sec_fetch_site="same-site", origin="http://127.0.0.1:3000").status == 403
    assert ask(shop, page, host="rebound.example:4711").status == 421
    assert ask(shop, page, method="POST").status == 405


@pytest.mark.parametrize("page", [*PAGES])
def test_no_parameter_leads_out_of_the_repository(shop: Repository, page: str) -> None:
    address = page.replace("{id}", "1")
    values = ("../../../etc/passwd", "..%2F..%2Fetc%2Fpasswd", "a/../../b", "..", "%252e%252e/x")
    asked = [Request(f"{address}?{name}={value}") for name in NAMES if name != "q" for value in values]
    found = ask_all(shop, asked)
    assert [one.address for one, answer in zip(asked, found, strict=True) if answer.status != 400] == []
    assert not any("root:" in answer.text for answer in found)


@pytest.mark.parametrize("page", [*PAGES])
def test_pages_themselves_do_not_lead_out_of_the_repository(
    shop: Repository, stage: Stage, page: str
) -> None:
    """The guard refuses `..`; behind it, nothing is read from elsewhere either."""
    outside = stage.root.parent / "outside.py"
    outside.write_text("SECRET = 'elsewhere'\n")
    values = ("../outside.py", "shop/../../outside.py", "..%2Foutside.py", str(outside), f"//{outside}")
    asked = [(name, attack(page, name, value)) for name in NAMES for value in values]
    answers = ask_all(shop, [Request(address, place="") for _, address in asked], make_pages)
    for (name, address), found in zip(asked, answers, strict=True):
        assert "elsewhere" not in found.text, address
        assert found.status in (400, 404) or (page, name) not in FILES, address
        assert found.status in (200, 303, 400, 404), address


def attack(page: str, name: str, value: str) -> str:
    """A page that is asked for with this value, in its path or after it."""
    place = page.replace("{id}", quote(value, safe="") if name == "id" else "HEAD")
    return f"{place}?line=1&q=login&{name}={value}"


def test_a_refusal_says_what_helps(shop: Repository) -> None:
    for refused in (ask(shop, "/", cookie=""), ask(shop, "/", host="localhost:1")):
        assert "Open the address" in refused.text
    for refused in (ask(shop, "/file?path=../x"), ask(shop, "/", method="POST")):
        assert refused.text.startswith("Refused: ")
        assert "Open the address" not in refused.text


@pytest.mark.parametrize(
    "name", ["/etc/passwd", ".git/config", "shop/./login.py", "shop//login.py", "\0", "no"]
)
def test_only_files_of_the_repository_are_shown(shop: Repository, name: str) -> None:
    found = ask(shop, f"/file?path={name.encode().hex() if name == chr(0) else name}")
    assert found.status in (400, 404)
    assert "[core]" not in found.text


@pytest.mark.parametrize(
    "id", ["..%2F..%2Fx", "-h", "--output=x", "HEAD:shop", "@{-1}", "%00", "a%0Ab", "x" * 3000]
)
@pytest.mark.parametrize("page", ["/checkpoint/", "/step/", "/commit/", "/session/"])
def test_odd_ids_name_nothing(shop: Repository, page: str, id: str) -> None:
    assert ask(shop, page + id).status in (400, 404)


@pytest.mark.parametrize("page", ["/", "/static/app.js", "/nowhere", "/file?path=nowhere"])
def test_headers_allow_nothing_from_elsewhere(shop: Repository, page: str) -> None:
    headers = ask(shop, page).headers
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert {policy[f"{kind}-src"] for kind in ("script", "style", "img", "connect")} == {"'self'"}
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cache-control"] == "no-store"


def test_pages_have_no_script_or_style_of_their_own(shop: Repository) -> None:
    for page in ("/", "/sessions", "/numbers", "/files", "/search?q=login", "/file?path=shop/login.py"):
        text = ask(shop, page).text
        assert "<style" not in text
        assert " style=" not in text
        assert text.count("<script") == text.count("<script src=") == 1
        assert "http://" not in text.replace("http://www.w3.org", "")
        assert "https://" not in text


def test_static_files_are_those_in_the_folder(shop: Repository) -> None:
    assert ask(shop, "/static/app.js").headers["content-type"].startswith("text/javascript")
    for name in ("nothing.css", "..", ".", "app.py", "..%2Fapp.py", "%2Fetc%2Fpasswd"):
        assert ask(shop, f"/static/{name}").status in (400, 404)
