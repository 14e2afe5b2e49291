"""Everything on a stage, as lines that are equal for equal stories: no times, and ids by what they name."""

from __future__ import annotations

import hashlib
import json
import os
import re
import stat
import subprocess
import tempfile
from pathlib import Path

from tests.faults.stage import Stage

_TIME = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[\d.]*(Z| ?[+-]\d\d:?\d\d)?")
_CHECKSUM = re.compile(r'(?<="check":)\d+')  # of content with random ids: of any length
_ROLLOUT = re.compile(r"rollout-[\dT-]{20}(?=<)")
_LONG_NUMBER = re.compile(r"\b\d{9,}\b")
_BACKUP = re.compile(r"\b\d{8}-\d{6}-[0-9a-f]{4}\b")
_TEMPORARY = re.compile(r"\.\d+-[0-9a-f]{8}\.tmp\b")
_SCRATCH = re.compile(r"\.[0-9a-f]{2,16}-[0-9a-f]{12}\.entire-tmp\b")
_COMMIT = re.compile(r"\b[0-9a-f]{40}\b")
_CHECKPOINT = re.compile(r"\b[0-9a-f]{12}\b")
_SHORT = re.compile(r"(?<=entire/)[0-9a-f]{7}(?=-)")
_RANDOM = re.compile(r"\b[0-9a-f]{6,}\b")
_BEGIN, _END = ("tmp_obj_", "entire-rewind-"), (".lock", ".tmp", ".entire-tmp")  # what kills leave behind
_NOTES = "--notes=refs/notes/entire"  # a link is in the message, or in a note
_LINK = re.compile(r"^Entire-Checkpoint: ([0-9a-f]{12})\n?", re.MULTILINE)
_SHOWN = 4000  # characters
_OBJECTS = re.compile(r"\.git/objects/|remote\.git/objects/")
# Logs, caches, what git rebuilds, and what only says how something came about.
_SKIPPED = (
    "/.git/index", "/.git/logs/", "/.git/entire-index/", "/.entire/logs/", "/.git/refs/", "/.git/packed-refs",
    "/.git/ENTIRE_SEEN",  # a cache: what lags behind is looked at again
    "/.git/ENTIRE_UNLINKED", "/.git/ENTIRE_LATER", "/entire-sessions/quiet",  # without them, the hooks look
    "/entire-sessions/continue.again",  # asks a process in the background to look again
    "/.git/COMMIT_EDITMSG", "/.git/ORIG_HEAD", "/.git/FETCH_HEAD", "/remote.git/refs/",
    "/remote.git/packed-refs", "/entire-sessions/lock", "/.git/info/", "/.git/gc.log", "/.git/AUTO_MERGE",
    "/opencode.db",  # the client's own
)  # fmt: skip
_WORKTREE_PARTS = (
    "/index",
    "/logs/",
    "/ORIG_HEAD",
    "/COMMIT_EDITMSG",
    "/FETCH_HEAD",
    "/refs/",
    "/AUTO_MERGE",
    "/ENTIRE_SEEN",
    "/ENTIRE_UNLINKED",
    "/ENTIRE_LATER",
)


class Names:
    """Ids by what they name: commits by their place in the history, checkpoints by their commit."""

    def __init__(self) -> None:
        self.known: dict[str, str] = {}
        self.sessions: list[str] = []  # that commands made, by which conversations are handed over

    def add(self, oid: str, name: str) -> None:
        self.known.setdefault(oid, name)
        self.known.setdefault(oid[:7], name)

    def apply(self, text: str) -> str:
        for id in self.sessions:
            text = text.replace(id, "<session>")
        text = _ROLLOUT.sub("", text)
        text = _BACKUP.sub("<backup>", _TIME.sub("<time>", text))
        text = _TEMPORARY.sub(".tmp", _SCRATCH.sub(".entire-tmp", _CHECKSUM.sub("<checksum>", text)))
        for pattern in (_COMMIT, _SHORT):
            text = pattern.sub(lambda found: self.known.get(found[0], "<commit>"), text)
        text = _CHECKPOINT.sub(lambda found: self.known.get(found[0], "<checkpoint>"), text)
        return _RANDOM.sub(lambda found: self.known.get(found[0], "<id>"), _LONG_NUMBER.sub("<number>", text))


