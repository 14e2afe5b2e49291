"""`entire agent check NAME`: what it tries, and that it finds what is broken."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.scenario.world import World, make_repo
from tests.toys import programs
from tests.toys.programs import answers, instead
from tools.clients import external

from entire.agent import plugins, registry, resolve
from entire.agent.external.adapter import External
from entire.cli.commands.agent.conformance import program, samples, session
from entire.cli.commands.agent.conformance.stage import Stage
from entire.core.errors import EntireError
from entire.git.repository import open_repository

DUMMY = "11111111-2222-3333-4444-555555555555"


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(make_repo(tmp_path / "repo"))


@pytest.fixture
def toy(world: World, tmp_path: Path) -> Path:
    return programs.install(world, tmp_path / "bin")


@pytest.fixture
def stage(world: World, toy: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Stage]:
    monkeypatch.setenv("PATH", world.env["PATH"])
    with Stage() as stage:
        stage.allow_programs()
        yield stage
    plugins._Seen.plugins.clear()
    plugins._Seen.agents.clear()


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Stage, Path]]:
    """One stage for all programs that are broken in one way: nothing of what they do stays."""
    folder = tmp_path_factory.mktemp("shared")
    world = World(make_repo(folder / "repo"))
    toy = programs.install(world, folder / "bin")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", world.env["PATH"])
        with Stage() as stage:
            stage.allow_programs()
            yield stage, toy
    plugins._Seen.plugins.clear()
    plugins._Seen.agents.clear()


def agent_on(stage: Stage) -> External:
    resolve.named(open_repository(stage.root), [external.NAME])
    agent = registry.by_name(external.NAME)
    assert isinstance(agent, External)
    return agent


def test_the_template_passes(world: World, toy: Path) -> None:
    done = world.run("entire", "agent", "check", external.NAME, check=False)
    lines = done.stdout.splitlines()
    assert lines[0] == "! Toy Program: not enabled here: entire agent add toy-program"
    expected = [what for what, needs, _ in program._CHECKS if needs != "transcript_preparer"]
    expected += [what for what, _ in session._ACTS]
    assert lines[1:] == [f"  ✓ {what}" for what in expected]
    assert done.returncode == 0
    assert not world.file(".toy-program").exists()


def test_the_answer_as_json(world: World, toy: Path) -> None:
    programs.break_it(toy, answers("detect", {"present": "yes"}))
    done = world.run("entire", "agent", "check", "--json", external.NAME, check=False)
    (found,) = json.loads(done.stdout)["known_agents"]
    wrong = [(one["what"], one["problem"]) for one in found["checks"] if one["problem"]]
    assert wrong == [("detect", "`present` is not true or false")]
    assert done.returncode == 1


# By what is checked: how a program is broken, and what is said about it.
BROKEN = {
    "info": [
        (answers("info", {"protocol_version": 2, "name": external.NAME, "type": "T"}), "version 2"),
        (answers("info", {"protocol_version": 1, "name": "other", "type": "T"}), "calls itself 'other'"),
        (
            answers("info", {"protocol_version": 1, "name": external.NAME, "type": "Claude Code"}),
            "another agent's name",
        ),
        (answers("info", {"protocol_version": 1, "name": external.NAME, "type": "\x1b[2J"}), "not a name"),
        (
            answers(
                "info",
                {
                    "protocol_version": 1,
                    "name": external.NAME,
                    "type": "T",
                    "capabilities": {"hooks": True},
                },
            ),
            "names none",
        ),
        (instead("info", "echo '{'; exit 0"), "valid JSON"),
        (instead("info", "echo 'no luck' >&2; exit 3"), "exit code 3"),
    ],
    "detect": [(answers("detect", {"present": 1}), "not true or false")],
    "get-session-dir": [
        (answers("get-session-dir", {"session_dir": "sessions"}), "not an absolute path"),
        (instead("get-session-dir", 'echo "{\\"session_dir\\": \\"$PWD/s\\"}"; exit 0'), "in the repository"),
    ],
    "get-session-id": [(answers("get-session-id", {"session_id": "x"}), "answered 'x'")],
    "resolve-session-file": [
        (answers("resolve-session-file", {"session_file": "/etc/passwd"}), "not in the folder"),
        (
            instead(
                "resolve-session-file",
                'for last; do :; done; echo "{\\"session_file\\": \\"$3/$last.jsonl\\"}"; exit 0',
            ),
            "leads out of its folder",
        ),
    ],
    "write-session, read-transcript": [
        (instead("write-session", "exit 0"), "failed (exit code 1)"),
        (instead("read-transcript", "echo other; exit 0"), "does not return what"),
    ],
    "read-session": [
        (answers("read-session", {"session_id": "x"}), "another session's id"),
        (answers("read-session", {"session_id": DUMMY, "native_data": "eA=="}), "not the transcript"),
    ],
    "chunk-transcript, reassemble-transcript": [
        (answers("chunk-transcript", {"chunks": "x"}), "not a list"),
        (answers("chunk-transcript", {"chunks": ["A" * 200]}), "larger than"),
        (instead("reassemble-transcript", "exit 0"), "they differ"),
    ],
    "format-resume-command": [(answers("format-resume-command", {"command": "toy"}), "not a command")],
    "install-hooks, uninstall-hooks": [
        (answers("are-hooks-installed", {"installed": True}), "before they are"),
        (answers("are-hooks-installed", {"installed": False}), "does not find"),
        (answers("install-hooks", {"hooks_installed": 0}), "installed no hooks"),
        (instead("install-hooks", "date +%N >> again.txt"), "installed twice"),
        (instead("uninstall-hooks", "exit 0"), "leaves something behind"),
        (instead("uninstall-hooks", "exit 1"), "exit code 1"),
    ],
    "parse-hook": [
        (answers("parse-hook", None), "no hook is understood"),
        (answers("parse-hook", {"type": 2, "session_id": "../x"}), "no hook is understood"),
        (answers("parse-hook", {"type": 99, "session_id": "x"}), "no hook is understood"),
        (instead("parse-hook", '"$real" "$@" | sed s/1111/9999/; exit 0'), "another session's id"),
        (instead("parse-hook", '"$real" "$@" | sed s/Write/Read/; exit 0'), "lacks the prompt"),
    ],
    "parse-hook, broken input": [
        (instead("parse-hook", 'echo \'{"type": 2, "session_id": "x"}\'; exit 0'), "makes an event of"),
    ],
    "get-transcript-position": [
        (answers("get-transcript-position", {"position": 0}), "not the size of the file")
    ],
    "extract-modified-files": [
        (answers("extract-modified-files", {"files": []}), "does not name notes.txt"),
        (answers("extract-modified-files", {"files": ["notes.txt"]}), "after the end"),
        (answers("extract-modified-files", {}), "not a list"),
    ],
    "extract-prompts": [
        (answers("extract-prompts", {"prompts": []}), "finds no prompt"),
        (answers("extract-prompts", {"prompts": ["x"]}), "not what was typed"),
        (answers("extract-prompts", {"prompts": [samples.PROMPT]}), "after the end"),
    ],
    "extract-summary": [(answers("extract-summary", {"summary": 1}), "not `summary`")],
    "calculate-tokens": [
        (answers("calculate-tokens", {"input_tokens": "1"}), "not numbers"),
        (answers("calculate-tokens", {"input_tokens": 1, "output_tokens": 2}), "counts 1 and 2"),
        (answers("calculate-tokens", {"input_tokens": 11, "output_tokens": 7}), "after the end"),
    ],
    "write-hook-response": [(instead("write-hook-response", "exit 0"), "lacks the message")],
}


def test_every_check_is_shown_to_fail() -> None:
    assert set(BROKEN) == {what for what, _, _ in program._CHECKS} - {"prepare-transcript"}


@pytest.mark.parametrize(
    ("what", "body", "said"),
    [(what, body, said) for what, ways in BROKEN.items() for body, said in ways],
    ids=[f"{what}-{said}" for what, ways in BROKEN.items() for _, said in ways],
)
def test_a_program_that_is_broken_in_one_way(
    shared: tuple[Stage, Path], what: str, body: str, said: str
) -> None:
    given = samples.made(DUMMY)
    stage, toy = shared
    stage.run("git", "clean", "--quiet", "-dff", "--exclude=.entire")
    programs.break_it(toy, body)
    try:
        agent = agent_on(stage)
    except EntireError as error:
        problem = error.message if what == "info" else ""
    else:
        ((_, problem),) = program.results(program.Subject(agent, stage, given), only=what)
    assert said in problem


def test_a_transcript_that_cannot_be_prepared(stage: Stage, toy: Path) -> None:
    programs.break_it(toy, instead("prepare-transcript", "exit 1"))
    agent = agent_on(stage)
    agent.info = agent.info.replace(capabilities=(*agent.info.capabilities, "transcript_preparer"))
    subject = program.Subject(agent, stage, samples.made(DUMMY))
    (found,) = program.results(subject, only="prepare-transcript")
    assert "exit code 1" in found.problem
    programs.break_it(toy, instead("prepare-transcript", "exit 0"))
    assert program.results(subject, only="prepare-transcript")[0].problem == ""


# By the act that fails: how the program is broken.
ACTS = {
    "a session: enabled": (instead("install-hooks", "exit 1"), "exit code 1"),
    "a session: nothing happens where `entire` is not installed": (
        instead(
            "install-hooks",
            '"$real" "$@"; echo \'["entire hooks toy-program stop"]\' > .toy-program/more.json; exit 0',
        ),
        "`entire hooks toy-program stop` ends with 127: begin it with `command -v entire",
    ),
    "a session: its hooks are understood": (answers("parse-hook", None), "no hook is understood"),
    "a session: a turn is saved": (
        instead("parse-hook", 'if [ -n "$ENTIRE_LOST" ]; then echo null; exit 0; fi'),
        "no session is recorded",
    ),
    "a session: a commit is linked": (answers("calculate-tokens", {"input_tokens": 5}), "counts 5 and 0"),
    "a session: its end": (
        instead("parse-hook", 'if [ -f notes.txt ] && [ "$3" = session-end ]; then echo null; exit 0; fi'),
        "did not end",
    ),
    "a session: resumed": (
        answers("get-session-dir", {"session_dir": "/nonexistent"}),
        "resume",
    ),
    "a session: uninstalled, nothing is left": (
        instead("uninstall-hooks", '"$real" "$@"; echo x > left.txt; exit 0'),
        "left behind: left.txt",
    ),
}


def test_every_act_is_shown_to_fail() -> None:
    assert list(ACTS) == [what for what, _ in session._ACTS]


@pytest.mark.parametrize("what", ACTS)
def test_a_session_that_goes_wrong(
    stage: Stage, toy: Path, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    body, said = ACTS[what]
    agent = agent_on(stage)
    play = session.Play(agent, stage, samples.made(DUMMY), knows_transcript=True)
    if what == "a session: resumed":
        play.transcript = agent.transcript_path(stage.root, DUMMY)
        monkeypatch.setattr(agent, "transcript_path", lambda root, id: play.transcript)
    if what == "a session: a turn is saved":
        run = stage.run

        def lost(*words: str, data: bytes = b"") -> str:
            monkeypatch.setenv("ENTIRE_LOST", "1" if words[1:2] == ("hooks",) else "")
            return run(*words, data=data)

        monkeypatch.setattr(stage, "run", lost)
    programs.break_it(toy, body)
    *before, last = play.results()
    assert (last.what, [one.problem for one in before]) == (what, [""] * len(before))
    assert said in last.problem


@pytest.mark.parametrize("name", list(registry.AGENTS))
def test_agents_that_came_with_entire(name: str) -> None:
    with Stage() as stage:
        play = session.Play(registry.by_name(name), stage, samples.made(DUMMY), knows_transcript=False)
        found = play.results()
    assert {one.what: one.problem for one in found if one.problem} == {}
    assert len(found) >= len(session._ACTS) - 2


def test_recorded_calls(world: World, toy: Path, tmp_path: Path) -> None:
    """A program that reads its own client's calls and transcript: they are given to the check."""
    text = toy.read_text().replace('payload["session_id"]', 'payload["chat"]')
    toy.write_text(text.replace('record["content"]', 'record["said"]').replace('"role"', '"who"'))
    done = world.run("entire", "agent", "check", external.NAME, check=False)
    assert "parse-hook: no hook is understood" in done.stdout
    recorded = tmp_path / "recorded"
    recorded.mkdir()
    for verb in ("session-start", "prompt", "stop", "session-end"):
        (recorded / f"{verb}.json").write_text(json.dumps({"chat": "chat-7", "prompt": "Hello"}))
    (recorded / "transcript").write_text('{"who": "user", "said": "Hello"}\n{"who": "assistant"}\n')
    done = world.run("entire", "agent", "check", "--samples", str(recorded), external.NAME, check=False)
    assert "✗" not in done.stdout
    assert done.returncode == 0
