"""Everything that writes a file goes through `core/files`, which follows no links, or has a reason not to."""

from __future__ import annotations

import ast
from pathlib import Path

import entire

SOURCE = Path(entire.__file__).parent
# Where files are created without it, and why.
ALLOWED = {
    "agent/external/session.py": "a scratch folder of its own",
    "agent/external/template.py": "not ours: the program of an agent, for `entire agent new` to copy",
    "agent/hook_config/file.py": "checks that links do not lead out of the work tree",
    "agent/opencode/exported.py": "makes its folder by `files`, and opens the file without following a link",
    "checkpoint/index/file.py": "works in memory if its folder is a link",
    "cli/commands/agent/conformance/stage.py": "a scratch folder of its own",
    "cli/commands/agent/conformance/teammates.py": "a scratch folder of its own",
    "cli/commands/demo/command.py": "a scratch folder of its own",
    "cli/commands/demo/stand_in.py": "a scratch folder of its own",
    "core/faults.py": "the log that a test names",
    "core/files.py": "the way to write",
    "core/lock.py": "calls the guard",
    "core/log.py": "creates its folder by `files`, and opens the file without following a link",
    "core/sharing.py": "folders, for `files`",
    "core/terminal.py": "the terminal",
    "git/broken_refs.py": "the lock of a ref, as git makes it",
    "git/message.py": "the message that git asks us to edit",
    "git/objects/loose.py": "git's objects",
    "git/objects/merge.py": "a scratch folder of its own",
    "git/objects/pack.py": "git's objects",
    "git/objects/texts.py": "a scratch folder of its own",
    "git/process.py": "pipes, and files without a name",
    "git/worktree/reset.py": "git's index",
    "git/worktree/staged_files.py": "a scratch folder of its own",
    "git/worktree/work_files.py": "the user's files, folder by folder, without following a link",
    "setup/git_hooks.py": "checks that links do not lead out of the work tree",
    "transcript/lines.py": "creates its folder by `files`, and opens the file without following a link",
}
_CREATES = {"os.makedirs", "os.mkdir", "os.symlink", "os.link", "sqlite3.connect", "shutil.copytree"}
_CREATES |= {
    "tempfile.mkstemp",
    "tempfile.mkdtemp",
    "shutil.copy",
    "shutil.copyfile",
    "shutil.copy2",
    "shutil.move",
}


def creates_files(call: ast.Call) -> bool:
    name = ast.unparse(call.func)
    words = [*call.args, *(keyword.value for keyword in call.keywords)]
    if name in ("open", "os.open"):
        flags = " ".join(ast.unparse(word) for word in words)
        modes = [word.value for word in words[1:] if isinstance(word, ast.Constant)]
        return "O_CREAT" in flags or any(isinstance(mode, str) and set(mode) & set("wax+") for mode in modes)
    return name in _CREATES or name.endswith((".write_text", ".write_bytes"))


def test_nothing_else_writes_files() -> None:
    found = {
        str(path.relative_to(SOURCE))
        for path in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and creates_files(node)
    }
    assert found - set(ALLOWED) == set()
