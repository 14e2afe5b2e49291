"""What is in the repositories after a run, read with git alone."""

from __future__ import annotations

import json
import re
import subprocess
from collections import defaultdict
from dataclasses import dataclass, field

from tools.stress.ground import Ground, Place

BRANCH = "entire/checkpoints/v1"
_MARKER = re.compile(r"marker-p\d+-s\d+-t\d+")
_LOG = "--format=%x00%H%x01%(trailers:key=Entire-Checkpoint,valueonly,separator=%x2C)%x01%N%x01"
_NOTES = "--notes=refs/notes/entire"  # of commits that were linked later
_NOTED = "Entire-Checkpoint: "
# Names that git and entire give to files while they write them. entire's own locks are files that stay.
_STATES = "entire-sessions"
_LOCKED = "another entire process has locked the repository"
_TEMPORARY = re.compile(r".*\.lock$|.*\.tmp(-.*)?$|tmp_.*|\.tmp-.*|.*\.new$|next-index-.*")
# A loaded machine is slow, and a session may end before its work is committed.
_EXPECTED = ("slow_hook", "ended_session")


@dataclass(frozen=True)
class CodeCommit:
    oid: str
    checkpoints: list[str]
    added: dict[str, str]  # marker → path
    noted: bool = False  # linked by a note, perhaps to a checkpoint of another commit in the same turn


@dataclass(frozen=True)
class Part:
    """A session in a checkpoint."""

    files: list[str]
    prompts: str
    transcript: str


@dataclass(frozen=True)
class Tracked:
    """What a session's state says is waiting for a commit."""

    files: list[str]
    open: bool


@dataclass
class Facts:
    commits: list[CodeCommit] = field(default_factory=list)
    checkpoints: dict[str, dict[str, Part]] = field(default_factory=dict)  # id → session id → part
    tracked: dict[str, Tracked] = field(default_factory=dict)  # by session id
    shadows: dict[str, str] = field(default_factory=dict)  # path on a shadow branch → its contents there
    leftovers: list[str] = field(default_factory=list)
    findings: list[str] = field(default_factory=list)  # what fsck, doctor and the log say
    tips: dict[str, str] = field(default_factory=dict)  # of the checkpoints branch, by repository
    logged: list[str] = field(default_factory=list)  # errors in the log: they explain, but do not count


def gather(ground: Ground) -> Facts:
    facts = Facts()
    repositories = [ground.main, *([ground.colleague] if ground.colleague else [])]
    for place in ground.places:
        facts.commits += code_commits(place)
        _leftovers(facts, place)
        facts.logged += _logged(place)
    for place in ground.visited:
        facts.commits += code_commits(place)
    for place in repositories:
        _states(facts, place)
        _shadows(facts, place)
        _soundness(facts, place)
        facts.tips[place.root.name] = place.run("git", "rev-parse", BRANCH).output.strip()
    facts.tips["remote"] = ground.main.output(
        "git", "--git-dir", str(ground.remote), "rev-parse", BRANCH
    ).strip()
    facts.checkpoints = checkpoints(ground.main)
    return facts


def code_commits(place: Place) -> list[CodeCommit]:
    """The commits of a place's branch, with the turns whose lines each of them adds."""
    found = []
    options = ("-p", "-U0", "--no-renames", "--no-color", _NOTES, _LOG)
    text = place.output("git", "log", *options, place.branch, "--")
    for entry in text.split("\0")[1:]:
        oid, trailer, notes, patch = entry.split("\x01", 3)
        linked = [line.removeprefix(_NOTED) for line in notes.splitlines() if line.startswith(_NOTED)]
        added, path = {}, ""
        for line in patch.splitlines():
            if line.startswith("+++ "):
                path = line.removeprefix("+++ b/")
            elif line.startswith("+") and (marker := _MARKER.search(line)):
                added[marker[0]] = path
        found.append(CodeCommit(oid, [*filter(None, trailer.split(",")), *linked], added, bool(linked)))
    return found


