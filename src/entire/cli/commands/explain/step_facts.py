"""What `entire explain <id>` shows of a step (a temporary checkpoint)."""

from __future__ import annotations

from collections.abc import Callable

from entire.agent import registry, shown
from entire.agent.conversation import end, entries
from entire.agent.entries import Entry
from entire.agent.room import Room
from entire.checkpoint import trailers
from entire.checkpoint.errors import NoTranscript
from entire.checkpoint.temporary.read import TemporaryCheckpointInfo, get_transcript_from_commit
from entire.cli.commands.explain import subagents
from entire.cli.commands.explain.detail_facts import SHORT, Detail, SessionPart
from entire.cli.file_row import FileRow
from entire.core import clock
from entire.core.paths import is_infrastructure, session_metadata_dir
from entire.git import diff
from entire.git.errors import GitError
from entire.git.identity import parse_author
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.session.state import State
from entire.session.store import Store

Read = Callable[[bytes, str, Room, int], list[Entry]]


def gather(
    repo: Repository,
    objects: Objects,
    step: TemporaryCheckpointInfo,
    base: str,
    room: Room,
    *,
    full: bool = False,
    read: Read = shown.conversation,
) -> Detail:
    """Read a step as if it were a checkpoint. ``base`` is the commit where its branch starts.

    ``read``: what to do with its conversation.
    """
    commit = objects.commit(step.commit_hash)
    author = parse_author(commit.author) if commit is not None else None
    files = _changed(repo, step.parent or base, step.commit_hash)
    state = Store(repo).load(step.session_id) or State(session_id=step.session_id)
    return Detail(
        step.commit_hash,
        temporary=True,
        branch="",
        created_at=clock.rfc3339(step.timestamp),
        author=f"{author.name} <{author.email}>" if author else "",
        files=files,
        token_usage=None,
        commits=[],
        sessions=[_part(objects, step, state, files, room, full, read)],
        full=full,
        rewind=f"entire rewind --to {step.commit_hash[:SHORT]}" if _is_here(repo, state) else "",
        lacks=_lacks(objects, step),
    )


def _lacks(objects: Objects, step: TemporaryCheckpointInfo) -> list[str]:
    commit = objects.commit(step.commit_hash)
    return trailers.lacks(commit.message) if commit is not None else []


def _is_here(repo: Repository, state: State) -> bool:
    return bool(state.worktree_path) and state.worktree_id == repo.worktree_id


def raw_transcript(repo: Repository, objects: Objects, step: TemporaryCheckpointInfo) -> bytes:
    """The stored transcript. Raises NoTranscript."""
    state = Store(repo).load(step.session_id)
    directory = session_metadata_dir(step.session_id)
    return get_transcript_from_commit(
        objects, step.commit_hash, directory, state.agent_type if state is not None else ""
    )


def _part(
    objects: Objects,
    step: TemporaryCheckpointInfo,
    state: State,
    files: list[FileRow],
    room: Room,
    full: bool,
    read: Read,
) -> SessionPart:
    directory = session_metadata_dir(step.session_id)
    transcript = _transcript(objects, step.commit_hash, directory, state.agent_type)
    kind = _agent_type(objects, step, state.agent_type, transcript)
    agent = registry.by_type(kind)
    before = _transcript(objects, step.parent, directory, kind) if step.parent and not full else b""
    start = 0 if full else end(before, kind) or _covered(state, end(transcript, kind))
    cut_count = room.cut_count
    found = read(transcript, kind, room, start)
    return SessionPart(
        step.session_id,
        kind,
        state.model_name,
        clock.rfc3339(step.timestamp),
        files=files,
        prompts=[],
        token_usage=None,
        attribution=None,
        summary=None,
        entries=found,
        cut=room.cut_count > cut_count,
        resume_command=agent.resume_command(step.session_id) if agent else "",
        directory=shown.directory(transcript, kind),
        subagents=subagents.of_step(objects, step.commit_hash, step.session_id, kind, room) if full else [],
    )


def _agent_type(objects: Objects, step: TemporaryCheckpointInfo, named: str, transcript: bytes) -> str:
    """Whose it is. If nothing names the agent, its folder in the tree does, or else the transcript shows it.

    A folder does not count if its agent cannot read the transcript.
    """
    commit = objects.commit(step.commit_hash)
    if commit is not None:
        found = registry.type_in_tree(named, lambda path: objects.entry(commit.tree, path) is not None)
        if found != named and (not transcript.strip() or entries(transcript, found)):
            return found
    return registry.stored_type(named, transcript)


def _covered(state: State, length: int) -> int:
    """How much of the conversation checkpoints have, before the first step that follows them."""
    return state.checkpoint_transcript_start if state.checkpoint_transcript_start < length else 0


def _transcript(objects: Objects, commit: str, directory: str, agent: str) -> bytes:
    try:
        return get_transcript_from_commit(objects, commit, directory, agent)
    except NoTranscript:
        return b""


def _changed(repo: Repository, before: str, commit: str) -> list[FileRow]:
    """The user's files that a step changed, compared with the previous step or the base commit."""
    try:
        counts = diff.line_counts(repo, before, commit) if before else {}
    except GitError:
        return []
    return [FileRow(path, *lines) for path, lines in sorted(counts.items()) if not is_infrastructure(path)]
