"""What git prints: its form is certain, what people put into it is not."""

from __future__ import annotations

import io
import os
import random
from pathlib import Path

from tools.fuzz import dice as roll
from tools.fuzz import samples
from tools.fuzz.target import Target, text_of

from entire.core.errors import EntireError
from entire.git import blame, caller, diff, history, identity, message, push, quoted, sequence
from entire.git.errors import GitError
from entire.git.objects.read import Object, parse_commit, parse_tree
from entire.git.patch import PatchLines, _read_pair, read_patch
from entire.git.repository import open_repository
from entire.git.worktree import status


def _name(dice: random.Random) -> bytes:
    """A file name: any bytes but NUL, and no empty part."""
    name = roll.text(dice, 5).encode("utf-8", "surrogatepass") + roll.raw(dice, 6)
    return name.replace(b"\0", b"") or b"a.py"


def _raw_changes(dice: random.Random) -> bytes:
    rows = []
    for _ in range(dice.randrange(4)):
        rows.append(f":100644 100755 {samples.OID} {samples.OID} {dice.choice('AMDT')}".encode())
        rows.append(_name(dice))
    return b"".join(row + b"\0" for row in rows)


def _changes(data: bytes, folder: Path) -> None:
    names = [os.fsencode(change.path) for change in diff.parse_raw(data)]
    assert names == data.split(b"\0")[1::2]


def _status(dice: random.Random) -> bytes:
    rows = [b"# branch.oid " + samples.OID.encode(), b"# branch.head " + _name(dice).replace(b" ", b"")]
    for _ in range(dice.randrange(4)):
        kind = dice.randrange(3)
        oids = f"{samples.OID} {samples.OID}"
        if kind == 0:
            rows.append(b"? " + _name(dice))
        elif kind == 1:
            rows.append(f"1 .M N... 100644 100644 100644 {oids} ".encode() + _name(dice))
        else:
            rows.append(f"u UU N... 100644 100644 100644 100644 {oids} {samples.OID} ".encode() + _name(dice))
    return b"\0".join(rows) + b"\0"


def _read_status(data: bytes, folder: Path) -> None:
    found = status.parse(os.fsdecode(data))
    assert found.head == samples.OID
    records = data.split(b"\0")[2:-1]
    repositories = [one for one in records if one.startswith(b"? ") and one.endswith(b"/")]
    assert len(found.changed) == len(records) - len(repositories)


def _patch(dice: random.Random) -> bytes:
    """As git prints it: a header, and for each hunk as many lines as it says."""
    out = [b"index %b..%b 100644\n" % (samples.OID.encode(), samples.OID.encode())]
    out += [b"--- a/" + quoted.quote(os.fsdecode(_name(dice))) + b"\n", b"+++ b/x\n"]
    for _ in range(dice.randrange(3)):
        removed, added = dice.randrange(4), dice.randrange(4)
        out.append(b"@@ -%d,%d +%d,%d @@ %b\n" % (3, removed, 3, added, _line(dice)))
        out += [b"-" + _line(dice) + b"\n" for _ in range(removed)]
        out += [b"+" + _line(dice) + b"\n" for _ in range(added)]
        if added and dice.random() < 0.2:
            out.append(b"\\ No newline at end of file\n")
    return b"".join(out)


def _line(dice: random.Random) -> bytes:
    return _name(dice).replace(b"\n", b"").replace(b"\r", b"")


def _read_patch(data: bytes, folder: Path) -> None:
    ids, hunks = read_patch(PatchLines(io.BytesIO(data)))
    assert ids == (samples.OID.encode(), samples.OID.encode())
    assert not isinstance(hunks, str)
    assert sum(len(hunk.removed) for hunk in hunks) + sum(len(hunk.added) for hunk in hunks) <= data.count(
        b"\n"
    )


def _pair(dice: random.Random) -> bytes:
    """What `diff-tree --stdin --patch-with-raw` prints for two trees."""
    oid = samples.OID.encode()
    rows, patches = [], []
    for _ in range(dice.randrange(3)):
        names = [quoted.quote(os.fsdecode(_line(dice) or b"a")).replace(b"\t", b"\\t")]
        kind = dice.choice((b"M", b"A", b"D", b"T", b"R100"))
        names += names if kind == b"R100" else []
        modes = dice.choice((b"100644 100644", b"160000 160000", b"120000 100644"))
        rows.append(b":%b %b %b %b\t%b\n" % (modes, oid, oid, kind, b"\t".join(names)))
        patches.append(b"diff --git a/x b/x\n" + _patch(dice))
    return b"".join(rows) + b"\n" + b"".join(patches)


