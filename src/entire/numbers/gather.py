"""Read the facts of checkpoints, each once: they are stored in the index by the checkpoint's tree."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from entire.attribution import recorded
from entire.attribution.owner import AGENT, HUMAN, UNKNOWN
from entire.checkpoint import overview
from entire.checkpoint.committed import slots
from entire.checkpoint.committed.slots import Stored
from entire.checkpoint.contents import fetch_contents_if_possible
from entire.checkpoint.ids import checkpoint_path
from entire.checkpoint.index.index import Index
from entire.checkpoint.index.rows import chunks
from entire.checkpoint.model import CommittedMetadata
from entire.checkpoint.overview import seconds
from entire.checkpoint.segments_read import is_elsewhere
from entire.core import log
from entire.core.paths import LINES_FILE, METADATA_FILE
from entire.git.objects.read import LARGEST, SMALL, Objects
from entire.numbers import facts as documents
from entire.numbers import part
from entire.numbers.by_model import Part
from entire.numbers.facts import CheckpointFacts, LineCount, PartFacts
from entire.numbers.tokens import Source, Used, add_to, by_model, of_subagents, of_usage, total_of
from entire.transcript.usage import TokenUsage

Progress = Callable[[str, int], None]


def facts_of(
    index: Index, ids: Iterable[str], progress: Progress, *, known_only: bool = False
) -> dict[str, CheckpointFacts]:
    """Return the facts of those checkpoints that are in this clone, or can be fetched (a partial clone).

    ``known_only``: of those that were read before.
    """
    trees = index.trees(dict.fromkeys(ids))
    known = _known(index, trees.values())
    missing = {} if known_only else {tree: id for id, tree in trees.items() if tree not in known}
    if missing:
        fetch_contents_if_possible(index.repo, index.objects, missing.values())
    done, counts = 0, part.Counts(index)
    for some in chunks(missing.items()):
        ahead = overview.read_ahead(
            index.repo, index.objects, [tree for tree, _ in some], (METADATA_FILE, LINES_FILE)
        )
        fresh: dict[str, str] = {}
        for tree, id in some:
            done += 1
            if tree not in ahead.whole:  # not in this clone
                continue
            stored = slots.read(ahead.batch, checkpoint_path(id), tree, SMALL)
            known[tree], whole = _read(index, counts, ahead.batch, id, stored)
            if whole:  # the rest may be fetched later
                fresh[tree] = documents.encode(known[tree])
            progress(f"of {len(missing):,} checkpoints", done)
        index.keep_derived(fresh)
        counts.write()
    return {id: known[tree] for id, tree in trees.items() if tree in known}


def _known(index: Index, trees: Iterable[str]) -> dict[str, CheckpointFacts]:
    found = {}
    for tree, document in index.derived(trees).items():
        try:
            found[tree] = documents.decode(document)
        except (ValueError, TypeError) as error:  # it is read again
            log.debug("numbers read again", component="index", error=str(error))
    return found


def _read(
    index: Index, counts: part.Counts, batch: Objects, id: str, stored: Stored
) -> tuple[CheckpointFacts, bool]:
    """Return the facts, and whether everything that they depend on is in this clone."""
    parts, whole, left = [], True, LARGEST
    for metadata, folder in sessions_of(stored):
        start = token_start(metadata)
        read, agent, size = part.read(index, counts, folder, metadata, start, left)
        left, has_transcript = left - size, size > 0
        whole = whole and (has_transcript or not is_elsewhere(index.objects, folder))
        parts.append(_part(metadata, agent, read, start, has_transcript))
    measured = [slot for slot in stored.slots if slot is not None and slot.initial_attribution is not None]
    attribution = measured[-1].initial_attribution if measured else None
    lines = _lines(batch, id, stored, measured[-1] if measured else None)
    return CheckpointFacts(
        parts,
        lines or [],
        lines is not None,
        attribution.agent_removed if attribution is not None else 0,
        attribution.total_removed if attribution is not None else 0,
        stored.summary.files_touched,
        stored.summary.branch,
    ), whole


def token_start(metadata: CommittedMetadata) -> int:
    """The position from which a part counts."""
    return metadata.get_token_start() if metadata.cli_version else 0  # before, totals were cumulative


def sessions_of(stored: Stored) -> list[tuple[CommittedMetadata, str]]:
    """The sessions of a checkpoint that are counted, with their folders."""
    if not stored.slots:  # in early versions, the root describes the only session
        return [(CommittedMetadata.from_json(stored.summary.to_json()), stored.tree)]
    found = []
    for number, slot in enumerate(stored.slots[: slots.MOST_SESSIONS]):
        entry = stored.entries.get(str(number))
        if slot is not None and entry is not None and entry.is_tree:
            found.append((slot, entry.oid))
    return found


def _part(metadata: CommittedMetadata, agent: str, read: Part, start: int, has_transcript: bool) -> PartFacts:
    below = metadata.token_usage.subagent_tokens if metadata.token_usage is not None else None
    return PartFacts(
        metadata.session_id,
        agent,
        metadata.model,
        metadata.branch,
        metadata.is_task,
        start == 0,
        read.prompts,
        read.turns,
        read.milliseconds,
        read.untimed,
        agreed(metadata.token_usage, read.used, metadata.model, has_transcript),
        of_subagents(below),
        seconds(metadata.created_at),
    )


def agreed(stored: TokenUsage | None, read: Used, model: str, has_transcript: bool) -> Used:
    """Pure: the tokens by model. Their sum is what is stored; the transcript says which model used them.

    What the transcript does not say was used by the session's model, if the transcript names no other.
    """
    if stored is None:
        return read
    rest = of_usage(stored).minus(total_of(read.values()).replace(write_5m=0, write_1h=0))
    if not any(rest):
        return read
    named = set(by_model(read)) - {""}
    known = model if has_transcript and named <= {model} else ""
    if min(rest) < 0:  # the numbers of another program: only the sum is known
        return {Source(known): of_usage(stored)}
    found = dict(read)
    add_to(found, {Source(known): rest})
    return found


def _lines(
    batch: Objects, id: str, stored: Stored, measured: CommittedMetadata | None
) -> list[LineCount] | None:
    """Return who added how many lines; from totals if no owners are recorded; None if nothing is."""
    found = recorded.read_stored(batch, id, stored).documents
    counts: dict[tuple[str, str, str, str], int] = {}
    if found:
        for file in found[0].files:
            for one in file.ranges:
                owner = one.owner
                key = (file.path, owner.kind, owner.agent, owner.model)
                counts[key] = counts.get(key, 0) + one.last - one.first + 1
        return [LineCount(*key, number) for key, number in counts.items()]
    if measured is None or measured.initial_attribution is None:
        return None
    totals = measured.initial_attribution
    agents = {slot.agent for slot in stored.slots if slot is not None}
    human = totals.human_added + totals.human_modified
    sums = [
        LineCount("", AGENT, agents.pop() if len(agents) == 1 else "", "", totals.agent_lines),
        LineCount("", HUMAN, "", "", human),
        LineCount("", UNKNOWN, "", "", totals.total_committed - totals.agent_lines - human),
    ]
    return [one for one in sums if one.lines > 0]
