"""Find session states that cannot be read, and temporary files of killed writes."""

from __future__ import annotations

import os

from entire.core.paths import valid_session_id
from entire.core.text import count, short_session_id
from entire.doctor.finding import Finding, Repair
from entire.git.repository import Repository
from entire.session import leftovers
from entire.session.leftovers import Unreadable
from entire.session.store import Store

UNREADABLE = "unreadable_state"
SET_ASIDE = "unreadable_state_put_aside"
TEMPORARY = "temporary_files"


def examine(repo: Repository, store: Store) -> list[Finding]:
    found = [_unreadable(state) for state in leftovers.unreadable_states(store)]
    files = leftovers.temporary_files(repo, store)
    if files:
        found.append(
            Finding(
                TEMPORARY,
                f"{count(len(files), 'temporary file')} left by killed processes",
                "a process was killed while writing, or the disk was full",
                "remove them with `entire doctor --force`",
                names=files,
                repairs=(Repair.REPAIR,),
            )
        )
    return found


def _unreadable(state: Unreadable) -> Finding:
    name, short = os.path.basename(state.path), short_session_id(state.session_id)
    if not state.error:
        return Finding(
            SET_ASIDE,
            f"a state of session {short} could not be read, and was set aside as {name}",
            "it was damaged by a full disk, a crash or an edit",
            "if the session matters to you, look at the file; delete it with `entire clean --force`",
            session_id=state.session_id,
            names=[state.path],
        )
    usable = valid_session_id(state.session_id)
    return Finding(
        UNREADABLE,
        f"the state of session {short} {state.error}",
        "it was damaged by a full disk, a crash or an edit. Hooks skip the session",
        f"repair {name}, or set it aside: `entire doctor --force`" if usable else "`entire clean --force`",
        session_id=state.session_id,
        names=[state.path],
        repairs=(Repair.REPAIR,) if usable else (),
    )
