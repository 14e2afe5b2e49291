"""Messages, docstrings, comments and names are in the words that git, gh and pre-commit use."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent.parent / "src" / "entire"
PACKAGES = sorted(path.name for path in SOURCE.iterdir() if path.is_dir() and path.name != "__pycache__")

# Each is a regular expression without regard to case. A phrase that format.md fixes is not banned.
PHRASES = [
    # Words that no engineer says.
    r"(?-i:(?<!there )\bis none\b)",
    r"\bis no (?:json|file|folder|repository|session)\b",
    r"\bwho(?:m|so)?ever\b",
    r"\banew\b",
    r"(?<!as a hook can )(?<!too few to )\btells?\b(?! words from noise)",
    r"\btold\b",
    r"\bsomebody\b",
    r"\b(?:is|are|was|were) to be\b",
    r"\bheld on\b",
    r"\bshall\b",
    r"\bways\b",
    r"\bof its own\b",
    r"\bof ours\b",
    r"\bas it were\b",
    r"\bnot to be had\b",
    r"\bdoes without\b",
    r"\bdone without\b",
    r"\bwould rather\b",
    r"\bstarts so\b",
    r"\bcalled so\b",
    r"\bin the way\b",
    r"\bthere is no \w+ to\b",
    r"\bat work\b",
    r"\b(?:go|goes|going|went) on\b",
    r"\b(?:is|are) over\b",
    r"\bneeded by nobody\b",
    r"\bthat nobody needs\b",
    r"\bthat kills left\b",
    r"\bexclude each other\b",
    r"\bbehind the (?:record|cursor|mark|position)\b",
    r"\blies beside\b",
    r"\bspeaks of\b",
    r"\bany more\b",
    r"\btaken for\b",
    r"\bpassed over\b",
    # Sentences that were replaced, so that they do not come back.
    r"The next commit will link",
    r"will take it for its own\. Restore",
    r"is cut there",
    r"has lost its link",
    r"not all was sent",
    r"before a session saw it",
    r"what is left over",
]
NAMES = {"ways", "told", "did", "said", "tell", "tell_lines"}

MODULES = [path for package in PACKAGES for path in sorted((SOURCE / package).rglob("*.py"))]


def texts(source: str) -> Iterator[tuple[int, str]]:
    """String literals (docstrings and f-strings included) and comments, with their lines."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.JoinedStr):
            parts = (part.value if isinstance(part, ast.Constant) else "…" for part in node.values)
            yield node.lineno, "".join(map(str, parts))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def names(source: str) -> Iterator[tuple[int, str]]:
    """What the module defines: functions, classes, parameters and variables (fields are keys of `--json`)."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.lineno, node.name
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, ast.Assign):
            yield from ((target.lineno, target.id) for target in node.targets if isinstance(target, ast.Name))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_plain_english(path: Path) -> None:
    source = path.read_text()
    banned = re.compile("|".join(PHRASES), re.IGNORECASE)
    found = [
        f"{path.name}:{line}: {match[0]!r} in {text!r}"
        for line, text in texts(source)
        for match in banned.finditer(" ".join(text.split()))
    ]
    found += [
        f"{path.name}:{line}: {name}" for line, name in names(source) if name.strip("_").lower() in NAMES
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "source",
    [
        '"""Whoever calls it."""',
        'print(f"the input is no JSON: {error}")',
        "x = 1  # is to be changed",
        "def _tell(): ...",
        "told = 1",
    ],
)
def test_what_is_found(source: str) -> None:
    banned = re.compile("|".join(PHRASES), re.IGNORECASE)
    assert any(banned.search(text) for _, text in texts(source)) or any(
        name.strip("_") in NAMES for _, name in names(source)
    )
