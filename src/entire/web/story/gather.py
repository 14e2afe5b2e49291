"""What the story of a checkpoint is made of: its facts, its conversations, and what it changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from entire.agent import shown
from entire.agent.entries import USER, Entry
from entire.checkpoint.committed.read import read_session_contents
from entire.checkpoint.errors import CheckpointNotFound
from entire.checkpoint.index.index import Index
from entire.checkpoint.model import SessionContent
from entire.checkpoint.segments_read import part_ids
from entire.checkpoint.temporary.read import TemporaryCheckpointInfo
from entire.cli.commands.explain import detail_facts, step_facts, subagents
from entire.cli.commands.explain.detail_facts import Detail, intent
from entire.core.text import one_line
from entire.git.errors import GitError
from entire.git.objects.read import SMALL
from entire.web.story import changes
from entire.web.story.changes import FileChange
from entire.web.story.reading import EVERYTHING, Conversation, Item, Piece, Prompt

FIRST = 150_000  # characters of a conversation that a page shows at once
MOST_PROMPTS = 100  # beside it
_BESIDE = 4_000_000  # bytes that they are looked for in
_COUNTED = 4_000_000  # bytes of transcripts whose turns, tokens and cost are counted at once
_TITLE = 100
_MOST_BELOW = 200_000  # of a subagent's

Clean = Callable[[bytes], bytes]


class Talk(NamedTuple):
    """The conversation of one session, or a piece of it."""

    prompts: list[Prompt]  # of a piece, the first ones
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


def _as_it_is(data: bytes) -> bytes:
    return data


def checkpoint(
    index: Index,
    checkpoint_id: str,
    *,
    most: int = EVERYTHING,
    clean: Clean = _as_it_is,
    count: bool = True,
) -> Chapter:
    """Read a checkpoint. Raises CheckpointNotFound.

    ``most``: characters of each conversation; if there is a limit, no more of a long one is read.
    ``clean`` is applied to transcripts before they are read. ``count``: what it took, even if that is slow.
    """
    contents: list[tuple[Conversation, int]] = []
    below: dict[str, list[Item]] = {}

    def read(content: SessionContent, full: bool) -> list[Entry]:
        agent = content.metadata.agent
        if not contents:
            below.update(_below(subagents.stored_in_checkpoint(index.objects, checkpoint_id), agent, clean))
        start = content.metadata.get_transcript_start()
        transcript = clean(content.transcript)
        place = shown.directory(transcript, agent)
        source = content.records or transcript
        contents.append((Conversation(source, agent, start, directory=place, below=below), start))
        return []

    is_counted = count or _is_soon_counted(index, checkpoint_id)
    counts = index.record_counts if most < EVERYTHING else None
    detail = detail_facts.gather(index, checkpoint_id, read=read, counts=counts, count=is_counted)
    talks = [_talk(conversation, start, most) for conversation, start in contents]
    talks = [
        one if one.items else one._replace(items=[Item(Entry(USER, prompt)) for prompt in part.prompts])
        for one, part in zip(talks, detail.sessions, strict=True)
    ]  # of a part that begins after the end of the transcript, only the prompts are known
    commit = detail.commits[0].commit if detail.commits else ""
    return Chapter(detail, talks, changes.of_commit(index, commit) if commit else [], is_counted)


def talk(index: Index, checkpoint_id: str, session: int, start: int, most: int = FIRST) -> Talk:
    """A piece of a conversation, without the prompts. Raises CheckpointNotFound.

    ``session``: its number among those of the checkpoint, from 0.
    """
    for number, content in enumerate(contents(index, checkpoint_id)):
        if number == session:
            agent = content.metadata.agent
            conversation = Conversation(
                content.records or content.transcript,
                agent,
                content.metadata.get_transcript_start(),
                directory=shown.directory(content.transcript, agent),
                below=_below(subagents.stored_in_checkpoint(index.objects, checkpoint_id), agent, _as_it_is),
            )
            piece = conversation.piece(start, most)
            keep_counts(index, content)
            return Talk([], piece.items, piece.next, start)
    raise CheckpointNotFound(f"checkpoint {checkpoint_id} has no session number {session}")


def contents(index: Index, checkpoint_id: str) -> Iterator[SessionContent]:
    """The sessions of a checkpoint, long ones on demand. Raises CheckpointNotFound."""
    return read_session_contents(index.objects, checkpoint_id, index.record_counts)


def keep_counts(index: Index, content: SessionContent) -> None:
    """Keep how many records segments have, so that they need not be read to find a place after them."""
    if content.records is not None:
        index.keep_record_counts(content.records.counted)


def _is_soon_counted(index: Index, checkpoint_id: str) -> bool:
    """Whether it is known what a checkpoint took, or its transcripts are short."""
    tree = index.trees([checkpoint_id]).get(checkpoint_id, "")
    if not tree or index.derived([tree]):
        return True
    folders = [entry.oid for entry in index.objects.tree(tree, SMALL).values() if entry.is_tree]
    oids = [oid for folder in folders for oid in part_ids(index.objects, folder)]
    try:
        return sum(index.objects.sizes(oids).values()) <= _COUNTED
    except GitError:  # in a partial clone, git tried to fetch them
        return True


def step(
    index: Index,
    info: TemporaryCheckpointInfo,
    base: str,
    *,
    most: int = EVERYTHING,
    start: int = 0,
    clean: Clean = _as_it_is,
) -> Chapter:
    """Read a step."""
    talks: list[Talk] = []

    def read(transcript: bytes, agent: str, begins: int) -> list[Entry]:
        stored = subagents.stored_in_step(index.objects, info.commit_hash, info.session_id)
        below, data = _below(stored, agent, clean), clean(transcript)
        place = shown.directory(data, agent)
        talks.append(
            _talk(Conversation(data, agent, begins, directory=place, below=below), start or begins, most)
        )
        return []

    detail = step_facts.gather(index.repo, index.objects, info, base, read=read)
    before = index.objects.commit(info.parent or base)
    after = index.objects.commit(info.commit_hash)
    changed = (
        changes.between(index.repo, index.objects, before.tree, after.tree)
        if before is not None and after is not None
        else []
    )
    return Chapter(detail, talks, changed)


def _talk(conversation: Conversation, start: int, most: int) -> Talk:
    piece: Piece = conversation.piece(start, most)
    if most == EVERYTHING:
        return Talk(conversation.prompts(), piece.items, piece.next, start)
    prompts, more = conversation.first_prompts(MOST_PROMPTS, _BESIDE)
    return Talk(prompts, piece.items, piece.next, start, more)


def _below(stored: Iterable[tuple[str, bytes]], agent: str, clean: Clean) -> dict[str, list[Item]]:
    found = {
        id: Conversation(clean(data), agent, subagent=True).piece(0, _MOST_BELOW).items for id, data in stored
    }
    return {id: items for id, items in found.items() if items}