def _git(folder: Path, *words: str, data: bytes = b"", index: str = "") -> str:
    env = os.environ | ({"GIT_INDEX_FILE": index} if index else {})
    command = ["git", "-C", str(folder), *words]
    done = subprocess.run(command, input=data, capture_output=True, check=False, env=env)
    return os.fsdecode(done.stdout) + (f"!{os.fsdecode(done.stderr)}" if done.returncode else "")


def dump(stage: Stage) -> list[str]:
    """Lines in a fixed order, each with a section in front: `user`, `refs`, `files`."""
    lines: list[str] = []
    for folder in (stage.repo, stage.remote):
        if folder.exists():
            lines += _repository(stage, folder)
    names = _names(stage)
    lines += [f"files\t{line}" for line in _files(stage, names)]
    return lines


def _names(stage: Stage) -> Names:
    """Commits of people by subject and age, checkpoints by the commits that are linked to them.

    Which of two branches is listed first depends on when exactly its commits were made, so a commit with
    few links names them before one that squashes several.
    """
    names = Names()
    names.sessions = [path.stem[-36:] for path in stage.home.rglob(".codex/sessions/**/rollout-*.jsonl")]
    words = ["log", "--reverse", "--topo-order", _NOTES, "--format=%H%x00%s%x00%B%N%x01"]
    out = _git(stage.repo, *words, "--exclude=refs/heads/entire/*", "--branches", "--remotes")
    seen: dict[str, int] = {}
    linked: list[tuple[int, str, list[str]]] = []
    for record in out.split("\x01\n"):
        if record.count("\0") != 2:
            continue
        oid, subject, text = record.split("\0")
        seen[subject] = seen.get(subject, 0) + 1
        name = f"{subject}#{seen[subject]}"
        names.add(oid, f"<{name}>")
        links = _LINK.findall(text)
        linked.append((len(links), name, links))
    for _, name, links in sorted(linked):
        for number, id in enumerate(links):
            names.known.setdefault(id, f"<checkpoint of {name}{'+' * number}>")
    return names


def _repository(stage: Stage, folder: Path) -> list[str]:
    """Refs with what they contain, and what is checked out."""
    names = _names(stage)
    where = folder.name
    lines = [f"user\t{where} HEAD {names.apply(_git(folder, 'symbolic-ref', '-q', 'HEAD').strip())}"]
    if folder == stage.repo:
        lines += [f"user\t{where} index {line}" for line in _git(folder, "ls-files", "-s").splitlines()]
    refs = [
        line.split(" ")
        for line in _git(folder, "for-each-ref", "--format=%(refname) %(objectname)").splitlines()
    ]
    wanted: list[tuple[str, str, str]] = []  # section, label, object to read
    for ref, *rest in refs:
        oid = rest[0] if rest else "?"
        shown = names.apply(ref)
        if ref.startswith("refs/notes/"):
            continue  # shown as links of commits
        if not re.match(r"refs/(heads|remotes/\w+)/entire/|refs/entire/", ref):
            lines.append(f"user\t{where} {shown} {names.apply(oid)}")
            lines += [f"user\t{where} {shown} {names.apply(line)}" for line in _history(folder, oid, "%T")]
            continue
        if "checkpoints/v1" not in ref:
            lines += [f"refs\t{where} {shown} {names.apply(line)}" for line in _history(folder, oid)]
        for row in _git(folder, "ls-tree", "-r", oid).splitlines():
            mode_and_oid, _, path = row.partition("\t")
            wanted.append(
                ("refs", f"{where} {shown} {names.apply(_slashed(path))}", mode_and_oid.split(" ")[2])
            )
    contents = _contents(folder, [oid for _, _, oid in wanted])
    found = []
    for section, label, oid in wanted:
        content = _without_times(folder, contents[oid])
        rows = (_owners if label.endswith("/lines.json") else _rows)(content, names)
        found.append((section, label, rows))
    return lines + [f"{section}\t{label}: {row}" for section, label, rows in sorted(found) for row in rows]


def _without_times(folder: Path, data: bytes) -> bytes:
    """An index, which a rewind keeps a copy of, as git lists it; it has the times of files."""
    if not data.startswith(b"DIRC"):
        return data
    with tempfile.NamedTemporaryFile() as file:
        file.write(data)
        file.flush()
        return os.fsencode(_git(folder, "ls-files", "-s", index=file.name))


def _slashed(path: str) -> str:
    """A checkpoint's folder in one word, so that it is recognized."""
    return re.sub(r"^([0-9a-f]{2})/([0-9a-f]{10})/", r"\1\2/", path)


