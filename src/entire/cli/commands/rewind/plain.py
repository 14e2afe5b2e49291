"""`entire rewind` as labelled lines."""

from __future__ import annotations

from entire.cli.commands.rewind.facts import SHA, UNDO, Rewind
from entire.cli.commands.rewind.screen import STAYS, conversation, name
from entire.cli.ui.screen import command_line
from entire.core.text import count, one_line
from entire.strategy.rewind.plan import Parts

_PLANNED = ("Restore", "Delete", "Lose", "Keep")
_DONE = ("Restored", "Deleted", "Lost", "Kept")


def render(rewind: Rewind, directory: str, cwd: str) -> list[str]:
    """What will happen or has happened, with a line for each file."""
    out = [f"{_verb(rewind)}: {_place(rewind)}"]
    if rewind.reset_from and not rewind.undo:
        out.append(f"Branch was at: {rewind.reset_from[:SHA]} ({count(rewind.commit_count, 'commit')} back)")
    restore, delete, lose, keep = _DONE if rewind.done else _PLANNED
    out += [f"{restore}: {one_line(path)}" for path in rewind.restore]
    out += [f"{delete}: {one_line(path)}" for path in rewind.delete]
    out += [f"{lose}: {one_line(one.path)}{_counts(one.added, one.removed)}" for one in rewind.lost]
    out += [f"{keep}: {one_line(kept.path)} ({one_line(kept.why)})" for kept in rewind.keep]
    if not rewind.done and not rewind.undo:
        out += [f"Remove: {count(one.cut, 'prompt')}" for one in rewind.conversations if one.cut]
        out += [f"Conversation: {conversation(one)}" for one in rewind.conversations if one.did in STAYS]
    out += [f"Failed: {one_line(path)}" for path in rewind.failed_paths]
    out += [f"Left out: {one_line(one.path, 60)} ({one_line(one.why)})" for one in rewind.left_out]
    out += [f"Recorded by: {one_line(author)}" for author in rewind.authors]
    if rewind.working:
        out.append("Note: the agent seems to be working; stop it first, or it will continue from where it is")
    return [*out, *(_after(rewind, directory, cwd) if rewind.done else [])]


def _verb(rewind: Rewind) -> str:
    if rewind.undo:
        return "Undone" if rewind.done else "Would undo"
    if rewind.reset_from:
        return "Reset to" if rewind.done else "Would reset to"
    if rewind.is_logs_only:
        return "Conversation of" if rewind.done else "Would restore the conversation of"
    return "Rewound to" if rewind.done else "Would rewind to"


def _place(rewind: Rewind) -> str:
    title = one_line(rewind.title)
    if rewind.undo:
        return title
    named = rewind.step_number or rewind.is_start
    return f"{rewind.to[:SHA]} ({name(rewind)}) {title}" if named else f"{rewind.to[:SHA]} {title}"


def _counts(added: int | None, removed: int | None) -> str:
    return "" if added is None else f" (+{added} -{removed})"


def _after(rewind: Rewind, directory: str, cwd: str) -> list[str]:
    out = []
    for one in rewind.conversations:
        out.append(f"Conversation: {conversation(one, undo=rewind.undo)}")
        if one.backup:
            out.append(f"Backup: {one_line(one.backup)}")
    if rewind.is_logs_only or rewind.parts == Parts.CONVERSATION:
        out.append("Note: files are unchanged")
    out += [
        f"Resume: {command_line(one.resume_command, directory, cwd)}"
        for one in rewind.conversations
        if one.resume_command
    ]
    return [*out, f"Redo: entire rewind --to {rewind.snapshot[:SHA]}" if rewind.undo else f"Undo: {UNDO}"]
