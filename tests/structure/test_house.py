"""The shape of the source tree: small folders, small modules, no import cycles, nothing written twice."""

from __future__ import annotations

import ast
import re
import statistics
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from entire.agent import registry as agents
from entire.strategy import registry as strategies

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src"
MODULES = sorted(SOURCE.rglob("*.py"))
MOST_MODULES, MOST_LINES, MEDIAN_LINES = 25, 400, 120


def test_no_folder_holds_more_modules_than_one_can_take_in() -> None:
    for top in (SOURCE, ROOT / "tests", ROOT / "bench"):
        folders = {path.parent for path in top.rglob("*.py")}
        sizes = {str(folder.relative_to(ROOT)): len(list(folder.glob("*.py"))) for folder in folders}
        assert {name: size for name, size in sizes.items() if size > MOST_MODULES + 1} == {}


def test_modules_are_small() -> None:
    lines = {str(path.relative_to(ROOT)): len(path.read_text().splitlines()) for path in MODULES}
    assert {name: count for name, count in lines.items() if count > MOST_LINES} == {}
    assert statistics.median(count for count in lines.values() if count) <= MEDIAN_LINES


def _name(path: Path) -> str:
    return ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")


def _imports(path: Path, known: set[str]) -> Iterator[str]:
    """What a module loads sooner or later; not what it imports for type checkers only."""
    tree = ast.parse(path.read_text())
    skipped = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        for statement in node.body
        for inner in ast.walk(statement)
    }
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom) and node.module in known:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in known else node.module


def test_there_are_no_import_cycles_hidden_ones_included() -> None:
    names = {path: _name(path) for path in MODULES}
    known = set(names.values())
    graph = {names[path]: set(_imports(path, known)) - {names[path]} for path in MODULES}
    while ends := _ends(graph):
        graph = {name: imported - ends for name, imported in graph.items() if name not in ends}
    assert graph == {}, "these import each other"


def _ends(graph: dict[str, set[str]]) -> set[str]:
    """Modules that import nothing, or that nobody imports: they are in no cycle."""
    imported = {name for names in graph.values() for name in names}
    return {name for name, below in graph.items() if not below or name not in imported}


def test_no_two_functions_are_the_same() -> None:
    """A body of more than one statement is in one place; a shorter one with the same name is, too."""
    places: dict[str, list[str]] = defaultdict(list)
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name != "__enter__" and _body(node):
                name = "" if len(_body(node)) > 1 else node.name
                places[name + _shape(node)].append(f"{_name(path)}.{node.name}")
    assert [found for found in places.values() if len(found) > 1] == []


def _body(node: ast.FunctionDef) -> list[ast.stmt]:
    return node.body[1:] if ast.get_docstring(node) is not None else node.body


def _shape(node: ast.FunctionDef) -> str:
    return ast.dump(node.args) + "".join(ast.dump(statement) for statement in _body(node))


def _contracts() -> list[dict[str, object]]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    contracts: list[dict[str, object]] = settings["tool"]["importlinter"]["contracts"]
    return contracts


def test_import_linter_knows_every_strategy() -> None:
    packages = [".".join(module.split(".")[:3]) for module in strategies.MODULES.values()]
    named = [c["forbidden_modules"] for c in _contracts() if "a strategy" in str(c["name"])]
    independent = [c["modules"] for c in _contracts() if "strategies are independent" in str(c["name"])]
    assert named == independent == [packages]


def test_import_linter_knows_what_strategies_share() -> None:
    shared = {f"entire.strategy.{path.stem}" for path in (SOURCE / "entire" / "strategy").iterdir()}
    shared -= {"entire.strategy.__init__", "entire.strategy.__pycache__"}
    shared -= {".".join(module.split(".")[:3]) for module in strategies.MODULES.values()}
    (named,) = [c["source_modules"] for c in _contracts() if "a strategy" in str(c["name"])]
    assert isinstance(named, list)
    assert shared <= set(named)


def _agents() -> list[str]:
    """The module or the package of each."""
    modules = (module for module, _ in agents.AGENTS.values())
    return [".".join(module.split(".")[:3]) for module in modules]


def test_import_linter_knows_every_agent() -> None:
    named = [c["forbidden_modules"] for c in _contracts() if "an agent" in str(c["name"])]
    independent = [c["modules"] for c in _contracts() if "agents are independent" in str(c["name"])]
    assert named == independent == [_agents()]


def test_import_linter_knows_what_agents_share() -> None:
    shared = {f"entire.agent.{path.stem}" for path in (SOURCE / "entire" / "agent").iterdir()}
    shared -= {"entire.agent.__init__", "entire.agent.__pycache__", *_agents()}
    (named,) = [c["source_modules"] for c in _contracts() if "an agent" in str(c["name"])]
    assert isinstance(named, list)
    assert shared <= set(named)


# Programs that can be asked for a summary are not agents, nor are services with keys; the demo plays one, and
# pairs of letters are not names.
_MAY_NAME = (
    "summarize/providers.py",
    "cli/commands/demo/",
    "core/settings.py",
    "redact/rules/",
    "redact/words.py",
)
_BELOW = ("agent/", "strategy/manual_commit.py", "strategy/auto_commit/", "strategy/registry.py")


def test_only_the_registries_name_agents_and_strategies() -> None:
    """In string literals, which import-linter does not see; docstrings may."""
    names = {*agents.names(), *(agent.TYPE for agent in agents.every()), *strategies.MODULES}
    names -= {"cursor"}  # that is how far a transcript was read; the agent's type has a capital letter
    found = [
        f"{place}: {node.value!r}"
        for path in MODULES
        if not (place := str(path.relative_to(SOURCE / "entire"))).startswith(_MAY_NAME + _BELOW)
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and "\n" not in node.value
        if any(re.search(rf"(?<![\w-]){re.escape(name)}\b", node.value) for name in names)
        and not node.value.endswith((".", "`"))
    ]
    assert found == []


def test_every_agent_and_every_strategy_can_be_had() -> None:
    assert [agent.NAME for agent in agents.every()] == list(agents.AGENTS)
    assert [strategies.get(name).NAME for name in strategies.MODULES] == list(strategies.MODULES)
