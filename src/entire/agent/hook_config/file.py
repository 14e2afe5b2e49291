"""A configuration file that a project shares with an agent, edited as text."""

from __future__ import annotations

import os
from collections.abc import Callable

from entire.core import files, json_spans
from entire.core.errors import EntireError
from entire.core.json_tree import Node


class ConfigFile:
    """``name`` is relative to the work tree; ``add`` and ``remove`` change the text and nothing else."""

    def __init__(
        self,
        name: str,
        add: Callable[[str | None, bool], tuple[str, int]],
        remove: Callable[[str], str | None],
    ) -> None:
        self._name = name
        self._add = add
        self._remove = remove

    def install(self, root: str, *, force: bool = False) -> int:
        """Add what is missing; how many hooks that were."""
        before = self.load(root)
        try:
            after, added = self._add(before, force)
        except EntireError as error:
            raise self.unusable(error) from error
        if after != before:
            self._store(root, after)
        return added

    def uninstall(self, root: str) -> bool:
        """Take out all that is ours; whether there was any."""
        before = self.load(root)
        if before is None:
            return False
        try:
            after = self._remove(before)
        except EntireError as error:
            raise self.unusable(error) from error
        if after == before:
            return False
        self._store(root, after)
        return True

    def load(self, root: str) -> str | None:
        """The text, None if there is no file. Raises EntireError."""
        path = os.path.join(root, self._name)
        if os.path.islink(path) and not os.path.exists(path):
            raise EntireError(
                f"{self._name} is a link to a file that does not exist", "Repair or remove the link."
            )
        try:
            data = files.read(path)
            return None if data is None else data.decode()
        except OSError as error:
            raise self._failed("read", error) from error
        except UnicodeDecodeError as error:
            raise self.unusable(EntireError("not UTF-8")) from error

    def _store(self, root: str, text: str | None) -> None:
        """Write through a link to the file itself. Only a file that we made, and that is not a link, goes."""
        path = os.path.join(root, self._name)
        try:
            if text is None and not os.path.islink(path):
                _delete(path)
                return
            os.makedirs(os.path.dirname(path), exist_ok=True)
            _replace(os.path.realpath(path), ("{}\n" if text is None else text).encode())
        except OSError as error:
            raise self._failed("write", error) from error

    def unusable(self, error: EntireError) -> EntireError:
        return EntireError(
            f"cannot edit {self._name}: {error}", "The file is unchanged. Repair it and try again."
        )

    def _failed(self, verb: str, error: OSError) -> EntireError:
        return EntireError(f"cannot {verb} {self._name}: {error.strerror}", "Check the file's permissions.")


def _replace(path: str, data: bytes) -> None:
    """A new file is meant to be committed and read by all, so it gets the usual mode, not a private one."""
    try:
        mode = os.stat(path).st_mode & 0o7777
    except FileNotFoundError:
        files.write_atomic(path, data, 0o666)
        return
    files.write_atomic(path, data, mode)
    os.chmod(path, mode)  # the umask may have taken something off


def _delete(path: str) -> None:
    files.remove(path)
    try:
        os.rmdir(os.path.dirname(path))
    except OSError:
        pass  # not empty: then it is not ours alone


def append(text: str | None, path: tuple[str, ...], value: object) -> str:
    """Put a value at the end of a list in a document; None: there is no file yet."""
    return json_spans.start(path, value) if text is None else json_spans.append(text, path, value)


def children(node: Node | None, kind: str) -> list[Node]:
    return node.items if node is not None and node.kind == kind else []


def string(text: str, node: Node, key: str) -> str | None:
    found = node.member(key)
    return str(found.value(text)) if found is not None and found.kind == '"' else None
