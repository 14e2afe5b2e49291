"""The subcommands of an external agent's program, one by one."""

from __future__ import annotations

import os
from base64 import b64decode
from collections.abc import Callable
from typing import Any

from entire.agent.defaults import number, text
from entire.agent.events import Event, Kind
from entire.agent.external import events, run, session
from entire.agent.external.adapter import External, numbers, texts
from entire.cli.commands.agent.conformance import samples
from entire.cli.commands.agent.conformance.samples import Samples
from entire.cli.commands.agent.conformance.stage import Result, Stage
from entire.core import clock, json_text
from entire.core.errors import EntireError

_CHUNK = 64
_MESSAGE = "entire: a message"
_HOSTILE = "../../outside"


class Subject:
    """The program, and what it is asked with."""

    def __init__(self, agent: External, stage: Stage, given: Samples) -> None:
        self.agent = agent
        self.stage = stage
        self.given = given

    def ask(self, *words: str, data: bytes = b"") -> dict[str, Any]:
        return self.agent.ask(*words, data=data, root=self.stage.root)

    def call(self, *words: str, data: bytes = b"") -> bytes:
        return run.call(self.agent.program, self.stage.root, *words, data=data, most=run.MOST_TRANSCRIPT)

    def folder(self) -> str:
        return text(self.ask("get-session-dir", "--repo-path", self.stage.root), "session_dir")

    def file(self) -> str:
        words = ("--session-dir", self.folder(), "--session-id", self.given.session_id)
        return text(self.ask("resolve-session-file", *words), "session_file")

    def input(self) -> bytes:
        document = {
            "hook_type": "stop",
            "session_id": self.given.session_id,
            "session_ref": self.file(),
            "timestamp": clock.now_local(),
            "user_prompt": samples.PROMPT,
        }
        return json_text.encode_line(document).encode()

    def put(self) -> str:
        """Give the transcript to the program; returns where it is."""
        path = self.file()
        self.call(
            "write-session",
            data=session.of(self.agent, self.stage.root, self.given.session_id, path, self.given.transcript),
        )
        return path

    def parsed(self, verb: str) -> Event | None:
        """What it makes of a call of a hook; None if it understands none of our shapes."""
        for payload in samples.payloads(self.given, self.agent.NAME, self.stage.root, verb, self.file()):
            data = json_text.encode_line(payload).encode()
            try:
                raw = run.ask_any(
                    self.agent.program, self.stage.root, "parse-hook", "--hook", verb, data=data
                )
                event = events.checked(raw)
            except EntireError:
                continue
            if event is not None:
                return event
        return None


def results(subject: Subject, only: str = "") -> list[Result]:
    """Everything that the program offers, tried; or ``only`` one thing."""
    offered = [(what, check) for what, needs, check in _CHECKS if not needs or subject.agent.has(needs)]
    return [Result(what, _problem(check, subject)) for what, check in offered if only in ("", what)]


def _problem(check: Callable[[Subject], str], subject: Subject) -> str:
    try:
        return check(subject)
    except EntireError as error:
        return error.message
    except ValueError as error:  # such as base64 that is broken
        return str(error)


def _info(subject: Subject) -> str:
    info = subject.agent.info
    return "" if info.hook_names or not subject.agent.has("hooks") else "has hooks, but names none"


def _detect(subject: Subject) -> str:
    return "" if isinstance(subject.ask("detect").get("present"), bool) else "`present` is not true or false"


def _session_dir(subject: Subject) -> str:
    folder = subject.folder()
    if not os.path.isabs(folder):
        return "not an absolute path"
    inside = os.path.realpath(folder).startswith(subject.stage.root + os.sep)
    return "in the repository, where a commit could take it along" if inside else ""


def _session_id(subject: Subject) -> str:
    found = text(subject.ask("get-session-id", data=subject.input()), "session_id")
    return "" if found == subject.given.session_id else f"answered {found[:60]!r}, not the id of the call"


