"""Subagents write, run commands and commit. The session's transcript names them only when they are done."""

from __future__ import annotations

from tests.truth.play import Scenario, lines

_TWO = lines("first = compute(1)", "second = compute(2)")
_MINE = lines("mine = by_hand()")
_COMMIT = "git add -A && git commit -qm work"

SUBAGENTS = [
    Scenario(
        "a subagent writes after a command of the agent",
        [
            ("prompt", "A"),
            ("run", "A", "ls"),
            ("delegate", "A", "f.py", _TWO),
            ("stop", "A"),
            ("commit",),
        ],
        {"f.py": "a1 a1"},
    ),
    Scenario(
        "a subagent runs a command after one of the agent",
        [
            ("prompt", "A"),
            ("run", "A", "ls"),
            ("subagent", "A", ("shell", "seq 1 3 > n.txt")),
            ("stop", "A"),
            ("commit",),
        ],
        {"n.txt": "a1 a1 a1"},
    ),
    Scenario(
        "a subagent writes and commits",
        [
            ("prompt", "A"),
            ("run", "A", "ls"),
            ("subagent", "A", ("write", "f.py", _TWO), ("shell", _COMMIT)),
            ("stop", "A"),
        ],
        {"f.py": "a1 a1"},
    ),
    Scenario(
        "a subagent runs a script and commits",
        [
            ("save", "gen.sh", lines("seq 10 13 > table.txt")),
            ("git", "add", "-A"),
            ("git", "commit", "-qm", "old"),
            ("prompt", "A"),
            ("run", "A", "ls"),
            ("subagent", "A", ("shell", "sh gen.sh"), ("shell", _COMMIT)),
            ("stop", "A"),
        ],
        {"table.txt": "a1 a1 a1 a1"},
    ),
    Scenario(
        "a subagent writes, then the agent edits the same file",
        [
            ("prompt", "A"),
            ("run", "A", "ls"),
            ("delegate", "A", "f.py", _TWO),
            ("edit", "A", "f.py", "compute(2)", "compute(22)"),
            ("stop", "A"),
            ("commit",),
        ],
        {"f.py": "a1 a1"},
    ),
    Scenario(
        "a person saves while a subagent works",
        [
            ("prompt", "A"),
            ("run", "A", "ls"),
            ("subagent", "A", ("write", "f.py", _TWO), ("append", "f.py", _MINE), ("shell", "ls")),
            ("stop", "A"),
            ("commit",),
        ],
        {"f.py": "a1 a1 h"},
    ),
    Scenario(
        "a person saves after a subagent's command, and the agent runs one",
        [
            ("prompt", "A"),
            ("subagent", "A", ("shell", "seq 1 2 > n.txt")),
            ("save", "notes.txt", lines("call the customer back")),
            ("run", "A", "ls"),
            ("stop", "A"),
            ("commit",),
        ],
        {"n.txt": "a1 a1", "notes.txt": "h"},
    ),
    Scenario(
        "a subagent in the background writes, and the agent stops first",
        [
            ("prompt", "A"),
            ("run", "A", "ls"),
            ("launch", "A", "s"),
            ("sub", "s", "shell", "seq 1 2 > n.txt"),
            ("write", "A", "g.py", lines("another = 1")),
            ("stop", "A"),
            ("sub", "s", "write", "f.py", _TWO),
            ("sub", "s", "end"),
            ("commit",),
        ],
        {"f.py": "a1 a1", "g.py": "a1", "n.txt": "a1 a1"},
    ),
    Scenario(
        "a subagent in the background commits",
        [
            ("prompt", "A"),
            ("run", "A", "ls"),
            ("launch", "A", "s"),
            ("sub", "s", "write", "f.py", _TWO),
            ("sub", "s", "shell", _COMMIT),
            ("sub", "s", "end"),
            ("stop", "A"),
        ],
        {"f.py": "a1 a1"},
    ),
    Scenario(
        "a subagent of a subagent writes",
        [
            ("prompt", "A"),
            ("run", "A", "ls"),
            ("nested", "A", "f.py", _TWO),
            ("stop", "A"),
            ("commit",),
        ],
        {"f.py": "a1 a1"},
    ),
    Scenario(
        "a prompt is queued, and a subagent commits",
        [
            ("prompt", "A"),
            ("run", "A", "ls"),
            ("write", "A", "f.py", _TWO),
            ("queue", "A", "And let it be committed"),
            ("write", "A", "g.py", lines("another = 1")),
            ("subagent", "A", ("shell", _COMMIT)),
            ("stop", "A"),
        ],
        {"f.py": "a1 a1", "g.py": "a2"},
    ),
    Scenario(
        "two subagents at the same time",
        [
            ("prompt", "A"),
            ("run", "A", "ls"),
            ("delegated", "A", "s"),
            ("delegated", "A", "t"),
            ("sub", "s", "write", "f.py", _TWO),
            ("sub", "t", "write", "g.py", _TWO),
            ("sub", "s", "end"),
            ("sub", "t", "shell", "seq 1 2 > n.txt"),
            ("sub", "t", "end"),
            ("stop", "A"),
            ("commit",),
        ],
        {"f.py": "a1 a1", "g.py": "a1 a1", "n.txt": "a1 a1"},
    ),
    Scenario(
        "a subagent of the turn before works on in the background",
        [
            ("prompt", "A"),
            ("launch", "A", "s"),
            ("stop", "A"),
            ("prompt", "A"),
            ("run", "A", "ls"),
            ("sub", "s", "write", "f.py", _TWO),
            ("sub", "s", "end"),
            ("write", "A", "g.py", lines("another = 1")),
            ("stop", "A"),
            ("commit",),
        ],
        {"f.py": "a1 a1", "g.py": "a2"},
    ),
    Scenario(
        "a subagent ends while another one works in the background",
        [
            ("prompt", "A"),
            ("launch", "A", "s"),
            ("sub", "s", "write", "f.py", _TWO),
            ("delegate", "A", "g.py", lines("another = 1")),
            ("commit",),
        ],
        {"f.py": "a1 a1", "g.py": "a1"},
    ),
    Scenario(
        "a subagent ends in the background, while the agent and a person work on",
        [
            ("prompt", "A"),
            ("launch", "A", "s"),
            ("sub", "s", "write", "f.py", _TWO),
            ("write", "A", "g.py", lines("another = 1")),
            ("append", "g.py", _MINE),
            ("sub", "s", "end"),
            ("append", "f.py", _MINE),
            ("stop", "A"),
            ("commit",),
        ],
        {"f.py": "a1 a1 h", "g.py": "a1 h"},
    ),
    Scenario(
        "a person commits while a subagent begins in the background, after a command",
        [
            ("prompt", "A"),
            ("run", "A", "python3 -c pass"),
            ("launch", "A", "s"),
            ("save", "m.py", _MINE),
            ("git", "add", "m.py"),
            ("git", "commit", "-qm", "mine"),
            ("stop", "A"),
        ],
        {"m.py": "h~"},
    ),
    Scenario(
        "a person commits without a terminal while a subagent begins in the background",
        [
            ("prompt", "A"),
            ("write", "A", "f.py", _TWO),
            ("launch", "A", "s"),
            ("save", "notes.txt", lines("call the customer back")),
            ("git", "add", "-A"),
            ("git", "commit", "-qm", "from an editor"),
            ("stop", "A"),
        ],
        {"f.py": "a1 a1", "notes.txt": "h~"},
    ),
]
