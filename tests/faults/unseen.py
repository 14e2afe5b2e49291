"""What only the disturbed call could see: differences that are allowed, each with its reason.

Everything else must end as in the undisturbed run. What is not known must be "unknown", and never wrong.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable

Rows = list[str]  # of a diff: `-` expected, `+` found
_TOKENS = re.compile(r'"(input|cache_creation|cache_read|output)_tokens": (\d+)|"api_call_count": (\d+)')
_TOTALS = re.compile(r'"(agent_lines|human_added|human_modified|agent_percentage)": ')
_LINE = re.compile(r"(?P<key>.*/lines\.json: line \S+) by (?P<owner>.*)")


def unexplained(step: str, rows: Rows) -> Rows:
    """The rows that nothing explains."""
    for rule in _RULES:
        rows = rule(step, rows)
    return rows


def _without(rows: Rows, explained: Iterable[str]) -> Rows:
    gone = set(explained)
    return [row for row in rows if row not in gone]


def no_task(step: str, rows: Rows) -> Rows:
    """The end of a task did not run: its work is in the commit of the turn, as the turn's own."""
    made = re.compile(r"(?P<sign>[-+])user\t\S+ \S+ (?P<subject>.*) \| <checkpoint of .*> \| (?P<tree>t\w+)")
    found = [match for row in rows if (match := made.match(row))] if step == "post-task" else []
    pairs = [
        (a, b) for a in found for b in found if (a["sign"], b["sign"], a["tree"]) == ("-", "+", b["tree"])
    ]
    for task, turn in pairs:
        here = [row[1:] for row in rows if row[0] == "-"]
        there = [_renamed(row[1:], turn["subject"], task["subject"]) for row in rows if row[0] == "+"]
        before, after = Counter(here), Counter(there)
        rows = [f"-{row}" for row in (before - after).elements()]
        rows += [f"+{row}" for row in (after - before).elements()]
    own = re.compile(r'.*/tasks/toolu_|.*"(is_task|tool_use_id|checkpoints_count)": ')
    return _without(rows, (row for row in rows if pairs and own.match(row)))


def _renamed(row: str, subject: str, other: str) -> str:
    return row.replace(f"checkpoint of {subject}#", f"checkpoint of {other}#").replace(
        f" {subject} | ", f" {other} | "
    )


def files_of_commands(step: str, rows: Rows) -> Rows:
    """The prompt's hook did not run: the files that only commands of the turn wrote are not known.

    So the checkpoint does not list them, and their lines are nobody's.
    """
    unknown = {
        row[1:].rpartition(":")[0].rpartition("line ")[2]
        for row in rows
        if row.startswith("+") and row.endswith(" by unknown")
    }
    listed = re.compile(r'(?P<sign>[-+])(?P<place>refs\t.*/metadata\.json):     "(?P<path>[^"]+)",?$')
    found = [match for row in rows if (match := listed.match(row))] if "prompt" in step else []
    gone = [match[0] for match in found if match["sign"] == "-" and match["path"] in unknown]
    kept = Counter((match["place"], match["path"]) for match in found if match[0] not in gone)
    commas = [match[0] for match in found if gone and kept[match["place"], match["path"]] == 2]
    return _without(rows, [*gone, *commas])


def unknown_owners(step: str, rows: Rows) -> Rows:
    """A hook did not run at the start or the end of a turn: what people did around it is not known apart.

    The format has no place for unknown lines in the totals of a checkpoint.
    """
    found = {row[1:]: match for row in rows if (match := _LINE.match(row[1:]))}
    unknown = {
        match["key"]
        for row in rows
        if row[0] == "+" and (match := _LINE.match(row[1:])) and match["owner"] == "unknown"
    }
    explained = [row for row in rows if row[1:] in found and found[row[1:]]["key"] in unknown]
    folders = {key.partition("/lines.json")[0] for key in unknown}
    explained += [row for row in rows if _TOTALS.search(row) and any(folder in row for folder in folders)]
    return _without(rows, explained)


def no_owners(step: str, rows: Rows) -> Rows:
    """Git could not be started to compare: the checkpoint is written without owners of lines."""
    folders = {row[1:].partition("/lines.json")[0] for row in rows if _LINE.match(row[1:])}
    found = {folder for folder in folders if any(row.startswith(f"+{folder}/lines.json") for row in rows)}
    gone = tuple(
        f"-{folder}/{name}: " for folder in folders - found for name in ("lines.json", "metadata.json")
    )
    totals = re.compile(r": +},?$|initial_attribution|calculated_at|human_removed|total_committed")
    own = [row for row in rows if row.startswith(gone)]
    found_there = [row for row in own if _LINE.match(row) or totals.search(row) or _TOTALS.search(row)]
    last = {row[1:] for row in rows if row[0] == "+"}  # what was before the owners ends the list now
    commas = [row for row in own if row[1:].endswith(",") and row[1:-1] in last]
    return _without(rows, [*found_there, *commas, *(f"+{row[1:-1]}" for row in commas)])


def no_step(step: str, rows: Rows) -> Rows:
    """The end of a turn, or a compaction, did not run: the checkpoint counts the steps that there are."""
    ends = "stop" in step or "compaction" in step
    return _without(rows, (row for row in rows if ends and '"checkpoints_count": ' in row))


