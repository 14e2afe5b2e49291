"""Tokens of a session that no checkpoint counts yet, by model."""

from __future__ import annotations

import os

from entire.agent import registry
from entire.core import files
from entire.core.paths import transcript_copy
from entire.numbers.gather import agreed
from entire.numbers.part import of_transcript
from entire.numbers.tokens import Source, Used, of_subagents, of_usage
from entire.session.state import State
from entire.transcript.usage import TokenUsage


def pending(state: State, usage: TokenUsage | None) -> tuple[Used, Used]:
    """What the session used since its last checkpoint, and its subagents; ``usage`` is the sum.

    Our copy of the transcript, which is redacted, says which model used it.
    """
    if usage is None:
        return {}, {}
    below = of_subagents(usage.subagent_tokens)
    if state.counted_elsewhere:  # the sum is not of this part alone
        return {Source(""): of_usage(usage)}, below
    copy = os.path.join(state.worktree_path, transcript_copy(state.session_id)) if state.worktree_path else ""
    try:
        data = (files.read(copy) or b"") if copy else b""
    except OSError:
        data = b""
    kind = registry.stored_type(state.agent_type, data)
    read = of_transcript(kind, data, state.token_transcript_start)
    return agreed(usage, read.used, state.model_name, bool(data)), below
