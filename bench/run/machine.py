"""What the figures were measured on."""

from __future__ import annotations

import os
import platform
import subprocess
from pathlib import Path


def describe(folder: Path) -> str:
    git = subprocess.run(["git", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    facts = [
        f"{platform.system()} {_short(platform.release())} {platform.machine()}",
        f"{os.cpu_count()} cores{_model()}",
        f"{os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 1e9:.0f} GB of memory",
        f"repositories on {_file_system(folder)}",
        f"Python {platform.python_version()}",
        git,
    ]
    return ", ".join(fact for fact in facts if fact)


def _short(release: str) -> str:
    """`6.18`: the rest names a build, which says nothing about speed."""
    return ".".join(release.split(".")[:2])


def _model() -> str:
    """As Linux names the processor; elsewhere nothing."""
    lines = _lines("/proc/cpuinfo")
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return f" ({names[0]})" if names else ""


def _file_system(folder: Path) -> str:
    """The type of the mount that holds a folder."""
    mounts = [words for line in _lines("/proc/mounts") if len(words := line.split()) > 2]
    inside = [words for words in mounts if folder.is_relative_to(words[1])]
    return max(inside, key=lambda words: len(words[1]))[2] if inside else "an unknown file system"


def _lines(path: str) -> list[str]:
    try:
        return Path(path).read_text().splitlines()
    except OSError:
        return []
