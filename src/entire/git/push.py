"""Pushing refs of ours: without questions, within a time, and never more than a fast-forward."""

from __future__ import annotations

import os
from collections.abc import Mapping

from entire.core.value import Value
from entire.git.errors import GitError
from entire.git.fetch import run_online
from entire.git.repository import Repository

# Somebody else was faster: fetch, merge, and try again. Everything else does not go away by itself.
_BEHIND = (
    "fetch first",
    "non-fast-forward",
    "cannot lock ref",
    "failed to update ref",
    "incorrect old value",
)


class Answer(Value):
    """What became of one ref."""

    ref: str
    accepted: bool
    behind: bool  # the other side has what we have not
    reason: str


def push(repo: Repository, where: str, tips: Mapping[str, str], seconds: float) -> list[Answer]:
    """Make refs of the other side point to these commits; an answer for each. Raises GitError, TooSlow."""
    if not tips:
        return []  # without a ref git would push what the user's configuration says
    command = ("push", "--porcelain", "--no-verify", "--no-follow-tags", "--recurse-submodules=no", "--")
    specs = [f"{oid}:{ref}" for ref, oid in tips.items()]
    done = run_online(repo, *command, where, *specs, seconds=seconds, ok=(0, 1))
    answers = {answer.ref: answer for answer in parse(os.fsdecode(done.out))}
    if not tips.keys() <= answers.keys():
        raise GitError("push", done.code, done.err)
    return [answers[ref] for ref in tips]


def parse(text: str) -> list[Answer]:
    """`flag TAB from:to TAB summary`, a line for each ref."""
    rows = (line.split("\t", 2) for line in text.splitlines() if line.count("\t") >= 2)
    return [_answer(flag, spec.partition(":")[2], summary) for flag, spec, summary in rows]


def _answer(flag: str, ref: str, summary: str) -> Answer:
    reason = summary.rpartition("(")[2].rstrip(")") if "(" in summary else summary
    return Answer(ref, flag != "!", flag == "!" and any(word in summary for word in _BEHIND), reason)
