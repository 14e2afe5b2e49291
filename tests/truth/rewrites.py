"""Amended, squashed and rewritten commits, and lines that move."""

from __future__ import annotations

from tests.truth.play import Scenario, Step, lines

_TWO = lines("first = compute(1)", "second = compute(2)")
_MINE = lines("mine = by_hand()")
_BLOCK = lines("def helper(value):", "    return compute(value) + 1")
_THREE = _TWO + lines("third = compute_the_whole_sum(3)")
_SQUASHED: list[Step] = [
    ("turn", "A", "f.py", _TWO),
    ("commit",),
    ("turn", "A", "f.py", _THREE),
    ("commit",),
    ("git", "reset", "-q", "--soft", "HEAD~2"),
    ("commit",),
]

REWRITES = [
    Scenario(
        "a person amends",
        [("turn", "A", "f.py", _TWO), ("commit",), ("append", "f.py", _MINE), ("amend",)],
        {"f.py": "a1 a1 h"},
    ),
    Scenario(
        "a person amends twice",
        [
            ("turn", "A", "f.py", _TWO),
            ("commit",),
            ("append", "f.py", _MINE),
            ("amend",),
            ("append", "f.py", lines("again = by_hand(2)")),
            ("amend",),
        ],
        {"f.py": "a1 a1 h h"},
    ),
    Scenario(
        "a person amends, then the agent's work is amended too",
        [
            ("turn", "A", "f.py", _TWO),
            ("commit",),
            ("append", "f.py", _MINE),
            ("amend",),
            ("turn", "A", "f.py", _TWO + _MINE + lines("fourth = compute(4)")),
            ("amend",),
        ],
        {"f.py": "a1 a1 h a2"},
    ),
    Scenario(
        "amended with another message",
        [("turn", "A", "f.py", _TWO), ("commit",), ("append", "f.py", _MINE), ("amend", "-m", "other words")],
        {"f.py": "a1 a1 h"},
    ),
    Scenario(
        "the agent amends its own commit",
        [
            ("prompt", "A"),
            ("write", "A", "f.py", _TWO),
            ("run", "A", "git add -A && git commit -qm work"),
            ("edit", "A", "f.py", "compute(2)", "compute(22)"),
            ("run", "A", "git add -A && git commit -q --amend --no-edit"),
            ("stop", "A"),
        ],
        {"f.py": "a1 a1"},
    ),
    Scenario(
        "a part of the agent's work and a person's, amended with the rest and another session's",
        [
            ("prompt", "A"),
            ("write", "A", "f.py", _TWO),
            ("write", "A", "g.py", _BLOCK),
            ("stop", "A"),
            ("save", "m.py", _MINE),
            ("git", "add", "f.py", "m.py"),
            ("git", "commit", "-qm", "a part"),
            ("turn", "B", "h.py", lines("left = compute_what_is_left()")),
            ("amend",),
        ],
        {"f.py": "a1 a1", "g.py": "a1 a1", "h.py": "b1", "m.py": "h"},
    ),
    Scenario(
        "a fixup is squashed",
        [
            ("turn", "A", "f.py", _TWO),
            ("commit",),
            ("append", "f.py", _MINE),
            ("git", "commit", "-qa", "--fixup", "HEAD"),
            ("git", "-c", "sequence.editor=true", "rebase", "-q", "-i", "--autosquash", "HEAD~2"),
        ],
        {"f.py": "a1 a1 h~"},
    ),
    Scenario(
        "a branch is squashed with -m",
        [
            ("git", "checkout", "-qb", "side"),
            ("turn", "A", "f.py", _TWO),
            ("commit",),
            ("turn", "A", "f.py", _TWO + lines("third = compute(3)")),
            ("commit",),
            ("git", "checkout", "-q", "main"),
            ("git", "merge", "-q", "--squash", "side"),
            ("git", "commit", "-qm", "squashed"),
        ],
        {"f.py": "a1 a1 a2"},
    ),
    Scenario(
        "reset --soft and commit again",
        [
            ("turn", "A", "f.py", _TWO),
            ("commit",),
            ("turn", "A", "f.py", _TWO + lines("third = compute(3)")),
            ("commit",),
            ("git", "reset", "-q", "--soft", "HEAD~2"),
            ("commit",),
        ],
        {"f.py": "a1 a1 a2"},
    ),
    Scenario(
        "lines move within a file, before the commit",
        [
            ("turn", "A", "f.py", _BLOCK + _TWO),
            ("save", "f.py", _TWO + _BLOCK),
            ("commit",),
        ],
        {"f.py": "a1 a1 a1 a1"},
    ),
    Scenario(
        "lines move to another file, before the commit",
        [
            ("turn", "A", "f.py", _BLOCK + _TWO),
            ("save", "f.py", _TWO),
            ("save", "g.py", lines("import f") + _BLOCK),
            ("commit",),
        ],
        {"f.py": "a1 a1", "g.py": "h a1 a1"},
    ),
    Scenario(
        "the agent moves a person's lines to another file",
        [
            ("turn", "A", "f.py", _TWO),
            ("append", "f.py", _BLOCK),
            ("prompt", "A"),
            ("edit", "A", "f.py", _BLOCK, ""),
            ("write", "A", "g.py", _BLOCK),
            ("stop", "A"),
            ("commit",),
        ],
        {"f.py": "a1 a1", "g.py": "h h"},
    ),
    Scenario(
        "committed lines move to another file",
        [
            ("turn", "A", "f.py", _BLOCK + _TWO),
            ("commit",),
            ("turn", "A", "x.py", lines("unrelated = 1")),
            ("save", "f.py", _TWO),
            ("save", "g.py", _BLOCK),
            ("commit",),
        ],
        {"f.py": "a1 a1", "g.py": "a1 a1", "x.py": "a2"},
    ),
    Scenario(
        "committed lines move within a file",
        [
            ("turn", "A", "f.py", _BLOCK + _TWO + lines("x = 1", "y = 2", "z = 3")),
            ("commit",),
            ("turn", "A", "x.py", lines("unrelated = 1")),
            ("save", "f.py", _TWO + lines("x = 1", "y = 2", "z = 3") + _BLOCK),
            ("commit",),
        ],
        {"f.py": "a1 a1 a1 a1 a1 a1 a1", "x.py": "a2"},
    ),
    Scenario(
        "a renamed file",
        [
            ("turn", "A", "f.py", _BLOCK + _TWO),
            ("move", "f.py", "lib/f.py"),
            ("append", "lib/f.py", _MINE),
            ("commit",),
        ],
        {"lib/f.py": "a1 a1 a1 a1 h"},
    ),
    Scenario(
        "a rebase",
        [
            ("turn", "A", "f.py", _TWO),
            ("append", "f.py", _MINE),
            ("commit",),
            ("git", "checkout", "-qb", "side", "HEAD~1"),
            ("save", "other.txt", lines("meanwhile")),
            ("git", "add", "-A"),
            ("git", "commit", "-qm", "meanwhile"),
            ("git", "checkout", "-q", "main"),
            ("git", "rebase", "-q", "side"),
        ],
        {"f.py": "a1 a1 h", "other.txt": "."},
    ),
    Scenario(
        "a person amends a commit with two checkpoints",
        [*_SQUASHED, ("append", "f.py", _MINE), ("amend",)],
        {"f.py": "a1 a1 a2 h"},
    ),
    Scenario(
        "a person amends a commit with two checkpoints twice",
        [*_SQUASHED, ("append", "f.py", _MINE), ("amend",), ("save", "f.py", _MINE + _THREE), ("amend",)],
        {"f.py": "h a1 a1 a2"},
    ),
    Scenario(
        "a person amends a commit with two checkpoints, and moves lines",
        [*_SQUASHED, ("save", "f.py", lines("third = compute_the_whole_sum(3)") + _MINE + _TWO), ("amend",)],
        {"f.py": "a2 h a1 a1"},
    ),
    Scenario(
        "a person amends a commit with two checkpoints of different files",
        [
            ("turn", "A", "f.py", _TWO),
            ("commit",),
            ("turn", "A", "g.py", _BLOCK),
            ("append", "g.py", lines("yours = by_hand(7)")),
            ("commit",),
            ("git", "reset", "-q", "--soft", "HEAD~2"),
            ("commit",),
            ("append", "f.py", _MINE),
            ("save", "h.py", lines("also = by_hand(3)")),
            ("amend",),
        ],
        {"f.py": "a1 a1 h", "g.py": "a2 a2 h", "h.py": "h"},
    ),
    Scenario(
        "the agent's work is added to a commit with two checkpoints",
        [*_SQUASHED, ("turn", "A", "f.py", _THREE + lines("fourth = compute(4)")), ("amend",)],
        {"f.py": "a1 a1 a2 a3"},
    ),
    Scenario(
        "the agent's work and a person's are added to a commit with two checkpoints",
        [
            *_SQUASHED,
            ("turn", "A", "f.py", _THREE + lines("fourth = compute(4)")),
            ("append", "f.py", _MINE),
            ("amend",),
            ("append", "f.py", lines("again = by_hand(2)")),
            ("amend",),
        ],
        {"f.py": "a1 a1 a2 a3 h h"},
    ),
    Scenario(
        "another session's commit is reset, and committed again with one's own work",
        [
            ("prompt", "A"),
            ("write", "A", "f.py", _TWO),
            ("stop", "A"),
            ("commit",),
            ("prompt", "B"),
            ("write", "B", "g.py", lines("another = 1")),
            ("stop", "B"),
            ("git", "reset", "-q", "--soft", "HEAD~1"),
            ("commit",),
        ],
        {"f.py": "a1 a1", "g.py": "b1"},
    ),
    Scenario(
        "another session's commit is reset, and committed again in a turn",
        [
            ("prompt", "A"),
            ("write", "A", "f.py", _TWO),
            ("stop", "A"),
            ("commit",),
            ("prompt", "B"),
            ("write", "B", "g.py", lines("another = 1")),
            ("run", "B", "git reset -q --soft HEAD~1"),
            ("run", "B", "git add -A && git commit -qm work"),
            ("stop", "B"),
        ],
        {"f.py": "a1 a1", "g.py": "b1"},
    ),
    Scenario(
        "a session wrote in the turn of another, its commit is reset, and committed again from an editor",
        [
            ("prompt", "A"),
            ("run", "A", "ls"),
            ("prompt", "B"),
            ("write", "B", "f.py", _TWO),
            ("stop", "B"),
            ("commit",),
            ("git", "reset", "-q", "--soft", "HEAD~1"),
            ("git", "commit", "-qm", "work"),
        ],
        {"f.py": "b1 b1"},
    ),
    Scenario(
        "the same, with a file of the turn",
        [
            ("prompt", "A"),
            ("run", "A", "ls"),
            ("write", "A", "g.py", lines("another = 1")),
            ("prompt", "B"),
            ("write", "B", "f.py", _TWO),
            ("stop", "B"),
            ("git", "add", "f.py"),
            ("git", "commit", "-qm", "work"),
            ("git", "reset", "-q", "--soft", "HEAD~1"),
            ("git", "add", "-A"),
            ("git", "commit", "-qm", "work"),
        ],
        {"f.py": "b1 b1", "g.py": "a1"},
    ),
]
