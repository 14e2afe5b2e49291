"""Pushing refs of ours: without questions, within a time, and never more than a fast-forward."""

from __future__ import annotations

import os
from collections.abc import Mapping

from entire.core.value import Value
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
    """Make refs of the other side point to these commits. Raises GitError where nobody answers, TooSlow."""
    command = ("push", "--porcelain", "--no-verify", "--no-follow-tags", "--recurse-submodules=no", "--")
    specs = [f"{oid}:{ref}" for ref, oid in tips.items()]
    out = run_online(repo, *command, where, *specs, seconds=seconds, ok=(0, 1))
    return parse(os.fsdecode(out))


def parse(text: str) -> list[Answer]:
    """`flag TAB from:to TAB summary`, a line for each ref."""
    rows = (line.split("\t", 2) for line in text.splitlines() if line.count("\t") >= 2)
    return [_answer(flag, spec.partition(":")[2], summary) for flag, spec, summary in rows]


def _answer(flag: str, ref: str, summary: str) -> Answer:
    reason = summary.rpartition("(")[2].rstrip(")") if "(" in summary else summary
    return Answer(ref, flag != "!", flag == "!" and any(word in summary for word in _BEHIND), reason)
