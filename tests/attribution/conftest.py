from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from tests.support import Repo

from entire.attribution.owner import AGENT, Lines, Owner
from entire.attribution.replay import Replayed, Step, attribute
from entire.git.identity import Author
from entire.git.objects.edit_tree import Change
from entire.git.objects.tree import FILE_MODE
from entire.git.objects.write import Writer
from entire.git.repository import Repository, open_repository

Files = Mapping[str, str | bytes]


def turn(number: int, session: str = "8f76b0e8", agent: str = "Claude Code") -> Owner:
    return Owner(AGENT, session, number, agent, "claude-opus-4-8", 10 * number, f"prompt-{number}")


class Trees:
    """A repository in which snapshots are written without a work tree."""

    def __init__(self, work: Repo) -> None:
        self.work = work
        self.repo: Repository = open_repository(str(work.path))

    def write(self, *snapshots: Files) -> list[str]:
        """The trees that hold these files, written by one git."""
        oids = []
        with Writer(self.repo) as writer:
            for files in snapshots:
                changes = [
                    Change(path, FILE_MODE, writer.blob(text.encode() if isinstance(text, str) else text))
                    for path, text in files.items()
                ]
                identity = Author("A", "a@example.com").identity()
                oids.append(writer.commit(changes, "", identity, tree=None)[1])
        return oids

    def replay(
        self,
        base: Files,
        steps: Sequence[tuple[Files, Owner]],
        commit: Files,
        last: Owner | None = None,
    ) -> Replayed:
        """From snapshots to the owners of what the commit added."""
        start, *trees, end = self.write(base, *(files for files, _ in steps), commit)
        chain = [Step(tree, owner) for tree, (_, owner) in zip(trees, steps, strict=True)]
        names = {name for files in (base, commit, *(files for files, _ in steps)) for name in files}
        return (
            attribute(self.repo, start, chain, start, end, names)
            if last is None
            else attribute(self.repo, start, chain, start, end, names, last)
        )

    def additions(self, base: Files, commit: Files) -> dict[str, int]:
        """How many lines git itself counts."""
        start, end = self.write(base, commit)
        out = self.work.git("diff-tree", "-r", "-M", "-z", "--numstat", start, end)
        counts, records = {}, iter(out.split("\0"))
        for record in records:
            added, _, rest = record.partition("\t")
            path = rest.partition("\t")[2]
            if added.isdigit():
                counts[path or (next(records), next(records))[1]] = int(added)
        return {path: count for path, count in counts.items() if count}


def owned(lines: Lines) -> dict[str, list[tuple[int, Owner]]]:
    """Each line of each file by itself."""
    return {
        file.path: [(line, part.owner) for part in file.ranges for line in range(part.first, part.last + 1)]
        for file in lines.files
    }


@pytest.fixture(scope="module")
def trees(tmp_path_factory: pytest.TempPathFactory) -> Trees:
    work = Repo.init(Path(tmp_path_factory.mktemp("trees")))
    work.git("config", "core.fsync", "none")  # thousands of throwaway trees
    return Trees(work)
