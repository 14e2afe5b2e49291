"""Whether hooks did their work. Always outside the clock."""

from __future__ import annotations

import json
from typing import Any

from bench.fixture.playground import Playground
from bench.fixture.template import CHECKPOINTS

_TRAILER = "%(trailers:key=Entire-Checkpoint,valueonly)"


class Progressed:
    """What was added to a repository since this was made."""

    def __init__(self, ground: Playground) -> None:
        self._ground = ground
        self._head = tip(ground, "HEAD")
        self._checkpoints = tip(ground, CHECKPOINTS)

    def check(self, commits: int) -> None:
        """So many commits were made with a session: all are linked, all are condensed, nothing failed."""
        linked = set(self._ground.output("git", "log", f"--format={_TRAILER}", f"{self._head}..HEAD").split())
        subjects = self._ground.output("git", "log", "--format=%s", f"{self._checkpoints}..{CHECKPOINTS}")
        condensed = {line.removeprefix("Checkpoint: ") for line in subjects.splitlines()}
        expect(len(linked) == commits, f"of {commits} commits {len(linked)} are linked")
        expect(linked <= condensed, f"of {commits} commits {len(linked & condensed)} are condensed")
        check_log(self._ground)


def check_condensed(ground: Playground, session_id: str) -> None:
    """After a commit the session waits for a prompt, and nothing of it waits for a commit."""
    state = json.loads((ground.git_dir / "entire-sessions" / f"{session_id}.json").read_text())
    last = ground.output("git", "log", "-1", f"--format={_TRAILER}").strip()
    expect(state["phase"] == "idle", f"the session is {state['phase']}")
    expect(not state.get("files_touched"), f"the session still waits with {state.get('files_touched')}")
    expect(state["last_checkpoint_id"] == last, "the session does not know its last checkpoint")


def check_log(ground: Playground) -> None:
    log = ground.root / ".entire" / "logs" / "entire.log"
    rows: list[dict[str, Any]] = [json.loads(line) for line in log.read_text().splitlines()]
    errors = [row for row in rows if row["level"] == "ERROR"]
    expect(not errors, f"hooks failed: {errors[:3]}")


def tip(ground: Playground, ref: str) -> str:
    return ground.output("git", "rev-parse", "--verify", ref).strip()


def expect(holds: bool, otherwise: str) -> None:
    if not holds:
        raise SystemExit(f"bench: {otherwise}: these figures would mean nothing")
