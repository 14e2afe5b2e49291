"""Generate `docs/phases.md`: `python -m entire.session.phase_page > docs/phases.md`."""

from __future__ import annotations

from entire.session.phase import TABLE


def mermaid() -> str:
    """The table as a diagram."""
    lines = ["stateDiagram-v2", "    [*] --> active : TurnStart"]
    for row in TABLE:
        condition = f" [{row.condition}]" if row.condition else ""
        actions = f" / {', '.join(row.actions)}" if row.actions else ""
        lines.append(f"    {row.source} --> {row.target} : {row.event}{condition}{actions}")
    return "\n".join(lines) + "\n"


def page() -> str:
    """`docs/phases.md`: the table as a diagram and in full."""
    rows = [
        f"| {row.source} | {row.event} | {row.condition} | {row.target} | {', '.join(row.actions)} |"
        for row in TABLE
    ]
    return f"""\
# The phases of a session

A session is **active** while the agent works, **idle** while it waits for the next prompt, and **ended** when
the agent is gone. Agents and git report events. One table in `src/entire/session/phase.py` says what each
event does, and this page is generated from it:

    python -m entire.session.phase_page > docs/phases.md

```mermaid
{mermaid()}```

The first row whose condition is true applies. A commit does not update the last interaction: only people and
agents do.

| action | who carries it out |
|---|---|
| Condense | the strategy's `post_commit`, for the sessions whose work the commit contains |
| SaveStep | `lifecycle/agent_events.py`: saves what the open turn has done so far as a step |
| WarnStaleSession | `lifecycle/greeting.py`: the message at session start names the turn that never ended |
| ClearEndedAt, UpdateLastInteraction | `session/state.py` |

The table of the reference (Entire CLI v0.5.1) differs in three places:

- On Compaction the reference condenses. That checkpoint would belong to no commit, and the files would be
  missing from the next one. Here a step is saved instead: you can rewind to it, and no part of the
  conversation is lost.
- For an ended session, CondenseIfFilesTouched is Condense with the condition "files touched".
- DiscardIfNoFiles only moves the session's base commit to HEAD. Every session with nothing to commit follows
  HEAD after a commit, in any phase, so it is not an action here.

| phase | event | condition | phase after | actions, in order |
|---|---|---|---|---|
{chr(10).join(rows)}
"""


if __name__ == "__main__":
    print(page(), end="")
