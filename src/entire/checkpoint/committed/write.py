"""Write committed checkpoints: the permanent record on `entire/checkpoints/v1`.

Only the paths of one checkpoint change: the cost does not depend on the number of others (I5).
"""

from __future__ import annotations

import entire
from entire.checkpoint import trailers, wording
from entire.checkpoint.branch import advance
from entire.checkpoint.committed import slots
from entire.checkpoint.committed.edit import Edit
from entire.checkpoint.committed.slots import Stored
from entire.checkpoint.ids import checkpoint_path, is_checkpoint_id
from entire.checkpoint.model import CommittedMetadata, InitialAttribution, Summary
from entire.checkpoint.names import CHECKPOINTS_REF, ORIGIN_CHECKPOINTS_REF
from entire.checkpoint.segments import Transcript
from entire.checkpoint.temporary.task import Task, incremental_name, task_files
from entire.core import clock, paths, text
from entire.core.errors import EntireError
from entire.core.settings import DEFAULT_STRATEGY
from entire.core.value import Value
from entire.git.identity import Author
from entire.git.objects.read import Commit, Objects
from entire.git.objects.write import Writer
from entire.git.repository import Repository
from entire.transcript.usage import TokenUsage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

INIT_MESSAGE = "Initialize sessions branch"


class WriteCommittedOptions(Value):
    """One session's part of a checkpoint."""

    checkpoint_id: str
    session_id: str
    strategy: str = DEFAULT_STRATEGY
    branch: str = ""  # empty if HEAD is detached
    transcript: Transcript | None = None
    prompts: Sequence[str] = ()  # redacted here
    files_touched: Sequence[str] = ()
    checkpoints_count: int = 0
    ephemeral_branch: str = ""
    agent: str = ""
    model: str = ""
    turn_id: str = ""
    transcript_identifier_at_start: str = ""
    checkpoint_transcript_start: int = 0
    token_transcript_start: int = 0
    token_usage: TokenUsage | None = None
    initial_attribution: InitialAttribution | None = None
    lines: bytes = b""  # `lines.json`: who owns the lines that the commit adds
    summary: Summary | None = None  # redacted here
    task: Task | None = None
    commit_subject: str = ""
    created_at: str = ""  # now, if empty
    kind: str = ""
    commit_sha: str = ""
    confidence: float = 0.0


class WriteCommittedResult(Value):
    commit_hash: str
    transcript_oids: list[tuple[str, ...]]  # per session, the blobs of its transcript's segments


def write_committed(
    repo: Repository, objects: Objects, sessions: Sequence[WriteCommittedOptions], author: Author
) -> WriteCommittedResult:
    """Write the sessions of one checkpoint in one commit.

    Sessions that the checkpoint already has are replaced in place; others stay. Creates the branch if it is
    missing.
    """
    _check(sessions)
    oids: list[tuple[str, ...]] = []

    def build(tip: Commit | None) -> str:
        nonlocal oids
        commit, oids = _import(repo, objects, sessions, author, tip)
        return commit

    commit = advance(repo, objects, CHECKPOINTS_REF, build)
    return WriteCommittedResult(commit or "", oids)


def _check(sessions: Sequence[WriteCommittedOptions]) -> None:
    """Raise EntireError unless these are different sessions of one checkpoint, with valid ids."""
    checkpoint_ids = {options.checkpoint_id for options in sessions}
    if len(checkpoint_ids) != 1 or len({options.session_id for options in sessions}) != len(sessions):
        raise EntireError("a session occurs twice in the checkpoint")
    if not is_checkpoint_id(sessions[0].checkpoint_id):
        raise EntireError(f"invalid checkpoint id: {sessions[0].checkpoint_id[:60]!r}")
    for options in sessions:
        paths.check_session_id(options.session_id)
        if options.task is not None:
            options.task.check()


def _import(
    repo: Repository,
    objects: Objects,
    sessions: Sequence[WriteCommittedOptions],
    author: Author,
    tip: Commit | None,
) -> tuple[str, list[tuple[str, ...]]]:
    base = tip or objects.commit(ORIGIN_CHECKPOINTS_REF)
    checkpoint_id = sessions[0].checkpoint_id
    stored = slots.find(objects, base.tree, checkpoint_id) if base else None
    with Writer(repo, objects) as writer:
        parent = base.oid if base else writer.commit([], INIT_MESSAGE, author.identity())[0]
        edit = Edit(objects, writer, stored or slots.new(checkpoint_id))
        oids = [_put(edit, options) for options in sessions]
        edit.put_summary()
        commit, _ = writer.commit(edit.changes, _message(sessions), author.identity(), parents=(parent,))
    return commit, oids


