"""What `entire explain <id>` shows of a committed checkpoint. Field names are the names in `--json`."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from entire.agent import registry, shown
from entire.agent.entries import USER, Entry
from entire.agent.room import Room
from entire.attribution.recorded import read, read_shares
from entire.attribution.totals import Shares, shares
from entire.checkpoint.committed.listing import get_checkpoint_author
from entire.checkpoint.committed.read import read_committed, read_session_contents
from entire.checkpoint.contents import fetch_contents_if_possible
from entire.checkpoint.errors import CheckpointNotFound, NoTranscript
from entire.checkpoint.ids import checkpoint_path
from entire.checkpoint.index.index import Index
from entire.checkpoint.index.links import LinkedCommit
from entire.checkpoint.model import CodeLearning, InitialAttribution, SessionContent, Summary
from entire.checkpoint.names import CHECKPOINTS_BRANCH
from entire.cli import money
from entire.cli.commands.explain import subagents
from entire.cli.commands.explain.subagents import Subagent
from entire.cli.commit_row import CommitRow, commit_row
from entire.cli.file_row import FileRow, file_rows
from entire.cli.money import CostRow, Worked
from entire.core.text import split_prompts
from entire.git import diff, history
from entire.git.errors import GitError
from entire.git.objects.read import LARGEST, Objects
from entire.git.repository import Repository
from entire.transcript.usage import TokenUsage

SHORT = 7  # length of a short commit id
Read = Callable[[SessionContent, Room], list[Entry]]
CUT = "some of it is left out: it is too long"
ELSEWHERE = "stored elsewhere: not in this clone, and it could not be fetched"


class SessionPart(NamedTuple):
    """One session's part of the checkpoint."""

    session_id: str
    agent: str
    model: str
    created_at: str
    files: list[FileRow]
    prompts: list[str]
    token_usage: TokenUsage | None
    attribution: InitialAttribution | None
    summary: Summary | None
    entries: list[Entry]  # the conversation: of this checkpoint, or all of it
    resume_command: str  # the command that resumes it; empty for an unknown agent
    elsewhere: bool = False  # the conversation is stored, but not in this clone
    cost: CostRow | None = None
    kind: str = ""  # `imported`: hooks did not follow it
    confidence: float = 0.0  # of an imported one: how sure it is that the commit has its work, up to 1
    directory: str = ""  # where the session ran, as its transcript names it
    subagents: list[Subagent] = []  # with --full; those of a checkpoint are with its last session
    cut: bool = False  # the conversation is too long: something is missing


class Total(NamedTuple):
    """Sums over the checkpoints of one commit."""

    checkpoint_count: int
    files: list[FileRow]
    token_usage: TokenUsage | None
    line_counts: Shares | None
    cost: CostRow | None = None


class Detail(NamedTuple):
    checkpoint_id: str  # for a step, its commit
    temporary: bool
    branch: str
    created_at: str
    author: str
    files: list[FileRow]
    token_usage: TokenUsage | None
    commits: list[CommitRow]
    sessions: list[SessionPart]
    full: bool  # whether the conversation is complete
    rewind: str = ""  # the command that goes back to it, if possible from here
    line_counts: Shares | None = None  # added by the commit
    also: list[str] = []  # other checkpoints of the same commit
    lacks: list[str] = []  # changed files that a step does not have
    others: list[Detail] = []  # other checkpoints of the same commit, oldest first  # type: ignore[misc]
    total: Total | None = None  # with others
    cost: CostRow | None = None  # None for a step
    turn_count: int = 0  # prompts that were answered
    seconds_worked: float = 0.0


def raw_transcript(objects: Objects, checkpoint_id: str) -> bytes:
    """The stored transcript of the latest session that has one. Raises NoTranscript."""
    found = list(read_session_contents(objects, checkpoint_id))
    for content in reversed(found):
        if content.transcript:
            return content.transcript
    if any(content.elsewhere for content in found):
        raise NoTranscript(f"the transcript of checkpoint {checkpoint_id} is {ELSEWHERE}")
    if objects.too_large:
        raise NoTranscript(
            f"the transcript of checkpoint {checkpoint_id} is larger than {LARGEST >> 20} MB",
            f"`git ls-tree -r {CHECKPOINTS_BRANCH} {checkpoint_path(checkpoint_id)}` lists its files",
        )
    raise NoTranscript(f"checkpoint {checkpoint_id} has no transcript")


