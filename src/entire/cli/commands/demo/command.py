"""`entire demo`"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile

import click

from entire.cli.commands.demo.stand_in import StandIn
from entire.cli.ui import output
from entire.cli.ui.options import Command, flag
from entire.cli.ui.screen import terminal

LOGIN = "def login(name, password):\n    return check(name, password)\n"
LIMIT = """\
ATTEMPTS = {}


def login(name, password):
    if ATTEMPTS.get(name, 0) >= 5:
        return False
    ok = check(name, password)
    ATTEMPTS[name] = 0 if ok else ATTEMPTS.get(name, 0) + 1
    return ok
"""
_TEST = "def test_five_attempts():\n    assert [login('ada', 'wrong') for _ in range(6)][-1] is False\n"


@click.command("demo", cls=Command, epilog="Example: entire demo --keep")
@flag("--keep", help="Keep the scratch repository.")
def command(keep: bool) -> None:
    """Run an example session in a scratch repository.

    A script plays the agent; git, the hooks and all commands are real. Nothing outside the scratch folder is
    changed.
    """
    scratch = os.path.realpath(tempfile.mkdtemp(prefix="entire-demo-"))
    try:
        _play(_Stage(scratch))
        if keep:
            output.write_line(terminal().style(f"\nRepository kept in {scratch}/shop", "dim"))
    finally:
        if not keep:
            shutil.rmtree(scratch, ignore_errors=True)


class _Stage:
    """The scratch repository, and a way to show the commands that run in it."""

    def __init__(self, scratch: str) -> None:
        self.root = os.path.join(scratch, "shop")
        os.makedirs(self.root)
        kept = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("GIT_", "ENTIRE_", "CLAUDE"))
        }
        self.env = kept | {
            "HOME": scratch,
            "GIT_CONFIG_GLOBAL": os.path.join(scratch, "gitconfig"),
            "GIT_CONFIG_NOSYSTEM": "1",
            "PATH": os.pathsep.join([os.path.dirname(sys.executable), os.environ.get("PATH", os.defpath)]),
            "PAGER": "cat",
        }
        with open(self.env["GIT_CONFIG_GLOBAL"], "w", encoding="utf-8") as file:
            file.write("[user]\n\tname = Ada\n\temail = ada@example.com\n[init]\n\tdefaultBranch = main\n")

    def quiet(self, *words: str) -> str:
        done = subprocess.run(words, cwd=self.root, env=self.env, check=True, stdout=subprocess.PIPE)
        return done.stdout.decode()

    def show(self, *words: str) -> None:
        """Print a command, then run it."""
        shown = " ".join(f"'{word}'" if " " in word else word for word in words)
        output.write_line("\n" + terminal().style(f"$ {shown}", "accent"))
        sys.stdout.flush()
        subprocess.run(words, cwd=self.root, env=self.env, check=True)

    def comment(self, text: str) -> None:
        output.write_line("\n" + terminal().style(f"# {text}", "dim"))


def _play(stage: _Stage) -> None:
    stage.quiet("git", "init", "--quiet")
    with open(os.path.join(stage.root, "login.py"), "w", encoding="utf-8") as file:
        file.write(LOGIN)
    stage.quiet("git", "add", ".")
    stage.quiet("git", "commit", "--quiet", "-m", "A shop")
    stage.show("entire", "enable", "--agent", "claude-code")
    stage.quiet("git", "add", ".")
    stage.quiet("git", "commit", "--quiet", "-m", "Use entire")

    stage.comment("An agent works for two turns. Each is saved as a step that you can go back to.")
    agent = StandIn(stage.root, stage.env)
    agent.start()
    agent.turn("Limit login attempts to five per user", {"login.py": LIMIT}, "Attempts are counted per user.")
    agent.turn(
        "Add a test for it", {"test_login.py": _TEST}, "The sixth attempt is refused; the test says so."
    )
    stage.show("entire", "status")

    stage.comment("You commit as usual. A trailer links the commit to its conversation.")
    stage.quiet("git", "add", ".")
    stage.show("git", "commit", "--quiet", "-m", "Limit login attempts")
    stage.show("git", "log", "-1", "--format=%h %s%n%n%(trailers)")
    stage.show("entire", "explain")
    checkpoint = stage.quiet(
        "git", "log", "-1", "--format=%(trailers:key=Entire-Checkpoint,valueonly)"
    ).strip()
    stage.show("entire", "explain", checkpoint)

    stage.comment("Everything is stored in the repository's own git. There is no server.")
    stage.show("git", "branch", "--all")
    stage.show("git", "ls-tree", "-r", "--name-only", "entire/checkpoints/v1")

    stage.comment("To see it in a browser: `entire demo --keep`, then `entire web` in the repository.")
