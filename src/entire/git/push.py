"""Push refs: without prompts, with a timeout, and never by force."""

from __future__ import annotations

import os
from collections.abc import Mapping

from entire.core.value import Value
from entire.git.errors import GitError
from entire.git.fetch import run_online
from entire.git.repository import Repository

# Another push was faster: fetch, merge and try again. Trying again helps with no other failure.
_BEHIND = (
    "fetch first",
    "non-fast-forward",
    "cannot lock ref",
    "failed to update ref",
    "incorrect old value",
)
# Checkpoints share blobs in different folders. By default, git only looks for what the remote has in the same
# ones, and sends all parts of a transcript each time.
_NOT_SPARSE = ("-c", "pack.useSparse=false")


class Answer(Value):
    """The result for one ref."""

    ref: str
    accepted: bool
    behind: bool  # the remote has commits that we do not have
    reason: str


def push(repo: Repository, where: str, tips: Mapping[str, str], seconds: float) -> list[Answer]:
    """Set the remote's refs to these commits; return a result for each. Raises GitError, TooSlow."""
    if not tips:
        return []  # without a refspec, git would push whatever is configured
    command = ("push", "--porcelain", "--no-verify", "--no-follow-tags", "--recurse-submodules=no", "--")
    specs = [f"{oid}:{ref}" for ref, oid in tips.items()]
    done = run_online(repo, *command, where, *specs, config=_NOT_SPARSE, seconds=seconds, ok=(0, 1))
    answers = {answer.ref: answer for answer in parse(os.fsdecode(done.out))}
    if not tips.keys() <= answers.keys():
        raise GitError("push", done.code, done.err)
    return [answers[ref] for ref in tips]


def parse(text: str) -> list[Answer]:
    """Parse lines of the form `flag TAB from:to TAB summary`."""
    rows = (line.split("\t", 2) for line in text.splitlines() if line.count("\t") >= 2)
    return [_answer(flag, spec.partition(":")[2], summary) for flag, spec, summary in rows]


def _answer(flag: str, ref: str, summary: str) -> Answer:
    reason = summary.rpartition("(")[2].rstrip(")") if "(" in summary else summary
    return Answer(ref, flag != "!", flag == "!" and any(word in summary for word in _BEHIND), reason)
