"""Each page, without a browser: what is on it, and where it leads."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from html import unescape
from pathlib import Path

import pytest
from tests.support import Repo
from tests.web.client import ask
from tools.screens.stage import Stage

from entire.core import log
from entire.git.repository import Repository, open_repository
from entire.web.app import PAGES
from entire.web.view import Page, View

LIMITS = "8f76b0e8-1111-4222-8333-444455556666"


def words(html: str) -> str:
    """What a page says."""
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html)))


def read(repo: Repository, address: str) -> str:
    found = ask(repo, address.partition("#")[0])
    if found.status == 303:
        return read(repo, found.headers["location"].removeprefix("/place"))
    assert found.status == 200, words(found.text)
    return found.text


def links(html: str) -> list[str]:
    return [unescape(one).removeprefix("/place") for one in re.findall(r'href="([^"]+)"', html)]


def git(stage: Stage, *arguments: str) -> list[str]:
    done = subprocess.run(["git", *arguments], cwd=stage.root, env=stage.env, check=True, capture_output=True)
    return done.stdout.decode().split()


def test_the_timeline_has_commits_checkpoints_and_what_is_not_committed(shop: Repository) -> None:
    text = words(read(shop, "/"))
    in_order = [
        "Not committed yet",
        "Write them to a file",
        "Make the limit configurable",
        "Add a cart",
        "Use entire",
    ]
    assert [text.index(some) for some in in_order] == sorted(text.index(some) for some in in_order)
    assert "Limit login attempts to five per minute" in text
    assert "98 % agent" in text


def test_filters_of_the_timeline(shop: Repository) -> None:
    by_grace = words(read(shop, "/?author=grace"))
    assert "Discounts for vouchers" in by_grace
    assert "Limit login attempts per user" not in by_grace
    assert "Limit login attempts per user" in words(read(shop, "/?q=sliding+window"))
    assert "Discounts" in words(read(shop, "/?file=shop/cart.py"))
    assert "Nothing matches" in words(read(shop, "/?agent=codex"))
    assert ask(shop, "/?agent=nobody").status == 400
    assert ask(shop, "/?since=whenever").status == 400


def test_older_commits_follow_page_by_page(repo: Repo) -> None:
    for number in range(60):
        repo.git("commit", "--allow-empty", "-q", "-m", f"Number {number}")
    opened = open_repository(str(repo.path))
    first = read(opened, "/")
    [older] = [link for link in links(first) if "skip=" in link]
    repo.git("commit", "--allow-empty", "-q", "-m", "Newer")  # pages do not shift
    second = read(opened, older)
    shown = [re.findall(r"Number \d+", page) for page in (first, second)]
    assert [len(set(some)) for some in shown] == [50, 10]
    assert not set(shown[0]) & set(shown[1])
    assert not [link for link in links(second) if "skip=" in link]


def test_an_empty_repository(tmp_path: Path) -> None:
    Repo.init(tmp_path / "empty")
    opened = open_repository(str(tmp_path / "empty"))
    assert "No commits yet" in words(read(opened, "/"))
    for page in ("/sessions", "/numbers", "/search?q=word"):
        assert ask(opened, page).status == 200
    assert ask(opened, "/files").status == 404


def test_a_file_names_the_owner_of_each_line(shop: Repository) -> None:
    page = read(shop, "/file?path=shop/attempts.py")
    rows = re.findall(r'<tr id="L(\d+)".*?<td class="owner (\w*)">', page, re.DOTALL)
    owners = {int(line): kind for line, kind in rows}
    assert owners[7] == "human"
    assert {kind for line, kind in owners.items() if line != 7} == {"agent"}
    assert "24 agent" in words(page)


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"", []),
        (b"\n", [""]),
        (b"a = 1\r\nb = 2\r\n", ["a = 1", "b = 2"]),
        (b"a = 'x\ry'\nb = 2", ["a = 'x\u240dy'", "b = 2"]),
        (b"\xef\xbb\xbfa = 1\n", ["[U+FEFF]a = 1"]),
        (b"a\x0cb\x0bc\xe2\x80\xa8d\n", ["a\u240cb\u240bc[U+2028]d"]),
    ],
)
def test_files_with_odd_lines(repo: Repo, data: bytes, lines: list[str]) -> None:
    (repo.path / "odd.py").write_bytes(data)
    repo.git("add", "odd.py")
    repo.git("commit", "-q", "-m", "Odd")
    page = read(open_repository(str(repo.path)), "/file?path=odd.py")
    shown = re.findall(r'<td class="code">(.*?)</td>', page)
    assert [unescape(re.sub(r"<[^>]+>", "", one)) for one in shown] == lines
    assert ("The file is empty" in words(page)) is (not lines)


def test_a_long_file_goes_on_until_its_last_line(repo: Repo) -> None:
    for name, length in (("whole", 1500), ("more", 1501)):
        (repo.path / f"{name}.txt").write_text("line\n" * length)
    repo.git("add", ".")
    repo.git("commit", "-q", "-m", "Long")
    opened = open_repository(str(repo.path))
    assert "More lines" not in read(opened, "/file?path=whole.txt")
    [rest] = [link for link in links(read(opened, "/file?path=more.txt")) if "from=1501" in link]
    assert 'id="L1501"' in read(opened, rest)


@pytest.mark.parametrize(
    ("committed", "now"), [(1000, 3000), (4000, 100), (0, 2000), (2000, 0), (3000, 1500)]
)
def test_a_file_of_another_length_than_in_head(repo: Repo, committed: int, now: int) -> None:
    """What is shown is the work tree, so that is what goes on until its last line."""
    (repo.path / "long.txt").write_text("line\n" * committed)
    repo.git("add", ".")
    repo.git("commit", "-q", "-m", "Long")
    (repo.path / "long.txt").write_text("other\n" * now)
    opened, shown, address = open_repository(str(repo.path)), 0, "/file?path=long.txt"
    while address:
        page = read(opened, address)
        shown += page.count('<tr id="L')
        further = re.search(r'data-older href="([^"]+)"', page)
        address = unescape(further[1]).removeprefix("/place") if further else ""
    assert shown == now


def test_a_file_that_the_work_tree_does_not_have(repo: Repo) -> None:
    (repo.path / "gone.txt").write_text("line\n")
    repo.git("add", ".")
    repo.git("commit", "-q", "-m", "Here")
    (repo.path / "gone.txt").unlink()
    assert 'id="L1"' in read(open_repository(str(repo.path)), "/file?path=gone.txt")


def test_a_page_that_fails_says_so_and_is_logged(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(view: View) -> Page:
        raise ZeroDivisionError("oops")

    monkeypatch.setitem(PAGES, "/", broken)
    opened = open_repository(str(repo.path))
    found = ask(opened, "/")
    assert (found.status, "unexpected error: ZeroDivisionError" in found.text) == (500, True)
    assert "oops" not in found.text
    assert "oops" in (repo.path / log.FILE).read_text()


def test_what_is_not_there_is_named_as_it_was_asked_for(shop: Repository) -> None:
    assert "shop/attempts.py has only 2" in words(ask(shop, "/why?path=shop/attempts.py&line=1000").text)
    assert ask(shop, "/?at=nothing").status == 404
    assert "<title>Error" in ask(shop, "/commit/nothing").text


def test_why_leads_to_the_conversation(shop: Repository, stage: Stage) -> None:
    page = read(shop, "/why?path=shop/attempts.py&line=13")
    said = words(page)
    assert "Limit login attempts to five per minute and user" in said
    assert "Times come from" in said
    [there] = [link for link in links(page) if link.startswith("/checkpoint/")]
    assert words(read(shop, there)).count("sliding window")


def test_why_of_a_person_and_of_nobody(shop: Repository) -> None:
    assert "Ada" in words(read(shop, "/why?path=shop/attempts.py&line=7"))
    assert "no session contributed" in words(read(shop, "/why?path=shop/users.py&line=1"))
    assert ask(shop, "/why?path=shop/attempts.py&line=1000").status == 404
    assert ask(shop, "/why?path=shop/attempts.py").status == 400


def test_a_file_at_a_revision(shop: Repository, stage: Stage) -> None:
    [*_, first] = git(stage, "log", "--format=%H", "--", "shop/attempts.py")
    now, then = (
        read(shop, "/file?path=shop/attempts.py"),
        read(shop, f"/file?path=shop/attempts.py&at={first}"),
    )
    assert "LOGIN_LIMIT" in now
    assert "LOGIN_LIMIT" not in then
    assert f'value="{first}" selected' in then


def test_a_commit_shows_its_diff_with_owners(shop: Repository, stage: Stage) -> None:
    commit = git(stage, "log", "--format=%H", "--grep=Limit login")[0]
    page = read(shop, f"/commit/{commit}")
    assert 'class="owner agent"' in page
    assert 'class="owner human"' in page
    assert "shop/login.py" in words(page)


def test_sessions_and_one_of_them(shop: Repository) -> None:
    assert "Add a cart with prices as decimals" in words(read(shop, "/sessions"))
    one = words(read(shop, f"/session/{LIMITS[:8]}"))
    assert "Make the limit configurable, default 5" in one
    assert "entire resume 8f76b0e8" in one
    assert ask(shop, "/session/ffff").status == 404


def test_search_marks_what_was_found(shop: Repository) -> None:
    page = read(shop, "/search?q=sliding+window")
    assert "<mark>sliding window</mark>" in page
    assert any(link.startswith("/checkpoint/") for link in links(page))
    assert "Nothing found" in words(read(shop, "/search?q=unheardof"))


def test_numbers_have_charts_that_say_what_they_show(shop: Repository) -> None:
    page = read(shop, "/numbers")
    assert page.count('<svg class="chart" role="img"') == 3
    assert "76 still there" in words(page)
    assert re.search(r"<title>2026-11-02: [\d,]+ tokens</title>", page)
    assert "claude-opus-4-8" in page


def totals(page: str) -> str:
    """The figures on top of the numbers."""
    return words(page[page.index('<dl class="numbers">') : page.index("</dl>")])


def test_numbers_offer_the_filters_that_count(shop: Repository) -> None:
    page = read(shop, "/numbers")
    form = page[
        page.index('<details class="filters"') : page.index("</form>", page.index('<details class="f'))
    ]
    offered = re.findall(r'<(?:input|select) name="(\w+)"', form)
    values = {
        "author": "grace",
        "agent": "Codex",
        "file": "shop/cart.py",
        "since": "2099-01-01",
        "until": "2020-01-01",
    }
    assert offered == list(values)
    for name, value in values.items():
        assert totals(read(shop, f"/numbers?{name}={value}")) != totals(page), name


def test_filters_of_the_numbers_keep_the_range(shop: Repository) -> None:
    assert '<input type="hidden" name="range" value="HEAD~1..">' in read(shop, "/numbers?range=HEAD~1..")
    assert 'type="hidden"' not in read(shop, "/numbers")


@pytest.mark.parametrize("name", ["q", "model", "branch", "session"])
def test_numbers_refuse_filters_that_do_not_count(shop: Repository, name: str) -> None:
    found = ask(shop, f"/numbers?{name}=nosuch")
    assert (found.status, f"{name}: not a filter of the numbers" in words(found.text)) == (400, True)


@pytest.mark.parametrize("page", ["/", "/sessions", "/search"])
def test_lists_have_the_filters_of_commands(shop: Repository, page: str) -> None:
    start = read(shop, page)
    names = ["author", "agent", "model", "branch", "file", "session", "since", "until"]
    fields = re.findall(r'<(?:input|select)[^>]* name="(\w+)"', start[start.index("<main") :])
    assert [name for name in names if name not in fields] == []
    every, taken = (
        words(read(shop, f"{page}?q=limit")),
        words(read(shop, f"{page}?q=limit&session={LIMITS[:6]}")),
    )
    assert "Limit login attempts" in every
    assert "Limit login attempts" in taken
    assert "Limit login attempts" not in words(read(shop, f"{page}?q=limit&session=0000"))


@pytest.mark.parametrize("page", ["/sessions", "/search"])
def test_lists_of_a_branch(shop: Repository, page: str) -> None:
    found = "Limit login attempts"
    assert found in words(read(shop, f"{page}?q=limit&branch=ma*"))
    assert found not in words(read(shop, f"{page}?q=limit&branch=elsewhere"))


def test_prices_that_cannot_be_read_are_named_on_the_page(
    stage: Stage, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(stage.root, tmp_path / "shop", symlinks=True)
    local = tmp_path / "shop" / ".entire" / "settings.local.json"
    local.write_text('{"strategy_options": {"prices": "bad-prices.json"}}')
    (tmp_path / "shop" / "bad-prices.json").write_text("[")
    opened = open_repository(os.path.realpath(tmp_path / "shop"))
    [checkpoint] = git(
        stage, "log", "-1", "--grep=Limit login", "--format=%(trailers:key=Entire-Checkpoint,valueonly)"
    )
    for page in ("/numbers", f"/session/{LIMITS}", f"/checkpoint/{checkpoint}"):
        assert "bad-prices.json" in words(read(opened, page)), page
    assert capfd.readouterr().err == ""


def snapshot(root: str) -> dict[str, tuple[int, int]]:
    found = {}
    for folder, _, names in os.walk(root):
        for name in names:
            path = os.path.join(folder, name)
            about = os.lstat(path)
            found[path] = about.st_mtime_ns, about.st_size
    return found


def test_reading_writes_nothing_but_caches(shop: Repository, stage: Stage) -> None:
    before = snapshot(str(stage.root))
    commit = git(stage, "rev-parse", "HEAD")[0]
    for page in ("/", "/sessions", f"/session/{LIMITS}", "/search?q=login", "/numbers", f"/commit/{commit}"):
        read(shop, page)
    after = snapshot(str(stage.root))
    changed = {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}
    assert {os.path.dirname(path) for path in changed} <= {os.path.join(shop.common_dir, "entire-index")}


@pytest.mark.parametrize("page", ["/", "/sessions", "/search?q=login", "/numbers", "/files"])
def test_every_link_leads_somewhere(shop: Repository, page: str) -> None:
    for link in dict.fromkeys(links(read(shop, page))):
        if not link.startswith("#"):
            assert ask(shop, link.partition("#")[0]).status in (200, 303), link