def _put(edit: Edit, options: WriteCommittedOptions) -> tuple[str, ...]:
    """Add or replace a session; return the blobs of its transcript."""
    summary = edit.stored.summary
    summary.cli_version = entire.__version__
    summary.checkpoint_id = options.checkpoint_id
    summary.strategy = options.strategy
    summary.branch = _name(options.branch)
    index = _slot(edit.stored, options)
    oids = edit.put_transcript(index, options.transcript)
    edit.put_prompts(index, list(options.prompts))
    edit.put_lines(index, wording.redact_lines(options.lines))
    edit.put_metadata(index)
    if options.task is not None:
        directory = _task_dir(options.task, options.checkpoint_id)
        for name, data in task_files(options.task, options.session_id, committed=True).items():
            edit.put(f"{directory}/{name}", data)
    return oids


def _slot(stored: Stored, options: WriteCommittedOptions) -> int:
    """Return the number of the session's slot, a new one if needed, and set its metadata."""
    index = stored.index_of(options.session_id)
    old = None if index is None else stored.slots[index]
    metadata = _metadata(options, old)
    if index is None:
        stored.slots.append(metadata)
        stored.summary.sessions.append(slots.file_paths("", []))
        return len(stored.slots) - 1
    stored.slots[index] = metadata
    return index


def _metadata(options: WriteCommittedOptions, old: CommittedMetadata | None) -> CommittedMetadata:
    task = options.task
    metadata = CommittedMetadata(
        cli_version=entire.__version__,
        checkpoint_id=options.checkpoint_id,
        session_id=options.session_id,
        strategy=options.strategy,
        created_at=options.created_at or clock.now_utc(),
        branch=_name(options.branch),
        checkpoints_count=options.checkpoints_count,
        files_touched=wording.names(options.files_touched),
        agent=options.agent,
        model=options.model,
        turn_id=options.turn_id,
        is_task=task is not None,
        tool_use_id=task.tool_use_id if task else "",
        transcript_identifier_at_start=options.transcript_identifier_at_start,
        checkpoint_transcript_start=options.checkpoint_transcript_start,
        transcript_lines_at_start=options.checkpoint_transcript_start,
        token_transcript_start=options.token_transcript_start,
        token_usage=options.token_usage,
        summary=wording.redact_summary(options.summary) if options.summary else None,
        initial_attribution=options.initial_attribution,
        kind=options.kind,
        commit_sha=options.commit_sha,
        confidence=options.confidence,
    )
    if old is not None:  # keep what we do not write ourselves (I7)
        metadata.session_metrics = old.session_metrics
        metadata.extra = dict(old.extra)
        metadata.kind = metadata.kind or old.kind
        metadata.commit_sha = metadata.commit_sha or old.commit_sha
    return metadata


def _name(branch: str) -> str:
    return wording.names([branch])[0]


def _task_dir(task: Task, checkpoint_id: str) -> str:
    return f"{checkpoint_path(checkpoint_id)}/tasks/{task.tool_use_id}"


def _message(sessions: Sequence[WriteCommittedOptions]) -> str:
    """Return the commit message, with the trailers of each session in one paragraph."""
    lines: list[tuple[str, str]] = []
    for options in sessions:
        lines += [(trailers.SESSION, options.session_id), (trailers.STRATEGY, options.strategy)]
        if options.agent:
            lines.append((trailers.AGENT, text.one_line(options.agent)))
        if options.ephemeral_branch:
            lines.append((trailers.EPHEMERAL_BRANCH, options.ephemeral_branch))
        if options.task is not None:
            lines.append((trailers.METADATA_TASK, _task_trailer(options.task, options.checkpoint_id)))
    subject = sessions[0].commit_subject
    return trailers.format_committed(
        sessions[0].checkpoint_id, lines, wording.subject(subject) if subject else ""
    )


def _task_trailer(task: Task, checkpoint_id: str) -> str:
    directory = _task_dir(task, checkpoint_id)
    if task.incremental is None:
        return directory
    return f"{directory}/{incremental_name(task, task.incremental)}"
