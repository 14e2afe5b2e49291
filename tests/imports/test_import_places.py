"""`entire import`: only conversations count that began in a worktree of this repository."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from tests.scenario.test_import import Unheard
from tests.scenario.test_import_again import Past, enable
from tests.scenario.world import make_repo

# Each place has a conversation that wrote the lines of a commit. By the folder, seen from the root of the
# worktree where the conversation would have begun if it counted: which it is.
COUNTED = {
    "here": "the root",
    "src/here": "a folder",
    "gone/here": "a folder that is gone",
    "linked": "a worktree beside",
    "src/linked": "a folder of that worktree",
    "inside": "a worktree below the root",
    "removed": "a worktree below the root that was removed without git",
}
NOT_COUNTED = {
    "lib": "another repository below the root",
    "lib/src": "a folder of it",
    "theirs": "a worktree of another repository, below the root",
    "beside": "another repository whose name begins the same",
    "again": "another repository where a worktree of this one was",
    "above": "the folder above",
}


def name_of(folder: str) -> str:
    return folder.replace("/", "_")


def text_of(folder: str) -> str:
    """Lines that no other conversation wrote."""
    word = name_of(folder)
    return "".join(
        f"def {word}_{verb}(value):\n    return {word}.{verb}(value)\n" for verb in ("load", "save")
    )


def test_conversations_of_other_repositories_are_never_linked(tmp_path: Path) -> None:
    root = tmp_path / "repo"
    past = Past(root)
    files = {
        "src/here": "src/src_here.py",
        "gone/here": "gone/gone_here.py",
        "src/linked": "src/src_linked.py",
        "lib": "lib/lib.py",
        "lib/src": "lib/src/lib_src.py",
        "theirs": "theirs/theirs.py",
    }
    for folder in (*COUNTED, *NOT_COUNTED):
        path = files.get(folder, f"{name_of(folder)}.py")
        past.file(path).parent.mkdir(parents=True, exist_ok=True)
        past.save(folder, 1, **{path.removesuffix(".py"): text_of(folder)})
    shutil.rmtree(root / "theirs")

    beside, linked, again = tmp_path / "repo-more", tmp_path / "linked", tmp_path / "again"
    make_repo(root / "lib")
    other = make_repo(beside)
    other.git("worktree", "add", "--quiet", "--detach", str(root / "theirs"))
    for place in (linked, root / ".trees/inside", root / ".trees/removed", again):
        past.git("worktree", "add", "--quiet", "--detach", str(place))
    shutil.rmtree(again)
    make_repo(again)
    places = {
        "here": root,
        "src/here": root / "src",
        "gone/here": root / "gone",
        "linked": linked,
        "src/linked": linked / "src",
        "inside": root / ".trees/inside",
        "removed": root / ".trees/removed",
        "lib": root / "lib",
        "lib/src": root / "lib/src",
        "theirs": root / "theirs",
        "beside": beside,
        "again": again,
        "above": tmp_path,
    }
    for folder, place in places.items():
        agent = Unheard(str(place), past.env, f"session-{name_of(folder)}")
        agent.prompt("Write it")
        path = f"{'repo/' * (place == tmp_path)}{name_of(folder)}.py"
        (place / path).unlink(missing_ok=True)  # the lines are new
        agent.write(path, text_of(folder))
    shutil.rmtree(root / "gone")
    shutil.rmtree(root / ".trees/removed")

    enable(past)
    found = json.loads(past.entire("import", "--dry-run", "--json"))
    links = {link["subject"]: [one["session_id"] for one in link["sessions"]] for link in found["links"]}
    assert links == {folder: [f"session-{name_of(folder)}"] for folder in COUNTED}
    assert found["conversation_count"] == len(COUNTED)
