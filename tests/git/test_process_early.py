"""Git commands that start before they are called."""

from __future__ import annotations

import os

from tests.support import Repo

from entire.git import process
from entire.git.repository import Repository

STORE = ("hash-object", "-w", "--stdin-paths")
READ = ("cat-file", "--batch")


def children() -> int:
    return len(process._Children.groups)


def test_a_call_uses_the_one_that_was_started(repo: Repo, found: Repository) -> None:
    repo.write("new.txt", "new\n")
    with found.start_early(STORE, READ):
        early = children()
        oid = found.run(*STORE, data=b"new.txt\n").out.decode().strip()
        assert children() == early - 1
        reader = found.start(*READ)
        assert children() == early - 1
        reader.stdin.write(f"{oid}\n".encode())
        reader.stdin.flush()
        assert reader.stdout.readline().split()[1] == b"blob"
        reader.finish()
    assert children() == early - 2


def test_two_of_the_same(found: Repository, repo: Repo) -> None:
    move = ("update-ref", "--no-deref", "--stdin")
    head = repo.head
    with found.start_early(move, move):
        for name in ("one", "two", "three"):
            found.run(*move, data=f"create refs/heads/{name} {head}\n".encode())
    assert {"one", "two", "three"} <= set(repo.git("branch", "--format=%(refname:short)").split())


def test_those_that_are_not_needed_end(found: Repository, repo: Repo) -> None:
    before, descriptors, refs = children(), len(os.listdir("/dev/fd")), repo.git("for-each-ref")
    with found.start_early(STORE, READ, ("update-ref", "--no-deref", "--stdin"), ("config", "--list")):
        assert children() == before + 4
    assert (children(), len(os.listdir("/dev/fd")), repo.git("for-each-ref")) == (before, descriptors, refs)


def test_large_input_goes_to_another_process(found: Repository, repo: Repo) -> None:
    names = [f"{number:04}.txt" for number in range(process.PIPE_BYTES // 8)]
    for name in names:
        repo.write(name, name)
    with found.start_early(STORE):
        out = found.run(*STORE, data="".join(f"{name}\n" for name in names).encode()).out
    assert len(out.split()) == len(set(out.split())) == len(names)


def test_a_failure_is_the_callers(found: Repository) -> None:
    with found.start_early(STORE):
        assert found.run(*STORE, data=b"missing.txt\n", ok=(0, 128)).code == 128
