"""Our hooks in `.claude/settings.json`, the file that a project shares with Claude Code.

Every entry sits in a group of its own, so that groups of the user are never edited; the reference, which
looks for exact commands, finds ours and does not add its own. The text around is left alone: see
`core.json_spans` for how removal restores the bytes.

The deny rule is removed at uninstall even if somebody else wrote it: it speaks of our folder only, nothing
in the file can tell whose it is, and the reference removes it too.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from entire.agent.claude_code import CONFIG_FILE
from entire.core import files, json_spans
from entire.core.errors import EntireError
from entire.core.json_tree import Node, parse
from entire.core.value import Value

if TYPE_CHECKING:
    from collections.abc import Iterator

DENY_RULE = "Read(./.entire/metadata/**)"
COMMAND = "entire hooks claude-code"

# Event, matcher, verb. The events in the order in which the reference writes them; `Task` and `TodoWrite`
# are what older clients call `Agent` and `TaskCreate`, `TaskUpdate`.
ENTRIES = (
    ("PostToolUse", "Task", "post-task"),
    ("PostToolUse", "TodoWrite", "post-todo"),
    ("PostToolUse", "Agent", "post-task"),
    ("PostToolUse", "TaskCreate", "post-todo"),
    ("PostToolUse", "TaskUpdate", "post-todo"),
    ("PreToolUse", "Task", "pre-task"),
    ("PreToolUse", "Agent", "pre-task"),
    ("SessionEnd", "", "session-end"),
    ("SessionStart", "", "session-start"),
    ("Stop", "", "stop"),
    ("SubagentStop", "", "subagent-stop"),
    ("UserPromptSubmit", "", "user-prompt-submit"),
)

# All that we or the reference ever installed: also its development form and its oldest names.
_OURS = re.compile(
    r"(?:entire|go run \S*cmd/entire/main\.go)"
    r" (?:hooks (?:claude-code|claudecode)|rewind claude-hook)(?:\s|\Z)"
)


class _Entry(Value):
    event: str
    matcher: str
    command: str
    node: Node
    group: Node

    @property
    def ours(self) -> bool:
        return _OURS.match(self.command) is not None


def install(root: str, *, force: bool = False) -> int:
    """Add the hooks and the deny rule that are missing; how many hooks that were."""
    before = _load(root)
    try:
        after, added = add_hooks(before, force=force)
    except EntireError as error:
        raise _unusable(error) from error
    if after != before:
        _store(root, after)
    return added


def uninstall(root: str) -> bool:
    """Take out all that is ours; whether there was any."""
    before = _load(root)
    if before is None:
        return False
    try:
        after = remove_hooks(before)
    except EntireError as error:
        raise _unusable(error) from error
    if after == before:
        return False
    _store(root, after)
    return True


def installed(root: str) -> bool:
    """Whether Claude Code tells us when a turn ends, which is what the reference looks at as well."""
    try:
        text = _load(root)
        return text is not None and any(e.ours and e.event == "Stop" for e in _entries(text, parse(text)))
    except EntireError:
        return False


def missing_hooks(root: str) -> list[str]:
    """Events, with their tools, for which Claude Code does not call us. Raises EntireError."""
    try:
        return [" ".join(filter(None, row[:2])) for row in _missing(_load(root))]
    except EntireError as error:
        raise _unusable(error) from error


def add_hooks(text: str | None, *, force: bool = False) -> tuple[str, int]:
    """The document (None: there is no file) with all our entries, and how many of them are new."""
    if force and text is not None:
        text = remove_hooks(text)
    missing = _missing(text)
    for event, matcher, verb in missing:
        hook = {"type": "command", "command": f"{COMMAND} {verb}"}
        text = _append(text, ("hooks", event), {"matcher": matcher, "hooks": [hook]})
    if text is None or not _deny_rules(text, parse(text)):
        text = _append(text, ("permissions", "deny"), DENY_RULE)
    return text, len(missing)


def remove_hooks(text: str) -> str | None:
    """The document without anything of ours; None if we made it and nobody else added to it."""
    document = parse(text)
    targets = _deny_rules(text, document)
    ours: dict[Node, list[Node]] = {}
    for entry in _entries(text, document):
        if entry.ours:
            ours.setdefault(entry.group, []).append(entry.node)
    for group, nodes in ours.items():
        alone = len(nodes) == len(_children(group.member("hooks"), "["))
        targets += [group] if alone else nodes
    return json_spans.remove(text, document, targets) if targets else text


def _append(text: str | None, path: tuple[str, ...], value: object) -> str:
    return json_spans.start(path, value) if text is None else json_spans.append(text, path, value)


def _missing(text: str | None) -> list[tuple[str, str, str]]:
    """Entries of tools must be there under their own matcher, the others under any (as the reference)."""
    if text is None:
        return list(ENTRIES)
    found = {(e.event, e.matcher, e.command) for e in _entries(text, parse(text))}
    found |= {(event, "", command) for event, _, command in found}
    return [row for row in ENTRIES if (row[0], row[1], f"{COMMAND} {row[2]}") not in found]


def _entries(text: str, document: Node) -> Iterator[_Entry]:
    """Every command of every event; shapes that we do not know are passed over."""
    hooks = document.member("hooks")
    for event in _children(hooks, "{"):
        for group in _children(event, "["):
            matcher = _string(text, group, "matcher") or ""
            for node in _children(group.member("hooks"), "["):
                command = _string(text, node, "command")
                if command is not None:
                    yield _Entry(event.key or "", matcher, command, node, group)


def _deny_rules(text: str, document: Node) -> list[Node]:
    permissions = document.member("permissions")
    deny = permissions.member("deny") if permissions else None
    return [node for node in _children(deny, "[") if node.kind == '"' and node.value(text) == DENY_RULE]


def _children(node: Node | None, kind: str) -> list[Node]:
    return node.items if node is not None and node.kind == kind else []


def _string(text: str, node: Node, key: str) -> str | None:
    found = node.member(key)
    return str(found.value(text)) if found is not None and found.kind == '"' else None


def _load(root: str) -> str | None:
    path = os.path.join(root, CONFIG_FILE)
    if os.path.islink(path) and not os.path.exists(path):
        raise EntireError(
            f"{CONFIG_FILE} is a link to a file that does not exist", "Repair or remove the link."
        )
    try:
        data = files.read(path)
        return None if data is None else data.decode()
    except OSError as error:
        raise _failed("read", error) from error
    except UnicodeDecodeError as error:
        raise _unusable(EntireError("not UTF-8")) from error


def _store(root: str, text: str | None) -> None:
    """Write through a link to the file itself. Only a file that we made, and that is no link, is deleted."""
    path = os.path.join(root, CONFIG_FILE)
    try:
        if text is None and not os.path.islink(path):
            _delete(path)
            return
        os.makedirs(os.path.dirname(path), exist_ok=True)
        _replace(os.path.realpath(path), ("{}\n" if text is None else text).encode())
    except OSError as error:
        raise _failed("write", error) from error


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


def _unusable(error: EntireError) -> EntireError:
    return EntireError(
        f"cannot edit {CONFIG_FILE}: {error}", "The file is unchanged. Repair it and try again."
    )


def _failed(verb: str, error: OSError) -> EntireError:
    return EntireError(f"cannot {verb} {CONFIG_FILE}: {error.strerror}", "Check the file's permissions.")
