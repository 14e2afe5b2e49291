"""A person commits at a terminal while an agent works: what its commands wrote is not the person's."""

from __future__ import annotations

from tests.truth.play import Scenario, lines

_TWO = lines("first = compute(1)", "second = compute(2)")
_MINE = lines("mine = think(1)")
_OWN = ("run", "A", "git add -A && git commit -qm own")
_WORK = [("write", "A", "g.py", _TWO), ("run", "A", "echo 'third = compute(3)' >> f.py")]
_IN_TURN = [("turn", "A", "f.py", _TWO), ("commit",), ("prompt", "A"), *_WORK]

AT_TERMINAL = [
    Scenario(
        "a person commits what a command wrote, too",
        [*_IN_TURN, ("commit",), ("stop", "A")],
        {"f.py": "a1 a1 a2", "g.py": "a2 a2"},
    ),
    Scenario(
        "a person amends the agent's own commit with what a command wrote since",
        [("turn", "A", "f.py", _TWO), ("prompt", "A"), _OWN, *_WORK, ("amend",), ("stop", "A")],
        {"f.py": "a1 a1 a2", "g.py": "a2 a2"},
    ),
    Scenario(
        "a person commits a file of their own beside what a command wrote",
        [*_IN_TURN, ("save", "mine.py", _MINE), ("commit",), ("stop", "A")],
        {"f.py": "a1 a1 a2", "g.py": "a2 a2", "mine.py": "h"},
    ),
    Scenario(
        "a person commits a file of their own in a turn without commands",
        [
            ("prompt", "A"),
            ("write", "A", "g.py", _TWO),
            ("save", "mine.py", _MINE),
            ("commit",),
            ("stop", "A"),
        ],
        {"g.py": "a1 a1", "mine.py": "h"},
    ),
]
