"""What commands write that they have in their own text: here-documents, `echo`, `sed -i`. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

_LONGEST = 20_000  # of a command that is searched for more than here-documents
_PATH = r"(['\"]?)([\w./@+-]+)"
_END = re.compile(r"<<-?\s*(['\"]?)(\w+)\1")
_TARGET = re.compile(rf"(?:>>?|\btee(?: -a)?)\s*{_PATH}\1")
_ECHO = re.compile(
    r"(?:^|[;&|(\n])[ \t]*(?:echo|printf)(?: -\w+)? (?:'([^'\n]*)'|\"([^\"\n]*)\")"
    r"[ \t]*>>?[ \t]*['\"]?([\w./@+-]+)"
)
_SED = re.compile(
    r"\bsed(?: -[Eer])* -i(?: -[Eer])* (['\"])s([/|#,])([^/|#,\n]+)\2([^/|#,\n]*)\2g?\1 ['\"]?([\w./@+-]+)"
)


def written(text: str, known: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, list[str]]]:
    """The files that a command writes, with lines. ``known``: what was written to files before it."""
    if "<<" in text:
        yield from _here(text)
    if len(text) > _LONGEST:
        return
    for echoed in _ECHO.finditer(text):
        yield echoed[3], (echoed[1] or echoed[2] or "").replace("\\n", "\n").splitlines()
    for edit in _SED.finditer(text):
        lines = (line for path, lines in known.items() if _same(path, edit[5]) for line in lines)
        changed = [line.replace(edit[3], edit[4]) for line in lines if edit[3] in line]
        if changed:
            yield edit[5], list(dict.fromkeys(changed))


def _here(text: str) -> Iterator[tuple[str, list[str]]]:
    """`cat > path <<EOF`"""
    lines = iter(text.splitlines())
    for line in lines:
        end, target = _END.search(line), _TARGET.search(line)
        if end is None:
            continue
        inside: list[str] = []
        for one in lines:
            if one.strip() == end[2]:
                break
            inside.append(one)
        if target is not None:
            yield target[2], inside


def _same(one: str, other: str) -> bool:
    """Whether two spellings can be the same file: one may be absolute."""
    short, long = sorted((one.removeprefix("./"), other.removeprefix("./")), key=len)
    return short == long or long.endswith("/" + short)
