"""Compile our modules, so that hooks only load them.

`pip` does so when it installs. Other installers leave it to the first run, which may not be allowed to keep
the result (many containers set `PYTHONDONTWRITEBYTECODE`): then every hook would compile a hundred modules.
"""

from __future__ import annotations

import os
from importlib.util import cache_from_source

import entire
from entire.core import files

_SAMPLE = ("hooks", "main.py")  # every hook loads it: if it is compiled, so are the others


def ensure_bytecode() -> None:
    """Compile our modules, unless they are compiled or the folder is read-only."""
    folder = os.path.dirname(entire.__file__)
    if not os.access(folder, os.W_OK) or _is_compiled(os.path.join(folder, *_SAMPLE)):
        return
    import compileall

    compileall.compile_dir(folder, quiet=2)


def _is_compiled(source: str) -> bool:
    """Whether the compiled module has the source's time and size, which is what Python checks."""
    info = os.stat(source)
    expected = (int(info.st_mtime) & 0xFFFFFFFF).to_bytes(4, "little") + info.st_size.to_bytes(4, "little")
    return (files.read(cache_from_source(source)) or b"")[8:16] == expected
