"""A configuration file that a project shares with an agent, edited as text."""

from __future__ import annotations

import os
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable

from entire.core import files, json_spans, links
from entire.core.errors import EntireError
from entire.core.json_tree import Node


class ConfigFile(ABC):
    """The base of the shapes. What changes the text is pure; the rest reads and writes the file.

    ``name`` is relative to the work tree. ``ours`` recognises the commands that are or ever were ours, from
    their start on. ``turn_end`` is the event without which nothing works.
    """

    def __init__(self, name: str, ours: re.Pattern[str], turn_end: str) -> None:
        self.name = name
        self._ours = ours
        self._turn_end = turn_end

    @abstractmethod
    def add(self, text: str | None, *, force: bool = False) -> tuple[str, int]:
        """The document (None without a file) with all our hooks, and how many of them are new."""

    @abstractmethod
    def remove(self, text: str) -> str | None:
        """The document without our hooks; None if we created it and nothing was added."""

    @abstractmethod
    def missing(self, text: str | None) -> list[str]:
        """The hooks that the document lacks, as people know them."""

    @abstractmethod
    def commands(self, text: str) -> Iterable[tuple[str, str]]:
        """Every event with every command that is listed for it, ours or not."""

    def install(self, root: str, *, force: bool = False) -> int:
        """Add what is missing; how many hooks that were. Raises EntireError, and so do the others."""
        before = self.load(root)
        try:
            after, added = self.add(before, force=force)
        except EntireError as error:
            raise self._unusable(error) from error
        if after != before:
            self._store(root, after)
        return added

    def uninstall(self, root: str) -> bool:
        """Take out all that is ours; whether there was any."""
        before = self.load(root)
        path = os.path.join(root, self.name)
        if before is None:
            if not links.leads_out(root, path):
                _delete_folders(path, root)  # of a removal that was cut short
            return False
        try:
            after = self.remove(before)
        except EntireError as error:
            raise self._unusable(error) from error
        if after == before:
            return False
        if links.leads_out(root, path):
            real = os.path.realpath(path)
            raise EntireError(
                f"our hooks are still in {real}, because {self.name} is behind a link that leads out of the "
                "work tree",
                f"delete the hooks that call `entire hooks` from {real}; they do nothing while entire is off",
            )
        self._store(root, after)
        return True

    def installed(self, root: str) -> bool:
        """Whether the agent calls us when a turn ends. Never fails: what cannot be read does not call us."""
        try:
            text = self.load(root)
            found = self.commands(text) if text is not None else ()
            return any(event == self._turn_end and self._ours.match(command) for event, command in found)
        except EntireError:
            return False

    def missing_hooks(self, root: str) -> list[str]:
        try:
            return self.missing(self.load(root))
        except EntireError as error:
            raise self._unusable(error) from error

    def load(self, root: str) -> str | None:
        """The text; None without a file. Raises EntireError."""
        path = os.path.join(root, self.name)
        if os.path.islink(path) and not os.path.exists(path):
            raise EntireError(
                f"{self.name} is a link to a file that does not exist", "repair or remove the link"
            )
        try:
            data = files.read(path)
            return None if data is None else data.decode()
        except OSError as error:
            raise self._failed("read", error) from error
        except UnicodeDecodeError as error:
            raise self._unusable(EntireError("not UTF-8")) from error

    def _store(self, root: str, text: str | None) -> None:
        """Write through a link to the file itself, but not out of the work tree (I6).

        Only a file that we made, and that is not a link, goes.
        """
        path = os.path.join(root, self.name)
        self._check(root)
        self._check_writable(path)
        try:
            if text is None and not os.path.islink(path):
                _delete(path, root)
                return
            os.makedirs(os.path.dirname(path), exist_ok=True)
            _replace(os.path.realpath(path), ("{}\n" if text is None else text).encode(), root)
        except OSError as error:
            raise self._failed("write", error) from error

    def _check(self, root: str) -> None:
        """Raise EntireError if a link leads out of the work tree: then it may be another project's file."""
        if links.leads_out(root, os.path.join(root, self.name)):
            raise EntireError(
                f"{self.name} is behind a link that leads out of the work tree",
                "replace the link with a real file, and try again",
            )

    def _check_writable(self, path: str) -> None:
        """Raise EntireError if it is read-only, though replacing the file would work: someone protects it."""
        if os.path.exists(path) and not os.stat(path).st_mode & 0o222:
            raise EntireError(f"{self.name} is read-only", "make it writable, and try again")

    def _unusable(self, error: EntireError) -> EntireError:
        return EntireError(
            f"cannot edit {self.name}: {error}", "repair the file, which is unchanged, and try again"
        )

    def _failed(self, verb: str, error: OSError) -> EntireError:
        return EntireError(f"cannot {verb} {self.name}: {error.strerror}", "check the file's permissions")


def _replace(path: str, data: bytes, root: str) -> None:
    """A new file is meant to be committed and read by all, so it gets the usual mode, not a private one."""
    try:
        mode = os.stat(path).st_mode & 0o7777
    except FileNotFoundError:
        files.write_atomic(path, data, 0o666, root=root)
        return
    files.write_atomic(path, data, mode, root=root)
    os.chmod(path, mode)  # the umask may have taken something off


def _delete(path: str, root: str) -> None:
    """The file, and the folders that had nothing else."""
    files.remove(path)
    _delete_folders(path, root)


def _delete_folders(path: str, root: str) -> None:
    folder = os.path.dirname(path)
    try:
        while len(folder) > len(root):
            os.rmdir(folder)
            folder = os.path.dirname(folder)
    except OSError:
        pass  # not empty: then it is not ours alone


def append(text: str | None, path: tuple[str, ...], value: object) -> str:
    """Put a value at the end of a list in a document; None without a file."""
    return json_spans.start(path, value) if text is None else json_spans.append(text, path, value)


def children(node: Node | None, kind: str) -> list[Node]:
    return node.items if node is not None and node.kind == kind else []


def string(text: str, node: Node, key: str) -> str | None:
    found = node.member(key)
    return str(found.value(text)) if found is not None and found.kind == '"' else None
