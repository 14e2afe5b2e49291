"""A whole session of an agent, as its client and a person would play it: hooks, a commit, uninstalling."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import Any

from entire.agent.events import Event, Kind
from entire.agent.protocol import Agent
from entire.cli.commands.agent.conformance import samples, teammates
from entire.cli.commands.agent.conformance.samples import Samples
from entire.cli.commands.agent.conformance.stage import Result, Stage
from entire.core import files, json_text
from entire.core.errors import EntireError
from entire.core.paths import STATE_DIR

_BRANCH = "entire/checkpoints/v1"
_USUAL = (
    *("session-start", "user-prompt-submit", "prompt", "before-submit-prompt", "before-agent", "turn-start"),
    *("stop", "after-agent", "turn-end", "session-end"),
)
_NOTES = b"one\ntwo\n"


class Play:
    """One agent on a stage. ``knows_transcript``: it reads our sample of a transcript."""

    def __init__(self, agent: Agent, stage: Stage, given: Samples, *, knows_transcript: bool) -> None:
        self.agent = agent
        self.stage = stage
        self.given = given
        self.knows = knows_transcript
        self.transcript = ""
        self.calls: dict[str, tuple[str, dict[str, Any]]] = {}  # by kind: the hook, and what it is sent
        self.session_id = given.session_id
        self.before: dict[str, bytes] = {}

    def results(self) -> list[Result]:
        """Each act needs the one before it: what comes after a failure is not tried."""
        found = []
        for what, act in _ACTS:
            try:
                problem = act(self)
            except (EntireError, OSError) as error:
                problem = str(error)
            if problem is not None:
                found.append(Result(what, problem))
            if problem:
                break
        return found

    def hook(self, kind: str) -> None:
        if kind in self.calls:
            verb, payload = self.calls[kind]
            data = json_text.encode_line(payload).encode()
            self.stage.run("entire", "hooks", self.agent.NAME, verb, data=data)

    def state(self) -> dict[str, Any]:
        data = files.read(os.path.join(self.stage.root, ".git", STATE_DIR, f"{self.session_id}.json"))
        found = json_text.decode(data) if data is not None else {}
        return found if isinstance(found, dict) else {}


def _enable(play: Play) -> str:
    play.before = play.stage.snapshot()
    play.stage.run("entire", "enable", "--agent", play.agent.NAME)
    if not play.agent.installed(play.stage.root):
        return "enabled, but its hooks are not found"
    if missing := play.agent.missing_hooks(play.stage.root):
        return f"enabled, but these are missing: {', '.join(missing)}"
    play.stage.run("git", "add", "-A")
    play.stage.run("git", "commit", "--quiet", "--allow-empty", "-m", "use entire")
    return ""


def _unnoticed(play: Play) -> str:
    return teammates.problem(play.stage.snapshot(), play.agent.NAME, play.stage.root)


def _understand(play: Play) -> str:
    play.transcript = play.agent.transcript_path(play.stage.root, play.given.session_id)
    for verb in _verbs(play):
        event, payload = _event(play, verb)
        if event is not None:
            play.calls.setdefault(event.kind, (verb, payload))
            play.session_id = event.session_id
            play.transcript = event.transcript_path or play.transcript
    missing = [kind for kind in (Kind.TURN_START, Kind.TURN_END) if kind not in play.calls]
    return (
        f"no hook is understood as {' or '.join(missing)}; give recorded calls with --samples"
        if missing
        else ""
    )


def _verbs(play: Play) -> list[str]:
    """The hooks that were installed, by what the agent's configuration calls; else the usual names."""
    call = re.compile(rf"\bhooks {re.escape(play.agent.NAME)} ([A-Za-z0-9._-]+)".encode())
    found = [one.decode() for content in play.stage.snapshot().values() for one in call.findall(content)]
    return list(dict.fromkeys([*found, *play.given.payloads])) or list(_USUAL)


