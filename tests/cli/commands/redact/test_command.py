"""`entire redact`: what would be replaced, where, by which rule; never the value."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import on_terminal, run
from tests.redact.samples import RULES, made_up
from tests.scenario.world import World
from tests.support import Repo

from entire.redact.check import Finding, findings, mask

TOKEN = made_up("ghp_<a36>")
PASSWORD = "tr0ub4dor&3"
TEXT = f'export GH={TOKEN} # über\nfine\nmap = {{"password": "{PASSWORD}"}}\n'


@pytest.fixture
def notes(repo: Repo) -> Path:
    return repo.write("notes.txt", TEXT)


def test_findings() -> None:
    found = findings(f"a\nüber {TOKEN}\n".encode())
    assert found == [Finding(2, 6, "github-token", "ghp_…", 40)]
    record = json.dumps({"id": TOKEN, "text": f"x\n{TOKEN}", "path": "/a/b"})
    assert [one.rule for one in findings(f'{{"a": 1}}\n{record}\n'.encode())] == ["github-token"] * 2
    pretty = json.dumps({"a": {"text": TOKEN}}, indent=2)
    assert [(one.line, one.column) for one in findings(pretty.encode())] == [(3, 14)]
    assert findings(b"") == findings(b"\n\n") == findings(b"\xff\xfe") == []


@pytest.mark.parametrize(
    ("value", "shown"), [("abc", "…"), ("abcdefgh", "ab…"), ("x" * 99, "xxxx…"), ("a\nb" * 9, "a…")]
)
def test_mask(value: str, shown: str) -> None:
    assert mask(value) == shown


def test_places_and_rules(notes: Path) -> None:
    done = run(notes.parent, "redact", "--check", "notes.txt")
    assert done.code == 1
    assert done.out.splitlines() == [
        "notes.txt:1:8: github-token: GH=g… (43 characters)",
        f"notes.txt:3:21: password: tr… ({len(PASSWORD)} characters)",
    ]


def test_nothing_to_redact(repo: Repo) -> None:
    repo.write("sub/clean.txt", "nothing here\n")
    said = "Nothing would be redacted in 1 file.\n"
    assert run(repo.path / "sub", "redact", "--check", "clean.txt") == (said, "", 0)
    piped = subprocess.run(
        [sys.executable, "-m", "entire", "redact", "--check"],
        input=b"nothing\n",
        capture_output=True,
        check=False,
    )
    assert (piped.stdout.decode(), piped.returncode) == (said, 0)
    assert "Nothing would be redacted in 1 file." in on_terminal(
        repo.path, "redact", "--check", "sub/clean.txt"
    )


def test_json(notes: Path) -> None:
    done = run(notes.parent, "redact", "--check", "--json", "notes.txt")
    facts = json.loads(done.out)
    assert done.code == 1
    assert facts["paths"] == ["notes.txt"]
    assert facts["findings"][1] == {
        "path": "notes.txt",
        "line": 3,
        "column": 21,
        "rule": "password",
        "masked": "tr…",
        "length": len(PASSWORD),
        "description": "Password assigned to a name",
    }


@pytest.mark.parametrize("flags", [(), ("--json",)])
def test_a_secret_is_never_shown(notes: Path, flags: tuple[str, ...]) -> None:
    for shown in (
        run(notes.parent, "redact", "--check", *flags, "notes.txt").out,
        on_terminal(notes.parent, "redact", "--check", *flags, "notes.txt"),
    ):
        assert shown
        assert TOKEN[4:12] not in shown
        assert PASSWORD[3:] not in shown


def test_screen(notes: Path) -> None:
    assert on_terminal(notes.parent, "redact", "--check", "notes.txt", width=80) == (
        "notes.txt\n"
        "   1:8  github-token  GH=g…  43 characters  GitHub token: personal, OAuth, user…\n"
        "  3:21  password      tr…    11 characters  Password assigned to a name\n"
        "\n"
        "2 places would be redacted in 1 file.\n"
    )
    assert on_terminal(notes.parent, "redact", "--check", "notes.txt", width=50) == (
        "notes.txt\n"
        "   1:8  github-token  GH=g…  GitHub token: person…\n"
        "  3:21  password      tr…    Password assigned to…\n"
        "\n"
        "2 places would be redacted in 1 file.\n"
    )
    assert "\x1b[36mgithub-token" in on_terminal(notes.parent, "redact", "--check", "notes.txt", NO_COLOR="")


def test_hostile_names_and_content(repo: Repo) -> None:
    repo.write("a\x1b[2Jb", f"\x1b[2J{TOKEN}")
    done = run(repo.path, "redact", "--check", "a\x1b[2Jb")
    assert done.code == 1
    assert "\x1b" not in done.out


def test_standard_input(tmp_path: Path) -> None:
    """Also outside of a repository."""
    done = World(Repo(tmp_path)).run(
        "sh", "-c", f"echo {TOKEN} | entire redact --check - --json", check=False
    )
    assert done.returncode == 1
    assert [one["path"] for one in json.loads(done.stdout)["findings"]] == ["-"]


def test_the_settings_count(repo: Repo) -> None:
    pii = {"enabled": True, "custom_patterns": {"ticket": "ACME-[0-9]+", "broken": "("}}
    repo.write(".entire/settings.json", json.dumps({"enabled": True, "redaction": {"pii": pii}}))
    repo.write("notes.txt", "jane@example.com does ACME-12\n")
    done = run(repo.path, "redact", "--check", "notes.txt")
    assert [line.split(": ")[1] for line in done.out.splitlines()] == ["pii-email", "pii-ticket"]
    assert "broken" in run(repo.path, "status").out
    assert "broken" in run(repo.path, "doctor").out


def test_without_a_file_the_open_sessions(repo: Repo) -> None:
    world = World.enabled(repo)
    assert run(repo.path, "redact", "--check").code == 1
    agent = world.agent()
    agent.prompt(f"Use {TOKEN} to push")
    done = world.run("entire", "redact", "--check", check=False)
    assert done.returncode == 1
    assert [line.split(": ")[1] for line in done.stdout.splitlines()] == ["github-token"]
    assert agent.transcript in done.stdout


def test_rules(tmp_path: Path) -> None:
    lines = run(tmp_path, "redact", "--rules").out.splitlines()
    assert len(lines) == len(RULES)
    assert lines[0] == "aws-access-key-id: AWS access key id"
    listed = json.loads(run(tmp_path, "redact", "--rules", "--json").out)["rules"]
    assert [one["rule"] for one in listed] == [rule.id for rule in RULES]
    assert f"{len(RULES)} rules" in on_terminal(tmp_path, "redact", "--rules")


@pytest.mark.parametrize(("words", "code"), [((), 2), (("--check", "no-such-file"), 1), (("--nonsense",), 2)])
def test_mistakes(repo: Repo, words: tuple[str, ...], code: int) -> None:
    done = run(repo.path, "redact", *words)
    assert done.code == code
    assert done.err
    assert not done.out
