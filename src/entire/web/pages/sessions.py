"""Sessions: the list, and one session with its prompts, steps and checkpoints."""

from __future__ import annotations

from entire.cli.commands.session import detail_facts
from entire.cli.commands.session.facts import rows
from entire.cli.commands.session.recorded import add
from entire.strategy.sessions import get_session, list_sessions
from entire.web import filters
from entire.web.view import Page, View

_PAGE = 100
_PROMPTS = 200  # of a session on one page


def show(view: View) -> Page:
    chosen = filters.read(view)
    narrow = chosen.applied(view)
    known = list_sessions(view.index)
    found = narrow.sessions(known) if narrow is not None else known
    skip = view.number("skip")
    some = found[skip : skip + _PAGE]
    shown = add(view.index, some, rows(view.repo, some, [one.state.session_id for one in known]))
    more = len(found) > skip + _PAGE
    facts = {
        "filters": chosen,
        "agents": filters.agents(),
        "sessions": shown,
        "total": len(found),
        "older": view.to.sessions(skip=skip + _PAGE, **chosen.typed) if more else "",
    }
    return Page("sessions.html", "Sessions", facts)


def show_one(view: View) -> Page:
    sessions = list_sessions(view.index)
    known = [one.state.session_id for one in sessions]
    detail = detail_facts.gather(view.index, get_session(sessions, view.text("id")), known)
    skip = view.number("skip")
    more = len(detail.prompts) > skip + _PROMPTS
    facts = {
        "detail": detail,
        "session": detail.session,
        "prompts": detail.prompts[skip : skip + _PROMPTS],
        "skip": skip,
        "older": view.to.session(detail.session.session_id, skip=skip + _PROMPTS) if more else "",
    }
    return Page("session.html", f"Session {detail.session.short_id}", facts)
