"""Between turns, several sessions, and what was there before."""

from __future__ import annotations

from tests.truth.play import Scenario, lines

_TWO = lines("first = compute(1)", "second = compute(2)")
_MINE = lines("mine = by_hand()")

SESSIONS = [
    Scenario(
        "a person between two turns",
        [
            ("turn", "A", "f.py", _TWO),
            ("append", "f.py", _MINE),
            ("turn", "A", "f.py", _TWO + _MINE + lines("fourth = compute(4)")),
            ("append", "f.py", lines("fifth = by_hand()")),
            ("commit",),
        ],
        {"f.py": "a1 a1 h a2 h"},
    ),
    Scenario(
        "dirty before the session",
        [
            ("save", "f.py", lines("zero = 0")),
            ("git", "add", "-A"),
            ("git", "commit", "-qm", "old"),
            ("append", "f.py", _MINE),
            ("prompt", "A"),
            ("edit", "A", "f.py", "zero = 0\n", "zero = 0\nnull = None\n"),
            ("stop", "A"),
            ("commit",),
        ],
        {"f.py": ". a1 ?"},
    ),
    Scenario(
        "dirty before the session, formatted by the agent",
        [
            ("save", "f.py", lines("mine=by_hand(1,2)")),
            ("prompt", "A"),
            ("write", "A", "f.py", lines("mine = by_hand(1, 2)", "null = None")),
            ("stop", "A"),
            ("commit",),
        ],
        {"f.py": "? a1"},
    ),
    Scenario(
        "two sessions, one after the other",
        [
            ("turn", "A", "f.py", _TWO),
            ("turn", "B", "f.py", _TWO + lines("third = compute(3)")),
            ("commit",),
        ],
        {"f.py": "a1 a1 b1"},
    ),
    Scenario(
        "overlapping turns in different files",
        [
            ("prompt", "A"),
            ("write", "A", "f.py", _TWO),
            ("prompt", "B"),
            ("write", "B", "g.py", lines("other = compute(9)")),
            ("stop", "B"),
            ("edit", "A", "f.py", "compute(2)", "compute(22)"),
            ("stop", "A"),
            ("commit",),
        ],
        {"f.py": "a1 a1", "g.py": "b1"},
    ),
    Scenario(
        "overlapping turns, the first stops first",
        [
            ("prompt", "A"),
            ("write", "A", "f.py", _TWO),
            ("prompt", "B"),
            ("write", "B", "g.py", lines("other = compute(9)")),
            ("stop", "A"),
            ("edit", "B", "g.py", "compute(9)", "compute(99)"),
            ("stop", "B"),
            ("commit",),
        ],
        {"f.py": "a1 a1", "g.py": "b1"},
    ),
    Scenario(
        "overlapping turns in the same file",
        [
            ("prompt", "A"),
            ("write", "A", "f.py", _TWO),
            ("prompt", "B"),
            ("edit", "B", "f.py", "second", "inserted = compute(9)\nsecond"),
            ("edit", "A", "f.py", "compute(2)\n", "compute(2)\nthird = compute(3)\n"),
            ("stop", "B"),
            ("stop", "A"),
            ("commit",),
        ],
        {"f.py": "a1 b1 a1 a1"},
    ),
    Scenario(
        "a whole turn of another session within a turn, in the same file",
        [
            ("prompt", "A"),
            ("write", "A", "f.py", _TWO),
            ("prompt", "B"),
            ("edit", "B", "f.py", "second", "inserted = compute(9)\nsecond"),
            ("stop", "B"),
            ("edit", "A", "f.py", "compute(2)\n", "compute(2)\nthird = compute(3)\n"),
            ("append", "f.py", _MINE),
            ("stop", "A"),
            ("commit",),
        ],
        {"f.py": "a1 b1 a1 a1 h"},
    ),
    Scenario(
        "a person edits during overlapping turns",
        [
            ("prompt", "A"),
            ("write", "A", "f.py", _TWO),
            ("prompt", "B"),
            ("append", "f.py", _MINE),
            ("edit", "B", "f.py", "second", "inserted = compute(9)\nsecond"),
            ("stop", "B"),
            ("edit", "A", "f.py", "compute(2)\n", "compute(2)\nthird = compute(3)\n"),
            ("stop", "A"),
            ("commit",),
        ],
        {"f.py": "a1 b1 a1 a1 h"},
    ),
    Scenario(
        "committed while the other session works",
        [
            ("prompt", "A"),
            ("write", "A", "f.py", _TWO),
            ("turn", "B", "g.py", lines("other = compute(9)")),
            ("commit",),
            ("edit", "A", "f.py", "compute(2)", "compute(22)"),
            ("stop", "A"),
            ("commit",),
        ],
        {"f.py": "a1 a1", "g.py": "b1"},
    ),
    Scenario(
        "a person commits only some hunks",
        [
            ("turn", "A", "f.py", lines("first = compute(1)")),
            ("append", "f.py", _MINE),
            ("commit",),
            ("turn", "A", "f.py", lines("zero = compute(0)", "first = compute(1)") + _MINE),
            ("append", "f.py", lines("later = by_hand(2)")),
            ("commit",),
        ],
        {"f.py": "a2 a1 h h"},
    ),
    Scenario(
        "a person tells which file the editor saved",
        [
            ("prompt", "A"),
            ("write", "A", "f.py", _TWO),
            (
                "run_while",
                "A",
                "make --version > /dev/null; python3 -c pass",
                ("append", "f.py", _MINE),
                ("tell", "f.py"),
            ),
            ("stop", "A"),
            ("commit",),
        ],
        {"f.py": "a1 a1 h"},
    ),
    Scenario(
        "an editor signal for a file that no tool wrote",
        [
            ("prompt", "A"),
            ("write", "A", "f.py", _TWO),
            (
                "run_while",
                "A",
                "make --version > /dev/null; python3 -c pass",
                ("save", "notes.txt", lines("call the customer back")),
                ("tell", "notes.txt"),
            ),
            ("stop", "A"),
            ("commit",),
        ],
        {"f.py": "a1 a1", "notes.txt": "h"},
    ),
    Scenario(
        "two sessions, and a commit of the person's own between them",
        [
            ("turn", "A", "f.py", _TWO),
            ("save", "notes.txt", lines("call the customer back")),
            ("git", "add", "notes.txt"),
            ("git", "commit", "-qm", "mine"),
            ("turn", "B", "g.py", lines("another = 1")),
            ("commit",),
        ],
        {"f.py": "a1 a1", "g.py": "b1", "notes.txt": "."},
    ),
    Scenario(
        "the same, with the first one's work stashed meanwhile",
        [
            ("turn", "A", "f.py", _TWO),
            ("git", "stash", "-q", "-u"),
            ("save", "notes.txt", lines("call the customer back")),
            ("git", "add", "notes.txt"),
            ("git", "commit", "-qm", "mine"),
            ("turn", "B", "g.py", lines("another = 1")),
            ("git", "stash", "pop", "-q"),
            ("commit",),
        ],
        {"f.py": "a1 a1", "g.py": "b1", "notes.txt": "."},
    ),
    Scenario(
        "the same, and the person goes on in the first one's file",
        [
            ("turn", "A", "f.py", _TWO),
            ("save", "notes.txt", lines("call the customer back")),
            ("git", "add", "notes.txt"),
            ("git", "commit", "-qm", "mine"),
            ("append", "f.py", _MINE),
            ("turn", "B", "g.py", lines("another = 1")),
            ("commit",),
        ],
        {"f.py": "a1 a1 h", "g.py": "b1", "notes.txt": "."},
    ),
]
