"""Checkpoint: the conversation that led to a commit, and what the commit changed; a step in the same way."""

from __future__ import annotations

from functools import partial

from entire.checkpoint.committed.read import place_of_session
from entire.checkpoint.model import SessionContent
from entire.cli.commands.explain import find
from entire.cli.commands.explain.detail_facts import keep_counts
from entire.cli.commands.explain.find import Found
from entire.core.errors import EntireError
from entire.transcript.cursor import position_of
from entire.web.pages import prompts
from entire.web.story import gather, html
from entire.web.story.gather import FIRST, FULL, LARGEST_PIECE, Chapter, Talk, title
from entire.web.story.html import Look
from entire.web.story.reading import EVERYTHING, Conversation, Prompt
from entire.web.view import Goto, Page, View


def show(view: View) -> Page | Goto:
    """The beginning of the conversation, a later piece of it, or the way to a turn."""
    found = find.by_id(view.index, view.text("id"))
    if found.step is not None:
        return Goto(view.to.step(found.step.commit_hash))
    id = found.checkpoint_id
    if view.text("session"):
        return Goto(_turn(view, id))
    if view.number("prompts"):
        return _prompts(view, id)
    if view.number("from"):
        part = view.number("part")
        return _piece(view, gather.talk(view.index, id, part, view.number("from")), part, id, _look(view, id))
    chapter = gather.checkpoint(view.index, id, most=FIRST, count=bool(view.number("count")))
    return _page(chapter, _look(view, id))


def _page(chapter: Chapter, look: Look) -> Page:
    detail = chapter.detail
    facts = {
        "body": html.chapter(chapter, look),
        "sessions": [part.session_id for part in detail.sessions if part.session_id],
        "commit": detail.commits[0].commit if detail.commits else "",
    }
    return Page("checkpoint.html", title(chapter), facts)


def show_step(view: View) -> Page | Goto:
    found = find.by_id(view.index, view.text("id"))
    if found.step is None:
        return Goto(view.to.checkpoint(found.checkpoint_id))
    oid, start = found.step.commit_hash, view.number("from")
    most = EVERYTHING if view.number("prompts") else FIRST
    chapter = gather.step(view.index, found.step, found.base, most=most, start=start)
    look = _look_at_step(view, found)
    if view.number("prompts"):
        return prompts.show(view, partial(_some, chapter.talks[0].prompts), 0, partial(view.to.step, oid))
    if start:
        return _piece(view, chapter.talks[0], 0, oid, look)
    return _page(chapter, look)


def _some(asked: list[Prompt], skip: int, most: int) -> tuple[list[Prompt], int]:
    return asked[skip : skip + most], len(asked)


def _piece(view: View, talk: Talk, part: int, id: str, look: Look) -> Page:
    facts = {"piece": html.piece(talk, part, look), "part": part, "id": id}
    return Page("piece.html", "Conversation", facts)


def _look(view: View, id: str) -> Look:
    return Look(
        more=lambda part, position: view.to.checkpoint(id, part=part, **{"from": position}),
        prompts=lambda part: view.to.checkpoint(id, prompts=part + 1),
        file=view.to.file,
        commit=view.to.commit,
        counted=view.to.checkpoint(id, count=1),
    )


def _look_at_step(view: View, found: Found) -> Look:
    assert found.step is not None
    oid = found.step.commit_hash
    return Look(
        more=lambda part, position: view.to.step(oid, **{"from": position}),
        prompts=lambda part: view.to.step(oid, prompts=part + 1),
    )


def _turn(view: View, id: str) -> str:
    """The address of a turn: its number in the checkpoint, or the line of its prompt. Raises EntireError."""
    part = place_of_session(view.objects, id, view.text("session"))
    content = gather.content(view.index, id, part) if part is not None else None
    if part is None or content is None or content.metadata.session_id != view.text("session"):
        raise EntireError("the checkpoint has no such session")
    conversation = _conversation(content)
    position = position_of(view.number("line"))
    if view.number("turn"):
        position = conversation.place_of_prompt(view.number("turn"))
    end = conversation.piece(0, FIRST, LARGEST_PIECE).next
    keep_counts(view.index, content)
    anchor = f"#p1-{part}-{position}"
    if position and (part >= FULL or (end and position >= end)):
        return view.to.checkpoint(id, part=part, **{"from": position}) + anchor
    return view.to.checkpoint(id) + anchor


def _prompts(view: View, id: str) -> Page:
    part = view.number("prompts") - 1
    content = gather.content(view.index, id, part)
    page = prompts.show(view, _conversation(content).some_prompts, part, partial(view.to.checkpoint, id))
    keep_counts(view.index, content)
    return page


def _conversation(content: SessionContent) -> Conversation:
    metadata = content.metadata
    return Conversation(
        content.records or content.transcript, metadata.agent, metadata.get_transcript_start()
    )