def _event(play: Play, verb: str) -> tuple[Event | None, dict[str, Any]]:
    for payload in samples.payloads(play.given, play.agent.NAME, play.stage.root, verb, play.transcript):
        try:
            event = None if play.agent.is_foreign(payload) else play.agent.parse_event(verb, payload)
        except EntireError:
            continue
        if event is not None:
            return event, payload
    return None, {}


def _turn(play: Play) -> str:
    play.hook(Kind.SESSION_START)
    play.hook(Kind.TURN_START)
    if play.knows:
        path = os.path.realpath(play.transcript)
        files.make_dir(os.path.dirname(path))
        files.write_atomic(path, play.given.transcript)
    play.stage.write(samples.FILE, _NOTES)
    play.hook(Kind.TURN_END)
    state = play.state()
    if state.get("agent_type") != play.agent.TYPE:
        return "no session is recorded; see .entire/logs/entire.log after a turn of your own"
    if samples.FILE not in state.get("files_touched", []):
        return f"the turn does not have {samples.FILE}, which was written in it"
    return "" if state.get("checkpoint_count", state.get("step_count")) else "the turn made no step"


def _commit(play: Play) -> str:
    play.stage.run("git", "add", "-A")
    play.stage.run("git", "commit", "--quiet", "-m", "notes")
    id = play.stage.run("git", "log", "-1", "--format=%(trailers:key=Entire-Checkpoint,valueonly)").strip()
    if not id:
        return "the commit is not linked"
    place = f"{_BRANCH}:{id[:2]}/{id[2:]}/0"
    metadata = json_text.decode(play.stage.run("git", "show", f"{place}/metadata.json"))
    if metadata.get("agent") != play.agent.TYPE:
        return f"its checkpoint names {metadata.get('agent')!r}"
    return _known(play, metadata, place) if play.knows else ""


def _known(play: Play, metadata: dict[str, Any], place: str) -> str:
    if play.stage.run("git", "show", f"{place}/full.jsonl").encode() != play.given.transcript:
        return "its checkpoint does not have the transcript"
    if play.given.recorded:
        return ""
    if play.stage.run("git", "show", f"{place}/prompt.txt") != samples.PROMPT:
        return "its checkpoint does not have the prompt"
    usage = metadata.get("token_usage") or {}
    counted = (usage.get("input_tokens"), usage.get("output_tokens"))
    if getattr(play.agent, "has", lambda _: False)("token_calculator") and counted != samples.TOKENS:
        return f"its checkpoint counts {counted[0]} and {counted[1]} tokens, not {samples.TOKENS}"
    return ""


def _end(play: Play) -> str | None:
    if Kind.SESSION_END not in play.calls:
        return None
    play.hook(Kind.SESSION_END)
    return "" if play.state().get("ended_at") else "the session did not end"


def _resume(play: Play) -> str | None:
    if not play.knows:
        return None
    os.unlink(play.transcript)
    play.stage.run("entire", "resume", play.session_id, "--force")
    if files.read_or_empty(play.transcript) != play.given.transcript:
        return "`entire resume` does not bring the transcript back"
    return ""


def _uninstall(play: Play) -> str:
    play.stage.run("entire", "disable", "--uninstall", "--force")
    if play.agent.installed(play.stage.root):
        return "its hooks are still there"
    left = play.stage.snapshot()
    changed = [path for path in {**left, **play.before} if left.get(path) != play.before.get(path)]
    return f"left behind: {', '.join(sorted(changed))}" if set(changed) - {samples.FILE} else ""


# Each says what is wrong; nothing if all is well, None if the agent does not offer it.
_ACTS: tuple[tuple[str, Callable[[Play], str | None]], ...] = (
    ("a session: enabled", _enable),
    ("a session: nothing happens where `entire` is not installed", _unnoticed),
    ("a session: its hooks are understood", _understand),
    ("a session: a turn is saved", _turn),
    ("a session: a commit is linked", _commit),
    ("a session: its end", _end),
    ("a session: resumed", _resume),
    ("a session: uninstalled, nothing is left", _uninstall),
)
