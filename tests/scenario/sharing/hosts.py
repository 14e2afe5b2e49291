"""Hosts that git reaches by ssh, though all of them are folders: `git@codehost:team/code.git`."""

from __future__ import annotations

from pathlib import Path

from tests.scenario.world import World
from tests.support import git

from entire.checkpoint.names import CHECKPOINTS_REF

_SSH = """\
#!/bin/sh
while [ "${1#-}" != "$1" ]; do
    case $1 in -o | -p) shift ;; esac
    shift
done
echo "$1" >>'{root}/calls'
cd '{root}'/"${1#*@}" && shift && eval "exec $*"
"""


class Hosts:
    """The hosts as seen from a world; its git finds them."""

    def __init__(self, world: World, root: Path) -> None:
        self.root = root
        root.mkdir()
        script = root / "ssh"
        script.write_text(_SSH.replace("{root}", str(root)))
        script.chmod(0o755)
        world.env["GIT_SSH_COMMAND"] = str(script)

    def add(self, host: str, path: str) -> Path:
        """A new bare repository."""
        bare = self.root / host / path
        bare.mkdir(parents=True)
        git(bare, "init", "--quiet", "--bare")
        return bare

    @property
    def calls(self) -> list[str]:
        """The hosts that were called, in order."""
        calls = self.root / "calls"
        return calls.read_text().split() if calls.exists() else []

    def forget(self) -> None:
        """Count calls from here on."""
        (self.root / "calls").unlink(missing_ok=True)


def refs(bare: Path) -> list[str]:
    return git(bare, "for-each-ref", "--format=%(refname)").decode().split()


def has_checkpoints(bare: Path) -> bool:
    return CHECKPOINTS_REF in refs(bare)