def _session_file(subject: Subject) -> str:
    folder = subject.folder()
    if not _is_below(folder, subject.file()):
        return "not in the folder that get-session-dir names"
    try:
        words = ("--session-dir", folder, "--session-id", _HOSTILE)
        hostile = text(subject.ask("resolve-session-file", *words), "session_file")
    except EntireError:
        return ""
    return "" if not hostile or _is_below(folder, hostile) else f"{_HOSTILE!r} leads out of its folder"


def _is_below(folder: str, path: str) -> bool:
    return os.path.isabs(path) and os.path.normpath(path).startswith(os.path.normpath(folder) + os.sep)


def _transcripts(subject: Subject) -> str:
    path = subject.put()
    found = subject.call("read-transcript", "--session-ref", path)
    if found != subject.given.transcript:
        return "read-transcript does not return what write-session was given"
    return ""


def _read_session(subject: Subject) -> str:
    subject.put()
    found = subject.ask("read-session", data=subject.input())
    if text(found, "session_id") != subject.given.session_id:
        return "another session's id"
    data = found.get("native_data")
    if isinstance(data, str) and data and b64decode(data) != subject.given.transcript:
        return "`native_data` is not the transcript"
    return ""


def _chunks(subject: Subject) -> str:
    whole = subject.given.transcript * 3
    chunks = subject.ask("chunk-transcript", "--max-size", str(_CHUNK), data=whole).get("chunks")
    if not isinstance(chunks, list) or not all(isinstance(one, str) for one in chunks):
        return "`chunks` is not a list of texts"
    if any(len(b64decode(one)) > _CHUNK for one in chunks):
        return f"a chunk is larger than {_CHUNK} bytes"
    data = json_text.encode_line({"chunks": chunks}).encode()
    return "" if subject.call("reassemble-transcript", data=data) == whole else "reassembled, they differ"


def _resume(subject: Subject) -> str:
    words = ("--session-id", subject.given.session_id)
    command = text(subject.ask("format-resume-command", *words), "command")
    usable = command.strip() and command.isprintable()
    return "" if usable and subject.given.session_id in command else f"not a command for it: {command[:80]!r}"


def _install(subject: Subject) -> str:
    before = subject.stage.snapshot()
    if subject.ask("are-hooks-installed").get("installed") is not False:
        return "says that hooks are there before they are"
    if number(subject.ask("install-hooks"), "hooks_installed") < 1:
        return "installed no hooks"
    if subject.ask("are-hooks-installed").get("installed") is not True:
        return "does not find the hooks that it installed"
    once = subject.stage.snapshot()
    subject.ask("install-hooks")
    if subject.stage.snapshot() != once:
        return "installed twice, its files differ"
    subject.call("uninstall-hooks")
    if subject.stage.snapshot() != before:
        return "uninstall-hooks leaves something behind"
    return "" if subject.ask("are-hooks-installed").get("installed") is False else "still says they are there"


def _parse(subject: Subject) -> str:
    found = [event for verb in subject.agent.info.hook_names if (event := subject.parsed(verb)) is not None]
    kinds = {event.kind: event for event in found}
    missing = [kind for kind in (Kind.TURN_START, Kind.TURN_END) if kind not in kinds]
    if missing:
        return f"no hook is understood as {' or '.join(missing)}; give recorded calls with --samples"
    if not subject.given.payloads and {event.session_id for event in found} != {subject.given.session_id}:
        return "an event has another session's id"
    if not subject.given.payloads and kinds[Kind.TURN_START].prompt != samples.PROMPT:
        return f"{Kind.TURN_START} lacks the prompt"
    return ""


def _broken_input(subject: Subject) -> str:
    for verb in subject.agent.info.hook_names:
        for data in (b"", b"{ nonsense", b"[1, 2]", b"null"):
            try:
                words = ("parse-hook", "--hook", verb)
                raw = run.ask_any(subject.agent.program, subject.stage.root, *words, data=data)
            except run.NoAnswer as error:
                if error.slow:
                    return error.message
                continue
            if raw is not None:
                return f"{verb}: makes an event of {data.decode()!r}"
    return ""


