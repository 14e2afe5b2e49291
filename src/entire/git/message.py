"""Commit messages in the editor: where comments start and where a trailer goes."""

from __future__ import annotations

import os
import sys

from entire.core import files
from entire.core.errors import EntireError
from entire.core.pattern import ALPHANUMERIC, made_of
from entire.git.repository import Repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from io import RawIOBase

_TRAILER_KEY = ALPHANUMERIC + "-"
_KEPT = "will be kept"  # git's words if comments stay (`--cleanup=whitespace`)
_SCISSORS = "------------------------ >8 ------------------------"


def read(path: str) -> str:
    """Return the message; empty if the file does not exist. Raises EntireError if it cannot be read."""
    try:
        data = files.read(path)
    except OSError as error:
        raise EntireError(f"cannot read the commit message: {error.strerror}: {path}") from error
    return (data or b"").decode("utf-8", "surrogateescape")


def write(path: str, text: str) -> None:
    """Write in place: git and editors may have the file open.

    The message is never empty in between, and if the disk is full, it stays what it was: otherwise git would
    abort the commit (I1). Raises EntireError if the file does not exist.
    """
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_NONBLOCK)  # a pipe must not block
    except OSError as error:
        raise EntireError(f"cannot write the commit message: {error.strerror}: {path}") from error
    with open(descriptor, "r+b", buffering=0) as file:
        before = file.read() or b""
        try:
            sys.audit("entire.write", path)
            _overwrite(file, text.encode("utf-8", "surrogateescape"))
        except OSError:
            _overwrite(file, before)
            raise


def _overwrite(file: RawIOBase, data: bytes) -> None:
    file.seek(0)
    view = memoryview(data)
    while view:
        view = view[file.write(view) or 0 :]
    file.truncate()


def comment_char(repo: Repository, text: str = "") -> str:
    """Return the comment prefix; with `auto`, the one that git chose for this message."""
    return _settings(repo, text)[0]


def _settings(repo: Repository, text: str) -> tuple[str, str]:
    out = repo.run(
        "config", "--null", "--get-regexp", r"^(core\.comment(char|string)|commit\.cleanup)$", ok=(0, 1)
    ).out
    values = dict(record.partition("\n")[::2] for record in os.fsdecode(out).split("\0"))
    named = [value for name, value in values.items() if name.startswith("core.")]
    comment = (named[-1] if named else "") or "#"
    return _chosen(text) if comment == "auto" else comment, values.get("commit.cleanup", "")


def _chosen(text: str) -> str:
    """The comment character that git chose for this message. What is below the scissors line is a diff."""
    lines = text.split("\n")
    cut = next((line for line in lines if line[1:] == f" {_SCISSORS}"), "")
    last = cut or next((line for line in reversed(lines) if line.strip()), "#")
    return last[0] if not last[0].isalnum() else "#"


def may_have_comments(text: str) -> bool:
    """Whether git may have added comments: one of their lines is nothing but the comment character."""
    lines = text.split("\n")
    return _SCISSORS in text or any(line and not any(map(str.isalnum, line)) for line in lines)


def append_trailer(repo: Repository, text: str, trailer: str) -> str:
    """Add a trailer to a complete message without comments, as with `-m`.

    Should it have a scissors line all the same, git may cut off what is below.
    """
    if _SCISSORS in text:
        return insert_trailer(repo, text, trailer, [], written=True)
    return _append(repo, text, trailer)


def _append(repo: Repository, text: str, trailer: str) -> str:
    body = text.rstrip("\n")
    last = body.rsplit("\n\n", 1)[-1] if "\n\n" in body else ""
    if not any(map(_may_be_trailer, last.split("\n"))):
        return f"{body}\n\n{trailer}\n"  # no trailers yet: no need to run git
    return _with_trailer(repo, body, trailer)


def _may_be_trailer(line: str) -> bool:
    """Whether a line may be a trailer; git also counts `(cherry picked from commit …)`."""
    if line[:1] == "(":
        return ")" in line
    key, colon, _ = line.partition(":")
    return bool(colon) and made_of(key.rstrip(), _TRAILER_KEY, 1, len(key))


def insert_trailer(
    repo: Repository, text: str, trailer: str, notes: list[str], *, written: bool = False
) -> str:
    """Add a trailer to a message in an editor, where git would: before the comments.

    ``notes`` follow as comment lines, if git will strip comments. ``written``: above them is a complete
    message, whose lines can look like comments.
    """
    comment, cleanup = _settings(repo, text)
    body, rest = _split_last_comments(text, comment) if written else split_comments(text, comment)
    block = _append(repo, body, trailer) if body.strip() else f"\n\n{trailer}\n"
    if rest and cleanup in ("", "default", "strip") and _KEPT not in rest and not _is_scissors(rest, comment):
        block += "".join(f"{comment} {note}\n" for note in notes)
    return block + (f"\n{rest}" if rest else "")


def split_comments(text: str, comment: str) -> tuple[str, str]:
    """Split a message from the text that git added below: comments, and the diff of `commit --verbose`.

    If git added nothing (`--no-edit`), all of it is the message, even lines that look like comments.
    """
    lines = text.split("\n")
    if not any(line == comment or _is_scissors(line, comment) for line in lines):
        return text, ""
    end = next((i for i, line in enumerate(lines) if _is_scissors(line, comment)), len(lines))
    start = next((i for i, line in enumerate(lines[:end]) if line.startswith(comment)), end)
    return "\n".join(lines[:start]).rstrip("\n"), "\n".join(lines[start:])


def _split_last_comments(text: str, comment: str) -> tuple[str, str]:
    """The same, if only the last comments are git's: one block, with a line that has nothing else."""
    lines = text.rstrip("\n").split("\n")
    end = next((i for i, line in enumerate(lines) if _is_scissors(line, comment)), len(lines))
    start = end
    while start and lines[start - 1].startswith(comment):
        start -= 1
    if end == len(lines) and comment not in lines[start:]:
        return text, ""
    return "\n".join(lines[:start]).rstrip("\n"), "\n".join(lines[start:]) + "\n"


def above_scissors(text: str, comment: str) -> str:
    """Return a message without the diff of `commit --verbose`."""
    lines = text.split("\n")
    end = next((i for i, line in enumerate(lines) if _is_scissors(line, comment)), len(lines))
    return "\n".join(lines[:end])


def _is_scissors(text: str, comment: str) -> bool:
    return text.startswith(f"{comment} {_SCISSORS}")


def _with_trailer(repo: Repository, body: str, trailer: str) -> str:
    data = (body + "\n").encode("utf-8", "surrogateescape")
    options = ["--where", "end", "--if-exists", "addIfDifferent", "--if-missing", "add", "--trailer", trailer]
    command = [
        "-c",
        "trailer.separators=:",
        "-c",
        "core.commentChar=\x01",
        "interpret-trailers",
        "--no-divider",
    ]
    out = repo.run(*command, *options, data=data).out
    return out.decode("utf-8", "surrogateescape")
