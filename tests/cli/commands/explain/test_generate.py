"""`entire explain --generate`: a program is asked, its answer shown and stored."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import LINES, SESSION, A, B, C, Done, Stage, on_terminal, run, user

from entire.checkpoint.model import Summary
from entire.checkpoint.names import CHECKPOINTS_REF, ORIGIN_CHECKPOINTS_REF
from entire.core import settings
from entire.core.settings import LOCAL_FILE, PROJECT_FILE

ANSWER = {
    "intent": "Limit logins",
    "outcome": "Five a minute",
    "learnings": {"repo": ["Flat"], "code": [{"path": "a.py", "line": 3, "finding": "Slow"}]},
    "friction": ["A flaky test", "A slow disk"],
    "open_items": ["Docs"],
}
SECRET = "ghp_" + "".join("aB3dE5gH7j"[n * 7 % 10] + "K1mN9pQ2r"[n * 4 % 9] for n in range(18))


class Fake:
    """A program that notes what it is given, then does what a script says."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / "fake"

    def does(self, script: str) -> Fake:
        self.path.write_text(f"#!/bin/sh\ncat > '{self.folder}/prompt'\n{script}\n")
        self.path.chmod(0o755)
        return self

    def says(self, answer: Any) -> Fake:
        text = answer if isinstance(answer, str) else json.dumps(answer)
        (self.folder / "answer").write_text(text)
        return self.does(f"cat '{self.folder}/answer'")

    @property
    def prompt(self) -> str:
        return (self.folder / "prompt").read_text()

    @property
    def was_asked(self) -> bool:
        return (self.folder / "prompt").exists()


@pytest.fixture
def fake(one: Stage, tmp_path: Path) -> Fake:
    """The program that the user of this machine chose."""
    folder = tmp_path / "fake of mine"
    folder.mkdir()
    fake = Fake(folder)
    choose(one, LOCAL_FILE, command=[str(fake.path)])
    return fake


def choose(stage: Stage, name: str, **chosen: Any) -> None:
    raw = settings.read_file(stage.repo.worktree, name) or {}
    settings.write_file(stage.repo.worktree, name, raw | {"strategy_options": {"summarize": chosen}})


def generate(stage: Stage, *words: str, **env: str) -> Done:
    return run(stage.work.path, "explain", A, "--generate", *words, **env)


def stored(stage: Stage, id: str = A, index: int = 0) -> Any:
    path = f"{id[:2]}/{id[2:]}/{index}/metadata.json"
    return json.loads(stage.work.git("show", f"{CHECKPOINTS_REF}:{path}")).get("summary")


def test_a_summary_is_written_and_shown(one: Stage, fake: Fake) -> None:
    fake.says(f"```json\n{json.dumps(ANSWER, indent=1)}\n```")
    before = one.work.git("rev-parse", CHECKPOINTS_REF)
    done = generate(one, "--short")
    assert (done.code, done.err) == (0, "")
    assert done.out.endswith("\nIntent: Limit logins\nOutcome: Five a minute\n")
    whole = run(one.work.path, "explain", A).out
    assert (
        "\nLearnings:\n  - Flat\n  - a.py:3: Slow\n\nFriction:\n  - A flaky test\n  - A slow disk\n" in whole
    )

    assert stored(one)["learnings"]["workflow"] == []
    assert {key: stored(one)[key] for key in ("intent", "friction")} == {
        "intent": "Limit logins",
        "friction": ["A flaky test", "A slow disk"],
    }
    assert one.work.git("rev-parse", f"{CHECKPOINTS_REF}^") == before
    message = one.work.git("log", "-1", "--format=%B", CHECKPOINTS_REF)
    assert message.strip() == f"Update summary for checkpoint {A} (session: {SESSION})"

    # Only this checkpoint's part of the conversation was sent, and its files.
    assert "[User] Add rate limiting\n\n[Assistant] On it.\n\n[Tool] Edit: /x/src/login.py" in fake.prompt
    assert "[Files Modified]\n- login.py\n</conversation>" in fake.prompt
    assert "Read the login" not in fake.prompt

    again = generate(one)
    assert (again.code, again.err.split("\n")[0]) == (1, f"entire: checkpoint {A} already has a summary")
    fake.says(ANSWER | {"outcome": "Six"})
    forced = run(one.work.path, "explain", "--commit", "HEAD", "--generate", "--force", "--json")
    assert json.loads(forced.out)["sessions"][0]["summary"]["outcome"] == "Six"


