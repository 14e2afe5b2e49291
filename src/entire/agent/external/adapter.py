"""A program `entire-agent-<name>` as an agent. It may hang, crash, flood or lie: then less is known.

Nothing here fails a hook. What the program does not say in time is left out; the transcript is kept.
"""

from __future__ import annotations

import os

from entire.agent import defaults
from entire.agent.external import PREFIX, events, find, records, run
from entire.agent.external.info import Info
from entire.core import json_text, log
from entire.core.errors import EntireError
from entire.core.paths import check_session_id, nameable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from entire.agent.events import Event
    from entire.agent.external.reading import Lines, Numbers, Part
    from entire.transcript.facts import Facts
    from entire.transcript.layout import Layout, Record

_MOST_ASKED = 20  # records whose prompt the program is asked for, in one process
_MOST_TEXTS = 1000
_LONGEST_COMMAND = 500


class External:
    """One agent in one work tree."""

    TRUST_HINT = defaults.TRUST_HINT

    def __init__(self, info: Info, root: str) -> None:
        self.info = info
        self.NAME = info.name
        self.TYPE = info.type
        self.PROTECTED_DIRS = info.protected_dirs
        self.CONFIG_FILE = PREFIX + info.name  # which alone knows where the hooks are
        self._root = root
        self._program: str | None = None
        self._layout: Lines | None = None
        self._message = ""
        self._asked = 0
        self._silent = False  # it was too slow once: only what is needed is asked again
        self._hurried = False  # there was no time to answer

    # Calls

    @property
    def program(self) -> str:
        if self._program is None:
            self._program = find.program(self.NAME)
        if not self._program:
            raise EntireError(
                f"{PREFIX}{self.NAME} is not on PATH", "install it again, or add its folder to PATH"
            )
        return self._program

    def has(self, capability: str) -> bool:
        return capability in self.info.capabilities

    def ask(self, *words: str, data: bytes = b"", root: str = "") -> dict[str, Any]:
        """What a subcommand answers. Raises EntireError."""
        return run.ask(self.program, root or self._root, *words, data=data)

    def _try(self, *words: str, data: bytes = b"") -> dict[str, Any]:
        """Ask for something that a hook can do without. Returns an empty answer if that fails."""
        if self._silent:
            return {}
        try:
            return self.ask(*words, data=data)
        except EntireError as error:
            self._silent = isinstance(error, run.NoAnswer) and error.slow
            self._hurried = isinstance(error, run.NoAnswer) and error.hurried
            log.warn("an external agent does not answer", agent=self.NAME, error=error.message)
            return {}

    # Its hooks

    def is_present(self, root: str) -> bool:
        return self._try("detect").get("present") is True

    def install(self, root: str, *, force: bool = False) -> int:
        self._need_hooks()
        return defaults.number(
            self.ask("install-hooks", *(["--force"] if force else []), root=root), "hooks_installed"
        )

    def uninstall(self, root: str) -> bool:
        there = self.installed(root)
        run.call(self.program, root, "uninstall-hooks")
        return there

    def installed(self, root: str) -> bool:
        """What is not known counts as installed: `disable --uninstall` must not call it gone."""
        if not self.has("hooks"):
            return False
        try:
            return self.ask("are-hooks-installed", root=root).get("installed") is not False
        except EntireError as error:
            log.warn("an external agent does not answer", agent=self.NAME, error=error.message)
            return True

    def missing_hooks(self, root: str) -> list[str]:
        return [] if self.installed(root) else list(self.info.hook_names)

    def _need_hooks(self) -> None:
        if not self.has("hooks"):
            raise EntireError(
                f"{self.TYPE} has no hooks", "its program does not offer the capability `hooks`"
            )

    def is_foreign(self, payload: dict[str, Any]) -> bool:
        return False

    def parse_event(self, verb: str, payload: dict[str, Any]) -> Event | None:
        if verb not in self.info.hook_names:
            known = ", ".join(self.info.hook_names)
            raise EntireError(f"unknown {self.TYPE} hook: {verb[:40]!r}", f"known: {known}")
        data = json_text.encode_line(payload).encode()
        try:
            raw = run.ask_any(self.program, self._root, "parse-hook", "--hook", verb, data=data)
            event = events.checked(raw)
        except EntireError as error:
            self._silent = isinstance(error, run.NoAnswer) and error.slow
            self._hurried = isinstance(error, run.NoAnswer) and error.hurried
            event = events.guessed(verb, payload)
            if event is None:
                raise
            log.warn("read a hook without its agent", agent=self.NAME, error=error.message)
            return event
        self._message = defaults.text(raw, "response_message") if event is not None else ""
        return event

    def answer(self, event: Event | None, note: str) -> str:
        shown = note.strip("\n") or self._message
        if not shown or not self.has("hook_response_writer") or self._silent:
            return ""
        try:
            words = ("write-hook-response", "--message", shown)
            return run.call(self.program, self._root, *words).decode("utf-8", "replace")
        except EntireError as error:
            log.warn("an external agent does not answer", agent=self.NAME, error=error.message)
            return ""

    def has_edit_hooks(self, root: str) -> bool:
        return False

    # Its client

    def resume_command(self, session_id: str) -> str:
        command = defaults.text(self._try("format-resume-command", "--session-id", session_id), "command")
        usable = command.isprintable() and command.strip() and len(command) <= _LONGEST_COMMAND
        return command.strip() if usable else self.NAME

    def start_command(self, prompt: str) -> list[str]:
        return defaults.start_command(self.resume_command("x").split()[0], prompt)

    # Its transcripts

    def layout(self) -> Layout:
        return self._lines()

    def _lines(self) -> Lines:
        if self._layout is None:
            from entire.agent.external.reading import Lines

            self._layout = Lines(self._part_of, self._tokens)
        return self._layout

    def transcripts_dir(self) -> str:
        found = defaults.text(self.ask("get-session-dir", "--repo-path", self._root), "session_dir")
        if not os.path.isabs(found) or not nameable(found):
            raise EntireError(f"{self.TYPE}: not a usable folder for sessions: {found[:80]!r}")
        return found

    def transcript_path(self, root: str, session_id: str) -> str:
        folder = self.transcripts_dir()
        words = ("--session-dir", folder, "--session-id", check_session_id(session_id))
        return defaults.path(self.ask("resolve-session-file", *words), "session_file")

    def subagent_path(self, transcript_path: str, agent_id: str) -> str:
        return ""

    def session_usage(self, transcript_path: str) -> Numbers | None:
        """What `layout` counted while it read the last part."""
        return self._layout.used if self._layout is not None else None

    def prepare_transcript(self, session_id: str, path: str) -> None:
        if self.has("transcript_preparer") and not self._silent:
            try:
                run.call(self.program, self._root, "prepare-transcript", "--session-ref", path)
            except EntireError as error:
                log.warn("an external agent does not answer", agent=self.NAME, error=error.message)

    def adopt_transcript(self, session_id: str, path: str) -> None:
        from entire.agent.external import session

        run.call(
            self.program, self._root, "write-session", data=session.of(self, self._root, session_id, path)
        )

    def _part_of(self, path: str, byte: int) -> Part | None:
        """What the program says of a part; None if there was no time to ask: it is read later."""
        from entire.agent.external.reading import Part

        if not self.has("transcript_analyzer"):
            return Part(None, [])
        words = ("--offset", str(byte))
        prompts = self._try("extract-prompts", "--session-ref", path, *words).get("prompts")
        files = self._try("extract-modified-files", "--path", path, *words).get("files")
        if self._hurried:
            return None
        return Part(texts(prompts) if isinstance(prompts, list) else None, texts(files))

    def _tokens(self, part: bytes) -> Numbers | None:
        if not self.has("token_calculator"):
            return None
        found = self._try("calculate-tokens", "--offset", "0", data=part)
        return numbers(found) if found else None

    # The records of a transcript

    conversations = staticmethod(defaults.conversations)
    record_id = staticmethod(defaults.record_id)
    record_time = staticmethod(defaults.record_time)
    has_result = staticmethod(defaults.has_result)
    current = staticmethod(defaults.current)

    def read_record(self, record: Record, facts: Facts) -> None:
        part = self._lines().part
        if prompt := part.prompt(record):
            facts.prompts.append(prompt)
            return
        facts.ran_commands = True  # nothing says which of its tools write files
        for path in part.files:
            facts.touch(path)
        if records.is_answer(record):
            facts.model = defaults.text(record, "model") or facts.model
            if self.has("token_calculator"):
                facts.usage.called()

    def prompt_of(self, record: Record) -> str:
        """By the usual shapes; for others the program is asked about a transcript of this record alone."""
        found = records.prompt_of(record)
        may_ask = (
            self.has("transcript_analyzer") and self._asked < _MOST_ASKED and not records.is_answer(record)
        )
        if found or not may_ask:
            return found
        self._asked += 1
        from entire.agent.external import session

        with session.alone(record) as path:
            prompts = texts(
                self._try("extract-prompts", "--session-ref", path, "--offset", "0").get("prompts")
            )
        return prompts[0] if prompts else ""

    entries_of = staticmethod(records.entries_of)


def texts(found: Any) -> list[str]:
    """The texts of a list; nothing if it is something else."""
    if not isinstance(found, list):
        return []
    return [one for one in found[:_MOST_TEXTS] if isinstance(one, str) and one.strip()]


def numbers(found: dict[str, Any]) -> Numbers:
    """A count of tokens, with those of subagents."""
    keys = ("input_tokens", "cache_creation_tokens", "cache_read_tokens", "output_tokens")
    below = defaults.member(found, "subagent_tokens")
    counts = [defaults.number(found, key) + defaults.number(below, key) for key in keys]
    return counts[0], counts[1], counts[2], counts[3]
