"""What the story of a checkpoint is made of: its facts, its conversations, and what it changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from entire.agent import shown
from entire.agent.entries import RECORD, USER, Entry
from entire.agent.room import Records, Room
from entire.checkpoint.committed.read import read_session_contents
from entire.checkpoint.errors import CheckpointNotFound
from entire.checkpoint.index.index import Index
from entire.checkpoint.model import SessionContent
from entire.checkpoint.temporary.read import TemporaryCheckpointInfo
from entire.cli.commands.explain import detail_facts, step_facts, subagents
from entire.cli.commands.explain.detail_facts import CUT, Detail, intent, keep_counts
from entire.core.text import one_line
from entire.web.story import changes, soon
from entire.web.story.changes import FileChange
from entire.web.story.cleaned import Clean, Cleaned
from entire.web.story.reading import EVERYTHING, Conversation, Item, Piece, Prompt, endless

FIRST = 150_000  # characters of a conversation that a page shows at once
LARGEST_PIECE = 4_000_000  # and the bytes that they are looked for in
FULL = 4  # so many conversations of a checkpoint can have as much as that; of all others, there is less
MOST_PROMPTS = 100  # beside it
_BESIDE = 4_000_000  # bytes that they are looked for in
_TITLE = 100
_MOST_BELOW = 200_000  # of a subagent's, on a page


class Talk(NamedTuple):
    """The conversation of one session, or a piece of it."""

    prompts: list[Prompt]  # of a piece, the first ones; of a whole conversation, none
    items: list[Item]
    next: int = 0  # where the next piece starts; 0 if this is the last one
    start: int = 0  # where this piece starts
    more_prompts: bool = False  # there may be more


class Chapter(NamedTuple):
    """A checkpoint or a step. Its entries are in ``talks``, in the order of its sessions."""

    detail: Detail
    talks: list[Talk]
    changes: list[FileChange]
    counted: bool = True  # if not, its turns, tokens and cost are not known: to count them takes long


def title(chapter: Chapter) -> str:
    """What it is about: the commit, or else what was asked for."""
    detail = chapter.detail
    if detail.commits:
        return one_line(detail.commits[0].subject)
    asked = (item.entry.text for talk in chapter.talks for item in talk.items if item.entry.kind == USER)
    wanted = next((intent(part) for part in detail.sessions), "") or next(asked, "")
    return one_line(wanted, _TITLE) or "No prompt"


class _Page:
    """How much of conversations it can still show."""

    def __init__(self) -> None:
        self.characters = FULL * FIRST
        self.bytes = FULL * LARGEST_PIECE

    def piece(self, conversation: Conversation, start: int, most: int) -> Piece:
        """At least the first record, so that it can be asked for more."""
        characters, read = min(most, self.characters), min(LARGEST_PIECE, self.bytes)
        piece = conversation.piece(start, max(1, characters), max(0, read))
        self.characters -= min(FIRST, piece.size)
        self.bytes -= min(LARGEST_PIECE, conversation.taken)
        return piece


def checkpoint(
    index: Index,
    checkpoint_id: str,
    *,
    most: int = EVERYTHING,
    room: Room | None = None,
    clean: Clean | None = None,
    count: bool = True,
) -> Chapter:
    """Read a checkpoint. Raises CheckpointNotFound.

    ``most``: characters of each conversation. ``clean`` is applied to transcripts before they are read.
    ``count``: what it took, even if that is slow.
    """
    talks: list[Talk] = []
    below: dict[str, list[Item]] = {}
    page = _Page()

    def read(content: SessionContent, room: Room) -> list[Entry]:
        agent = content.metadata.agent
        if not talks:
            stored = subagents.stored_in_checkpoint(index.objects, checkpoint_id)
            below.update(_below(stored, agent, clean, most, room))
        if content.records is not None and page.bytes <= 0:
            content.records.leave_out()
        conversation = _conversation(content, clean, below, room)
        talks.append(_talk(conversation, content.metadata.get_transcript_start(), most, page))
        return []

    is_counted = count or soon.is_soon_counted(index, checkpoint_id)
    detail = detail_facts.gather(index, checkpoint_id, room or endless(), read=read, count=is_counted)
    talks = [
        one if one.items or part.cut else one._replace(items=_asked(part.prompts))
        for one, part in zip(talks, detail.sessions, strict=True)
    ]  # of a part that begins after the end of the transcript, only the prompts are known
    commit = detail.commits[0].commit if detail.commits else ""
    return Chapter(detail, talks, changes.of_commit(index, commit) if commit else [], is_counted)


def _asked(prompts: Iterable[str]) -> list[Item]:
    return [Item(Entry(USER, prompt)) for prompt in prompts]


def _conversation(
    content: SessionContent, clean: Clean | None, below: Mapping[str, Sequence[Item]], room: Room
) -> Conversation:
    agent, transcript = content.metadata.agent, content.transcript  # of a long one, the beginning
    records: Records | None = content.records
    if clean is not None:
        transcript = clean(transcript)
        records = Cleaned(records, clean) if records is not None else None
    return Conversation(
        transcript if records is None else records,
        agent,
        content.metadata.get_transcript_start(),
        directory=shown.directory(transcript, agent),
        below=below,
        room=room,
    )


def talk(index: Index, checkpoint_id: str, session: int, start: int, most: int = FIRST) -> Talk:
    """A piece of a conversation, without the prompts. Raises CheckpointNotFound.

    ``session``: its number among those of the checkpoint, from 0.
    """
    found = content(index, checkpoint_id, session)
    stored = subagents.stored_in_checkpoint(index.objects, checkpoint_id)
    room = endless()
    conversation = _conversation(found, None, _below(stored, found.metadata.agent, None, most, room), room)
    piece = conversation.piece(start, most, LARGEST_PIECE)
    keep_counts(index, found)
    return Talk([], piece.items, piece.next, start)


def content(index: Index, checkpoint_id: str, session: int) -> SessionContent:
    """A session of a checkpoint, a long one on demand. Raises CheckpointNotFound."""
    found = read_session_contents(index.objects, checkpoint_id, index.record_counts, only=session)
    for one in found:
        return one
    raise CheckpointNotFound(f"checkpoint {checkpoint_id} has no session number {session}")


def step(
    index: Index,
    info: TemporaryCheckpointInfo,
    base: str,
    *,
    most: int = EVERYTHING,
    room: Room | None = None,
    start: int = 0,
    clean: Clean | None = None,
) -> Chapter:
    """Read a step."""
    talks: list[Talk] = []

    def read(transcript: bytes, agent: str, room: Room, begins: int) -> list[Entry]:
        stored = subagents.stored_in_step(index.objects, info.commit_hash, info.session_id)
        below = _below(stored, agent, clean, most, room)
        data = clean(transcript) if clean else transcript
        place = shown.directory(data, agent)
        conversation = Conversation(data, agent, begins, directory=place, below=below, room=room)
        talks.append(_talk(conversation, start or begins, most, _Page()))
        return []

    detail = step_facts.gather(index.repo, index.objects, info, base, room or endless(), read=read)
    before = index.objects.commit(info.parent or base)
    after = index.objects.commit(info.commit_hash)
    changed = (
        changes.between(index.repo, index.objects, before.tree, after.tree)
        if before is not None and after is not None
        else []
    )
    return Chapter(detail, talks, changed)


def _talk(conversation: Conversation, start: int, most: int, page: _Page) -> Talk:
    if most == EVERYTHING:
        piece = conversation.piece(start)
        return Talk([], piece.items, piece.next, start)
    piece = page.piece(conversation, start, most)
    prompts, more = conversation.first_prompts(MOST_PROMPTS, _BESIDE)
    return Talk(prompts, piece.items, piece.next, start, more)


def _below(
    stored: Iterable[tuple[str, bytes]], agent: str, clean: Clean | None, most: int, room: Room
) -> dict[str, list[Item]]:
    """What subagents said. ``most``: characters of the conversation that they belong to."""
    found = {}
    with room.quarter() as part:
        for id, data in stored:
            cut_count = part.cut_count
            conversation = Conversation(clean(data) if clean else data, agent, subagent=True, room=part)
            piece = conversation.piece(0, max(most, _MOST_BELOW))
            is_cut = bool(piece.next) or part.cut_count > cut_count
            if piece.items or is_cut:
                found[id] = [*piece.items, *([Item(Entry(RECORD, CUT))] if is_cut else [])]
    return found
