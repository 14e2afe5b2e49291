"""A story as HTML: fragments for pages and for files. Everything in them is escaped."""

from __future__ import annotations

import functools
import html
import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment
from markupsafe import Markup

from entire.agent.arguments import ADDED, REMOVED
from entire.cli.commands.explain.detail_facts import CUT, learned
from entire.cli.commands.explain.turns import outcome
from entire.cli.money import dollars
from entire.cli.ui.screen import duration, plain_time, short_count
from entire.core import clock
from entire.core.text import count, one_line
from entire.transcript.usage import total
from entire.web.story import plain
from entire.web.story.edits import GAP, DiffLine, left_out
from entire.web.story.escaping import escaped
from entire.web.story.gather import Chapter, Talk, title
from entire.web.story.markdown import rendered
from entire.web.story.text import shortened, visible
from entire.web.templating import make_environment

FOLDER = Path(__file__).parents[1]
_SHA = 7
_SHORT_ID = 12
_TOGETHER = 500  # items of a conversation
_NARROW, _LOW = 30, 15  # characters and lines that fit everywhere, without scrolling
_TAG = re.compile("<style>[^<]*</style>|<[^>]*>")


class Look(NamedTuple):
    """How a story is shown where it is shown."""

    number: int = 1  # of the chapter: its ids differ from those of others
    utc: bool = False  # times as everywhere, not as on this machine
    more: Callable[[int, int], str] | None = None  # address of the rest: session, and position in it
    prompts: Callable[[int], str] | None = None  # address of all prompts of a session
    file: Callable[[str], str] | None = None  # address of a file
    commit: Callable[[str], str] | None = None  # address of a commit
    counted: str = ""  # address of the same, with what it took


PLAIN = Look()
PARTS = ("head", "index", "talks", "changes")  # of a chapter


def chapter(found: Chapter, look: Look = PLAIN) -> Markup:
    """The body of a checkpoint's page."""
    parts = {name: part(name, found, look) for name in PARTS}
    return Markup(environment().get_template("story/body.html").render(parts=parts))


def part(name: str, found: Chapter, look: Look = PLAIN, *, text: bool = False) -> list[Markup]:
    """One of PARTS, in pieces. ``text``: with next to no tags; the index is left out."""
    if name == "talks" and not text:
        return [*_talks(found, look)]
    return [_render(f"plain_{name}" if text else name, found=found, look=look)]


def _talks(found: Chapter, look: Look) -> Iterator[Markup]:
    yield _render("summaries", found=found)
    for session, (part, talk) in enumerate(zip(found.detail.sessions, found.talks, strict=True)):
        place = {"part": part, "talk": talk, "session": session, "look": look}
        yield _render("talk_head", **place)
        yield from _items(talk, session, look)
        yield _render("talk_end", **place)


def piece(found: Talk, session: int, look: Look = PLAIN) -> Markup:
    """A piece of a conversation, to be put after the piece before it. ``session``: its number, from 0."""
    more = _render("more", talk=found, session=session, look=look)
    return Markup("").join([*_items(found, session, look), more])


def _items(talk: Talk, session: int, look: Look) -> Iterator[Markup]:
    """Some at a time: a template has what it makes in memory more than once."""
    for at in range(0, len(talk.items), _TOGETHER):
        some = talk.items[at : at + _TOGETHER]
        yield _render("items", list=some, place=f"{look.number}-{session}", look=look, named=True)


def style() -> str:
    """The stylesheet, for files that have to contain it."""
    return (FOLDER / "static" / "story.css").read_text(encoding="utf-8")


def _render(macro: str, **facts: Any) -> Markup:
    module = environment().get_template("story/chapter.html").module
    return Markup(getattr(module, macro)(**facts))


@functools.cache
def environment() -> Environment:
    found = make_environment()
    found.filters |= {
        "text": escaped,
        "line": lambda text: escaped(one_line(visible(text))),
        "markdown": rendered,
        "typed": functools.partial(rendered, breaks=True),
        "diff": diff,
        "scrolls": scrolls,
        "plain_facts": plain.facts_line,
        "plain_talks": plain.talks,
        "plain_changes": plain.changes,
        "output": lambda text: escaped(shortened(text.strip("\n"), *plain.OUTPUT)),
        "outcome": outcome,
        "count": count,
        "left_out": left_out,
        "short_count": short_count,
        "dollars": dollars,
        "duration": duration,
        "total": total,
        "sha": lambda oid: oid[:_SHA],
        "id": lambda oid: oid[:_SHORT_ID],
        "person": lambda author: escaped(one_line(visible(author.partition(" <")[0]))),
        "learned": learned,
        "title": title,
    }
    found.globals |= {"when": when, "owners": owners, "cut": CUT}
    return found


def when(text: str, look: Look) -> Markup:
    """A time, to the minute."""
    seconds = clock.timestamp(text)
    if seconds is None:
        return Markup("")
    moment = time.gmtime(seconds)
    if look.utc:
        return Markup(time.strftime("%Y-%m-%d %H:%M UTC", moment))
    machine = time.strftime("%Y-%m-%dT%H:%MZ", moment)
    return Markup("<time datetime={}>{}</time>").format(machine, plain_time(text)[:16])


def excess(pieces: Iterable[str]) -> int:
    """By how many bytes our HTML is larger than twice the text that it shows."""
    return sum(len(piece.encode()) - 2 * len(html.unescape(_TAG.sub("", piece)).encode()) for piece in pieces)


def owners(parts: Sequence[int]) -> list[tuple[str, int, float]]:
    """Whose lines, how many and how much of all of them, for a bar."""
    everything = sum(parts)
    names = ("agent", "human", "unknown")
    return [(name, part, 100 * part / everything) for name, part in zip(names, parts, strict=True) if part]


def diff(lines: Sequence[DiffLine]) -> Markup:
    """Lines that belong together share a tag. An owner is named where it is another one than before."""
    out, before = Markup(""), ""
    for (sign, who, name), run in groupby(lines, key=_group):
        some = list(run)
        if sign == GAP:
            out += Markup("<b>line {}</b>").format(some[0].line)
            continue
        text = escaped("".join(f"{sign}{line.text}\n" for line in some))
        if sign == ADDED and who:
            named = Markup(' data-who="{}"').format(name) if name != before else ""
            out += Markup("<ins class={}{}>{}</ins>").format(who, named, text)
            before = name
        elif sign in (ADDED, REMOVED):
            tag = "ins" if sign == ADDED else "del"
            out += Markup(f"<{tag}>{{}}</{tag}>").format(text)
        else:
            out += text
    return out


def scrolls(lines: Sequence[DiffLine]) -> bool:
    """Whether a diff may be too wide or too high for its place: then it can be reached by keys."""
    return len(lines) > _LOW or any(len(line.text) > _NARROW for line in lines)


def _group(line: DiffLine) -> tuple[str, str, str]:
    if line.sign != ADDED or not line.who:
        return line.sign, "", ""
    names = {"human": "by hand", "unknown": "unknown"}
    name = f"{visible(line.agent)}, turn {line.turn}" if line.turn else visible(line.agent)
    return line.sign, line.who, names.get(line.who) or name