def gather(
    index: Index,
    checkpoint_id: str,
    room: Room,
    *,
    full: bool = False,
    read: Read | None = None,
    count: bool = True,
) -> Detail:
    """Read a committed checkpoint with all its sessions, as far as there is room for their conversations.

    ``read``: what to do with a conversation, for callers that need more of it, or less. It gets long ones on
    demand. ``count``: what the checkpoint took. Raises CheckpointNotFound.
    """
    read = read or (_all_entries if full else _entries)
    repo, objects = index.repo, index.objects
    fetch_contents_if_possible(repo, objects, [checkpoint_id])
    summary = read_committed(objects, checkpoint_id)
    if summary is None:
        raise CheckpointNotFound(f"checkpoint {checkpoint_id} not found")
    contents = read_session_contents(objects, checkpoint_id, index.record_counts, room=room)
    worked = money.of_checkpoint(index, checkpoint_id) if count else money.NOT_COUNTED
    parts = []
    for content in contents:
        cut_count = room.cut_count
        part = _part(content, read(content, room), worked)
        if content.records is not None and content.records.lacks:
            room.cut_count = max(room.cut_count, cut_count + 1)
        parts.append((content.metadata, part._replace(cut=room.cut_count > cut_count)))
        keep_counts(index, content)
    metadata, last = parts[-1]
    if full:
        below = subagents.of_checkpoint(objects, checkpoint_id, metadata.agent, room)
        parts[-1] = metadata, last._replace(subagents=below)
    commits = index.commits(index.links([checkpoint_id]))
    files = _files(repo, summary.files_touched, commits)
    lines = read_shares(objects, checkpoint_id, metadata.initial_attribution)
    if commits and len(commits[0].checkpoint_ids) > 1:  # its lines are not those of the commit
        files, lines = _own_files(objects, checkpoint_id, summary.files_touched, lines)
    return Detail(
        checkpoint_id,
        False,
        summary.branch,
        metadata.created_at,
        _author(repo, objects, checkpoint_id, commits),
        files,
        worked.usage or (summary.token_usage if count else None),
        [commit_row(commit) for commit in commits],
        [part for _, part in parts],
        full,
        _rewind(repo, commits),
        line_counts=lines,
        cost=worked.cost,
        turn_count=worked.turns,
        seconds_worked=worked.seconds,
    )


def keep_counts(index: Index, content: SessionContent) -> None:
    """Keep how many records segments have, so that they need not be read to find a place after them."""
    if content.records is not None:
        index.keep_record_counts(content.records.counted)


def _rewind(repo: Repository, commits: list[LinkedCommit]) -> str:
    commit = next((commit.oid for commit in commits if history.is_ancestor_of_head(repo, commit.oid)), "")
    return f"entire rewind --to {commit[:SHORT]}" if commit else ""


def _author(repo: Repository, objects: Objects, checkpoint_id: str, commits: list[LinkedCommit]) -> str:
    """The author of its first commit; without one, of the checkpoint itself (a longer search)."""
    if commits:
        return commits[-1].author
    author = get_checkpoint_author(repo, objects, checkpoint_id)
    return f"{author.name} <{author.email}>" if author else ""


def _files(repo: Repository, paths: list[str], commits: list[LinkedCommit]) -> list[FileRow]:
    """The files, with the lines that the latest commit changed."""
    counts: dict[str, diff.LineCounts] = {}
    if commits and commits[0].parents:
        try:
            counts = diff.line_counts(repo, commits[0].parents[0], commits[0].oid, paths)
        except GitError:  # the parent is missing in a shallow clone
            pass
    return [FileRow(path, *counts.get(path, (None, None))) for path in paths]


def _own_files(
    objects: Objects, checkpoint_id: str, paths: list[str], known: Shares | None
) -> tuple[list[FileRow], Shares | None]:
    """The files, with the lines that the checkpoint's own commit added, and their sum."""
    recorded = read(objects, checkpoint_id)
    if recorded is None or not recorded.documents:
        return [FileRow(path) for path in paths], known
    lines = recorded.documents[0]
    own = lines.replace(files=tuple(file for file in lines.files if file.path in paths))
    added = {file.path: sum(part.last - part.first + 1 for part in file.ranges) for file in own.files}
    found = shares(own)
    if known is not None:
        found = found.replace(agent_removed=known.agent_removed, total_removed=known.total_removed)
    return [FileRow(path, added.get(path)) for path in paths], found


def _part(content: SessionContent, entries: list[Entry], worked: Worked) -> SessionPart:
    metadata = content.metadata
    agent = registry.by_type(metadata.agent)
    return SessionPart(
        metadata.session_id,
        metadata.agent,
        metadata.model,
        metadata.created_at,
        file_rows(metadata.files_touched),
        split_prompts(content.prompts),
        worked.usage_by_session.get(metadata.session_id, metadata.token_usage),
        metadata.initial_attribution,
        metadata.summary,
        entries,
        agent.resume_command(metadata.session_id) if agent and metadata.session_id else "",
        content.elsewhere,
        worked.by_session.get(metadata.session_id),
        metadata.kind,
        metadata.confidence,
        shown.directory(content.transcript, metadata.agent),
    )


def _all_entries(content: SessionContent, room: Room) -> list[Entry]:
    return _entries_from(0, content, room)


def _entries(content: SessionContent, room: Room) -> list[Entry]:
    return _entries_from(content.metadata.get_transcript_start(), content, room)


def _entries_from(start: int, content: SessionContent, room: Room) -> list[Entry]:
    """The conversation. Of a part that begins after the end of the transcript, only the prompts are known."""
    agent, transcript = content.metadata.agent, content.records or content.transcript
    found = shown.conversation(transcript, agent, room, start)
    if found or content.elsewhere or room.is_full or shown.has_record(transcript, agent, start):
        return found
    return [Entry(USER, prompt) for prompt in split_prompts(content.prompts)]


def learned(summary: Summary) -> list[str]:
    """The learnings of a summary: repository, code, workflow."""
    learnings = summary.learnings
    if learnings is None:
        return []
    code = [f"{_place(item)}: {item.finding}" for item in learnings.code]
    return [*learnings.repo, *code, *learnings.workflow]


def _place(item: CodeLearning) -> str:
    return f"{item.path}:{item.line}" if item.line else item.path


def intent(part: SessionPart) -> str:
    """The intent from the summary, else the first prompt of this checkpoint."""
    if part.summary is not None and part.summary.intent:
        return part.summary.intent
    prompts = (entry.text for entry in part.entries if entry.kind == USER)
    return next(prompts, "") or next(iter(part.prompts), "")
