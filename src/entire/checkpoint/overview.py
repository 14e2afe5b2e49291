"""What lists show of a checkpoint."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from entire.checkpoint.committed import slots as committed_slots
from entire.checkpoint.committed.read import latest_prompts, prompts_of
from entire.checkpoint.ids import checkpoint_path
from entire.checkpoint.model import CommittedMetadata, InitialAttribution
from entire.core import clock
from entire.core.paths import METADATA_FILE, PROMPT_FILE
from entire.core.value import Value
from entire.git.objects.batch import Batch
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.transcript.usage import TokenUsage, total

_MOST_TOKENS = 2**53 - 1


class Part(Value):
    """What one session did for it."""

    session_id: str
    agent: str
    model: str
    created_at: str
    branch: str
    files: list[str]
    tokens: int
    agent_percentage: float | None  # of what the commit added, where that was measured
    is_task: bool
    transcript_start: int  # the line where the checkpoint's own part of the transcript begins
    prompts: str  # `prompt.txt`


class Overview(Value):
    checkpoint_id: str
    files: list[str]
    tokens: int
    prompts: str  # `prompt.txt` of the latest session that has one
    parts: list[Part]  # those that can be read; the latest is the last

    @property
    def created_at(self) -> str:
        return self.parts[-1].created_at if self.parts else ""


def seconds(created_at: str) -> float:
    """By which checkpoints are ordered; what is no time comes before all others."""
    return clock.timestamp(created_at) or 0.0


def latest(overviews: Iterable[Overview]) -> Overview | None:
    """Of several checkpoints of one commit the one that was written last."""
    return max(overviews, key=lambda one: seconds(one.created_at), default=None)


def read(objects: Objects, checkpoint_id: str, tree: str) -> Overview:
    """The checkpoint in a tree."""
    stored = committed_slots.read(objects, checkpoint_path(checkpoint_id), tree)
    # Before there were slots, the root described the only session.
    slots = stored.slots or [CommittedMetadata.from_json(stored.summary.to_json())]
    sessions = [(slot, number) for number, slot in enumerate(slots) if slot is not None]
    return Overview(
        checkpoint_id,
        stored.summary.files_touched,
        _tokens(stored.summary.token_usage),
        latest_prompts(objects, stored),
        [_part(session, prompts_of(objects, stored, number)) for session, number in sessions],
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
    )


def _tokens(usage: TokenUsage | None) -> int:
    """Nobody uses more; a branch can say anything (I6)."""
    return min(total(usage), _MOST_TOKENS)


def _share(measured: InitialAttribution | None) -> float | None:
    share = measured.agent_percentage if measured is not None else None
    return share if share is not None and 0 <= share <= 100 else None


SHOWN = (METADATA_FILE, PROMPT_FILE)  # what an overview is made of


class Ahead(Value):
    """Checkpoints that were read together."""

    batch: Batch
    whole: set[str]  # the trees of those that are here as far as was asked


def read_ahead(
    repo: Repository, objects: Objects, trees: Iterable[str], names: Collection[str] = SHOWN
) -> Ahead:
    """Read the files of such names of the checkpoints in these trees, in three goes."""
    wanted = list(dict.fromkeys(trees))
    batch = Batch(repo, objects, wanted)
    needed = {tree: [tree] for tree in wanted}
    level = {tree: [tree] for tree in wanted}
    for _ in range(2):  # the checkpoint, and the folders of its sessions
        batch.ahead(oid for oids in level.values() for oid in oids)
        level = {tree: [*_below(batch, oids, names)] for tree, oids in level.items()}
        for tree, oids in level.items():
            needed[tree] += oids
    batch.ahead(oid for oids in level.values() for oid in oids)
    return Ahead(batch, {tree for tree, oids in needed.items() if all(map(batch.has, oids))})


def _below(batch: Batch, trees: Iterable[str], names: Collection[str]) -> Iterator[str]:
    """The folders of sessions, and the files of such names, directly below these trees."""
    for tree in trees:
        for name, entry in batch.tree(tree).items():
            if name.isdecimal() if entry.is_tree else name in names:
                yield entry.oid
