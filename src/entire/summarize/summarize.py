"""Add a summary to a checkpoint: read its conversation, ask a model, store the answer.

The lock is held while the summary is stored, not while the model works. The conversation is redacted again
before anything is cut off, and so is the answer (I4).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from entire.agent.conversation import entries
from entire.agent.entries import RECORD, TOOL, Entry
from entire.checkpoint.committed.read import find_stored, read_session_content
from entire.checkpoint.committed.update import update_summary
from entire.checkpoint.errors import CheckpointNotFound
from entire.checkpoint.model import SessionContent, Summary
from entire.checkpoint.names import CHECKPOINTS_REF
from entire.core.errors import EntireError
from entire.core.value import Value
from entire.git import identity
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.session.store import Store
from entire.summarize import answer, options, providers, run, trust
from entire.summarize.prompt import prompt
from entire.summarize.transcript_text import condensed

LOCK_SECONDS = 30.0  # we can wait, and asking the model again would be expensive


class Subject(Value):
    """What to summarize: the latest session of a checkpoint."""

    session_id: str
    agent: str
    text: str  # the conversation, condensed


def generate(
    repo: Repository,
    strategy_options: Mapping[str, Any],
    checkpoint_id: str,
    *,
    force: bool,
    asked: bool,
    on_start: Callable[[str], None],
) -> None:
    """Add a summary to a checkpoint. Raises EntireError.

    ``on_start`` is called with the provider's name before we ask. ``force`` replaces an existing summary.
    ``asked``: the user asked for this summary, not a setting for every commit.
    """
    with Objects(repo) as objects:
        subject = _subject(objects, checkpoint_id, force=force)
    chosen = options.read(strategy_options)
    provider = providers.choose(chosen, subject.agent, providers.which)
    trust.check(repo, chosen, provider, subject.agent, asked=asked)
    on_start(provider.name)
    summary = answer.parse(run.ask(provider, prompt(subject.text), chosen.seconds))
    with Store(repo).lock(wait=LOCK_SECONDS), Objects(repo) as objects:
        _store(repo, objects, checkpoint_id, subject, summary, force=force)


def _subject(objects: Objects, checkpoint_id: str, *, force: bool) -> Subject:
    content = _latest(objects, checkpoint_id, force=force)
    metadata = content.metadata
    found = entries(content.transcript, metadata.agent, metadata.get_transcript_start())
    conversation = [entry for entry in found if entry.kind != RECORD]
    if all(entry.kind == TOOL for entry in conversation):
        raise EntireError(
            f"checkpoint {checkpoint_id} has no readable conversation", "there is nothing to summarize"
        )
    text = condensed(
        [_redacted(entry) for entry in conversation], [_redacted_text(p) for p in metadata.files_touched]
    )
    return Subject(metadata.session_id, metadata.agent, text)


def _redacted(entry: Entry) -> Entry:
    return entry.replace(text=_redacted_text(entry.text), detail=_redacted_text(entry.detail))


def _redacted_text(text: str) -> str:
    """Redact again: the text was redacted when stored, but by older rules or another program."""
    from entire.redact import redact_text

    return redact_text(text)


def _latest(objects: Objects, checkpoint_id: str, *, force: bool) -> SessionContent:
    """Return the session that gets the summary. Raises EntireError."""
    found = find_stored(objects, checkpoint_id)
    if found is None:
        raise CheckpointNotFound(f"checkpoint {checkpoint_id[:60]} was not found")
    tip, stored = found
    local = objects.commit(CHECKPOINTS_REF)
    if local is None or local.oid != tip.oid:
        raise EntireError(f"checkpoint {checkpoint_id} is only on origin", "fetch it: `entire fetch`")
    readable = [index for index, slot in enumerate(stored.slots) if slot is not None]
    if not readable:
        raise EntireError(
            f"checkpoint {checkpoint_id} cannot have a summary", "it was written by an early version"
        )
    content = read_session_content(objects, checkpoint_id, readable[-1])
    if content.metadata.summary is not None and not force:
        raise EntireError(f"checkpoint {checkpoint_id} already has a summary", "replace it with `--force`")
    return content


def _store(
    repo: Repository, objects: Objects, checkpoint_id: str, subject: Subject, summary: Summary, *, force: bool
) -> None:
    """Store the summary, unless another session joined the checkpoint meanwhile."""
    if _latest(objects, checkpoint_id, force=force).metadata.session_id != subject.session_id:
        raise EntireError(
            f"checkpoint {checkpoint_id} got another session while its summary was written", "try again"
        )
    update_summary(repo, objects, checkpoint_id, summary, identity.get_git_author_from_repo(repo))
