"""What `entire reset` shows: what will be lost, and how to get it back."""

from __future__ import annotations

from entire.cli.ui.screen import Screen, cut
from entire.core.text import count, one_line, short_session_id
from entire.strategy.clean.reset import Plan

_FILES = 10
_CONVERSATION = (
    "The agent keeps its conversation: if it continues, the next checkpoint has these prompts, too."
)


def loss(plan: Plan, screen: Screen) -> list[str]:
    """What is lost, in red, before the question."""
    out = [screen.style(cut(f"This deletes {_what(plan)}.", screen.width), "bad")]
    for state in plan.sessions:
        prompt = state.last_prompt or state.first_prompt
        cells = (short_session_id(state.session_id), state.agent_type, prompt)
        out.append(cut("  " + "  ".join(filter(None, map(one_line, cells))), screen.width))
    out += [cut(f"    {one_line(path)}", screen.width) for path in plan.files[:_FILES]]
    if len(plan.files) > _FILES:
        out.append(f"    … and {len(plan.files) - _FILES} more")
    out.append("Your files stay as they are, but no commit will be linked to these steps.")
    return [*out, _CONVERSATION] if plan.sessions else out


def _what(plan: Plan) -> str:
    sessions = count(len(plan.sessions), "session") if plan.sessions else "a shadow branch without a session"
    work = [(plan.steps, "step"), (len(plan.files), "file")]
    done = " with ".join(count(number, noun) for number, noun in work if number)
    return f"{sessions}: {done}" if done else sessions


def done(plan: Plan, kept: list[str], screen: Screen) -> list[str]:
    out = [f"Reset {_what(plan)}. Your files were not changed."]
    for ref in kept:
        out += [f"Steps set aside as {ref}", screen.style(f"  git restore --source={ref} -- <file>", "dim")]
    return out
