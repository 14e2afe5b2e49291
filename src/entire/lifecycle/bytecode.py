"""Our modules compiled, so that hooks only load them.

`pip` does it when it installs, others leave it to the first run, which may not be allowed to keep the result
(`PYTHONDONTWRITEBYTECODE`, as many containers set it): then every hook would compile a hundred modules anew.
"""

from __future__ import annotations

import os
from importlib.util import cache_from_source

import entire

_FIRST = ("hooks", "main.py")  # what every hook loads: where it is compiled, the rest is


def ensure_bytecode() -> None:
    """Compile what is not; nothing happens where we may not write."""
    folder = os.path.dirname(entire.__file__)
    source = os.path.join(folder, *_FIRST)
    compiled = cache_from_source(source)
    if os.path.exists(compiled) and os.path.getmtime(compiled) >= os.path.getmtime(source):
        return
    import compileall

    compileall.compile_dir(folder, quiet=2)
