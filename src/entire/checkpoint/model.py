"""The JSON objects of checkpoints, with keys in the order on disk."""

from __future__ import annotations

from entire.core import json_text
from entire.core.record import Record
from entire.core.value import Value
from entire.transcript.usage import TokenUsage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar

    from entire.checkpoint.on_demand import OnDemand

    R = TypeVar("R", bound=Record)


IMPORTED = "imported"  # a session's `kind`: its conversation was imported; no hook followed it


class SessionFilePaths(Record):
    """The paths of a session's files from the root of the branch; empty for a file that does not exist."""

    ALWAYS = frozenset({"metadata", "transcript", "context", "content_hash", "prompt"})

    metadata: str = ""
    transcript: str = ""
    context: str = ""
    content_hash: str = ""
    prompt: str = ""


class CheckpointSummary(Record):
    """The root `metadata.json`: the totals of all sessions of a checkpoint."""

    ALWAYS = frozenset({"checkpoint_id", "strategy", "checkpoints_count", "files_touched", "sessions"})
    NESTED = {"sessions": SessionFilePaths, "token_usage": TokenUsage}

    cli_version: str = ""
    checkpoint_id: str = ""
    strategy: str = ""
    branch: str = ""
    checkpoints_count: int = 0
    files_touched: list[str] = []
    sessions: list[SessionFilePaths] = []
    token_usage: TokenUsage | None = None


class CodeLearning(Record):
    ALWAYS = frozenset({"path", "finding"})

    path: str = ""
    line: int = 0
    end_line: int = 0
    finding: str = ""


class LearningsSummary(Record):
    ALWAYS = frozenset({"repo", "code", "workflow"})
    NESTED = {"code": CodeLearning}

    repo: list[str] = []
    code: list[CodeLearning] = []
    workflow: list[str] = []


class Summary(Record):
    """What a model wrote about a checkpoint."""

    ALWAYS = frozenset({"intent", "outcome", "learnings", "friction", "open_items"})
    NESTED = {"learnings": LearningsSummary}

    intent: str = ""
    outcome: str = ""
    learnings: LearningsSummary | None = None
    friction: list[str] = []
    open_items: list[str] = []

    def to_json(self) -> dict[str, Any]:
        out = super().to_json()
        out["learnings"] = out["learnings"] or LearningsSummary().to_json()
        return out


class InitialAttribution(Record):
    """Who wrote which lines, measured at commit time."""

    ALWAYS = frozenset(
        {
            "calculated_at",
            "agent_lines",
            "human_added",
            "human_modified",
            "human_removed",
            "total_committed",
            "agent_percentage",
        }
    )

    calculated_at: str = ""
    agent_lines: int = 0
    human_added: int = 0
    human_modified: int = 0
    human_removed: int = 0
    total_committed: int = 0
    agent_percentage: float = 0.0
    agent_removed: int = 0  # lines of the parent that agents removed; not a key of the reference
    total_removed: int = 0  # all lines that the commit removes; not a key of the reference


class CommittedMetadata(Record):
    """One session's `metadata.json` within a checkpoint."""

    ALWAYS = frozenset(
        {"checkpoint_id", "session_id", "strategy", "created_at", "checkpoints_count", "files_touched"}
    )
    NESTED = {"token_usage": TokenUsage, "summary": Summary, "initial_attribution": InitialAttribution}

    cli_version: str = ""
    checkpoint_id: str = ""
    session_id: str = ""
    strategy: str = ""
    created_at: str = ""
    branch: str = ""
    checkpoints_count: int = 0
    files_touched: list[str] = []
    agent: str = ""
    model: str = ""
    turn_id: str = ""
    is_task: bool = False
    tool_use_id: str = ""
    transcript_identifier_at_start: str = ""
    checkpoint_transcript_start: int = 0
    transcript_lines_at_start: int = 0  # the same, for older programs
    token_transcript_start: int = 0  # not in the reference: where `token_usage` starts to count
    token_usage: TokenUsage | None = None
    session_metrics: dict[str, Any] = {}
    summary: Summary | None = None
    initial_attribution: InitialAttribution | None = None
    kind: str = ""  # `imported`, or empty; newer references have it
    commit_sha: str = ""  # the commit that it was imported for; newer references have it
    confidence: float = 0.0  # not in the reference: how sure it is that the commit has its work, up to 1

    def get_transcript_start(self) -> int:
        """Return the position where this checkpoint's part of the transcript starts."""
        return self.checkpoint_transcript_start or self.transcript_lines_at_start

    def get_token_start(self) -> int:
        """Return the position from which `token_usage` counts; the reference counts from its part's start."""
        return self.token_transcript_start or self.get_transcript_start()


class TaskCheckpoint(Record):
    """`checkpoint.json`, written when a subagent finishes."""

    ALWAYS = frozenset({"session_id", "tool_use_id", "checkpoint_uuid"})

    session_id: str = ""
    tool_use_id: str = ""
    checkpoint_uuid: str = ""
    agent_id: str = ""


class SubagentCheckpoint(Record):
    """`checkpoints/NNN-<tool>.json`, written when the to-do list changes."""

    ALWAYS = frozenset({"type", "tool_use_id", "timestamp", "data"})

    type: str = ""
    tool_use_id: str = ""
    timestamp: str = ""
    data: Any = None


class SessionContent(Value):
    """Everything that a checkpoint has of one session."""

    metadata: CommittedMetadata
    transcript: bytes  # empty if missing
    prompts: str
    context: str
    elsewhere: bool = False  # the transcript is stored, but not in this clone
    records: OnDemand | None = None  # of a long transcript, of which only the beginning was read


_MOST_PARTS = 300_000  # a megabyte of empty lists takes a hundred in memory


def _parts(data: bytes) -> int:
    """Return at least the number of values in JSON text."""
    return sum(data.count(sign) for sign in (b"[", b"{", b","))


def load(kind: type[R], data: bytes | None) -> R | None:
    """Parse a stored JSON object; None if it is not valid (I6)."""
    if data is None or _parts(data) > _MOST_PARTS:
        return None
    try:
        return kind.from_json(json_text.decode(data))
    except (ValueError, RecursionError):
        return None
