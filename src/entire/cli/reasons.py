"""Why a line has no known owner, in words."""

from __future__ import annotations

from entire.attribution import blame, owner

_OF_AGENTS = {
    owner.IMPORTED: "imported: matched by the lines that the conversation wrote",
    owner.REMOVED: "the turn was removed from the conversation",
}
_UNLINKED = "the commit has no checkpoint: it was unlinked by hand (`entire unlink`)"
_WORDS = {
    "": "already uncommitted when the session started, or no hook ran",
    owner.BEFORE: "already uncommitted when the session started",
    owner.UNSEEN: "the hook of the prompt did not run",
    owner.COMMAND: "changed while a command of the agent was running, perhaps by a person",
    owner.HOOK: "changed after an edit of the agent, by a hook of the agent or by a person",
    owner.MODIFIED: "an edit of the agent that a person changed before it was applied",
    owner.EARLIER: "older than the session's work, and left out by a commit meanwhile",
    owner.COUNTED: "from a step of a program that counts lines, but does not say whose each of them is",
    owner.AMENDED: "the commit was amended while an agent was working",
    owner.LATER: "changed after the agent's last sign of life, before a hook ran",
    owner.UNTRACKED.why: "the file was too large to follow at some time",
    owner.IMPORTED: "no hook saw who wrote it, and the imported conversation did not",
    blame.NOT_COMMITTED: "not committed yet",
    blame.NO_CHECKPOINT: (
        "the commit has no checkpoint: no session contributed, or its link was declined or lost"
    ),
    blame.CHECKPOINT_MISSING: "its checkpoint is not here; `entire fetch` gets it if it was pushed",
    blame.NO_LINES: "the checkpoint does not record who wrote which line",
    blame.LEFT_OUT: "the file was too large to track line by line",
    blame.NOT_RECORDED: "the checkpoint does not cover this line: the commit was rewritten",
}


def words(who: str, why: str) -> str:
    """``who`` and ``why`` as `--json` has them; empty if the owner is known from hooks."""
    if who == owner.AGENT:
        return _OF_AGENTS.get(why, "")
    if who == blame.NO_CHECKPOINT and why == blame.UNLINKED:
        return _UNLINKED
    if who == owner.HUMAN:
        return ""
    return _WORDS.get(why if who == owner.UNKNOWN else who, _WORDS[""])
