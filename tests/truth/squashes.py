"""Commits that are squashed by a rebase."""

from __future__ import annotations

from tests.truth.play import Scenario, Step, lines

_TWO = lines("first = compute(1)", "second = compute(2)")
_MINE = lines("mine = by_hand()")
_THREE = _TWO + lines("third = compute_the_whole_sum(3)")
_REBASE = ("-c", "core.editor=true", "rebase", "-q", "-i")
_TURNS: list[Step] = [("turn", "A", "f.py", _TWO), ("commit",), ("turn", "A", "f.py", _THREE), ("commit",)]

SQUASHES = [
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
        "two turns and a person's commit are squashed by a rebase",
        [
            *_TURNS,
            ("append", "f.py", _MINE),
            ("git", "commit", "-qam", "by hand"),
            ("git", "-c", "sequence.editor=sed -i '2,$s/^pick/fixup/'", *_REBASE, "HEAD~3"),
        ],
        {"f.py": "a1 a1 a2 h"},
    ),
    Scenario(
        "two turns with a person's commit between them are squashed by a rebase",
        [
            ("turn", "A", "f.py", _TWO),
            ("commit",),
            ("append", "f.py", _MINE),
            ("git", "commit", "-qam", "by hand"),
            ("turn", "A", "f.py", _TWO + _MINE + lines("third = compute_the_whole_sum(3)")),
            ("commit",),
            ("append", "f.py", lines("again = by_hand(2)")),
            ("git", "commit", "-qam", "by hand again"),
            ("git", "-c", "sequence.editor=sed -i '2,$s/^pick/fixup/'", *_REBASE, "HEAD~4"),
        ],
        {"f.py": "a1 a1 h~ a2 h"},
    ),
    Scenario(
        "squashed by a rebase, with a copy that a person amended on another branch",
        [
            *_TURNS,
            ("git", "checkout", "-qb", "side"),
            ("append", "f.py", _MINE),
            ("amend",),
            ("git", "checkout", "-q", "main"),
            ("git", "-c", "sequence.editor=sed -i '2,$s/^pick/squash/'", *_REBASE, "HEAD~2"),
        ],
        {"f.py": "a1 a1 a2"},
    ),
    Scenario(
        "two turns and a person's commit are squashed by a rebase onto another commit",
        [
            *_TURNS,
            ("append", "f.py", _MINE),
            ("git", "commit", "-qam", "by hand"),
            ("git", "checkout", "-qb", "side", "HEAD~3"),
            ("save", "other.py", _MINE),
            ("git", "add", "other.py"),
            ("git", "commit", "-qm", "by hand"),
            ("git", "checkout", "-q", "main"),
            ("git", "-c", "sequence.editor=sed -i '2,$s/^pick/fixup/'", *_REBASE, "side"),
        ],
        {"f.py": "a1 a1 a2 h"},
    ),
]