def _history(folder: Path, oid: str, tree: str = "") -> list[str]:
    """Messages of commits, with their links; trees of people's commits are deterministic."""
    out = _git(folder, "log", "--topo-order", _NOTES, f"--format=%B%N%x00t{tree}%x01", oid, "--")
    rows = []
    for record in out.split("\x01\n"):
        text, _, rest = record.partition("\0")
        links = " ".join(sorted(set(_LINK.findall(text))))
        rows.append(f"{' '.join(_LINK.sub('', text).split())} | {links} | {rest}")
    return rows


def _contents(folder: Path, oids: list[str]) -> dict[str, bytes]:
    done = subprocess.run(
        ["git", "-C", str(folder), "cat-file", "--batch"],
        input="\n".join(oids).encode(),
        capture_output=True,
        check=False,
    )
    found, at = {}, 0
    for oid in oids:
        end = done.stdout.index(b"\n", at)
        head = done.stdout[at:end].split()
        if head[-1] == b"missing":
            found[oid], at = b"MISSING", end + 1
            continue
        size = int(head[2])
        found[oid], at = done.stdout[end + 1 : end + 1 + size], end + size + 2
    return found


def _rows(data: bytes, names: Names) -> list[str]:
    """Short content line by line, long content by its checksum."""
    text = names.apply(_slashed_links(data.decode("utf-8", "surrogateescape")))
    if len(text) <= _SHOWN:
        return text.split("\n")
    return [f"{len(text)} {hashlib.sha256(os.fsencode(text)).hexdigest()[:16]} {text[-200:]!r}"]


def _owners(data: bytes, names: Names) -> list[str]:
    """A row for each line with its owner: a turn, a person, or unknown."""
    loaded = json.loads(data)
    rows = []
    for file in loaded["files"]:
        for number, ranges in file["lines"].items():
            owner = loaded["owners"][int(number)]
            by = " ".join(
                str(owner[key]) for key in ("kind", "session_id", "turn", "prompt_line") if key in owner
            )
            for part in ranges.split(","):
                first, _, last = part.partition("-")
                rows += [(file["path"], n, by) for n in range(int(first), int(last or first) + 1)]
    return [f"line {path}:{number} by {by}" for path, number, by in sorted(rows)]


def _slashed_links(text: str) -> str:
    return re.sub(r"/([0-9a-f]{2})/([0-9a-f]{10})/", r"/\1\2/", text)


def _files(stage: Stage, names: Names) -> list[str]:
    entries: list[tuple[str, list[str]]] = []
    for folder, folders, found in os.walk(stage.live):
        folders.sort()
        for name in [*folders, *found]:
            path = os.path.join(folder, name)
            shown = "/" + os.path.relpath(path, stage.live)
            mode = os.lstat(path).st_mode
            if stat.S_ISDIR(mode):
                if _is_folder_shown(path, shown):
                    entries.append((f"{names.apply(shown)}/", [""]))
                continue
            if _is_skipped(shown):
                continue
            if _OBJECTS.search(shown):
                continue
            content = os.fsencode(os.readlink(path)) if stat.S_ISLNK(mode) else Path(path).read_bytes()
            label = f"{names.apply(shown)} {mode & 0o7777:o}"
            entries.append((label, _rows(content, names)))
    return [f"{label}: {row}" for label, rows in sorted(entries) for row in rows]


def _is_folder_shown(path: str, shown: str) -> bool:
    hidden = ("/objects", "/refs", "/logs", "/.git/entire-index")
    return not os.listdir(path) and not any(part in shown for part in hidden)


def _is_skipped(shown: str) -> bool:
    if any(part in shown for part in _SKIPPED) and not shown.endswith(".lock"):
        return True
    return (
        "/.git/worktrees/" in shown
        and any(part in shown for part in _WORKTREE_PARTS)
        and ".lock" not in shown
    )


def leftovers(stage: Stage) -> list[str]:
    """Locks and temporary files, wherever they are."""
    return leftovers_below(stage.live)


def leftovers_below(top: Path) -> list[str]:
    walk = ((folder, name) for folder, folders, names in os.walk(top) for name in [*folders, *names])
    paths = (
        os.path.join(folder, name) for folder, name in walk if name.startswith(_BEGIN) or name.endswith(_END)
    )
    return [os.path.relpath(path, top) for path in paths]