def _read_patches(data: bytes, folder: Path) -> None:
    assert len(_read_pair(PatchLines(io.BytesIO(data)))) == sum(
        row.startswith(b":") for row in data.partition(b"\n\n")[0].split(b"\n")
    )


def _open(content: tuple[bytes, bytes], folder: Path) -> None:
    """A work tree whose `.git` someone else made."""
    (folder / "a").mkdir()
    (folder / "a" / ".git").write_bytes(content[0])
    (folder / "b" / ".git" / "objects").mkdir(parents=True)
    (folder / "b" / ".git" / "HEAD").write_bytes(b"ref: refs/heads/main\n")
    (folder / "b" / ".git" / "config").write_bytes(content[1])
    (folder / "b" / ".git" / "commondir").write_bytes(content[0])
    for name in ("a", "b", "c\0", "\ud800"):
        try:
            open_repository(f"{folder}/{name}")
        except EntireError:
            pass


def _git_files(dice: random.Random) -> tuple[bytes, bytes]:
    folder = dice.choice((b"gitdir: ../b/.git", b"gitdir: ", b"..", roll.raw(dice)))
    config = b"[core]\n\tbare = false\n\tworktree = x\n[extensions]\n\tobjectformat = sha256\n"
    return roll.spoil(dice, folder + b"\n"), roll.spoil(dice, config)


def _blame(dice: random.Random) -> bytes:
    rows = []
    for number in range(1, dice.randrange(1, 4)):
        rows.append(f"{samples.OID} {number} {number}".encode())
        rows += [b"author " + _line(dice), b"summary " + _line(dice)]
        rows += [b"filename " + quoted.quote(os.fsdecode(_line(dice) or b"a")), b"\t" + _line(dice)]
    return b"".join(row + b"\n" for row in rows)


def _log(dice: random.Random) -> bytes:
    head = (
        f"{samples.OID}\n{samples.OID}\n".encode()
        + _line(dice)
        + b"\n2026-01-02T03:04:05+01:00\n1700000000\n"
    )
    return head + roll.text(dice).encode("utf-8", "surrogatepass").replace(b"\0", b"") + b"\0"


def _tree(dice: random.Random) -> bytes:
    """Git reads a tree before it hands it out, but it lets odd modes and names pass."""
    parts = []
    for _ in range(dice.randrange(4)):
        mode = dice.choice((b"100644", b"40000", b"040000", b"0", b"777777777777", b"120000", b"160000"))
        parts.append(mode + b" " + _name(dice) + b"\0" + roll.raw(dice, 21).ljust(20, b"\1"))
    return roll.spoil(dice, b"".join(parts))


def _commit(dice: random.Random) -> bytes:
    lines = [b"tree " + samples.OID.encode(), b"parent " + samples.OID.encode()]
    lines += [b"author " + _line(dice), b"committer A <a@b> " + _line(dice), b"gpgsig x", b" y"]
    return roll.spoil(dice, b"\n".join(lines) + b"\n\n" + _name(dice))


def _read_commit(data: bytes, folder: Path) -> None:
    found = parse_commit(Object(samples.OID, "commit", data))
    assert found.offset[:1] in ("+", "-")
    identity.parse_author(found.author).identity()
    assert "\n" not in found.subject


def _names(name: bytes, folder: Path) -> None:
    assert quoted.unquote(quoted.quote(os.fsdecode(name))) == os.fsdecode(name) or not name.startswith(b'"')
    quoted.unquote(name)
    quoted.unquote(b'"' + name + b'"')


def _message(text: str, folder: Path) -> None:
    body, comments = message.split_comments(text, "#")
    assert body + comments == text
    message.above_scissors(text, "#")
    sequence.is_revert(text)
    push.parse(text)


_TEXT = text_of(
    "# x\n", "\n", "Subject", "!\trefs/heads/a:refs/heads/a\t[rejected] (fetch first)\n", "\t", "("
)

TARGETS = [
    Target("changes", _raw_changes, _changes),
    Target("status", _status, _read_status),
    Target("patch", _patch, _read_patch),
    Target("patches", _pair, _read_patches),
    Target("files of git", _git_files, _open, share=0.003, on_disk=True),
    Target("blame", _blame, lambda case, _: blame.parse(case)),
    Target("log of commits", _log, lambda case, _: history._parse(case)),
    Target("tree", _tree, lambda case, _: parse_tree(Object(samples.OID, "tree", case)), (GitError,)),
    Target("commit", _commit, _read_commit),
    Target("quoted names", _name, _names),
    Target("message", _TEXT, _message),
    Target(
        "push words", lambda dice: [roll.text(dice, 3) for _ in range(4)], lambda c, _: caller.is_dry_push(c)
    ),
]
