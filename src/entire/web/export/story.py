"""The story of a change: its checkpoints in order, redacted by the newest rules."""

from __future__ import annotations

from typing import NamedTuple

from entire import redact
from entire.agent.room import Room
from entire.checkpoint.index.index import Index
from entire.cli import too_large
from entire.cli.commands.explain.find import Found
from entire.cli.commit_row import CommitRow
from entire.web.export import cleaning, public
from entire.web.export.find import Chosen
from entire.web.story import gather
from entire.web.story.gather import Chapter
from entire.web.story.reading import prompts_of


class Story(NamedTuple):
    chapters: list[Chapter]  # oldest first
    unlinked: list[CommitRow]  # commits of a range that have no checkpoint
    session: str = ""  # the id of the session, if it is about one
    public: bool = False  # nobody is named
    absent: list[CommitRow] = []  # commits of a range whose checkpoints are not all in this clone
    missing: list[str] = []  # these checkpoints


def gather_story(index: Index, chosen: Chosen, *, anonymous: bool) -> Story:
    """Read it. ``anonymous``: without people, machines and the places where they keep the repository."""
    room = Room()
    chapters = [_chapter(index, found, chosen.session, room) for found in chosen.found]
    too_large.mention_cut(room)
    unlinked, absent = cleaning.redacted((chosen.unlinked, chosen.absent))
    story = Story(chapters, unlinked, chosen.session, anonymous, absent, chosen.missing)
    return public.without_names(story, public.names_of(index.repo, story)) if anonymous else story


def _chapter(index: Index, found: Found, session: str, room: Room) -> Chapter:
    chapter = cleaning.redacted(_of_session(_read(index, found, room), session))
    return chapter._replace(talks=[talk._replace(prompts=prompts_of(talk.items)) for talk in chapter.talks])


def _read(index: Index, found: Found, room: Room) -> Chapter:
    if found.step is not None:
        return gather.step(index, found.step, found.base, room=room, clean=redact.redact_jsonl)
    return gather.checkpoint(index, found.checkpoint_id, room=room, clean=redact.redact_jsonl)


def _of_session(chapter: Chapter, session: str) -> Chapter:
    """Only this session's part of a checkpoint."""
    parts = [
        (part, talk)
        for part, talk in zip(chapter.detail.sessions, chapter.talks, strict=True)
        if part.session_id == session or not session
    ]
    detail = chapter.detail._replace(sessions=[part for part, _ in parts])
    return chapter._replace(detail=detail, talks=[talk for _, talk in parts])