@pytest.mark.parametrize(
    ("width", "outcome"),
    [
        (50, "Five attempts a minute for each\n            address"),
        (90, "Five attempts a minute for each address"),
    ],
)
def test_on_a_terminal(one: Stage, fake: Fake, width: int, outcome: str) -> None:
    fake.says(ANSWER | {"outcome": "Five attempts a minute for each address"})
    shown = on_terminal(one.work.path, "explain", A, "--generate", "--no-pager", width=width)
    assert shown.startswith("Asking fake …\nCheckpoint  a3b2c4d5e6f7 · ")
    told = f"""
Intent      Limit logins
Outcome     {outcome}
Learned     Flat
            a.py:3: Slow
Friction    A flaky test
            A slow disk
Open        Docs
"""
    assert told in shown


def test_an_impatient_person_leaves_nothing_running(one: Stage, fake: Fake) -> None:
    pipe = fake.folder / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    fake.does(f"exec 9> '{pipe}'; sleep 1000")
    shown = on_terminal(one.work.path, "explain", A, "--generate", answers=[("Asking fake …", "\x03")])
    assert "Checkpoint" not in shown
    os.set_blocking(reader, True)
    with open(reader, "rb") as file:
        assert file.read() == b""
    assert stored(one) is None


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("echo 'I would rather not.'", "no valid JSON object in the answer"),
        ("""echo '{"intent": "x"}'""", '"outcome" in the answer is not a string'),
        (
            """printf '{"intent": "%040000d"}' 1""",
            "the answer is too long: 40,014 characters (limit: 32,000)",
        ),
        ("echo ouch >&2; exit 3", "fake failed (exit code 3): ouch"),
        ("sleep 1000", "fake was stopped: no answer within 0.5 s"),
    ],
    ids=["no JSON", "not all", "too long", "failing", "hanging"],
)
def test_what_goes_wrong_changes_nothing(one: Stage, fake: Fake, script: str, told: str) -> None:
    choose(one, LOCAL_FILE, command=str(f"'{fake.path}'"), timeout_seconds=0.5 if "sleep" in script else 60)
    fake.does(script)
    before = one.work.git("rev-parse", CHECKPOINTS_REF)
    done = generate(one)
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith(f"entire: {told}\nhint: ")
    assert fake.was_asked
    assert one.work.git("rev-parse", CHECKPOINTS_REF) == before


def test_nothing_secret_is_sent_or_stored(one: Stage, fake: Fake) -> None:
    """Neither what an older program stored, nor what a model makes of it."""
    long = "word " * 3000  # what is cut is cut after that
    one.checkpoint(B, {"lines": [user(f"Use {SECRET} here"), user(f"{long} key {SECRET} {long}")]})
    fake.says(ANSWER | {"intent": f"Use {SECRET}", "open_items": [f"Revoke {SECRET}"]})
    done = run(one.work.path, "explain", B, "--generate", "--short")
    assert done.code == 0
    assert "[User] Use REDACTED here" in fake.prompt
    assert SECRET[:12] not in fake.prompt + done.out + json.dumps(stored(one, B))
    assert (stored(one, B)["intent"], stored(one, B)["open_items"]) == ("Use REDACTED", ["Revoke REDACTED"])


def test_the_client_of_the_agent_is_asked(one: Stage, tmp_path: Path) -> None:
    path = programs(tmp_path)
    result = json.dumps({"type": "result", "is_error": False, "result": json.dumps(ANSWER)})
    claude = path / "claude"
    claude.write_text(f"""#!/bin/sh
printf '%s|' "$@" > '{tmp_path}/words'
pwd >> '{tmp_path}/words'
cat > /dev/null
cat <<'END'
{result}
END
""")
    claude.chmod(0o755)
    assert generate(one, PATH=str(path)).code == 0
    assert stored(one)["outcome"] == "Five a minute"
    *words, folder = (tmp_path / "words").read_text().split("|")
    assert words[:5] == ["--print", "--output-format", "json", "--setting-sources", ""]
    assert words[-2:] == ["--model", "sonnet"]
    assert not Path(folder.strip()).is_relative_to(one.work.path)


def programs(tmp_path: Path) -> Path:
    """A PATH on which no agent is."""
    path = tmp_path / "bin"
    path.mkdir()
    for name in ("git", "cat"):
        found = shutil.which(name)
        assert found
        os.symlink(found, path / name)
    return path


def test_nobody_to_ask(one: Stage, tmp_path: Path) -> None:
    done = generate(one, PATH=str(programs(tmp_path)))
    assert (done.code, done.out) == (1, "")
    assert done.err == (
        "entire: no program that can write summaries on PATH: claude, codex, gemini\n"
        "hint: install one of them, or set strategy_options.summarize.command in "
        ".entire/settings.local.json\n"
    )


