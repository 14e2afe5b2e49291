"""What `entire explain <id>` knows of a committed checkpoint. Field names are the names in `--json`."""

from __future__ import annotations

from typing import NamedTuple

from entire.agent import registry
from entire.agent.conversation import entries
from entire.agent.entries import USER, Entry
from entire.attribution.recorded import read
from entire.attribution.totals import Shares, shares
from entire.checkpoint.committed.listing import get_checkpoint_author
from entire.checkpoint.committed.read import list_session_metadata, read_committed, read_session_content
from entire.checkpoint.contents import fetch_contents_if_possible
from entire.checkpoint.errors import CheckpointNotFound, NoTranscript
from entire.checkpoint.index.index import Index
from entire.checkpoint.index.links import LinkedCommit
from entire.checkpoint.model import CodeLearning, InitialAttribution, SessionContent, Summary
from entire.cli.ui.commit_row import CommitRow, commit_row
from entire.core.text import PROMPT_SEPARATOR
from entire.git import diff, history
from entire.git.errors import GitError
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.transcript.usage import TokenUsage

SHORT = 7  # digits of a commit's id


class FileRow(NamedTuple):
    path: str
    added: int | None = None  # lines, where there is a commit to count them in
    removed: int | None = None


class SessionPart(NamedTuple):
    """What one session did for the checkpoint."""

    session_id: str
    agent: str
    model: str
    created_at: str
    files: list[str]
    prompts: list[str]
    token_usage: TokenUsage | None
    attribution: InitialAttribution | None
    summary: Summary | None
    entries: list[Entry]  # the conversation, of this checkpoint or whole
    resume: str  # the command that goes on with it, empty for an agent that we do not know


class Detail(NamedTuple):
    checkpoint_id: str  # of a step its commit
    temporary: bool
    branch: str
    created_at: str
    author: str
    files: list[FileRow]
    token_usage: TokenUsage | None
    commits: list[CommitRow]
    sessions: list[SessionPart]
    full: bool  # whether the conversation is the whole one
    rewind: str = ""  # the command that goes back to it, where that can be done from here
    lines: Shares | None = None  # that the commit added
    also: list[str] = []  # further checkpoints of the commit that was asked for


def raw_transcript(objects: Objects, checkpoint_id: str) -> bytes:
    """The stored bytes of the latest session that has a transcript. Raises NoTranscript."""
    for content in reversed(_contents(objects, checkpoint_id)):
        if content.transcript:
            return content.transcript
    raise NoTranscript(f"checkpoint {checkpoint_id} has no transcript")


def _contents(objects: Objects, checkpoint_id: str) -> list[SessionContent]:
    count = max(1, len(list_session_metadata(objects, checkpoint_id)))
    return [read_session_content(objects, checkpoint_id, index) for index in range(count)]


def gather(index: Index, checkpoint_id: str, *, full: bool = False) -> Detail:
    """A committed checkpoint with all its sessions. Raises CheckpointNotFound."""
    repo, objects = index.repo, index.objects
    fetch_contents_if_possible(repo, objects, [checkpoint_id])
    summary = read_committed(objects, checkpoint_id)
    if summary is None:
        raise CheckpointNotFound(f"checkpoint {checkpoint_id} was not found")
    contents = _contents(objects, checkpoint_id)
    commits = index.commits(index.links([checkpoint_id]))
    return Detail(
        checkpoint_id,
        False,
        summary.branch,
        contents[-1].metadata.created_at,
        _author(repo, objects, checkpoint_id, commits),
        _files(repo, summary.files_touched, commits),
        summary.token_usage,
        [commit_row(commit) for commit in commits],
        [_part(content, full) for content in contents],
        full,
        _rewind(repo, commits),
        lines=_lines(objects, checkpoint_id, contents[-1].metadata.initial_attribution),
    )


def _lines(objects: Objects, checkpoint_id: str, measured: InitialAttribution | None) -> Shares | None:
    """Whose the lines are; the reference's numbers where no owners are recorded."""
    recorded = read(objects, checkpoint_id)
    if recorded is not None and recorded.documents:
        return shares(recorded.documents[0])
    if measured is None:
        return None
    human = measured.human_added + measured.human_modified
    return Shares(
        measured.agent_lines, human, max(0, measured.total_committed - measured.agent_lines - human)
    )


def _rewind(repo: Repository, commits: list[LinkedCommit]) -> str:
    commit = next((commit.oid for commit in commits if history.is_ancestor_of_head(repo, commit.oid)), "")
    return f"entire rewind --to {commit[:SHORT]}" if commit else ""


def _author(repo: Repository, objects: Objects, checkpoint_id: str, commits: list[LinkedCommit]) -> str:
    """Who made the first commit that carries it; without one, who wrote the checkpoint (a longer search)."""
    if commits:
        return commits[-1].author
    author = get_checkpoint_author(repo, objects, checkpoint_id)
    return f"{author.name} <{author.email}>" if author else ""


def _files(repo: Repository, paths: list[str], commits: list[LinkedCommit]) -> list[FileRow]:
    """The files, with the lines that the latest commit changed in them."""
    counts: dict[str, diff.LineCounts] = {}
    if commits and commits[0].parents:
        try:
            counts = diff.line_counts(repo, commits[0].parents[0], commits[0].oid, paths)
        except GitError:  # a shallow clone ends at this commit
            pass
    return [FileRow(path, *counts.get(path, (None, None))) for path in paths]


def _part(content: SessionContent, full: bool) -> SessionPart:
    metadata = content.metadata
    agent = registry.by_type(metadata.agent)
    return SessionPart(
        metadata.session_id,
        metadata.agent,
        metadata.model,
        metadata.created_at,
        metadata.files_touched,
        split_prompts(content.prompts),
        metadata.token_usage,
        metadata.initial_attribution,
        metadata.summary,
        entries(content.transcript, metadata.agent, 0 if full else metadata.get_transcript_start()),
        agent.resume_command(metadata.session_id) if agent and metadata.session_id else "",
    )


def split_prompts(text: str) -> list[str]:
    return [prompt for prompt in text.split(PROMPT_SEPARATOR) if prompt.strip()]


def learned(summary: Summary) -> list[str]:
    """What a model says was learned: of the repository, of its code, of ways to work."""
    learnings = summary.learnings
    if learnings is None:
        return []
    code = [f"{_place(item)}: {item.finding}" for item in learnings.code]
    return [*learnings.repo, *code, *learnings.workflow]


def _place(item: CodeLearning) -> str:
    return f"{item.path}:{item.line}" if item.line else item.path


def intent(part: SessionPart) -> str:
    """What the session was about: as a model put it, or its first prompt for this checkpoint."""
    if part.summary is not None and part.summary.intent:
        return part.summary.intent
    said = (entry.text for entry in part.entries if entry.kind == USER)
    return next(said, "") or next(iter(part.prompts), "")
