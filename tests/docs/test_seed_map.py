"""`docs/seed-map.md` lists every name of the reference, once, and what it says is here is here."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.docs.seed_names import CHECKPOINT, NEIGHBOURS, STRATEGY

ROOT = Path(__file__).resolve().parents[2]
MAP = ROOT / "docs" / "seed-map.md"
TEXTS = ROOT.parent / "shared" / "seeds"
NAMES = {"checkpoint": CHECKPOINT, "strategy": STRATEGY, "neighbours": NEIGHBOURS}

_ROW = re.compile(r"\| `([\w.]+)` \| (\S.*\S) \|\Z")
_PLACE = re.compile(r"`([\w.]+)`(?:: .+)?\Z")
_PLANNED = re.compile(r"planned: [a-z].{3,}\Z", re.IGNORECASE)
_NONE = re.compile(r"none: .{25,}\Z")
_PACKAGES = sorted(path.parent.name for path in (ROOT / "src" / "entire").glob("*/__init__.py"))
_NAMED_PLACE = re.compile(rf"`((?:{'|'.join(_PACKAGES)})(?:\.\w+)*)`")


class Row(NamedTuple):
    section: str
    name: str
    here: str


def _rows() -> list[Row]:
    rows = []
    section = ""
    for line in MAP.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            section = line.removeprefix("## ").strip("`").lower()
        elif line.startswith("| `"):
            match = _ROW.match(line)
            assert match, f"not a row: {line}"
            rows.append(Row(section, match[1], match[2]))
    return rows


def _resolve(place: str) -> object:
    """The object at a dotted place below `entire`: a module, or something in one."""
    parts = ["entire", *place.split(".")]
    for length in range(len(parts), 0, -1):
        name = ".".join(parts[:length])
        try:
            found: object = importlib.import_module(name)
        except ModuleNotFoundError as error:
            if error.name != name and not name.startswith(f"{error.name}."):
                raise
            continue
        for attribute in parts[length:]:
            found = getattr(found, attribute)
        return found
    raise AssertionError(place)


@pytest.mark.parametrize("section", NAMES)
def test_every_name_has_one_row(section: str) -> None:
    names = NAMES[section]
    assert len(set(names)) == len(names)
    assert sorted(row.name for row in _rows() if row.section == section) == sorted(names)


def test_no_rows_elsewhere() -> None:
    assert {row.section for row in _rows()} == set(NAMES)


def test_rows_say_where_or_why_not() -> None:
    shapes = (_PLACE, _PLANNED, _NONE)
    assert [row for row in _rows() if not any(shape.match(row.here) for shape in shapes)] == []


def test_places_exist() -> None:
    assert [(row, name) for row in _rows() for name in _places(row) if not _exists(name)] == []


def _places(row: Row) -> set[str]:
    """The row's place, and those that its remark or reason names."""
    place = _PLACE.match(row.here)
    return {*_NAMED_PLACE.findall(row.here), *([place[1]] if place else [])}


def _exists(place: str) -> bool:
    try:
        _resolve(place)
    except AttributeError:
        return False
    return True


@pytest.mark.parametrize("place", ["checkpoint.no_such", "no_such.thing", "session.store.Store.no_such"])
def test_a_place_that_is_not_there_is_noticed(place: str) -> None:
    assert not _exists(place)


def _declared(text: str) -> set[str]:
    """What a page of Go package documentation declares, by its index and by its declarations."""
    functions = re.findall(r"^(?:- )?func (?:\((?:\w+ )?\*?(\w+)\) )?([A-Z]\w*)", text, re.MULTILINE)
    found = {f"{kind}.{name}" if kind else name for kind, name in functions}
    found.update(re.findall(r"^(?:- )?type ([A-Z]\w*)", text, re.MULTILINE))
    found.update(re.findall(r"^(?:const|var) ([A-Z]\w*) =", text, re.MULTILINE))
    for block in re.findall(r"^(?:const|var) \((.*?)\s*\)$", text, re.MULTILINE | re.DOTALL):
        found.update(re.findall(r"\b([A-Z]\w*)(?:\s+[A-Z]\w*)?\s+=\s", block))
        found.update(re.findall(r"^\t([A-Z]\w*)", block, re.MULTILINE))
        found.update(re.findall(r"\. ([A-Z]\w*)\Z", block))  # the last of an enumeration on one line
    return found


def _text(section: str) -> str:
    number = {"checkpoint": "003", "strategy": "004"}[section]
    pages = sorted(TEXTS.glob(f"{number}*.txt"))
    if not pages:
        pytest.skip("the reference's documentation is not beside the repository")
    return pages[0].read_text(encoding="utf-8")


@pytest.mark.parametrize("section", ["checkpoint", "strategy"])
def test_names_are_those_of_the_documentation(section: str) -> None:
    assert _declared(_text(section)) == set(NAMES[section])


def test_neighbours_are_those_of_the_documentation() -> None:
    both = _text("checkpoint") + _text("strategy")
    qualified = set(re.findall(r"\b(?:agent|checkpoint|id|session|types)\.[A-Z]\w*", both))
    own = {f"checkpoint.{name}" for name in CHECKPOINT}
    assert qualified - own <= set(NEIGHBOURS)
    assert all(re.search(rf"\b{name.partition('.')[2]}\b", both) for name in NEIGHBOURS)
