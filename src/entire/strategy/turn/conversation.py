"""A session's conversation: its cursor, our redacted copy of the transcript, and what to store of it."""

from __future__ import annotations

import os

from entire import redact
from entire.agent import defaults, registry
from entire.checkpoint import segments
from entire.checkpoint.segments import Transcript
from entire.core import files, limits, log
from entire.core.errors import EntireError
from entire.core.paths import session_metadata_dir, to_relative, transcript_copy
from entire.git.errors import GitError, NotARepository
from entire.git.objects.write import Writer
from entire.git.repository import Repository, open_elsewhere
from entire.session import cursors, places
from entire.session.state import State, written_at
from entire.session.store import Store
from entire.transcript import reader
from entire.transcript.cursor import Cursor, Turn, position_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from entire.agent.protocol import Agent
    from entire.session.promises import End
    from entire.transcript.facts import Call, Command, Edit, Facts
    from entire.transcript.layout import Source


class Conversation:
    """Opened for one hook. `read` reads what is new, `save` stores how far it was read."""

    def __init__(
        self,
        repo: Repository,
        store: Store,
        state: State,
        clean: Callable[[bytes], bytes] = redact.redact_jsonl,
    ) -> None:
        self._repo = repo
        self._store = store
        self._state = state
        self._root = repo.worktree
        self._home = _home(repo, state)
        state.agent_type = registry.type_of_file(state.agent_type, state.transcript_path)
        self._agent: Agent | None = registry.by_type(state.agent_type, self._home)
        self._copy = self._home.path(transcript_copy(state.session_id))
        self._source: Source = self._agent or defaults
        self._context = reader.ReadContext(self._source, clean, redact.rules_version())
        self._written = state.transcript_time()
        self._as_of = written_at(store.path(state.session_id, ".cursor"))
        self.cursor = self._open()
        self._known = self.cursor.position  # what earlier hooks have read
        self._all: Cursor | None = None  # if `cursor` ends earlier
        self.turn_id = state.turn_id
        self._reports: list[Edit | Command | Call] = []
        self._below: dict[str, Facts | None] = {}  # of subagents' transcripts

    def _open(self) -> Cursor:
        """The stored cursor, or a new one that reads everything once."""
        cursor = cursors.load(self._store, self._state.session_id)
        path = self._state.transcript_path
        if self._agent is not None and path:
            self._agent.prepare_transcript(self._state.session_id, path)
        if reader.usable(cursor, path, self._copy, self._context):
            cursor.agree(self._state.token_transcript_start)
            return cursor
        if not cursor.path:
            return Cursor(path=path, rules=self._context.rules)
        log.info(
            "reading the transcript from the start",
            component="session",
            session_id=self._state.session_id,
        )
        from entire.transcript.rewritten import reopened  # rare

        return reopened(cursor, path, self._copy, self._context)

    def read(self) -> None:
        """Read what is new in the transcript, as far as the time of a hook allows; it stays read."""
        files.make_private_dir(self._home.worktree, session_metadata_dir(self._state.session_id))
        if self._state.counted_elsewhere:
            from entire.strategy.reference.counted import agree

            self.cursor = agree(self._repo, self._state, self.cursor)
        self._as_of = self._written
        start = self._state.token_transcript_start
        self._reports += reader.advance(self.cursor, self._copy, self._context, start)
        if not self.cursor.copy_bytes and not os.path.exists(self._state.transcript_path):
            from entire.strategy.reference.recovered import recover

            self.cursor = recover(self._home, self._state, self._copy, self._context) or self.cursor
        if self.cursor.unread:
            self.save()
            limits.leave_rest()
            log.debug(
                "transcript read in part",
                component="session",
                session_id=self._state.session_id,
                unread=self.cursor.unread,
            )

    def end_at(self, end: End) -> None:
        """From now on only what was said before ``end`` counts, if it is known where a turn began there."""
        later = next((turn for turn in self.cursor.turns if turn.position >= end.position), None)
        if later is not None and self._all is None:
            self._all, self.cursor = self.cursor, self.cursor.before(later, end.usage)
            self.turn_id = end.turn_id or self.turn_id

    @property
    def whole(self) -> Cursor:
        """With the turns after the last one that counts."""
        return self._all if self._all is not None else self.cursor

    @property
    def ends_early(self) -> bool:
        return self._all is not None

    def end_last(self, state: State) -> None:
        """Everything counts again. Only what was counted stays so."""
        if self._all is None:
            return
        early, self.cursor, self._all = self.cursor, self._all, None
        self.cursor.take_counted(early)
        start = state.checkpoint_transcript_start
        self.cursor.forget_files(start, state.unsaved_record)
        state.transcript_identifier_at_start = self.cursor.id_before(start)

    def seal(self, repo: Repository) -> None:
        """Store the segments that will not change, so that the next checkpoint has little to store."""
        transcript = self.transcript(hashed=False)
        if transcript is None or transcript.sealed == len(self.cursor.sealed_oids):
            return
        with Writer(repo) as writer:
            oids = segments.store(writer, transcript.replace(parts=transcript.parts[: transcript.sealed]))
        self.keep_segments(transcript, oids)

    def wait_for_rest(self, checkpoint_ids: list[str]) -> None:
        """Complete these checkpoints when the transcript is read as far as it goes now."""
        try:
            size = os.stat(self._state.transcript_path).st_size
        except OSError:
            size = 0
        self.cursor.wait_for(checkpoint_ids, size)

    def glance(self) -> list[str]:
        """The files of `turn_files`, and those that the unread part names. Stores nothing."""
        unread = reader.unread(self.cursor, self._source)
        return self._here([*self.turn_names(), *(unread.files if unread is not None else ())])

    def save(self, *, durable: bool = False) -> None:
        cursors.save(self._store, self._state.session_id, self.cursor, self._as_of, durable=durable)

    def transcript(self, *, hashed: bool) -> Transcript | None:
        """What to store: sealed segments by id, the rest by content; None if there is nothing.

        Only committed checkpoints need the hash, which covers the whole transcript. Only steps have it whole,
        while it is small.
        """
        if not self.cursor.copy_bytes:
            return None
        descriptor = files.open_regular(self._copy)
        if descriptor is None:  # its worktree was removed just now
            raise EntireError("our copy of the transcript is gone", "the next event makes it again")
        if self._all is not None:
            return self._early_transcript(descriptor)
        small = not hashed and self.cursor.copy_bytes <= segments.WHOLE_BYTES
        start = 0 if small else self.cursor.sealed_bytes
        with open(descriptor, "rb") as file:
            file.seek(start)
            data = file.read(self.cursor.copy_bytes - start)
        rest = data[self.cursor.sealed_bytes - start :]
        sealed, still_open = self._source.layout().chunks(self.cursor.sealed_bytes, rest)
        return Transcript(
            (*self.cursor.sealed_oids, *sealed, *still_open),
            self._content_hash() if hashed else "",
            len(self.cursor.sealed_oids) + len(sealed),
            data if small else b"",
        )

    def _early_transcript(self, descriptor: int) -> Transcript:
        """The same, up to where `cursor` ends. Git has the sealed segments already."""
        from entire.core.hashing import hasher

        with open(descriptor, "rb") as file:
            data = self._source.layout().cut(file.read(self.cursor.copy_bytes), self.cursor.position)
        digest = hasher("sha256", len(data))
        digest.update(data)
        sealed, still_open = self._source.layout().chunks(0, data)
        return Transcript((*sealed, *still_open), f"sha256:{digest.hexdigest()}", len(sealed))

    def _content_hash(self) -> str:
        from entire.strategy.turn.content_hash import content_hash

        return content_hash(self._copy, self.cursor.copy_bytes)

    def stored(self, write: Callable[[Transcript | None], tuple[str, ...]], *, hashed: bool) -> None:
        """Let ``write`` store the transcript, and note the segments that it sealed.

        If git no longer has a sealed one, everything is stored again.
        """
        transcript = self.transcript(hashed=hashed)
        try:
            oids = write(transcript)
        except GitError as error:
            log.warn(
                "storing the whole transcript again", session_id=self._state.session_id, error=error.message
            )
            self.forget_segments()
            transcript = self.transcript(hashed=hashed)
            oids = write(transcript)
        self.keep_segments(transcript, oids)

    def keep_segments(self, transcript: Transcript | None, oids: tuple[str, ...]) -> None:
        """Note the blobs of the sealed segments of ``transcript``, now stored as ``oids``."""
        if transcript is None or self._all is not None:
            return
        sealed = transcript.parts[len(self.cursor.sealed_oids) : transcript.sealed]
        fresh = [part for part in sealed if isinstance(part, bytes)]
        self.cursor.sealed_bytes += self._source.layout().sealed_size(fresh)
        self.cursor.sealed_oids = list(oids[: transcript.sealed])

    def forget_segments(self) -> None:
        """Store everything again next time: a sealed blob no longer exists."""
        self.cursor.sealed_oids, self.cursor.sealed_bytes = [], 0

    def prompts(self, start: int = 0) -> list[str]:
        """The user's prompts at or after a position, from our redacted copy."""
        if self._agent is None:
            return []
        turns = [turn for turn in self.cursor.turns if turn.position >= start]
        records = self._source.layout().records_at(self._copy, turns)
        found = [(text, record) for record in records if (text := self._agent.prompt_of(record))]
        redact.note_clean(text for text, record in found if _contains(record, text))
        return [text for text, _ in found]

    def has_new_prompt(self) -> bool:
        """Whether there is a prompt that no earlier hook has read."""
        return bool(self.cursor.turns) and self.cursor.turns[-1].position >= self._known

    def turn_position(self, paths: Iterable[str] = ()) -> int:
        """The position of the last prompt, or of the first one in the open turn that led to these files.

        Some agents write a prompt down late: then the open turn begins where the last one ended.
        """
        turns, wanted = self._since(None), self._spelled(paths)
        begun = position_of(self._state.unsaved_record)
        if self._state.prompted and all(turn.position < begun for turn in turns):
            return begun
        found = [turn.position for turn in turns if wanted.intersection(turn.files)]
        return min(found, default=turns[-1].position if turns else 0)

    def has_unsaved_work(self) -> bool:
        """Whether there is work of a turn that has not ended, as far as we know."""
        turns = self._since(position_of(self._state.unsaved_record)) if self._state.unsaved_record else []
        return any(turn.files or turn.ran_commands for turn in turns)

    def turn_names(self) -> list[str]:
        """Files that the transcript names since the open turn began, as the agent spells them."""
        return _names(self._since(None))

    def turn_files(self, start: int | None = None) -> list[str]:
        """Files of this worktree that the transcript names since a position, or since the open turn began."""
        return self._here(_names(self._since(start)))

    def _since(self, start: int | None) -> list[Turn]:
        """The turns since a position, or since the open turn began: more than one if hooks were lost."""
        turns, unsaved = self.cursor.turns, self._state.unsaved_record
        if start is not None:
            return [turn for turn in turns if turn.position >= start]
        return [turn for turn in turns if unsaved and turn.position >= position_of(unsaved)] or turns[-1:]

    def named_by_one(self, start: int) -> dict[str, int]:
        """The files that exactly one turn since a position names, and the number of that turn."""
        found: dict[str, int] = {}
        for number, turn in enumerate(self.cursor.turns, 1):
            if turn.position >= start:
                found |= {path: 0 if path in found else number for path in self._here(turn.files)}
        return {path: number for path, number in found.items() if number}

    def _here(self, names: Iterable[str]) -> list[str]:
        """The names that are files of this worktree, as paths in it."""
        return [path for name in names if self._is_here(name) and (path := to_relative(name, self._root))]

    def _is_here(self, name: str) -> bool:
        """Whether a name can be a file of this worktree: relative names are in the agent's own."""
        return os.path.isabs(name) or self._home.worktree == self._root

    def ran_commands(self, start: int) -> bool:
        """Whether commands since a position can have written files that the transcript does not name."""
        turns = [turn for turn in self.cursor.turns if turn.position >= start]
        unknown = not turns or self.cursor.unread > 0
        return unknown or any(turn.ran_commands for turn in turns)

    def ran_new_commands(self) -> bool:
        """The same for what no earlier hook has read."""
        return self.ran_commands(self._known)

    def subagent_path(self, agent_id: str) -> str:
        """The path of a subagent's transcript; empty if unknown."""
        return self._source.subagent_path(self._state.transcript_path, agent_id) if agent_id else ""

    def subagent_paths(self) -> list[str]:
        """The transcripts that are where the agent keeps those of the session's subagents."""
        folder, name = os.path.split(self.subagent_path("ID"))
        before, _, after = name.partition("ID")
        names = sorted(files.names(folder)) if folder else []
        return [os.path.join(folder, one) for one in names if one.startswith(before) and one.endswith(after)]

    def subagent_files(self, subagent_transcript: str) -> tuple[list[str], bool]:
        """Files that a subagent's transcript names, and whether commands can have written others."""
        facts = self.subagent_facts(subagent_transcript) if subagent_transcript else None
        if facts is None:
            return [], True
        named = [path for name in facts.files if (path := to_relative(name, self._root))]
        return named, facts.ran_commands or bool(facts.subagents)

    def subagent_facts(self, path: str) -> Facts | None:
        """What a subagent's transcript has. A hook reads it once."""
        if path not in self._below:
            self._below[path] = reader.facts_of(path, self._source)
        return self._below[path]

    def reports(
        self, start: int | None, may_read: Callable[[int], bool]
    ) -> tuple[list[Edit | Command | Call], bool]:
        """What tools reported since a position, or since the open turn began; and whether that is all.

        Without those of subagents. What an earlier hook has read is read again, from the transcript itself,
        if ``may_read`` allows so many bytes.
        """
        first = next(iter(self._since(start)), None)
        if first is None:
            return [], True
        if first.position >= self._known:
            return [one for one in self._reports if one.position >= first.position], True
        size = self.cursor.read_bytes - first.byte
        if not may_read(size) or not self._is_prompt(first.byte):
            return [], False
        facts = reader.facts_of(self._state.transcript_path, self._source, first.byte, first.position)
        return (facts.reports, not facts.cut) if facts is not None else ([], False)

    def turn_at(self, position: int) -> int:
        """The number of the turn that a position is in, counted from 1."""
        return sum(turn.position <= position for turn in self.cursor.turns)

    def _is_prompt(self, byte: int) -> bool:
        """Whether the transcript has a prompt at a byte: it may have been rewritten since."""
        records = self._source.layout().records_at(self._state.transcript_path, [Turn(offset=byte)])
        return any(self._agent is not None and self._agent.prompt_of(record) for record in records)

    def has_edit_hooks(self, root: str) -> bool:
        """Whether hooks that are not ours run after the agent's edits."""
        return self._source.has_edit_hooks(root)

    def scope_of(self, paths: list[str]) -> int:
        """The position of the first turn that touched any of these files; 0 if unknown."""
        wanted, turns = self._spelled(paths), (self._all or self.cursor).turns
        found = [turn.position for turn in turns if wanted.intersection(turn.files)]
        return min(found, default=0)

    def _spelled(self, paths: Iterable[str]) -> set[str]:
        """How an agent may spell these files."""
        return {name for path in paths for name in (path, os.path.join(self._root, path))}


def _names(turns: list[Turn]) -> list[str]:
    return list(dict.fromkeys(name for turn in turns for name in turn.files))


def _home(repo: Repository, state: State) -> Repository:
    """The worktree where the agent runs, which has our copy of the transcript."""
    path = places.home_path(state)
    if not path and state.worktree_id != repo.worktree_id:
        path = state.worktree_path
    try:
        found = open_elsewhere(path) if path else repo
    except NotARepository:
        return repo
    return found if found.common_dir == repo.common_dir else repo


def _contains(record: object, text: str) -> bool:
    """Whether a record has this text in one piece, but for blanks around it."""
    if isinstance(record, dict):
        return any(_contains(value, text) for value in record.values())
    if isinstance(record, list):
        return any(_contains(item, text) for item in record)
    return isinstance(record, str) and record.strip() == text.strip()
