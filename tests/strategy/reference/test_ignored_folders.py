from __future__ import annotations

from entire.strategy.reference.ignored_folders import by_folder, chosen


def test_which_folders_are_listed() -> None:
    found = {"a/": ["a/1", "a/2"], "b/": ["b/1"], "c/": ["c/1", "c/2", "c/3"]}
    assert chosen(found, 3) == (["a/1", "a/2", "b/1"], ["c/"])
    assert chosen(found, 0) == ([], ["b/", "a/", "c/"])


def test_files_belong_to_the_folder_that_is_ignored() -> None:
    assert by_folder(["a/b/c", "d/e", "x"], ["a/b/", "d/"]) == {"a/b/": ["a/b/c"], "d/": ["d/e"]}
