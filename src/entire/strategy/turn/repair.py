"""Repair what keeps a step from being saved. Only loaded after that failed."""

from __future__ import annotations

from entire.checkpoint.mend import mend
from entire.core import log
from entire.git import refs
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.session import capture as captures


def repair_branch(repo: Repository, branch: str, session_id: str) -> bool:
    """Repair the session's branch and the capture of its turn; return whether anything was damaged."""
    mended = mend(repo, refs.BRANCHES + branch)
    return _forget_lost_edits(repo, session_id) or mended


def _forget_lost_edits(repo: Repository, session_id: str) -> bool:
    """Forget edits of people whose content git has pruned: no ref had it yet.

    Their present content becomes part of the step, still as a person's work if the agent did not touch it.
    """
    capture = captures.load(repo, session_id)
    if capture is None or not capture.edits:
        return False
    oids = {path: text.partition(" ")[2] for path, text in capture.edits.items()}
    with Objects(repo) as objects:
        there = objects.sizes(oid for oid in oids.values() if oid)
    lost = [path for path, oid in oids.items() if oid and oid not in there]
    if not lost:
        return False
    capture.edits = {path: text for path, text in capture.edits.items() if path not in lost}
    captures.save(repo, capture)
    log.warn("edits before the turn are lost", session_id=session_id, files=lost)
    return True
