"""Write what was planned: checkpoints with redacted conversations, then the links of their commits (I2)."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Mapping, Sequence
from types import TracebackType

from entire import redact
from entire.attribution import lines_file
from entire.attribution import owner as owning
from entire.attribution.owner import AGENT, UNKNOWN, FileLines, LeftOut, Lines, Owned, Owner
from entire.attribution.replay import Replayed
from entire.attribution.totals import calculate_attribution
from entire.checkpoint.committed import slots
from entire.checkpoint.committed.write import WriteCommittedOptions, write_committed
from entire.checkpoint.model import IMPORTED, InitialAttribution
from entire.checkpoint.names import CHECKPOINTS_REF, NOTES_REF
from entire.checkpoint.relinked import add_links
from entire.checkpoint.segments import Transcript
from entire.core import clock, files, links
from entire.core.paths import STATE_DIR
from entire.git import identity
from entire.git.notes import read_note
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.imports import commits, journal
from entire.imports.journal import Planned
from entire.imports.plan import Link, Part, Plan
from entire.imports.read import Conversation, Progress
from entire.session.store import Store
from entire.transcript import reader
from entire.transcript.cursor import Cursor, number_of

_FOLDER = "importing"
_UNMATCHED = Owner(UNKNOWN, why=owning.IMPORTED)


def apply(repo: Repository, objects: Objects, plan: Plan, progress: Progress) -> None:
    """Write the sessions that are missing, and link the commits."""
    author = identity.get_git_author_from_repo(repo)
    store = Store(repo)
    with store.lock():
        planned = [
            Planned(link.commit.oid, link.checkpoint_id, _missing(objects, link)) for link in plan.links
        ]
        run = journal.begin(repo, objects, planned)
    with _Copies(repo) as copies:
        for number, (link, one) in enumerate(zip(plan.links, planned, strict=True), 1):
            progress("checkpoints", number)
            if one.session_ids:
                options = [each for each in _options(link, copies) if each.session_id in one.session_ids]
                with store.lock():
                    write_committed(repo, objects, options, author)
    with store.lock():
        links = {link.commit.oid: [link.checkpoint_id] for link in plan.links}
        add_links(repo, objects, links, author)
        journal.end(repo, run)


def finish(repo: Repository, objects: Objects) -> None:
    """Note the end of an import that was killed when it had linked all its commits."""
    with Store(repo).lock():
        found = journal.load(repo)
        if found.is_open and _is_written(objects, found.runs[-1].checkpoints):
            journal.end(repo, found)


def _is_written(objects: Objects, checkpoints: Mapping[str, str]) -> bool:
    """Whether the notes of these checkpoints' commits name them, as links or as links that were removed."""
    tip = objects.commit(NOTES_REF)
    return tip is not None and all(
        checkpoint_id in read_note(objects, tip.tree, commit) for checkpoint_id, commit in checkpoints.items()
    )


def _missing(objects: Objects, link: Link) -> list[str]:
    """The sessions that the checkpoint lacks. A killed import, or another clone, may have written some."""
    tip = objects.commit(CHECKPOINTS_REF)
    found = slots.find(objects, tip.tree, link.checkpoint_id) if tip is not None else None
    there = {slot.session_id for slot in found.slots if slot is not None} if found is not None else set()
    return [id for part in link.parts if (id := part.conversation.session_id) not in there]


def _options(link: Link, copies: _Copies) -> list[WriteCommittedOptions]:
    lines = owners(link, copies)
    attribution = _attribution(lines)
    created = clock.rfc3339(link.commit.time) if link.commit.time > 0 else ""
    return [
        copies.of(part.conversation)
        .part(part, link)
        .replace(lines=lines_file.encode(lines), initial_attribution=attribution, created_at=created)
        for part in link.parts
    ]


def _attribution(lines: Lines) -> InitialAttribution:
    return calculate_attribution(Replayed(lines, 0))


