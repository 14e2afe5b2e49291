"""What the pages name is there, and keys are listed as they are written."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

from entire.checkpoint.model import CheckpointSummary, CommittedMetadata, SubagentCheckpoint, TaskCheckpoint
from entire.core.record import Record
from entire.core.settings import Settings
from entire.session.capture import Capture, TaskCapture
from entire.session.state import State
from entire.transcript.usage import TokenUsage

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "entire"
ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text()
FORMAT = (ROOT / "docs" / "format.md").read_text()
CODE = re.compile(r"`([^`\n]+)`")

# Where a list of keys begins, the record, and what of it is only read.
LISTS: list[tuple[str, type[Record], set[str]]] = [
    ("Root `metadata.json`: ", CheckpointSummary, set()),
    ("Session `metadata.json`: ", CommittedMetadata, set()),
    ("`token_usage`: ", TokenUsage, set()),
    ("In the order of the file: ", State, {"condensed_transcript_lines", "transcript_lines_at_start"}),
    ("`pre-prompt-….json`: ", Capture, {"last_transcript_line_count"}),
    ("`pre-task-….json`: ", TaskCapture, set()),
    ("## Settings\n\n", Settings, set()),
    ("once it is done: ", TaskCheckpoint, set()),
    ("a change of the to-do list: ", SubagentCheckpoint, set()),
]


def fields(kind: type[Record]) -> list[str]:
    return [name for name in kind.__annotations__ if not name.isupper()]


@pytest.mark.parametrize(
    ("lead", "kind", "only_read"), LISTS, ids=lambda value: getattr(value, "__name__", None)
)
def test_keys_are_listed_in_order(lead: str, kind: type[Record], only_read: set[str]) -> None:
    written = [name for name in fields(kind) if name not in only_read]
    _, found, rest = FORMAT.partition(lead)
    assert found, lead
    paragraph = rest.partition("\n\n")[0]
    assert list(dict.fromkeys(word for word in re.findall(r"\w+", paragraph) if word in written)) == written


def test_files_that_the_architecture_names_are_there() -> None:
    names = {name for name in CODE.findall(ARCHITECTURE) if re.fullmatch(r"(?!refs/)[\w/]+(\.py|/)", name)}
    assert len(names) > 12
    places = (ROOT, SOURCE)
    assert [name for name in sorted(names) if not any((place / name).exists() for place in places)] == []


def test_functions_that_the_architecture_names_are_there() -> None:
    named = re.findall(r"`([\w/]+)\.([a-z_]+)`", ARCHITECTURE)
    functions = [(module, name) for module, name in named if name not in ("py", "md", "json")]
    assert len(functions) > 8
    for module, name in functions:
        assert callable(getattr(importlib.import_module(f"entire.{module.replace('/', '.')}"), name))


def test_every_invariant_that_code_refers_to_is_explained() -> None:
    explained = set(re.findall(r"\*\*(I[0-9])\b", ARCHITECTURE))
    code = "".join(path.read_text() for path in SOURCE.rglob("*.py"))
    used = {name for group in re.findall(r"\((I[0-9](?:, I[0-9])*)\)", code) for name in group.split(", ")}
    assert used <= explained == {f"I{number}" for number in range(1, 9)}
