"""The lines that calls of tools wrote, by their arguments, for any agent. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from entire.agent.arguments import difference, of_arguments
from entire.core.value import Value
from entire.imports import commands
from entire.transcript.facts import Call, Command, Edit


class Written(Value):
    """Lines that one call wrote to a file."""

    path: str  # as the agent wrote it
    time: str
    position: int
    lines: tuple[str, ...]


def of_reports(reports: Sequence[Edit | Command | Call]) -> Iterator[Written]:
    """What was written, in order. Calls that failed wrote nothing."""
    exact = _reported_calls(reports)
    known: dict[str, list[str]] = {}  # what was written to each file so far
    for at, one in enumerate(reports):
        if isinstance(one, Command):
            for path, texts in commands.written(one.text, known) if not one.failed else ():
                known.setdefault(path, []).extend(texts)
                yield Written(path, one.time, one.position, tuple(texts))
            continue
        if isinstance(one, Edit):
            lines = _of_edit(one)
        elif one.failed or at in exact:
            continue
        else:
            lines = of_arguments(one.given, one.path)
        if lines:
            known.setdefault(one.path, []).extend(lines)
            yield Written(one.path, one.time, one.position, tuple(lines))


def _reported_calls(reports: Sequence[Edit | Command | Call]) -> set[int]:
    """The calls that are followed by a report of the file before and after, which says more exactly."""
    found: set[int] = set()
    following: dict[str, Edit | Call] = {}
    for at in reversed(range(len(reports))):
        one = reports[at]
        if isinstance(one, Command):
            continue
        after = following.get(one.path)
        if (
            isinstance(one, Call)
            and isinstance(after, Edit)
            and after.knows_before
            and after.after is not None
        ):
            found.add(at)
        following[one.path] = one
    return found


def _of_edit(edit: Edit) -> list[str]:
    if edit.after is not None:
        return difference(edit.before or "", edit.after)
    return of_arguments(edit.given, edit.path)
