"""manual-commit: each turn is saved as a step, and a commit that the user makes condenses its steps."""

from __future__ import annotations

from entire.strategy import defaults
from entire.strategy.commits import defaults as commits

NAME = "manual-commit"
SUMMARY = "you commit, and entire links the commit"
MAKES_COMMITS = False

start_turn = defaults.start_turn
save_turn = defaults.save_turn
save_task = defaults.save_task
finish = defaults.finish
why_not_here = defaults.why_not_here
end_session = defaults.end_session
heal = commits.heal
complete_commits = commits.complete_commits
claim_committed = commits.claim_committed
prepare_commit_msg = commits.prepare_commit_msg
commit_msg = defaults.commit_msg
post_commit = commits.post_commit
postpone_commit = commits.postpone_commit
note_quiet = commits.note_quiet
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
