"""People, machines and places are taken out of a story."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.web.story.chapters import a_chapter

from entire.web.export.public import Names, parts_of_names, people_of, replacer, texts_of, without_names
from entire.web.export.story import Story

NAMES = Names(
    people=frozenset({"Ada Lovelace", "Ada", "Lovelace", "ada", "alovelace"}),
    hosts=frozenset({"analytical", "git.acme.example"}),
    roots=("/home/ada/code/shop",),
)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("mail ada@example.com now", "mail email now"),
        ("1234+ada@users.noreply.github.com", "email"),
        ("git@github.com:acme/shop.git", "git@github.com:acme/shop.git"),
        ("git clone git@git.acme.example:shop.git", "git clone git@host:shop.git"),
        ("/home/ada/code/shop/src/login.py", "src/login.py"),
        ("cd /home/ada/code/shop && make", "cd . && make"),
        ("/home/ada/code/shopping", "…/shopping"),
        ("/home/ada/code/other/x", "…/other/x"),
        ("/home/ada/.ssh/config", "…/.ssh/config"),
        ("/home/grace/x /Users/grace/y C:\\Users\\grace\\z", "~/x ~/y ~\\z"),
        ("~/.claude/projects/-home-ada-code-shop/1.jsonl", "~/.claude/projects/-repository/1.jsonl"),
        ("Thanks, Ada! says ADA", "Thanks, user! says user"),
        ("by Ada Lovelace", "by user"),
        ("ada_test and adapter and Canada", "user_test and adapter and Canada"),
        ("grace@analytical:~/shop$ ls", "user@host:~/shop$ ls"),
        ("ssh analytical.local", "ssh host"),
        ("ping db1.internal 10.0.3.17 192.168.1.4", "ping host host host"),
        ("version 10.1.2 at 127.0.0.1", "version 10.1.2 at 127.0.0.1"),
        ("/usr/lib/python3/site.py", "/usr/lib/python3/site.py"),
    ],
)
def test_names_are_replaced(text: str, shown: str) -> None:
    assert replacer(NAMES)(text) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (r'{"text": "Hi\nAda"}', r'{"text": "Hi\nuser"}'),
        (r"\tada \u0022ada \x41ada", r"\tuser \u0022user \x41user"),
        ("name=%20Ada&x=1", "name=%20user&x=1"),
        (r"\n10.0.3.17", r"\nhost"),
        ("ada%40example.com ada&#64;example.com", "email email"),
        ("ada&#x40;example.com ada\\u0040example.com", "email email"),
        ("jörg@müller.example", "email"),
        (r"\/home\/ada\/code\/shop\/src\/login.py", r"src\/login.py"),
        ("file%3A%2F%2F%2Fhome%2Fada%2Fcode%2Fshop%2Fx.py", "file%3A%2F%2Fx.py"),
        ("cwd=%2fhome%2fada%2fcode%2fshop", "cwd=."),
        (r"\/home\/ada\/code\/other\/x", r"…\/other\/x"),
        (r"\/home\/grace\/x %2Fhome%2Fgrace%2Fx", r"~\/x ~%2Fx"),
        ("-home-ada-code-other/2.jsonl", "-…-other/2.jsonl"),
    ],
)
def test_names_are_replaced_as_programs_write_them(text: str, shown: str) -> None:
    """As JSON, in an address or in HTML: what commands print is often one of these."""
    assert replacer(NAMES)(text) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[1mAda Lovelace\x1b[0m said", "user said"),
        ("\x1b[01;32manalytical\x1b[00m:\x1b[01;34m~\x1b[00m$", "host:~$"),
        ("\x1b[2K\x1b[?25hAda\x1b(B\x1b[m", "user"),
        ("\x9b1mAda", "user"),
        ("\x1b(BAda", "user"),
        ("A\x1b[1md\x1b[0ma", "user"),
        ("\x1b]0;ada@analytical: ~\x07ls", "ls"),
        ("\x1b]8;;file://analytical/home/ada/x\x1b\\a link\x1b]8;;\x1b\\", "a link"),
        ("\x1b]0;never ended by Ada\nAda", "\x1b]0;never ended by user\nuser"),
        (
            r"\u001b[1mAda\u001b[0m \033[01;32mada \x1b[0mada",
            r"\u001b[1muser\u001b[0m \033[01;32muser \x1b[0muser",
        ),
        ("a[1]mada", "a[1]mada"),
    ],
)
def test_names_are_replaced_in_colour(text: str, shown: str) -> None:
    """Codes that colour a terminal end with a letter, but are no part of the word after them."""
    assert replacer(NAMES)(text) == shown


@pytest.mark.parametrize("text", ["Zoë", json.dumps("Zoë"), "Zo%C3%AB", "/srv/Zo%C3%AB/x", r"\nZo\u00EB"])
def test_letters_with_accents_are_found_in_every_form(text: str) -> None:
    names = Names(people=frozenset({"Zoë"}), hosts=frozenset(), roots=())
    assert "user" in replacer(names)(text)


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("Author: Bob Builder <bob@example.com>", {"Bob Builder", "bob"}),
        ("Co-authored-by: Élodie van Dijk <ed@example.com>", {"Élodie van Dijk", "ed"}),
        ("    12\tBob Builder <bob@example.com>", {"Bob Builder", "bob"}),
        ('"author": "Bob <bob@example.com>"', {"Bob", "bob"}),
        ("it was written by Bob &lt;bob@example.com&gt;", {"Bob", "bob"}),
        ("Co-Authored-By: Claude Opus 4.5 <noreply@anthropic.com>", set()),
        ("Ask about the parser first, says Bob <bob@example.com>", {"Bob", "bob"}),
        ("write to <bob@example.com>", {"bob"}),
        ("if a < b: c@d", set()),
        ("\x1b[1mBob Builder\x1b[0m <\x1b[32mbob@example.com\x1b[0m>", {"Bob Builder", "bob"}),
    ],
)
def test_a_name_before_an_address_is_a_person(text: str, people: set[str]) -> None:
    assert set(people_of(text)) == people


SHORT = Names(people=frozenset({"Li", "jo", "李明"}), hosts=frozenset({"pi"}), roots=())


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("-rw-r--r-- 1 jo jo 12 x.py", "-rw-r--r-- 1 user user 12 x.py"),
        ("Hi Jo, on pi: PI", "Hi user, on host: host"),
        ("Ask Li about <li>", "Ask user about <li>"),  # nobody's account is called `li`
        ("JO_HOME join", "user_HOME join"),
        ("写给李明", "写给user"),
    ],
)
def test_names_of_two_letters(text: str, shown: str) -> None:
    """As written, capitalized and in capitals: so short, a name is often a word in lower case."""
    assert replacer(SHORT)(text) == shown


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("jo", {"jo"}),
        ("Jo Li", {"Jo Li", "JoLi", "Jo", "Li"}),
        ("Ada de Vries", {"Ada de Vries", "AdadeVries", "Ada", "Vries"}),
        ("al", {"al"}),
        ("Al Gore", {"Al Gore", "AlGore", "Al", "Gore"}),
        ("me", set()),
        ("x", set()),
    ],
)
def test_parts_of_names(name: str, parts: set[str]) -> None:
    assert set(parts_of_names([name])) == parts


def test_long_words_take_no_time() -> None:
    assert replacer(NAMES)("a" * 200_000) == "a" * 200_000


@given(
    st.lists(
        st.sampled_from(["ada", "Ada", "@", "example.com", "/", "home", "code", "shop", " ", "_", "x", "."])
    )
)
def test_no_name_is_left_as_a_word(parts: list[str]) -> None:
    import re

    assert not re.search(
        r"(?<![A-Za-z0-9])ada(?![A-Za-z0-9])", replacer(NAMES)("".join(parts)), re.IGNORECASE
    )


def test_every_text_of_a_story_is_looked_at() -> None:
    text = "Ada Lovelace <ada@example.com> in /home/ada/code/shop/x on analytical"
    story = without_names(Story([a_chapter(text)], [], "", True), NAMES)
    fixed = ("checkpoint_id", "session_id", "commit", "date", "created_at")  # ids and times are made by us
    left = [(name, one) for name, one in texts_of(story) if "ada" in one.lower() or "analytical" in one]
    assert [(name, one) for name, one in left if name not in fixed] == []
    assert {one for name, one in texts_of(story) if name in ("author", "directory")} == {""}
