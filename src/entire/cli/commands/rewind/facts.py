"""What `entire rewind` shows. Field names are the names in `--json`."""

from __future__ import annotations

from typing import Any, NamedTuple

from entire.git.diff import LineCounts
from entire.strategy.restore.apply import LeftOut, Restored
from entire.strategy.rewind.apply import Rewound
from entire.strategy.rewind.logs import Restoring
from entire.strategy.rewind.plan import Parts, Plan
from entire.strategy.rewind.points import Point
from entire.strategy.rewind.preview import Preview
from entire.strategy.rewind.undo import Undoing

SHA = 7
UNDO = "entire rewind --undo"


class Lost(NamedTuple):
    """A file whose current content is in no step and no commit."""

    path: str
    added: int | None  # lines, compared with the last step; None for binary files
    removed: int | None


class Kept(NamedTuple):
    path: str
    why: str


class Conversation(NamedTuple):
    session_id: str
    agent: str
    did: str  # "cut", "restored", …; for a linked commit its status: "new", "local_newer", …
    path: str
    backup: str
    resume_command: str
    prompts_removed: int = 0

    @property
    def cut(self) -> int:
        """How many prompts are removed, if any."""
        return self.prompts_removed if self.did == "cut" else 0


class Rewind(NamedTuple):
    """One rewind, or what it would do."""

    to: str  # the point's id; empty for an undo
    title: str  # description of the point
    step_number: int  # number of the step in its session; 0 for a commit and for the start of a session
    is_logs_only: bool
    undo: bool
    done: bool
    restore: list[str] = []
    delete: list[str] = []
    lost: list[Lost] = []
    keep: list[Kept] = []
    failed_paths: list[str] = []
    conversations: list[Conversation] = []
    left_out: list[Kept] = []  # sessions that cannot be restored, and why
    authors: list[str] = []  # who recorded the conversations, if not the user
    working: bool = False  # the agent seems to be working
    reset_from: str = ""  # where the branch was, if it moves
    branch: str = ""
    commit_count: int = 0  # removed from the branch
    snapshot: str = ""  # for an undo: the snapshot of what it replaced
    is_start: bool = False  # the point is before its prompt
    parts: str = "all"  # or "files", "conversation"


def listed(points: list[Point]) -> list[dict[str, Any]]:
    """`--list`: the keys of the reference, in its order, then ours: `at`."""
    return [_listed(point) for point in points]


def _listed(point: Point) -> dict[str, Any]:
    step = point.step
    out = {
        "id": point.id,
        "message": point.message,
        "metadata_dir": step.info.metadata_dir if step is not None else "",
        "date": point.date,
        "is_task_checkpoint": step is not None and step.info.is_task_checkpoint,
        "tool_use_id": step.info.tool_use_id if step is not None else "",
        "is_logs_only": point.is_logs_only,
        "condensation_id": point.checkpoint_id,
        "session_id": point.session_id,
        "session_prompt": point.prompt,
        "at": at(point),
    }
    omitted = ("tool_use_id", "condensation_id", "session_id", "session_prompt", "at")
    return {key: value for key, value in out.items() if value or key not in omitted}


def name_of(point: Point) -> str:
    """`step 3`, `start`, `task`, `5c1e2d0`."""
    if point.step is None:
        return point.id[:SHA]
    if point.is_start:
        return "start"
    return "task" if point.step.info.is_task_checkpoint else f"step {point.step.number}"


def at(point: Point) -> str:
    """Whether the point is before or after its prompt; empty for a commit."""
    return "" if point.step is None else "before" if point.is_start else "after"


def of_step(point: Point, preview: Preview, parts: str = Parts.ALL) -> Rewind:
    shown = _of_plan(_blank(point), preview.plan, preview.lines)
    return shown._replace(working=preview.working, parts=parts, conversations=_planned(point, preview))


def _planned(point: Point, preview: Preview) -> list[Conversation]:
    change = preview.transcript
    if change is None:
        return []
    agent = point.state.agent_type if point.state is not None else ""
    return [
        Conversation(point.session_id, agent, change.outcome, change.path, "", "", preview.prompts_removed)
    ]


def rewound(point: Point, preview: Preview, done: Rewound, parts: str = Parts.ALL) -> Rewind:
    conversation = Conversation(
        point.session_id,
        point.state.agent_type if point.state is not None else "",
        done.transcript,
        done.transcript_path,
        done.backup,
        done.resume_command,
        done.prompts_removed,
    )
    shown = _of_plan(_blank(point), done.plan, preview.lines)
    return shown._replace(done=True, conversations=[conversation], parts=parts)


def of_logs(point: Point, restoring: Restoring) -> Rewind:
    shown = _blank(point)._replace(
        conversations=[
            Conversation(one.session_id, one.agent_type, one.status, one.path, "", "")
            for one in restoring.restorables
        ],
        left_out=[_left_out(one) for one in restoring.left_out],
        authors=[f"{author.name} <{author.email}>" for author in restoring.authors],
    )
    resetting = restoring.resetting
    if resetting is None:
        return shown
    shown = _of_plan(shown, resetting.plan, {})
    return shown._replace(
        reset_from=resetting.head, branch=resetting.branch, commit_count=resetting.commits, is_logs_only=False
    )


def restored(shown: Rewind, done: list[Restored]) -> Rewind:
    status = {one.session_id: one.did for one in shown.conversations}
    conversations = [
        Conversation(
            one.session_id,
            one.agent_type,
            status.get(one.session_id, ""),
            one.path,
            one.backup,
            one.resume_command,
        )
        for one in done
    ]
    return shown._replace(done=True, conversations=conversations)


def _left_out(one: LeftOut) -> Kept:
    return Kept(one.session_id, one.reason)


def of_undo(undoing: Undoing, *, done: bool) -> Rewind:
    blank = Rewind("", undoing.snapshot.title, 0, False, True, done)
    shown = _of_plan(blank, undoing.plan, {})
    snapshot = undoing.snapshot
    return shown._replace(
        failed_paths=undoing.failed,
        snapshot=undoing.kept,
        reset_from=snapshot.reset_to,
        branch=snapshot.branch,
        conversations=[
            Conversation(saved.session_id, saved.agent_type, "restored", saved.path, "", "")
            for saved in snapshot.transcripts
            if undoing.conversation
        ],
    )


def _blank(point: Point) -> Rewind:
    number = point.step.number if point.step is not None else 0
    blank = Rewind(point.id, point.message, number, point.is_commit, False, False)
    return blank._replace(is_start=point.is_start)


def _of_plan(rewind: Rewind, plan: Plan, lines: dict[str, LineCounts]) -> Rewind:
    counts = ((path, lines.get(path)) for path in plan.lost)
    return rewind._replace(
        restore=[item.path for item in plan.restore],
        delete=[item.path for item in plan.delete],
        lost=[Lost(path, *(found or (None, None))) for path, found in counts],
        keep=[Kept(*kept) for kept in plan.keep],
    )
