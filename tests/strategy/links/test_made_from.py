"""Whether a committed file was made from a session's, whatever happened to its lines, name and blanks."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entire.strategy.links.made_from import (
    adds_alike,
    is_made_from,
    is_telling,
    match_renames,
    only_moved,
    own_words,
    words_of,
)

CODE = b"""def total(items, rate):
    result = 0
    for item in items:
        result += item.price * rate
    return result
"""
FORMATTED = b"""def total(
        items,
        rate
):
\tresult=0
\tfor item in items: result += (
\t\titem.price*rate)
\treturn (result)
"""
REORDERED = b"""    return result
        result += item.price * rate
def total(items, rate):
"""
SETTINGS = b"host = one\nport = 1\nname = first\n"
EDITED = b"host = two\nport = 2\nname = second\n"
PROSE = b"Install it with the package manager, then read the manual before the first start of the server.\n"
REFLOWED = (
    b"Install it with the package\nmanager, then read the\nmanual before the first\nstart of the server.\n"
)
OTHER = b"# Shopping list\n- milk\n- bread\n- something green\n"
OTHER_CODE = (
    b"import os\n\ndef main():\n    for name in os.listdir():\n        print(name)\n    return None\n"
)

TABLE = [
    ("as it was", CODE, CODE, True),
    ("every line changed by a formatter", FORMATTED, CODE, True),
    ("on one line", b" ".join(CODE.split()), CODE, True),
    ("other line ends", CODE.replace(b"\n", b"\r\n"), CODE, True),
    ("lines in another order, some gone", REORDERED, CODE, True),
    ("all values of three lines", EDITED, SETTINGS, True),
    ("reflowed prose", REFLOWED, PROSE, True),
    ("other quotes", b'x = {"one": "two"}\n', b"x = {'one': 'two'}\n", True),
    ("case of keywords", b"SELECT price FROM items\n", b"select price from items\n", True),
    ("a part of it", CODE.split(b"\n")[0], CODE, True),
    ("a part of something longer", CODE + OTHER * 3, CODE, True),
    ("brackets only", b"{\n}\n", b"{\n}\n", True),
    ("replaced by prose", OTHER, CODE, False),
    ("replaced by other code: keywords say nothing", OTHER_CODE, CODE, False),
    ("replaced by one word", b"world\n", b"hello\n", False),
    ("emptied", b"", CODE, False),
    ("was empty", CODE, b"", False),
    ("other bytes", b"\x89PNG\0\1\2 IHDR one\n", b"\x89PNG\0\3\4 IHDR two\n", False),
]


@pytest.mark.parametrize(
    ("committed", "kept", "expected"), [row[1:] for row in TABLE], ids=[r[0] for r in TABLE]
)
def test_whether_a_file_was_made_from_the_sessions(committed: bytes, kept: bytes, expected: bool) -> None:
    assert is_made_from(committed, kept) == expected


RENAMES = [
    ("renamed and edited", {"old.py": CODE}, {"new.py": CODE.replace(b"rate", b"tax")}, {"old.py": "new.py"}),
    ("renamed and formatted", {"old.py": CODE}, {"new.py": FORMATTED}, {"old.py": "new.py"}),
    (
        "a folder, each file edited",
        {"a/one.py": CODE, "a/two.ini": SETTINGS, "a/three.md": PROSE},
        {"b/one.py": FORMATTED, "b/two.ini": EDITED, "b/three.md": REFLOWED, "b/four.md": OTHER},
        {"a/one.py": "b/one.py", "a/two.ini": "b/two.ini", "a/three.md": "b/three.md"},
    ),
    ("the most similar one", {"old": CODE}, {"x": CODE + OTHER, "y": CODE + b"#\n"}, {"old": "y"}),
    ("each once", {"old": CODE, "older": CODE}, {"new": FORMATTED}, {"old": "new"}),
    ("only blanks differ", {"old": b"1\n"}, {"new": b"1"}, {"old": "new"}),
    (
        "another file of the same pattern",
        {"old": b"old.txt by agent at step 1, line 2\n"},
        {"new": b"new.txt by person at step 3, line 2\n"},
        {},
    ),
    ("another file", {"old.py": CODE}, {"new.py": OTHER_CODE, "x.md": OTHER}, {}),
    ("the same name, another content", {"a/read.me": PROSE}, {"b/read.me": OTHER}, {}),
    (
        "another kind of file",
        {"a.py": b"flask = requests = pytest\n"},
        {"r.txt": b"flask\nrequests\npytest\n"},
        {},
    ),
    ("another extension", {"a.js": CODE}, {"a.ts": CODE.replace(b"rate", b"tax")}, {"a.js": "a.ts"}),
    (
        "imports say nothing",
        {"a.py": b"import alpha, beta, gamma\nalpha.beta(gamma, one)\n"},
        {"b/a.py": b"import alpha, beta, gamma\ngamma.alpha(beta, two)\n"},
        {},
    ),
    ("one word in common", {"old": b"hello you\n"}, {"new": b"hello there\n"}, {}),
    ("nothing to compare", {"old": b""}, {"new": b""}, {}),
]


@pytest.mark.parametrize(
    ("gone", "added", "expected"), [row[1:] for row in RENAMES], ids=[r[0] for r in RENAMES]
)
def test_files_that_were_renamed_and_edited(
    gone: dict[str, bytes], added: dict[str, bytes], expected: dict[str, str]
) -> None:
    before = {path: own_words(text) for path, text in gone.items()}
    after = {path: own_words(text) for path, text in added.items()}
    assert match_renames(before, after) == expected


class Counted(frozenset[bytes]):
    """Counts how often it is compared."""

    compared = 0

    def __and__(self, other: AbstractSet[object]) -> frozenset[bytes]:
        Counted.compared += 1
        return super().__and__(other)


@pytest.mark.parametrize("common", [0, 60], ids=["all different", "with much in common"])
def test_many_renamed_files_are_not_all_compared_with_each_other(common: int) -> None:
    def words(number: int, edit: str) -> frozenset[bytes]:
        own = [f"word_{number}_{at}" for at in range(80)] + [f"{edit}_{number}"]
        return Counted(word.encode() for word in [*own, *(f"common_{at}" for at in range(common))])

    gone = {f"old/f{number}.py": words(number, "before") for number in range(200)}
    added = {f"new/g{number}.py": words(number, "after") for number in reversed(range(200))}
    Counted.compared = 0
    found = match_renames(gone, added)
    assert found == {f"old/f{number}.py": f"new/g{number}.py" for number in range(200)}
    assert Counted.compared <= 200 * 20


TEXTS = st.lists(
    st.sampled_from([b"alpha", b"beta", b"gamma", b" ", b"\n", b"(", b"=", b"def", b"\xc3\xa9"])
).map(b"".join)


@given(TEXTS, TEXTS)
def test_blanks_order_and_line_ends_do_not_matter(committed: bytes, kept: bytes) -> None:
    words = sorted(words_of(committed))
    assert words_of(b"\r\n\t".join(reversed(words))) == words_of(committed)
    assert is_made_from(committed, kept) or not is_made_from(b" ".join(words), kept) or not words


@given(TEXTS, TEXTS)
def test_texts_without_a_common_word_or_line_are_not_alike(committed: bytes, kept: bytes) -> None:
    lines = {line.strip() for line in committed.split(b"\n")} & {line.strip() for line in kept.split(b"\n")}
    if not words_of(committed) & words_of(kept) and not lines - {b""}:
        assert not is_made_from(committed, kept)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (b"a\nb\n", b"b\na\n", True),
        (b"if a:\n  b\n", b"if a:\n    b\n\n", True),
        (b"f(a,b)\n", b"f(a, b)\n", True),
        (b"a > b\n", b"a < b\n", False),
        (b"a\n", b"a\na\n", False),
        (b"a\n", b"a\n", False),
        (b"\0 1 2", b"\0 2 1", False),
    ],
)
def test_whether_a_change_only_moves(old: bytes, new: bytes, expected: bool) -> None:
    assert only_moved(old, new) == expected


@pytest.mark.parametrize(
    ("before", "one", "other", "expected"),
    [
        (b"", b"alpha beta\n", b"beta gamma\n", False),  # one word can be chance
        (b"", b"alpha beta x\n", b"beta alpha y\n", True),
        (b"", b"x\nmore\n", b"x\n", True),  # a line
        (b"", b"}\nmore\n", b"}\n", False),
        (b"", b"import numpy\nmore\n", b"import numpy\n", False),
        (b"", b"alpha beta gamma delta epsilon zeta eta\n", b"gamma beta alpha x\n", True),
        (b"", b"alpha beta gamma delta epsilon zeta eta\n", b"beta alpha x y\n", False),
        (b"", b"# no timeout here: the proxy has one, see page 7\n", b"timeout = 30\n", False),
        (b"beta\n", b"alpha beta\n", b"beta gamma\n", False),  # what they share was there before
        (b"beta\n", b"alpha beta\n", b"beta alpha delta\n", False),
        (b"", b"alpha\n", b"beta\n", False),
        (b"alpha\n", b"", b"", True),
    ],
)
def test_whether_two_versions_add_something_in_common(
    before: bytes, one: bytes, other: bytes, expected: bool
) -> None:
    assert adds_alike(before, one, other) == expected


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (b"", b"", False),
        (b"", b"x = 1\n", False),
        (b'"version": "1.0.0",\n', b'"version": "1.1.0",\n', False),
        (b"", CODE, True),
        (CODE, CODE + b"\n}\n", False),
        (b"", b"\0\1", True),
    ],
)
def test_whether_a_change_is_the_same_by_chance(before: bytes, after: bytes, expected: bool) -> None:
    assert is_telling(before, after) == expected