def looked_earlier(step: str, rows: Rows) -> Rows:
    """The end of a turn did not run: the next prompt looked for commits without hooks in its place."""
    key = '"unhooked_transcript_start": '
    return _without(rows, (row for row in rows if "stop" in step and key in row))


def files_of_people(step: str, rows: Rows) -> Rows:
    """The first prompt did not run: files that were there when a hook first ran count as a person's own."""
    if "prompt" not in step:
        return rows
    names = re.compile(r'\+files\t.*/entire-sessions/[^/]+\.json \d+:     "[^"]+",?$')
    return _without(rows, _with_their_pairs(rows, [row for row in rows if names.match(row)]))


def still_open(step: str, rows: Rows) -> Rows:
    """The end of the session did not run: the session stays open."""
    keys = ('"phase": ', '"ended_at": ', '"fully_condensed": ')
    return _without(rows, (row for row in rows if step == "session-end" and any(key in row for key in keys)))


def when_committed(step: str, rows: Rows) -> Rows:
    """A commit in a turn was completed later: how far the conversation was at the commit is not known.

    Or the end of such a turn did not run: then its rest is in the checkpoint of the next commit. Each token
    is still counted once.
    """
    sums: Counter[str] = Counter()
    for row in rows:
        if "/0/metadata.json" in row and (match := _TOKENS.search(row)):
            sums[match[1] or "calls"] += int(match[2] or match[3]) * (1 if row[0] == "+" else -1)
    if not any(words in step for words in ("in the turn", "after commits")) or any(sums.values()):
        return rows
    keys = ('transcript_identifier_at_start": ', '_transcript_start": ', '"transcript_lines_at_start": ')
    return _without(rows, (row for row in rows if _TOKENS.search(row) or any(key in row for key in keys)))


def still_at_home(step: str, rows: Rows) -> Rows:
    """The stop in another worktree did not run: our copy of the transcript stays where the session was."""
    copies = re.compile(r"[-+]files\t/(x|repo)/\.entire/metadata/")
    return _without(rows, (row for row in rows if step == "stop in the second" and copies.match(row)))


def no_early_model(step: str, rows: Rows) -> Rows:
    """The session's start did not run: what it names as the model comes with the conversation."""
    hint = re.compile(r"-files\t\S+/entire-sessions/[^/]+\.model \d+: ")
    return _without(rows, (row for row in rows if step == "session-start" and hint.match(row)))


def not_told(step: str, rows: Rows) -> Rows:
    """The notification did not arrive: nothing else says when the agent began to wait for the user."""
    since = re.compile(r'-files\t\S+/entire-sessions/[^/]+\.json \d+: +"waiting_since": ')
    return _without(rows, (row for row in rows if step == "notification" and since.match(row)))


def one_backup_more(step: str, rows: Rows) -> Rows:
    """A command that replaces something keeps a copy first: run again, or undone, it keeps another.

    It has one folder more if an empty one could not be removed.
    """
    backup = re.compile(r"\+files\t/home/\S+<backup>\.bak \d+: |\+refs\t\S+ refs/entire/(rewind|undone)/")
    return _without(rows, _with_their_pairs(rows, [row for row in rows if backup.match(row)]))


def one_session_more(step: str, rows: Rows) -> Rows:
    """A conversation was handed over before the command was killed: run again, it makes another session."""
    made = re.compile(r"\+files\t/(home|repo/\.git/entire-sessions)/\S*<session>\.jsonl? \d+: ")
    return _without(rows, (row for row in rows if "another agent" in step and made.match(row)))


def _with_their_pairs(rows: Rows, added: Rows) -> Rows:
    """Rows with those they replace, which differ only by the comma that a list's last row lacks."""
    same = {row[1:].rstrip(",") for row in added}
    return [*added, *(row for row in rows if row[0] == "-" and row[1:].rstrip(",") in same)]


def stash_not_dropped(step: str, rows: Rows) -> Rows:
    """Git was killed while it deleted a branch, and left packed refs locked.

    Until the user removes that lock, `git stash pop` restores the files, but cannot drop the stash.
    """
    return _without(rows, (row for row in rows if row.startswith("+user\trepo refs/stash ")))


def commit_or_none(step: str, rows: Rows) -> Rows:
    """Post-commit did not run: that the commit before it was given up is certain only after some minutes."""
    promised = re.compile(r"[-+]files\t/repo/\.git/entire-sessions/promised/")
    return _without(rows, (row for row in rows if step == "a message" and promised.match(row)))


def temporary(step: str, rows: Rows) -> Rows:
    """A program was killed: what it had in the folder for temporary files is the system's to remove."""
    return _without(rows, (row for row in rows if row[1:].startswith("files\t/tmp/")))


_RULES: tuple[Callable[[str, Rows], Rows], ...] = (
    no_task,
    files_of_commands,
    unknown_owners,
    no_owners,
    no_step,
    looked_earlier,
    files_of_people,
    still_open,
    when_committed,
    still_at_home,
    no_early_model,
    not_told,
    one_backup_more,
    one_session_more,
    stash_not_dropped,
    commit_or_none,
    temporary,
)
