"""manual-commit: each turn is saved as a step, and a commit that the user makes condenses its steps."""

from __future__ import annotations

from entire.strategy import defaults
from entire.strategy.commits import defaults as commits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from entire.checkpoint.temporary.task import Task
    from entire.strategy.turn.save import TurnWork

NAME = "manual-commit"
MAKES_COMMITS = False

start_turn = defaults.start_turn
finish = defaults.finish
end_session = defaults.end_session
heal = commits.heal
complete_commits = commits.complete_commits
prepare_commit_msg = commits.prepare_commit_msg
commit_msg = defaults.commit_msg
post_commit = commits.post_commit
postpone_commit = commits.postpone_commit
post_rewrite = defaults.post_rewrite
next_commit = commits.next_commit
rewind_points = defaults.rewind_points
find_point = defaults.find_point
apply_rewind = defaults.apply_rewind
sessions_in = commits.sessions_in
reset = defaults.reset
list_unused = defaults.list_unused
is_condensable = commits.is_condensable
condense = commits.condense


def save_turn(work: TurnWork) -> None:
    from entire.strategy.turn.save import save_step

    save_step(NAME, work)


def save_task(work: TurnWork, task: Task, subject: str) -> None:
    from entire.strategy.turn.save import save_task_step

    save_task_step(NAME, work, task, subject)