def by_the_team(stage: Stage, command: list[str]) -> None:
    os.unlink(stage.work.path / LOCAL_FILE)
    choose(stage, PROJECT_FILE, command=command)


def committed_by_force(stage: Stage, command: list[str]) -> None:
    stage.work.git("add", "--force", LOCAL_FILE)


def through_a_link(stage: Stage, command: list[str]) -> None:
    os.rename(stage.work.path / ".entire", stage.work.path / "elsewhere")
    os.symlink("elsewhere", stage.work.path / ".entire")


@pytest.mark.parametrize(
    "how", [by_the_team, committed_by_force, through_a_link], ids=lambda how: how.__name__
)
def test_a_command_that_came_with_the_repository_is_not_run(one: Stage, fake: Fake, how: Any) -> None:
    fake.says(ANSWER)
    how(one, [str(fake.path)])
    done = generate(one)
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith(
        "entire: refusing to run strategy_options.summarize.command, which came with the repository\n"
    )
    assert not fake.was_asked


def test_a_session_that_joins_meanwhile(one: Stage, fake: Fake) -> None:
    """The answer is not about it: nothing is stored."""
    now = one.work.git("rev-parse", CHECKPOINTS_REF)
    one.checkpoint(A, {"session_id": "another", "lines": LINES})
    joined = one.work.git("rev-parse", CHECKPOINTS_REF)
    one.work.git("update-ref", CHECKPOINTS_REF, now)
    fake.does(f"git -C '{one.work.path}' update-ref {CHECKPOINTS_REF} {joined}; echo '{json.dumps(ANSWER)}'")
    done = generate(one)
    assert (done.code, done.err.split("\n")[0]) == (
        1,
        f"entire: checkpoint {A} got another session while its summary was written",
    )
    assert one.work.git("rev-parse", CHECKPOINTS_REF) == joined


def test_of_several_sessions_the_latest(one: Stage, fake: Fake) -> None:
    one.checkpoint(A, {"session_id": "another", "lines": [user("Something else")]})
    fake.says(ANSWER)
    assert generate(one).code == 0
    assert (stored(one), stored(one, index=1)["intent"]) == (None, "Limit logins")
    assert "[User] Something else" in fake.prompt


def test_what_can_have_no_summary(one: Stage, fake: Fake) -> None:
    fake.says(ANSWER)
    one.checkpoint(B, {"lines": [{"type": "system"}]})
    silent = run(one.work.path, "explain", B, "--generate")
    assert (silent.code, silent.err.split("\n")[0]) == (
        1,
        f"entire: checkpoint {B} has no readable conversation",
    )
    one.checkpoint(C, {"lines": LINES})
    one.work.git("update-ref", ORIGIN_CHECKPOINTS_REF, CHECKPOINTS_REF)
    one.work.git("update-ref", CHECKPOINTS_REF, f"{CHECKPOINTS_REF}~2")
    elsewhere = run(one.work.path, "explain", C, "--generate")
    assert elsewhere.err == f"entire: checkpoint {C} is only on origin\nhint: fetch it: `entire fetch`\n"
    one.work.write("login.py", "limit = 6\n")
    step = one.step(SESSION, "Make it six", "login.py", lines=LINES)
    assert run(one.work.path, "explain", step, "--generate").err.startswith(
        "entire: a step cannot have a summary\n"
    )
    one.commit("not linked")
    unlinked = run(one.work.path, "explain", "--commit", "HEAD", "--generate")
    assert (unlinked.code, unlinked.out) == (1, "")
    assert unlinked.err.startswith(f"entire: commit {one.work.head[:7]} has no checkpoint\nhint: ")
    assert not fake.was_asked


def test_a_summary_that_somebody_else_wrote_meanwhile_stays(one: Stage, fake: Fake) -> None:
    now = one.work.git("rev-parse", CHECKPOINTS_REF)
    one.checkpoint(
        A, {"session_id": SESSION, "lines": LINES, "summary": Summary(intent="Theirs", outcome="O")}
    )
    theirs = one.work.git("rev-parse", CHECKPOINTS_REF)
    one.work.git("update-ref", CHECKPOINTS_REF, now)
    fake.does(f"git -C '{one.work.path}' update-ref {CHECKPOINTS_REF} {theirs}; echo '{json.dumps(ANSWER)}'")
    assert generate(one).err.startswith(f"entire: checkpoint {A} already has a summary\n")
    assert stored(one)["intent"] == "Theirs"
