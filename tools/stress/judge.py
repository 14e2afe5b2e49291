"""Whether a run lost anything. Pure."""

from __future__ import annotations

from collections import defaultdict

from tools.stress.facts import CodeCommit, Facts, Part, Tracked

NOT_TRACKED = Tracked([], open=False)


def judge(facts: Facts, sessions: dict[str, str]) -> list[str]:
    """Every rule that does not hold. ``sessions``: the session of each turn, by the turn's marker."""
    problems = [*_trailers(facts), *_turns(facts, sessions), *_twice(facts), *_claims(facts)]
    problems += [f"left behind: {path}" for path in sorted(set(facts.leftovers))]
    problems += facts.findings
    if facts.tips.get("remote") != facts.tips.get("repository"):
        problems.append(f"the remote differs after the last push: {facts.tips}")
    return problems


def _trailers(facts: Facts) -> list[str]:
    """A commit with a turn's work has a trailer, and every trailer has its checkpoint."""
    problems = []
    for commit in facts.commits:
        if commit.added and not commit.checkpoints:
            problems.append(f"missing trailer: {commit.oid[:10]} with {', '.join(sorted(commit.added))}")
        problems += [
            f"dangling trailer: {commit.oid[:10]} names {checkpoint}"
            for checkpoint in commit.checkpoints
            if checkpoint not in facts.checkpoints
        ]
    return problems


def _turns(facts: Facts, sessions: dict[str, str]) -> list[str]:
    """Every turn is in the checkpoint of the commit with its lines, or it still waits for a commit."""
    problems = []
    where = {marker: commit for commit in facts.commits for marker in commit.added}
    for marker, session in sorted(sessions.items()):
        commit = where.get(marker)
        wrong = _in_commit(facts, commit, marker, session) if commit else _waiting(facts, marker, session)
        if wrong:
            problems.append(f"lost turn: {marker}, session {session[:8]}: {wrong}")
    return problems


def _in_commit(facts: Facts, commit: CodeCommit, marker: str, session: str) -> str:
    if not any(checkpoint in facts.checkpoints for checkpoint in commit.checkpoints):
        return ""  # reported with the trailer
    parts: list[Part] = [
        facts.checkpoints[checkpoint][session]
        for checkpoint in commit.checkpoints
        if session in facts.checkpoints.get(checkpoint, {})
    ]
    if not parts:
        return f"{commit.oid[:10]} has its lines, but its checkpoint {commit.checkpoints} lacks the session"
    missing = [
        name
        for name, found in (
            ("its file", commit.noted or any(commit.added[marker] in part.files for part in parts)),
            ("its prompt", any(f"({marker})" in part.prompts for part in parts)),
            ("its transcript", any(f"Written: {marker}" in part.transcript for part in parts)),
        )
        if not found
    ]
    return (
        f"the checkpoint {commit.checkpoints} of {commit.oid[:10]} lacks {', '.join(missing)}"
        if missing
        else ""
    )


def _waiting(facts: Facts, marker: str, session: str) -> str:
    holding = [path for path, content in facts.shadows.items() if marker in content]
    if not holding:
        return "it is in no commit and on no shadow branch"
    tracked = facts.tracked.get(session, NOT_TRACKED)
    return "" if any(path in tracked.files for path in holding) else "no state lists its file"


def _twice(facts: Facts) -> list[str]:
    """A file that was written in one turn alone is in one checkpoint of its session alone."""
    where: dict[tuple[str, str], list[str]] = defaultdict(list)
    for checkpoint, parts in facts.checkpoints.items():
        for session, part in parts.items():
            for path in part.files:
                if "/turn" in path:
                    where[session, path].append(checkpoint)
    return [f"in two checkpoints: {path}: {found}" for (_, path), found in where.items() if len(found) > 1]


def _claims(facts: Facts) -> list[str]:
    """A checkpoint lists a file of a session only if a commit of it has lines of a turn there.

    A line is in one commit. So a turn that adds to a file that grows is in one checkpoint, too, although its
    prompt is in all those that the rest of its work was carried forward to.
    """
    there: dict[str, set[str]] = defaultdict(set)
    for commit in facts.commits:
        for checkpoint in commit.checkpoints:
            there[checkpoint].update(commit.added.values())
    return [
        f"in a checkpoint without its lines: {path}, session {session[:8]}, {checkpoint}"
        for checkpoint, parts in facts.checkpoints.items()
        for session, part in parts.items()
        for path in part.files
        if checkpoint in there and path not in there[checkpoint]
    ]
