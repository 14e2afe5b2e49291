"""Our compiled modules in one file. A hook loads 150 of them: to find and read each in its own file takes
longer than most of what the hook does.

The file is a cache next to Python's own, and no less safe: who can write there can change our code. A module
comes from it only while its source has the size and time that were recorded; any other one is loaded as
usual, and is in the file when this process ends. Hooks have one file, all other commands another.

A module that came from the file is recorded together with those that it loaded in turn. Next time they are
loaded first, in one go: Python's own way to an import takes as long as running most modules.
"""

from __future__ import annotations

import marshal
import os
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec
    from types import CodeType, ModuleType
    from typing import Any

    # is it a package; time and size of the source; begin and end here; what it loads, if that is known
    Entry = tuple[bool, int, int, int, int, tuple[str, ...] | None]

_OURS = __name__.removesuffix("bundle")
_UNREADABLE = (OSError, EOFError, KeyError, TypeError, ValueError)
_VERSION = 2


class Bundle:
    """Finds and loads modules, as `sys.meta_path` wants it."""

    seconds = 0.0  # in which modules were loaded, in this process

    def __init__(self, root: str, kind: str) -> None:
        self.root = root
        self.path = os.path.join(root, "__pycache__", f"{kind}.{sys.implementation.cache_tag}.bundle")
        self.entries: dict[str, Entry] = {}
        self._file = -1
        self._start = 0  # of the code, in the file
        self._loaded: list[str] = []  # from the file, in the order in which they were ready
        self._loading = False
        self.is_complete = True  # no module of ours was loaded as usual, or for the first time
        try:
            self._read()
        except _UNREADABLE:
            self.entries = {}

    def _read(self) -> None:
        self._file = os.open(self.path, os.O_RDONLY | os.O_CLOEXEC)
        length = int.from_bytes(os.read(self._file, 4))
        made_by, entries = marshal.loads(os.read(self._file, length))
        if made_by == _made_by(self.root):
            self.entries, self._start = entries, 4 + length

    def _code(self, entry: Entry) -> bytes:
        return os.pread(self._file, entry[4] - entry[3], self._start + entry[3])

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not name.startswith(_OURS):
            return None
        spec = self._find(name)
        if spec is None:
            self.entries.pop(name, None)
            self.is_complete = False
        return spec

    def _find(self, name: str) -> ModuleSpec | None:
        """Return a module with its code, if it is in the file, and its source is as it was."""
        try:
            entry = self.entries[name]
            source = self._source(name, entry[0])
            found = os.stat(source)
            if (found.st_mtime_ns, found.st_size) == entry[1:3]:
                return self._spec(name, source, entry[0], marshal.loads(self._code(entry)))
        except _UNREADABLE:
            pass
        return None

    def _source(self, name: str, is_package: bool) -> str:
        path = f"{self.root}{os.sep}{name.removeprefix(_OURS).replace('.', os.sep)}"
        return f"{path}{os.sep}__init__.py" if is_package else f"{path}.py"

    def _spec(self, name: str, source: str, is_package: bool, code: CodeType) -> ModuleSpec:
        loader: Any = self
        spec = type(sys.__spec__)(name, loader, origin=source, loader_state=code, is_package=is_package)
        spec.has_location = True
        if is_package and spec.submodule_search_locations is not None:
            spec.submodule_search_locations.append(os.path.dirname(source))
        return spec

    def create_module(self, spec: ModuleSpec) -> None:
        """Let Python make the module."""

    def exec_module(self, module: ModuleType) -> None:
        if self._loading:
            self._exec(module)
            return
        self._loading, began = True, time.perf_counter()
        try:
            self._exec(module)
        finally:
            self._loading = False
            Bundle.seconds += time.perf_counter() - began

    def _exec(self, module: ModuleType) -> None:
        name = module.__name__
        entry = self.entries[name]
        first = len(self._loaded)
        for other in entry[5] or ():
            self._load(other)
        self._run(module)
        if entry[5] is None:
            self.entries[name] = (*entry[:5], tuple(self._loaded[first:-1]))
            self.is_complete = False

    def _run(self, module: ModuleType) -> None:
        spec = module.__spec__
        assert spec is not None
        code, spec.loader_state = spec.loader_state, None
        exec(code, module.__dict__)
        self._loaded.append(spec.name)

    def _load(self, name: str) -> None:
        """Import a module that will be needed; one that cannot be loaded here is left to Python."""
        parent, _, child = name.rpartition(".")
        package = sys.modules.get(parent)
        spec = self._find(name) if package is not None and name not in sys.modules else None
        if spec is None:
            return
        module = type(sys)(name)
        module.__spec__, module.__loader__, module.__file__ = spec, spec.loader, spec.origin
        module.__package__ = spec.parent
        if spec.submodule_search_locations is not None:
            module.__path__ = spec.submodule_search_locations
        sys.modules[name] = module
        try:
            self._run(module)
        except BaseException:
            del sys.modules[name]
            raise
        setattr(package, child, module)

    def add_loaded(self) -> list[bytes]:
        """Add what was loaded as usual. Returns the code of all modules in the order of their entries."""
        blocks = {name: self._code(entry) for name, entry in self.entries.items()}
        for name, module in list(sys.modules.items()):
            loader: Any = module.__spec__.loader if name.startswith(_OURS) and module.__spec__ else self
            if loader is self:
                continue
            source = loader.get_filename(name)
            found = os.stat(source)
            blocks[name] = marshal.dumps(loader.get_code(name))
            self.entries[name] = (loader.is_package(name), found.st_mtime_ns, found.st_size, 0, 0, None)
        at = 0
        for name, block in blocks.items():
            is_package, time, size, _, _, loads = self.entries[name]
            self.entries[name] = (is_package, time, size, at, at + len(block), loads)
            at += len(block)
        return [*blocks.values()]


def _made_by(root: str) -> tuple[int, str, int, str]:
    """What a bundle depends on, besides the sources: how Python compiles, and where the files are."""
    return _VERSION, sys.version, sys.flags.optimize, root


def install(kind: str) -> Bundle:
    """Load our modules from the file of this kind from now on."""
    bundle = Bundle(os.path.dirname(os.path.abspath(__file__)), kind)
    sys.meta_path.insert(0, bundle)
    return bundle


def keep(bundle: Bundle) -> None:
    """Write the file again if there is more to record, and if we may."""
    if bundle.is_complete or sys.dont_write_bytecode:
        return
    try:
        _write(bundle)
    except Exception:  # whatever it is, the work is done, and the next process tries again (I1)
        pass


def _write(bundle: Bundle) -> None:
    from entire.core import files

    folder = os.path.realpath(os.path.dirname(bundle.path))
    if not os.access(folder, os.W_OK):
        return
    blocks = bundle.add_loaded()
    head = marshal.dumps((_made_by(bundle.root), bundle.entries))
    data = b"".join([len(head).to_bytes(4), head, *blocks])
    files.write_atomic(os.path.join(folder, os.path.basename(bundle.path)), data, 0o644)
