"""Who made a change that no tool reported: a table of what was running, and what is known of the file."""

from __future__ import annotations

from typing import Any

import pytest

from entire.checkpoint.temporary.snapshots import HUMAN
from entire.strategy.owners.chain import Gap, Ran, Window
from entire.strategy.owners.gaps import IN_DOUBT, Verdict, judge, split

A = {"kind": "agent", "session_id": "a"}
B = {"kind": "agent", "session_id": "b"}
GAP = Gap(100, 200)
MAKE = Ran(Window(110, 120, "make all"), A)
SED = Ran(Window(110, 120, "sed -i s/x/y/ f.py"), A)
ECHO = Ran(Window(110, 120, "echo 'first = compute(1)' > f.py"), A)
TESTS = Ran(Window(110, 120, "pytest"), A)
LIST = Ran(Window(110, 120, "ls"), A)
LINT = Ran(Window(110, 120, "npx eslint f.py", "f.py:1: unused"), A)
UNKNOWN = Ran(Window(110, 120, "analyze f.py"), A)
CARGO = Ran(Window(110, 120, "cargo new app"), A)
SERVER = Ran(Window(110, 200, "cargo new app", ended=False), A)
AMPERSAND = Ran(Window(110, 120, "sh gen.sh & true"), A)
COMMIT = Ran(Window(110, 120, "git commit -m work"), A)
REFUSED = Ran(Window(110, 120, "git commit -m work", failed=True), A)
EARLIER = Ran(Window(10, 20, "make all"), A)

# When the file was written (None: unknown), whether it is new, what ran, and whose the change is.
TABLE: dict[str, tuple[float | None, bool, list[Ran], dict[str, Any]]] = {
    "nothing ran": (150, False, [], HUMAN),
    "something that only reads ran": (115, False, [LIST], HUMAN),
    "tests ran, which may write snapshots": (115, False, [TESTS], IN_DOUBT),
    "tests ran before": (150, False, [TESTS], HUMAN),
    "a linter names it": (115, False, [LINT], IN_DOUBT),
    "a linter named it before": (150, False, [LINT], HUMAN),
    "an unknown program names it": (115, False, [UNKNOWN], IN_DOUBT),
    "an unknown program names a new file": (115, True, [UNKNOWN], A),
    "a hook of git may have written it": (115, False, [COMMIT], IN_DOUBT),
    "a commit, some time": (None, False, [COMMIT], HUMAN),
    "a commit that a hook refused, some time": (None, False, [REFUSED], IN_DOUBT),
    "something in the background that does not end": (150, True, [SERVER], IN_DOUBT),
    "the shell left something in the background": (150, False, [AMPERSAND], IN_DOUBT),
    "a command ran before": (150, False, [EARLIER], HUMAN),
    "a command may have written": (115, False, [MAKE], IN_DOUBT),
    "it was written when nothing ran": (150, False, [MAKE], HUMAN),
    "a command may have made it": (115, True, [MAKE], IN_DOUBT),
    "a command made a project": (115, True, [CARGO], A),
    "a command made a project, another one ran, too": (115, True, [CARGO, MAKE], IN_DOUBT),
    "a command names it": (115, False, [SED], A),
    "a command names it, and it was written later": (150, False, [SED], IN_DOUBT),
    "a command changed it in place, some time": (None, False, [SED], A),
    "a command wrote something to it, some time": (None, False, [ECHO], IN_DOUBT),
    "some command, some time": (None, True, [MAKE], IN_DOUBT),
    "two sessions name it": (115, False, [SED, SED.replace(owner=B)], IN_DOUBT),
}


@pytest.mark.parametrize("name", TABLE)
def test_whose(name: str) -> None:
    written, is_new, ran, owner = TABLE[name]
    assert judge(GAP, "f.py", written, is_new, ran).owner == owner


def test_lines_in_the_text_of_a_command_are_its_own() -> None:
    found = judge(GAP, "f.py", 115, False, [ECHO])
    assert split(found, b"", b"first = compute(1)\n") == [(A, b"first = compute(1)\n")]
    both = split(found, b"old\n", b"old\nmine = 1\nfirst = compute(1)\n")
    assert both == [(A, b"old\nfirst = compute(1)\n"), (IN_DOUBT, b"old\nmine = 1\nfirst = compute(1)\n")]


def test_what_was_written_after_a_command_is_a_persons() -> None:
    found = judge(GAP, "f.py", 150, False, [ECHO])
    after = b"first = compute(1)\nmine = 1\n"
    assert split(found, None, after) == [(A, b"first = compute(1)\n"), (HUMAN, after)]


def test_what_an_editor_saved_after_a_command() -> None:
    saved = Gap(100, 150, saved=True)
    after = b"first = compute(1)\nmine = 1\n"
    found = judge(saved, "f.py", 150, False, [ECHO])
    assert split(found, None, after) == [(A, b"first = compute(1)\n"), (HUMAN, after)]
    assert judge(saved, "f.py", 150, False, [MAKE.replace(window=Window(110, 160, "make"))]).owner == HUMAN
    assert judge(saved, "f.py", 150, False, [SED]).owner == IN_DOUBT


def test_the_rest_is_in_doubt_while_another_command_runs() -> None:
    found = judge(GAP, "f.py", 150, False, [ECHO, Ran(Window(140, 160, "make"), A)])
    after = b"first = compute(1)\nmine = 1\n"
    assert split(found, None, after) == [(A, b"first = compute(1)\n"), (IN_DOUBT, after)]


def test_short_lines_are_not_recognized() -> None:
    seq = Ran(Window(110, 120, "seq 1 3 > f.py"), A)
    assert split(judge(GAP, "f.py", 115, True, [seq]), None, b"1\n2\n3\n") == [(A, b"1\n2\n3\n")]


def test_a_deleted_file_is_not_split() -> None:
    assert split(Verdict(A, A, "rm f.py"), b"x", None) == [(A, None)]
