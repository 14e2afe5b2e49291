"""Our modules compiled, so that hooks only load them.

`pip` does it when it installs, others leave it to the first run, which may not be allowed to keep the result
(`PYTHONDONTWRITEBYTECODE`, as many containers set it): then every hook would compile a hundred modules anew.
"""

from __future__ import annotations

import os
from importlib.util import cache_from_source

import entire
from entire.core import files

_FIRST = ("hooks", "main.py")  # what every hook loads: where it is compiled, the rest is


def ensure_bytecode() -> None:
    """Compile what is not; nothing happens where we may not write."""
    folder = os.path.dirname(entire.__file__)
    if not os.access(folder, os.W_OK) or _is_compiled(os.path.join(folder, *_FIRST)):
        return
    import compileall

    compileall.compile_dir(folder, quiet=2)


def _is_compiled(source: str) -> bool:
    """Whether the compiled module tells of the source's time and size, which is how Python knows it."""
    info = os.stat(source)
    told = (int(info.st_mtime) & 0xFFFFFFFF).to_bytes(4, "little") + info.st_size.to_bytes(4, "little")
    return (files.read(cache_from_source(source)) or b"")[8:16] == told
