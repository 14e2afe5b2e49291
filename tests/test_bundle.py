"""Modules come from one file, and never an outdated one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import entire

PROBE = """
import os, sys
from entire.__main__ import main
def leave(code):
    ours = [module for name, module in sys.modules.items() if name.startswith("entire.")]
    print(*sorted(module.__name__ for module in ours if type(module.__loader__).__name__ != "Bundle"))
    sys.stdout.flush()
    os.kill(os.getpid(), 9)
os._exit = leave
sys.argv = ["entire", "hooks", "git", "post-commit"]
main()
"""
FIRST = ["entire.__main__", "entire.bundle"]  # what finds the file


@pytest.fixture
def lib(tmp_path: Path) -> Path:
    copy = tmp_path / "lib" / "entire"
    shutil.copytree(Path(entire.__file__).parent, copy, ignore=shutil.ignore_patterns("*.bundle"))
    return copy


@pytest.fixture
def loaded_as_usual(lib: Path, tmp_path: Path) -> Callable[..., list[str]]:
    """Run a hook of the copy, and return which of our modules did not come from the file."""

    def run(*, cwd: Path | None = None, **variables: str) -> list[str]:
        env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        env |= {"PYTHONPATH": str(lib.parent)} | variables
        done = subprocess.run(
            [sys.executable, "-c", PROBE], env=env, cwd=cwd or tmp_path, capture_output=True, text=True
        )
        assert not done.stderr, done.stderr
        return done.stdout.split()

    return run


def bundle(lib: Path) -> Path:
    return lib / "__pycache__" / f"hooks.{sys.implementation.cache_tag}.bundle"


def test_the_second_hook_has_all_from_the_file(lib: Path, loaded_as_usual: Callable[..., list[str]]) -> None:
    assert "entire.hooks.main" in loaded_as_usual()
    assert bundle(lib).stat().st_mode & 0o777 == 0o644
    assert loaded_as_usual() == FIRST


def test_what_a_later_hook_loads_is_added(
    lib: Path, loaded_as_usual: Callable[..., list[str]], tmp_path: Path
) -> None:
    loaded_as_usual()
    repo = tmp_path / "repo"
    subprocess.run(["git", "init", "--quiet", repo], check=True)
    (repo / ".entire").mkdir()
    (repo / ".entire" / "settings.json").write_text('{"enabled": true}')
    assert "entire.hooks.git" in loaded_as_usual(cwd=repo)
    assert loaded_as_usual(cwd=repo) == loaded_as_usual() == FIRST


def test_what_a_module_loads_is_loaded_with_it(
    lib: Path, loaded_as_usual: Callable[..., list[str]], tmp_path: Path
) -> None:
    asked = "import entire.bundle as b; real = b.Bundle.find_spec\n"
    asked += "def find(self, name, *rest): print(name); return real(self, name, *rest)\n"
    asked += "b.Bundle.find_spec = find\n"
    (tmp_path / "asking").mkdir()
    (tmp_path / "asking" / "sitecustomize.py").write_text(asked)
    path = f"{tmp_path / 'asking'}:{lib.parent}"
    counts = [
        sum(word.startswith("entire.") for word in loaded_as_usual(PYTHONPATH=path)) - len(FIRST)
        for _ in range(4)
    ]
    assert counts[1] > 3 * counts[2] > 0
    assert counts[2] == counts[3]


def test_a_changed_source_is_loaded_anew(lib: Path, loaded_as_usual: Callable[..., list[str]]) -> None:
    loaded_as_usual()
    source = lib / "hooks" / "main.py"
    source.write_text(source.read_text() + "\nimport sys; sys.stdout.write('changed ')\n")
    assert loaded_as_usual() == ["changed", *FIRST, "entire.hooks.main"]
    assert loaded_as_usual() == ["changed", *FIRST]


def test_a_removed_source_is_not_loaded(lib: Path, loaded_as_usual: Callable[..., list[str]]) -> None:
    loaded_as_usual()
    (lib / "hooks" / "main.py").unlink()
    with pytest.raises(AssertionError, match=r"No module named 'entire\.hooks\.main'"):
        loaded_as_usual()


@pytest.mark.parametrize("damage", ["empty", "cut in the list", "cut in the code", "overwritten", "a folder"])
def test_a_damaged_file_is_written_again(
    lib: Path, loaded_as_usual: Callable[..., list[str]], damage: str
) -> None:
    loaded_as_usual()
    file = bundle(lib)
    data = file.read_bytes()
    if damage == "a folder":
        file.unlink()
        file.mkdir()
        assert "entire.hooks.main" in loaded_as_usual()
        return
    file.write_bytes(
        {
            "empty": b"",
            "cut in the list": data[:100],
            "cut in the code": data[: len(data) // 2],
            "overwritten": data[: len(data) // 2] + b"\0" * (len(data) // 2),
        }[damage]
    )
    assert len(loaded_as_usual()) > len(FIRST)
    assert loaded_as_usual() == FIRST


def test_a_moved_package_is_loaded_anew(lib: Path, loaded_as_usual: Callable[..., list[str]]) -> None:
    loaded_as_usual()
    lib.parent.rename(lib.parent.parent / "moved")
    assert "entire.hooks.main" in loaded_as_usual(PYTHONPATH=str(lib.parent.parent / "moved"))


def test_nothing_is_written_where_python_may_not(
    lib: Path, loaded_as_usual: Callable[..., list[str]]
) -> None:
    loaded_as_usual(PYTHONDONTWRITEBYTECODE="1")
    assert not bundle(lib).exists()


def test_a_traceback_shows_the_source(lib: Path, tmp_path: Path) -> None:
    code = (
        "from entire import bundle\nkept = bundle.install('hooks')\nfrom entire.core import limits\n"
        "bundle.keep(kept)\nlimits.configure(1, 2)"
    )
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", code],
            env=env | {"PYTHONPATH": str(lib.parent)},
            cwd=tmp_path,
            capture_output=True,
            text=True,
        )
        assert f'File "{lib / "core" / "limits.py"}", line' in done.stderr
        assert "chosen = strategy_options.get(KEY)" in done.stderr


def test_other_commands_have_a_file_of_their_own(lib: Path, tmp_path: Path) -> None:
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, "-m", "entire", "status", "--help"]
    for _ in range(2):
        done = subprocess.run(
            command, env=env | {"PYTHONPATH": str(lib.parent)}, cwd=tmp_path, capture_output=True, text=True
        )
        assert (done.returncode, done.stderr) == (0, "")
    assert [file.name.split(".")[0] for file in lib.glob("__pycache__/*.bundle")] == ["commands"]