def checkpoints(place: Place) -> dict[str, dict[str, Part]]:
    names = place.run("git", "ls-tree", "-r", "--name-only", BRANCH).output.splitlines()
    wanted = [name for name in names if re.search(r"/(metadata\.json|prompt\.txt|full\.jsonl[^/]*)$", name)]
    texts = _contents(place, wanted)
    found: dict[str, dict[str, Part]] = defaultdict(dict)
    for name in wanted:
        checkpoint, session = "".join(name.split("/")[:2]), name.split("/")[2:3]
        if name.count("/") != 3 or not name.endswith("/metadata.json") or not session[0].isdigit():
            continue
        folder = name.removesuffix("metadata.json")
        loaded = json.loads(texts[name])
        transcript = "".join(texts[part] for part in sorted(wanted) if part.startswith(folder + "full.jsonl"))
        part = Part(loaded.get("files_touched") or [], texts.get(folder + "prompt.txt", ""), transcript)
        found[checkpoint][loaded["session_id"]] = part
    return dict(found)


def _contents(place: Place, names: list[str]) -> dict[str, str]:
    """Many files of the branch in one process."""
    request = "".join(f"{BRANCH}:{name}\n" for name in names).encode()
    answer = subprocess.run(
        ["git", "cat-file", "--batch"],
        cwd=place.root,
        env=place.env,
        input=request,
        capture_output=True,
        check=True,
    ).stdout
    texts, position = {}, 0
    for name in names:
        end = answer.index(b"\n", position)
        size = int(answer[position:end].split()[-1])
        texts[name] = answer[end + 1 : end + 1 + size].decode("utf-8", "replace")
        position = end + size + 2
    return texts


def _states(facts: Facts, place: Place) -> None:
    folder = place.common_dir() / _STATES
    for path in [*folder.glob("*.json"), *folder.glob("ended/*.json")]:
        state = json.loads(path.read_text())
        files = list(state.get("files_touched") or [])
        for other in (state.get("places") or {}).values():
            files += other.get("files_touched") or []
        facts.tracked[state["session_id"]] = Tracked(files, state.get("phase") == "active")
    facts.leftovers += [str(path) for path in folder.glob("*.broken-*")]


def _shadows(facts: Facts, place: Place) -> None:
    names = place.output("git", "for-each-ref", "--format=%(refname)", "refs/heads/entire/").splitlines()
    for name in names:
        if name.endswith("/v1"):
            continue
        paths = place.output("git", "ls-tree", "-r", "--name-only", name).splitlines()
        for path in (path for path in paths if path.startswith("place")):
            facts.shadows[path] = facts.shadows.get(path, "") + place.output("git", "show", f"{name}:{path}")


def _leftovers(facts: Facts, place: Place) -> None:
    folders = [place.git_dir(), place.root / ".entire"]
    found = [path for folder in folders for path in folder.rglob("*") if _TEMPORARY.fullmatch(path.name)]
    locks = [path for path in found if path.parent.name == _STATES and path.suffix == ".lock"]
    facts.leftovers += [str(path) for path in found if path not in locks]
    facts.leftovers += [str(path) for path in (place.root / ".entire" / "tmp").glob("pre-*")]


def _logged(place: Place) -> list[str]:
    """Errors that hooks logged. A hook that gave up its wait for the lock is judged by what is lost."""
    path = place.root / ".entire" / "logs" / "entire.log"
    rows = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    return [
        " ".join(str(row.get(key, "")) for key in ("time", "hook", "session_id", "msg", "error")).strip()
        for row in rows
        if row["level"] == "ERROR" and _LOCKED not in str(row.get("error", ""))
    ]


def _soundness(facts: Facts, place: Place) -> None:
    fsck = place.run("git", "fsck", "--strict", "--no-dangling")
    if fsck.code or "missing" in fsck.errors or "broken" in fsck.errors:
        facts.findings.append(f"git fsck: {fsck.output}{fsck.errors}")
    doctor = place.run("entire", "doctor", "--json")
    loaded = json.loads(doctor.output or "{}")
    findings = [found for found in loaded.get("findings", []) if found["kind"] not in _EXPECTED]
    facts.findings += [f"doctor: {found['kind']}: {found['text']}: {found['cause']}" for found in findings]