def owners(link: Link, copies: _Copies) -> Lines:
    """Who wrote the lines that the commit adds: the conversations that wrote them, or nobody knows."""
    turns: dict[tuple[str, int], Owner] = {}
    for part in reversed(link.parts):
        copy = copies.of(part.conversation)
        turns |= {key: copy.owner(position) for key, position in part.credit.lines.items()}
    found, left_out = [], []
    for change in link.patches:
        if change.left_out:
            left_out.append(LeftOut(change.new_path, change.left_out))
        numbers = commits.added_numbers(change)
        if numbers:
            owned = [turns.get((change.new_path, at), _UNMATCHED) for at in range(len(numbers))]
            found.append(FileLines(change.new_path, change.new_oid, _ranges(numbers, owned)))
    return Lines(tuple(found), tuple(left_out))


def _ranges(numbers: Sequence[int], owned: Sequence[Owner]) -> tuple[Owned, ...]:
    found: list[Owned] = []
    for number, owner in zip(numbers, owned, strict=True):
        if found and found[-1].last + 1 == number and found[-1].owner == owner:
            found[-1] = found[-1].replace(last=number)
        else:
            found.append(Owned(number, number, owner))
    return tuple(found)


class _Copy:
    """A conversation, read and redacted as hooks do it, in a file."""

    def __init__(self, conversation: Conversation, path: str) -> None:
        self._conversation = conversation
        self._agent = conversation.agent
        self._path = path
        context = reader.ReadContext(self._agent, redact.redact_jsonl, redact.rules_version())
        self._cursor = Cursor(path=conversation.path, rules=context.rules)
        reader.advance(self._cursor, path, context)

    def part(self, part: Part, link: Link) -> WriteCommittedOptions:
        turns = [turn for turn in self._cursor.turns if part.start <= turn.position < part.end]
        records = self._agent.layout().records_at(self._path, turns)
        return WriteCommittedOptions(
            checkpoint_id=link.checkpoint_id,
            session_id=self._conversation.session_id,
            transcript=self._transcript(part.end),
            prompts=[text for record in records if (text := self._agent.prompt_of(record))],
            files_touched=part.credit.paths,
            agent=self._agent.TYPE,
            model=self._cursor.model,
            transcript_identifier_at_start=self._cursor.id_before(part.start) if part.start else "",
            checkpoint_transcript_start=part.start,
            token_transcript_start=part.token_start,
            token_usage=part.usage,
            commit_subject=link.commit.subject,
            kind=IMPORTED,
            commit_sha=link.commit.oid,
            confidence=part.credit.confidence,
        )

    def _transcript(self, end: int) -> Transcript:
        with open(self._path, "rb") as file:
            data = file.read()
        layout = self._agent.layout()
        text = layout.cut(data, end) if end < self._cursor.position else data
        sealed, still_open = layout.chunks(0, text)
        content_hash = f"sha256:{hashlib.sha256(text).hexdigest()}"
        return Transcript((*sealed, *still_open), content_hash, len(sealed))

    def owner(self, position: int) -> Owner:
        """The turn of a position."""
        turns = [turn for turn in self._cursor.turns if turn.position <= position]
        agent, model = self._agent.TYPE, self._cursor.model
        session_id = self._conversation.session_id
        if not turns:
            return Owner(AGENT, session_id, 0, agent, model, why=owning.IMPORTED)
        record = next(iter(self._agent.layout().records_at(self._path, turns[-1:])), None)
        prompt_id = self._agent.record_id(record) if record is not None else ""
        prompt_line = number_of(turns[-1].position)
        return Owner(AGENT, session_id, len(turns), agent, model, prompt_line, prompt_id, owning.IMPORTED)


class _Copies:
    """Copies are made when they are needed, in a folder that is removed at the end, or by the next import."""

    def __init__(self, repo: Repository) -> None:
        self._folder = os.path.join(repo.common_dir, STATE_DIR, _FOLDER)
        self._copies: dict[str, _Copy] = {}

    def __enter__(self) -> _Copies:
        self._remove()
        files.make_dir(self._folder, 0o700)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._remove()

    def _remove(self) -> None:
        links.check(self._folder)
        shutil.rmtree(self._folder, ignore_errors=True)

    def of(self, conversation: Conversation) -> _Copy:
        key = f"{conversation.agent.NAME}\0{conversation.session_id}"
        if key not in self._copies:
            path = os.path.join(self._folder, str(len(self._copies)))
            self._copies[key] = _Copy(conversation, path)
        return self._copies[key]
