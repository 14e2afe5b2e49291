"""Pages as HTML: templates, and how they show times and numbers. Everything in them is escaped."""

from __future__ import annotations

import functools
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from entire import __version__
from entire.cli.money import dollars
from entire.cli.ui.screen import duration, long_age, plain_time, short_age, short_count
from entire.core import clock
from entire.core.text import count, one_line
from entire.transcript.usage import total
from entire.web.story.markdown import rendered
from entire.web.story.text import visible
from entire.web.templating import make_environment


@functools.cache
def environment() -> Environment:
    found = make_environment()
    found.filters |= {
        "line": one_line,
        "plain": visible,
        "markdown": rendered,
        "typed": functools.partial(rendered, breaks=True),
        "count": count,
        "short_count": short_count,
        "dollars": dollars,
        "duration": duration,
        "percent": percent,
        "person": person,
        "exact": plain_time,
        "tokens": total,
        "sha": lambda oid: oid[:7],
    }
    found.globals |= {"version": __version__, "when": when}
    return found


def html(template: str, **facts: Any) -> str:
    return environment().get_template(template).render(facts)


def percent(share: float | None) -> str:
    return "" if share is None else f"{round(share)} %"


def person(author: str) -> str:
    """`Ada` of `Ada <ada@example.com>`."""
    return one_line(author.partition(" <")[0])


def when(text: str, now: float, *, short: bool = False) -> Markup:
    """How long ago, with the time itself for those who point at it."""
    then = clock.timestamp(text)
    if then is None:
        return Markup("")
    age = short_age(now - then) if short else long_age(now - then)
    return Markup('<time datetime="{}" title="{}">{}</time>').format(text, plain_time(text), age)
