"""`docs/phases.md`, generated: `python -m entire.session.phase_page > docs/phases.md`."""

from __future__ import annotations

from entire.session.phase import TABLE


def mermaid() -> str:
    """The table as a diagram."""
    lines = ["stateDiagram-v2", "    [*] --> idle : SessionStart"]
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

A session works (active), waits for the next prompt (idle), or is over (ended). Agents and git report events;
what they lead to is one table in `src/entire/session/phase.py`, and this page is generated from it:

    python -m entire.session.phase_page > docs/phases.md

```mermaid
{mermaid()}```

The first row whose condition holds counts. A commit does not refresh the last interaction: only people and
agents do.

| action | who carries it out |
|---|---|
| Condense | `strategy/manual_commit/condense.py`, for the sessions whose work the commit contains |
| SaveStep | `lifecycle/agent_events.py`: what the open turn did so far becomes a step |
| WarnStaleSession | `lifecycle/greeting.py`: the note at session start says that the last turn never ended |
| ClearEndedAt, UpdateLastInteraction | `session/transitions.py` |

The reference's table differs in three places:

- On Compaction it condenses. A checkpoint that no commit names would take the files away from the commit that
  comes, so we save a step: everything up to there can be rewound to, and nothing of the conversation is lost.
- For a session that is over, CondenseIfFilesTouched is Condense under the condition "files touched".
- DiscardIfNoFiles only moves the session's base commit to HEAD. Every session with nothing to commit follows
  HEAD after a commit, whatever its phase, so that is no action of a row.

| phase | event | condition | phase after | actions, in order |
|---|---|---|---|---|
{chr(10).join(rows)}
"""


if __name__ == "__main__":
    print(page(), end="")
