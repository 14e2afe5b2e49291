"""What lists show about a checkpoint."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from entire.checkpoint.committed import slots as committed_slots
from entire.checkpoint.committed.read import latest_prompts, prompts_of
from entire.checkpoint.ids import checkpoint_path
from entire.checkpoint.model import IMPORTED, CommittedMetadata, InitialAttribution
from entire.core import clock
from entire.core.paths import METADATA_FILE, PROMPT_FILE
from entire.core.value import Value
from entire.git.objects.batch import Batch
from entire.git.objects.read import SMALL, Objects
from entire.git.repository import Repository
from entire.transcript.usage import TokenUsage, total

_MOST_TOKENS = 2**53 - 1
_MOST_PROMPTS = 1024 * 1024  # characters of a checkpoint: lists hold those of many


class Part(Value):
    """One session's part of a checkpoint."""

    session_id: str
    agent: str
    model: str
    created_at: str
    branch: str
    files: list[str]
    tokens: int
    agent_percentage: float | None  # of the lines that the commit added; None if not measured
    is_task: bool
    transcript_start: int  # the position where the checkpoint's part of the transcript starts
    prompts: str  # `prompt.txt`
    token_start: int = 0  # the position from which its tokens count; 0: from the start of the session
    agent_share: float | None = None  # the same of the lines that the commit added or removed
    strategy: str = ""
    kind: str = ""  # `imported`: made of a conversation that hooks did not follow


class Overview(Value):
    checkpoint_id: str
    files: list[str]
    tokens: int
    prompts: str  # `prompt.txt` of the latest session that has one
    parts: list[Part]  # readable ones only; the latest is last

    @property
    def is_imported(self) -> bool:
        return bool(self.parts) and all(part.kind == IMPORTED for part in self.parts)

    @property
    def created_at(self) -> str:
        return self.parts[-1].created_at if self.parts else ""


def seconds(created_at: str) -> float:
    """Return the sort key of checkpoints; an invalid time comes before all others."""
    return clock.timestamp(created_at) or 0.0


def latest(overviews: Iterable[Overview]) -> Overview | None:
    """Return the checkpoint that was written last."""
    return max(overviews, key=lambda one: seconds(one.created_at), default=None)


def read(objects: Objects, checkpoint_id: str, tree: str) -> Overview:
    """Read the checkpoint in a tree."""
    stored = committed_slots.read(objects, checkpoint_path(checkpoint_id), tree, SMALL)
    # In early versions, the root describes the only session.
    slots = stored.slots or [CommittedMetadata.from_json(stored.summary.to_json())]
    parts, left = list[Part](), _MOST_PROMPTS
    for number, session in enumerate(slots):
        if session is not None:
            prompts = prompts_of(objects, stored, number)[:left] if left else ""
            left -= len(prompts)
            parts.append(_part(session, prompts))
    return Overview(
        checkpoint_id,
        stored.summary.files_touched,
        _tokens(stored.summary.token_usage),
        latest_prompts(objects, stored)[:_MOST_PROMPTS],
        parts,
    )


def _part(session: CommittedMetadata, prompts: str) -> Part:
    return Part(
        session.session_id,
        session.agent,
        session.model,
        session.created_at,
        session.branch,
        session.files_touched,
        _tokens(session.token_usage),
        _share(session.initial_attribution),
        session.is_task,
        session.get_transcript_start(),
        prompts,
        # Before the version was written, totals were cumulative.
        session.get_token_start() if session.cli_version else 0,
        _share_of_changes(session.initial_attribution),
        session.strategy,
        session.kind,
    )


def session_tokens(parts: Iterable[Part]) -> int:
    """Pure: what all checkpoints of a session count, oldest first; a part can include those before it."""
    counted = 0
    for part in parts:
        counted = counted + part.tokens if part.token_start else max(counted, part.tokens)
    return counted


def _tokens(usage: TokenUsage | None) -> int:
    """Return the total, limited to a sane number: a branch can contain anything (I6)."""
    return min(total(usage), _MOST_TOKENS)


def _share(measured: InitialAttribution | None) -> float | None:
    share = measured.agent_percentage if measured is not None else None
    return share if share is not None and 0 <= share <= 100 else None


def _share_of_changes(measured: InitialAttribution | None) -> float | None:
    """Return the agents' share of all changed lines; of the added ones, if removed lines were not counted."""
    if measured is None or measured.total_removed <= 0:
        return _share(measured)
    changed = measured.total_committed + measured.total_removed
    share = (measured.agent_lines + measured.agent_removed) / changed * 100 if changed > 0 else 0.0
    return share if 0 <= share <= 100 else None


SHOWN = (METADATA_FILE, PROMPT_FILE)  # the files that an overview needs


class Prefetched(Value):
    """Checkpoints that were read together."""

    batch: Batch
    whole: set[str]  # trees that have all requested files


def read_ahead(
    repo: Repository, objects: Objects, trees: Iterable[str], names: Collection[str] = SHOWN
) -> Prefetched:
    """Read the files of these names of the checkpoints in these trees, in three calls."""
    wanted = list(dict.fromkeys(trees))
    batch = Batch(repo, objects, wanted)
    needed = {tree: [tree] for tree in wanted}
    level = {tree: [tree] for tree in wanted}
    for _ in range(2):  # the checkpoint's root, and its sessions' folders
        batch.prefetch(oid for oids in level.values() for oid in oids)
        level = {tree: [*_below(batch, oids, names)] for tree, oids in level.items()}
        for tree, oids in level.items():
            needed[tree] += oids
    batch.prefetch(oid for oids in level.values() for oid in oids)
    return Prefetched(batch, {tree for tree, oids in needed.items() if all(map(batch.has, oids))})


def _below(batch: Batch, trees: Iterable[str], names: Collection[str]) -> Iterator[str]:
    """Yield the folders of sessions, and the files of these names, directly below these trees."""
    for tree in trees:
        for name, entry in batch.tree(tree, SMALL).items():
            if _is_slot(name) if entry.is_tree else name in names:
                yield entry.oid


def _is_slot(name: str) -> bool:
    return name.isdecimal() and len(name) < 5 and int(name) < committed_slots.MOST_SESSIONS
