"""A person's changes between two turns, as numbers in a session's state."""

from __future__ import annotations

from collections.abc import Mapping

from entire.git.diff import LineCounts
from entire.session.state import PromptAttribution


def calculate_prompt_attribution(
    number: int, user: Mapping[str, LineCounts], agent: Mapping[str, LineCounts]
) -> PromptAttribution:
    """Pure: compute the numbers at a prompt, for the step with this number.

    ``user`` is the difference from the last step (or the base commit) to the work tree at the prompt.
    ``agent`` is the difference from the base commit to the last step, in files that the person changed.
    """
    worked = [counts for path, counts in agent.items() if path in user]
    return PromptAttribution(
        checkpoint_number=number,
        user_lines_added=sum(counts.added for counts in user.values()),
        user_lines_removed=sum(counts.removed for counts in user.values()),
        agent_lines_added=sum(counts.added for counts in worked),
        agent_lines_removed=sum(counts.removed for counts in worked),
        user_added_per_file={path: counts.added for path, counts in sorted(user.items()) if counts.added},
    )
