"""Trees as git writes them, and changes to them: the same as with a dictionary."""

from __future__ import annotations

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support import ODD_NAMES, Repo

from entire.git.objects.tree import EMPTY, EXECUTABLE_MODE, FILE_MODE, SUBMODULE_MODE, TREE_MODE, Entry, Tree

_NAMES = st.sampled_from([b"a", b"a.b", b"a0", b"a-b", b"b", *ODD_NAMES]).map(os.fsdecode)
_OIDS = st.binary(min_size=20, max_size=20).map(bytes.hex)
_MODES = st.sampled_from([FILE_MODE, EXECUTABLE_MODE, SUBMODULE_MODE, TREE_MODE])
_ENTRIES = st.builds(Entry, _MODES, _OIDS)


@given(st.dictionaries(_NAMES, _ENTRIES), st.dictionaries(_NAMES, st.none() | _ENTRIES))
def test_a_tree_is_its_entries(before: dict[str, Entry], changes: dict[str, Entry | None]) -> None:
    tree = EMPTY.edited(before)
    assert dict(tree) == before
    assert Tree.parse(tree.format(), 20) == tree
    after = {name: entry for name, entry in (before | changes).items() if entry is not None}
    edited = tree.edited(changes)
    assert dict(edited) == after
    assert (edited == tree) == (after == before)
    assert set(tree.differing(edited)) == {n for n in before | after if before.get(n) != after.get(n)}
    assert dict(tree) == before


@given(st.dictionaries(_NAMES, st.builds(Entry, _MODES, _OIDS), min_size=1))
def test_the_order_is_that_of_git(entries: dict[str, Entry]) -> None:
    names = list(Tree.parse(EMPTY.edited(entries).format(), 20))
    places = [os.fsencode(name) + b"/" * entries[name].is_tree for name in names]
    assert places == sorted(places)


def test_what_git_wrote(repo: Repo) -> None:
    for name in ODD_NAMES:
        repo.write(name, name)
        repo.write(b"folder/" + name, name)
    repo.commit("files")
    data = os.fsencode(repo.git("cat-file", "tree", "HEAD"))
    tree = Tree.parse(data, 20)
    assert tree.format() == data
    assert tree["folder"] == Entry(TREE_MODE, repo.git("rev-parse", "HEAD:folder"))
    assert len(tree) == len(ODD_NAMES) + 2


def test_names_that_no_file_has() -> None:
    tree = EMPTY.edited({"a": Entry(FILE_MODE, "1" * 40)})
    assert tree.get("\ud800") is None
    assert "b" not in tree


def test_an_id_that_looks_like_an_entry() -> None:
    """Search finds the name in the id before the entry itself, and not at all where there is none."""
    fake = b"100644 b\0" + b"x" * 11
    tree = EMPTY.edited({"a": Entry(FILE_MODE, fake.hex()), "b": Entry(FILE_MODE, "1" * 40)})
    assert tree["b"] == Entry(FILE_MODE, "1" * 40)
    assert EMPTY.edited({"a": Entry(FILE_MODE, fake.hex())}).get("b") is None


def test_many_names() -> None:
    entries = {f"{number}": Entry(FILE_MODE, f"{number:064x}") for number in range(100)}
    tree = EMPTY.edited(entries)
    assert {name: tree[name] for name in entries} == entries
    assert tree.get("100") is None


def test_a_few_changes_of_a_large_folder() -> None:
    entries = {f"{number:04d}": Entry(FILE_MODE, f"{number:040x}") for number in range(2000)}
    changes = {"0500.x": Entry(FILE_MODE, "1" * 40), "0600": None, "0700": Entry(TREE_MODE, "2" * 40)}
    wanted = {name: entry for name, entry in (entries | changes).items() if entry is not None}
    assert EMPTY.edited(entries).edited(changes).format() == EMPTY.edited(wanted).format()


@pytest.mark.parametrize("width", [20, 32])
def test_an_id_that_is_cut_off(width: int) -> None:
    with pytest.raises(ValueError, match="cut off"):
        Tree.parse(b"100644 a\0" + b"1" * (width - 1), width)


@pytest.mark.parametrize("mode", [b"", b"0", b"644", b"00100644"])
def test_a_mode_of_another_length(mode: bytes) -> None:
    """What a branch contains that was fetched: an entry would be listed, but not found."""
    with pytest.raises(ValueError, match="mode"):
        Tree.parse(mode + b" a\0" + b"1" * 20, 20)
