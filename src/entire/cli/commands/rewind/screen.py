"""`entire rewind` on a terminal: the menu, what will happen, what happened."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from entire.cli.commands.rewind.facts import SHA, UNDO, Conversation, Lost, Rewind
from entire.cli.ui.cells import cell_len
from entire.cli.ui.screen import Column, Screen, command_line, cut, pad, short_age, table, wrap
from entire.core.paths import from_home
from entire.core.text import count, one_line, short_session_id
from entire.strategy.rewind.plan import Parts

_LABEL = 9  # width of `restore  `
STAYS = ("left", "elsewhere", "none")  # what is said before a rewind: the conversation does not change


class Row(NamedTuple):
    """A point in the menu."""

    time: int
    name: str  # `step 3`, `task`, `5c1e2d0`
    session_id: str  # empty for a commit
    at: str  # before or after its prompt
    message: str
    note: str


def labels(rows: Sequence[Row], screen: Screen) -> list[str]:
    """An aligned row for each point."""
    columns = [
        Column([short_age(screen.now - row.time) for row in rows]),
        Column([row.name for row in rows]),
        Column([short_session_id(row.session_id) for row in rows], keep=False),
        Column([row.at for row in rows]),
        Column([one_line(row.message) for row in rows], free=True),
        Column([row.note for row in rows], keep=False),
    ]
    return table(screen, columns, indent="")


def plan(rewind: Rewind, screen: Screen, most: int = 0) -> list[str]:
    """What will happen to files and branch, with at most ``most`` lines per group (0: all)."""
    out: list[str] = []
    if rewind.reset_from and not rewind.undo:
        where = f"{one_line(rewind.branch) or 'HEAD'} to {rewind.to[:SHA]}"
        back = f"{where}, {count(rewind.commit_count, 'commit')} back"
        out += _group("reset", [back], screen, most, style="bad")
    elif rewind.reset_from:
        out += _group("reset", [f"{one_line(rewind.branch) or 'HEAD'} back"], screen, most)
    out += _group("restore", rewind.restore, screen, most)
    out += _group("delete", rewind.delete, screen, most, note=_why_deleted(rewind))
    if not out and rewind.parts != Parts.CONVERSATION:
        out = [screen.style("  no file changes", "dim")]
    if not rewind.undo:
        cut_prompts = [
            f"{count(one.cut, 'prompt')} of the conversation" for one in rewind.conversations if one.cut
        ]
        out += _group("remove", cut_prompts, screen, most)
    out = out or [screen.style("  no changes", "dim")]
    lost = [_lost(one) for one in rewind.lost]
    out += _group("lose", lost, screen, most, style="bad", note=_why_lost(rewind))
    for why in dict.fromkeys(kept.why for kept in rewind.keep):
        out += _group("keep", [kept.path for kept in rewind.keep if kept.why == why], screen, most, note=why)
    return out


def _why_deleted(rewind: Rewind) -> str:
    return "" if rewind.undo or rewind.reset_from else "created later by the agent"


def _why_lost(rewind: Rewind) -> str:
    if rewind.undo:
        return "changed since the rewind"
    return "not committed" if rewind.reset_from else "changed since the last step"


def _lost(one: Lost) -> str:
    counts = "" if one.added is None else f" +{one.added} −{one.removed}"
    return one.path + counts


def _group(
    label: str, names: Sequence[str], screen: Screen, most: int, *, style: str = "", note: str = ""
) -> list[str]:
    """Names in a row, as many per line as fit; a long name is cut, not wrapped."""
    if not names:
        return []
    space = max(10, screen.width - _LABEL - 2)
    lines: list[str] = []
    for number, name in enumerate(map(one_line, names)):
        text = cut(name, space)
        if lines and cell_len(lines[-1]) + 2 + cell_len(text) <= space:
            lines[-1] += f"  {text}"
        elif most and len(lines) == most:
            lines[-1] = cut(lines[-1], space - 10) + f"  … {len(names) - number} more"
            break
        else:
            lines.append(text)
    heads = [label, *[""] * (len(lines) - 1)]
    rows = zip(heads, lines, strict=True)
    out = [f"  {pad(head, _LABEL)}{screen.style(line, style)}" for head, line in rows]
    return [*out[:-1], *_with_note(out[-1], cell_len(lines[-1]), note, screen)]


def _with_note(line: str, length: int, note: str, screen: Screen) -> list[str]:
    """A note after the names, or below them if it does not fit."""
    if not note:
        return [line]
    text = f"({one_line(note)})"
    if 2 + _LABEL + length + 3 + cell_len(text) <= screen.width:
        return [f"{line}   {screen.style(text, 'dim')}"]
    return [line, " " * (2 + _LABEL) + screen.style(cut(text, screen.width - 2 - _LABEL), "dim")]


def question(rewind: Rewind) -> str:
    if rewind.undo:
        return "Undo this rewind?"
    undo = f"Undo with {UNDO}."
    if rewind.reset_from:
        return f"Reset {one_line(rewind.branch) or 'HEAD'} to {rewind.to[:SHA]}? {undo}"
    if rewind.is_logs_only:
        return f"Restore the conversation of {rewind.to[:SHA]}? {undo}"
    only = {Parts.FILES: "the files ", Parts.CONVERSATION: "the conversation "}.get(rewind.parts, "")
    return f"Rewind {only}to {name(rewind)}? {undo}"


def name(rewind: Rewind) -> str:
    if rewind.is_start:
        return "the start"
    return f"step {rewind.step_number}" if rewind.step_number else rewind.to[:SHA]


def warnings(rewind: Rewind, screen: Screen) -> list[str]:
    """Warnings before the question."""
    out = []
    if rewind.working:
        out.append("The agent seems to be working: stop it first, or it will continue from where it is.")
    if not rewind.done and not rewind.undo:
        stays = [one for one in rewind.conversations if one.did in STAYS]
        out += [f"Conversation {conversation(one)}" for one in stays]
    newer = [one for one in rewind.conversations if one.did == "local_newer"]
    if newer and not rewind.done:
        out.append(f"{count(len(newer), 'conversation')} continued since then; a backup is kept.")
    if rewind.authors and not rewind.done:
        who = ", ".join(one_line(author, 60) for author in rewind.authors)
        out.append(f"Recorded by {who}, not by you; your agent will treat it as its own.")
    out += [f"{one_line(one.path, 12)} cannot be restored: {one_line(one.why)}" for one in rewind.left_out]
    return [f"{screen.style('!', 'bad')} {cut(text, screen.width - 2)}" for text in out]


def done(rewind: Rewind, screen: Screen, directory: str, cwd: str) -> list[str]:
    """What happened, and what to do next."""
    failed = [f"could not restore {one_line(path)}" for path in rewind.failed_paths]
    return [
        cut(_head(rewind), screen.width),
        f"  {screen.style(cut(_numbers(rewind), screen.width - 2), 'dim')}",
        *(f"  {line}" for one in rewind.conversations for line in _conversation(one, rewind, screen)),
        *(f"{screen.style('!', 'bad')} {cut(text, screen.width - 2)}" for text in failed),
        "",
        *(f"  {screen.style(pad(key, 8), 'dim')}{text}" for key, text in _hints(rewind, directory, cwd)),
    ]


def _head(rewind: Rewind) -> str:
    title = one_line(rewind.title)
    if rewind.undo:
        return f"Undone: {title[:1].lower() + title[1:]}"
    if rewind.reset_from:
        return f"{one_line(rewind.branch) or 'HEAD'} is at {rewind.to[:SHA]} · {title}"
    if rewind.is_logs_only:
        return f"Restored the conversation of {rewind.to[:SHA]} · {title}"
    return f"Rewound to {name(rewind)} · {title}"


def _numbers(rewind: Rewind) -> str:
    numbers = {"restored": len(rewind.restore), "deleted": len(rewind.delete), "kept": len(rewind.keep)}
    parts = [f"{count(number, 'file')} {verb}" for verb, number in numbers.items() if number]
    unchanged = rewind.is_logs_only or rewind.parts == Parts.CONVERSATION
    return " · ".join(parts) or ("files unchanged" if unchanged else "no files changed")


def _conversation(one: Conversation, rewind: Rewind, screen: Screen) -> list[str]:
    """What happened to a transcript. Its path is never cut: people copy it."""
    lines = wrap(f"Conversation {conversation(one, undo=rewind.undo)}", max(20, screen.width - 2))
    if one.backup:
        lines.append(f"backup: {one_line(from_home(one.backup))}")
    return [screen.style(line, "dim") for line in lines]


def _hints(rewind: Rewind, directory: str, cwd: str) -> list[tuple[str, str]]:
    commands = [one.resume_command for one in rewind.conversations if one.resume_command]
    hints = [("resume", command_line(command, directory, cwd)) for command in commands]
    last = ("redo", f"entire rewind --to {rewind.snapshot[:SHA]}") if rewind.undo else ("undo", UNDO)
    return [*hints, last]


def conversation(one: Conversation, *, undo: bool = False) -> str:
    """What happened to a transcript: its short id, then words."""
    path = one_line(from_home(one.path))
    outcomes = {
        "cut": f"truncated ({count(one.prompts_removed, 'prompt')} removed)",
        "nothing": "unchanged: it ends at this point",
        "restored": "was deleted: restored from the stored copy, in which secrets are redacted",
        "left": f"unchanged: this point is not in {path}",
        "elsewhere": f"unchanged: {path} is not where the agent stores conversations",
        "none": "has no transcript here",
        "unchanged": "unchanged",
        "untouched": "unchanged: only the files were rewound",
    }
    outcome = "restored" if undo else outcomes.get(one.did, "restored")
    return f"{short_session_id(one_line(one.session_id))} {outcome}"