def _position(subject: Subject) -> str:
    found = subject.ask("get-transcript-position", "--path", subject.put()).get("position")
    return "" if found == len(subject.given.transcript) else f"{found!r}, not the size of the file"


def _files(subject: Subject) -> str:
    path, end = subject.put(), str(len(subject.given.transcript))
    answer = subject.ask("extract-modified-files", "--path", path, "--offset", "0")
    if not isinstance(answer.get("files"), list):
        return "`files` is not a list"
    if not subject.given.recorded and samples.FILE not in texts(answer["files"]):
        return f"does not name {samples.FILE}"
    rest = subject.ask("extract-modified-files", "--path", path, "--offset", end)
    return f"names files after the end: {texts(rest['files'])}" if rest.get("files") else ""


def _prompts(subject: Subject) -> str:
    path, end = subject.put(), str(len(subject.given.transcript))
    found = subject.ask("extract-prompts", "--session-ref", path, "--offset", "0").get("prompts")
    if not isinstance(found, list) or not found:
        return "finds no prompt"
    if not subject.given.recorded and found != [samples.PROMPT]:
        return f"answered {str(found)[:80]}, not what was typed"
    rest = subject.ask("extract-prompts", "--session-ref", path, "--offset", end).get("prompts")
    return "finds prompts after the end" if rest else ""


def _summary(subject: Subject) -> str:
    found = subject.ask("extract-summary", "--session-ref", subject.put())
    shape = isinstance(found.get("summary"), str) and isinstance(found.get("has_summary"), bool)
    return "" if shape else "not `summary` and `has_summary`"


def _tokens(subject: Subject) -> str:
    given, end = subject.given.transcript, str(len(subject.given.transcript))
    found = subject.ask("calculate-tokens", "--offset", "0", data=given)
    if not all(isinstance(found.get(key), int) for key in ("input_tokens", "output_tokens")):
        return "`input_tokens` and `output_tokens` are not numbers"
    counted = numbers(found)
    if not subject.given.recorded and (counted[0], counted[3]) != samples.TOKENS:
        return f"counts {counted[0]} and {counted[3]}, not {samples.TOKENS[0]} and {samples.TOKENS[1]}"
    rest = numbers(subject.ask("calculate-tokens", "--offset", end, data=given))
    return "counts tokens after the end" if any(rest) else ""


def _prepare(subject: Subject) -> str:
    subject.call("prepare-transcript", "--session-ref", subject.put())
    return ""


def _response(subject: Subject) -> str:
    printed = subject.call("write-hook-response", "--message", _MESSAGE)
    return "" if _MESSAGE.encode() in printed else "the answer lacks the message"


_CHECKS: tuple[tuple[str, str, Callable[[Subject], str]], ...] = (
    ("info", "", _info),
    ("detect", "", _detect),
    ("get-session-dir", "", _session_dir),
    ("get-session-id", "", _session_id),
    ("resolve-session-file", "", _session_file),
    ("write-session, read-transcript", "", _transcripts),
    ("read-session", "", _read_session),
    ("chunk-transcript, reassemble-transcript", "", _chunks),
    ("format-resume-command", "", _resume),
    ("install-hooks, uninstall-hooks", "hooks", _install),
    ("parse-hook", "hooks", _parse),
    ("parse-hook, broken input", "hooks", _broken_input),
    ("get-transcript-position", "transcript_analyzer", _position),
    ("extract-modified-files", "transcript_analyzer", _files),
    ("extract-prompts", "transcript_analyzer", _prompts),
    ("extract-summary", "transcript_analyzer", _summary),
    ("prepare-transcript", "transcript_preparer", _prepare),
    ("calculate-tokens", "token_calculator", _tokens),
    ("write-hook-response", "hook_response_writer", _response),
)
