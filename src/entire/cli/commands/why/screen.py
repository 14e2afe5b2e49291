"""`entire why` on a terminal, and as labelled lines."""

from __future__ import annotations

from entire.attribution import blame
from entire.attribution.owner import AGENT, HUMAN
from entire.cli.commands.blame.plain import SHA, author_name, probably
from entire.cli.commands.why.facts import SessionRow, Why
from entire.cli.commit_row import CommitRow
from entire.cli.reasons import words
from entire.cli.ui.cells import cell_len
from entire.cli.ui.output import safe
from entire.cli.ui.screen import Screen, cut, long_age, plain_time, wrap
from entire.core import clock
from entire.core.text import one_line, printable, short_session_id

_INDENT = "  "
_GAP = "      "
_LEAST = 24  # minimum width of the commit next to the hint
_PROMPTS = 3
_PROMPT_LINES = 5
_UNEXPLAINED = (blame.NO_CHECKPOINT, blame.CHECKPOINT_MISSING)


def render(why: Why, screen: Screen) -> list[str]:
    code = printable(why.text.split("\n")[0]).expandtabs(4).rstrip()
    place = _place(why)
    out = [screen.style(place, "accent") + cut(f"{_INDENT}{code}", max(0, screen.width - len(place)))]
    out += [_INDENT + row for row in wrap(_who(why, screen), screen.width - len(_INDENT))]
    out += [_INDENT + cut(_session(row), screen.width - len(_INDENT)) for row in why.sessions]
    for prompt in why.prompts[:_PROMPTS]:
        out += _quote(prompt, "❯", "accent", screen)
    if len(why.prompts) > _PROMPTS:
        out.append(screen.style(f"{_INDENT}… {len(why.prompts) - _PROMPTS} more", "dim"))
    if why.said:
        out += _quote(why.said, "●", "good", screen)
    return out + _commit(why, screen)


def _place(why: Why) -> str:
    several = f"-{why.last_line}" if why.last_line > why.line else ""
    return f"{one_line(why.path)}:{why.line}{several}"


def _commit_of(why: Why) -> CommitRow | None:
    return why.commits[0] if why.commits else None


def _who(why: Why, screen: Screen) -> str:
    commit = _commit_of(why)
    then = clock.timestamp(commit.date) if commit is not None else None
    age = long_age(screen.now - then) if then is not None else ""
    if why.who == AGENT:
        turn = f"turn {why.turn} of " if why.turn else ""
        session = f"{turn}session {short_session_id(one_line(why.session_id))}"
        parts = [_names(why.agent, why.model), age, session, words(why.who, why.why)]
    else:
        parts = [_author(why), age, "written by hand" if why.who == HUMAN else words(why.who, why.why)]
    return " · ".join(filter(None, parts))


def _author(why: Why) -> str:
    """The commit's author, or with a mark the agent that probably wrote the line."""
    return probably(why.agents) if why.who == blame.NO_LINES and why.agents else author_name(_commit_of(why))


def _names(agent: str, model: str) -> str:
    return ", ".join(filter(None, [one_line(agent), one_line(model)]))


def _session(row: SessionRow) -> str:
    share = "" if row.agent_percentage is None else f"{row.agent_percentage:.0f} % of the added lines"
    session = f"session {short_session_id(one_line(row.session_id))}"
    return " · ".join(filter(None, [_names(row.agent, row.model), session, share]))


def _quote(text: str, sign: str, style: str, screen: Screen) -> list[str]:
    rows = wrap(safe(text).strip(), screen.width - 2 * len(_INDENT))
    if len(rows) > _PROMPT_LINES:
        rows = [*rows[:_PROMPT_LINES], "…"]
    mark = screen.style(sign, style)
    return [f"{_INDENT}{' ' if number else mark} {row}".rstrip() for number, row in enumerate(rows)]


def _commit(why: Why, screen: Screen) -> list[str]:
    """The commit of the line and the command that shows more, on one line if they fit."""
    commit = _commit_of(why)
    if commit is None:
        return []
    text, place = f"commit {commit.commit[:SHA]} {one_line(commit.subject)}", ""
    if (why.original_path, why.original_line) != (why.path, why.line):
        place = f" (as {one_line(why.original_path)}:{why.original_line})"
    hint = f"entire explain {why.short_id}" if why.who not in _UNEXPLAINED else ""
    room = screen.width - len(_INDENT)
    beside = room - len(hint) - len(_GAP)
    if hint and cell_len(text + place) > beside and beside - cell_len(place) < _LEAST:
        return [screen.style(_INDENT + row, "dim") for row in (_placed(text, place, room), cut(hint, room))]
    row = _placed(text, place, beside) + _GAP + hint if hint else _placed(text, place, room)
    return [screen.style(_INDENT + row, "dim")]


def _placed(text: str, place: str, room: int) -> str:
    """The subject is cut before the place is."""
    left = room - cell_len(place)
    return cut(text, left) + place if left >= _LEAST else cut(text + place, room)


def _written_by(why: Why) -> str:
    if why.who == AGENT:
        return _names(why.agent, why.model)
    return _author(why) if why.who == HUMAN or (why.who == blame.NO_LINES and why.agents) else ""


def plain(why: Why) -> list[str]:
    commit = _commit_of(why)
    labelled = [
        ("File", _place(why)),
        *(("Line", printable(text)) for text in why.text.split("\n")),
        ("Written by", _written_by(why)),
        ("Note", words(why.who, why.why)),
        ("Session", one_line(why.session_id)),
        ("Turn", str(why.turn or "")),
        *(("Session", _session(row)) for row in why.sessions),
        *(("Prompt", one_line(prompt)) for prompt in why.prompts),
        ("Said", one_line(why.said)),
        ("Commit", f"{commit.commit[:SHA]} {one_line(commit.subject)}" if commit else ""),
        ("Author", one_line(commit.author) if commit else ""),
        ("Date", plain_time(commit.date) if commit else ""),
        ("Written as", f"{one_line(why.original_path)}:{why.original_line}" if commit else ""),
        ("Checkpoint", why.checkpoint_id),
    ]
    return [f"{label}: {text}" for label, text in labelled if text]
