"""Programs that manage git hooks for a team: how to recognize each, and how to make it call us.

What each does with our hooks, according to its source:

- husky 9 points git at `.husky/_`, which it rewrites at every `npm install`; its scripts there find the
  team's by their own file name. Older versions point git at `.husky` itself: those files are the team's.
- lefthook renames ours to `<hook>.old` when its configuration changes, and does not call it.
- pre-commit renames ours to `<hook>.legacy` and calls it (`pre-commit install -f` deletes it).
- overcommit moves ours to `old-hooks/`. Its scripts cannot be renamed: the file name selects the hook.
- hk overwrites ours, unless git is recent enough (2.54) to have hooks in its configuration.

So our hooks can run before the scripts of all but overcommit, and are put back when they are gone. To make
that last, the manager's own configuration needs a line. It belongs to the team: we print it, never write it.
"""

from __future__ import annotations

import os

from entire.core import files
from entire.core.value import Value

_LEFTHOOK_FILES = tuple(
    f"{stem}{local}.{extension}"
    for stem in ("lefthook", ".lefthook", ".config/lefthook")
    for local in ("", "-local")
    for extension in ("yml", "yaml", "json", "jsonc", "toml")
)
_HK_FILES = tuple(
    f"{folder}{name}"
    for folder in ("", ".config/")
    for name in ("hk.pkl", "hk.local.pkl", "hk.toml", "hk.yaml", "hk.yml", "hk.json")
)

# What to add to a manager's configuration so that it calls us. A missing program must not stop a commit or
# a push; a push that we refuse must fail. The reference refuses more arguments than these, and a team can
# use both: the others are in the environment.
_LINK = 'ENTIRE_HOOK_COMMIT="$3" entire hooks git prepare-commit-msg "$1" "$2" 2>/dev/null || :'
_PUSH = '! command -v entire >/dev/null || ENTIRE_HOOK_ADDRESS="$2" entire hooks git pre-push "$1"'

_HUSKY_LINES = f"""\
# .husky/prepare-commit-msg
{_LINK}
# .husky/commit-msg
entire hooks git commit-msg "$@" 2>/dev/null || :
# .husky/post-commit
entire hooks git post-commit 2>/dev/null || :
# .husky/post-rewrite
entire hooks git post-rewrite "$@" 2>/dev/null || :
# .husky/pre-push
{_PUSH}
"""

_LEFTHOOK_LINES = f"""\
prepare-commit-msg:
  commands:
    entire:
      run: sh -c '{_LINK}' sh {{0}}
commit-msg:
  commands:
    entire:
      run: entire hooks git commit-msg {{0}} 2>/dev/null || true
post-commit:
  commands:
    entire:
      run: entire hooks git post-commit 2>/dev/null || true
post-rewrite:
  commands:
    entire:
      use_stdin: true
      run: entire hooks git post-rewrite {{0}} 2>/dev/null || true
pre-push:
  commands:
    entire:
      use_stdin: true
      run: sh -c '{_PUSH}' sh {{0}}
"""

_OVERCOMMIT_LINES = f"""\
PrepareCommitMsg:
  Entire:
    enabled: true
    quiet: true
    command: ['sh', '-c', '{_LINK}', 'sh']
CommitMsg:
  Entire:
    enabled: true
    quiet: true
    command: ['sh', '-c', 'entire hooks git commit-msg "$@" 2>/dev/null || :', 'sh']
PostCommit:
  Entire:
    enabled: true
    quiet: true
    command: ['sh', '-c', 'entire hooks git post-commit 2>/dev/null || :', 'sh']
PostRewrite:
  Entire:
    enabled: true
    quiet: true
    command: ['sh', '-c', 'entire hooks git post-rewrite "$@" 2>/dev/null || :', 'sh']
PrePush:
  Entire:
    enabled: true
    quiet: true
    command: ['sh', '-c', '{_PUSH}', 'sh']
"""

_HK_LINES = """\
hooks {
  ["prepare-commit-msg"] { steps { ["entire"] {
    check = "sh -c '@LINK@' sh {{hook_args}}"
  } } }
  ["commit-msg"] { steps { ["entire"] {
    check = "entire hooks git commit-msg {{hook_args}} 2>/dev/null || :"
  } } }
  ["post-commit"] { steps { ["entire"] {
    check = "entire hooks git post-commit 2>/dev/null || :"
  } } }
  ["post-rewrite"] { steps { ["entire"] {
    check = "entire hooks git post-rewrite {{hook_args}} 2>/dev/null || :"
    stdin = "{{hook_stdin}}"
  } } }
  ["pre-push"] { steps { ["entire"] {
    check = "sh -c '@PUSH@' sh {{hook_args}}"
    stdin = "{{hook_stdin}}"
  } } }
}
""".replace("@LINK@", _LINK.replace('"', r"\"")).replace("@PUSH@", _PUSH.replace('"', r"\""))


class Manager(Value):
    name: str
    marks: tuple[str, ...]  # the manager is in use if any of these is in the work tree
    configs: tuple[str, ...]  # files that may call us; {hook} stands for the hook's name
    stamp: bytes  # text that only its scripts in git's hooks directory contain
    habit: str  # what it does to our hooks; empty: it calls them
    place: str  # where to add the lines
    lines: str
    movable: bool = True  # whether its scripts work under another name
    calls_legacy: bool = False  # whether they call `<hook>.legacy` before they do anything else


EVERY = (
    Manager(
        "husky",
        (".husky",),
        (".husky/{hook}",),
        b'/h"',
        "rewrites its hooks at every install",
        "the files named below",
        _HUSKY_LINES,
    ),
    Manager(
        "lefthook",
        _LEFTHOOK_FILES,
        _LEFTHOOK_FILES,
        b"LEFTHOOK",
        "rewrites its hooks when its configuration changes",
        "lefthook.yml",
        _LEFTHOOK_LINES,
    ),
    Manager(
        "pre-commit",
        (".pre-commit-config.yaml",),
        (".pre-commit-config.yaml",),
        b"File generated by pre-commit",
        "",
        "",
        "",
        calls_legacy=True,
    ),
    Manager(
        "overcommit",
        (".overcommit.yml",),
        (".overcommit.yml", ".local-overcommit.yml"),
        b"OVERCOMMIT_DISABLE",
        "moves other hooks away, and its own cannot be called by them",
        ".overcommit.yml, then run `overcommit --sign`",
        _OVERCOMMIT_LINES,
        movable=False,
    ),
    Manager(
        "hk",
        _HK_FILES,
        _HK_FILES,
        b"hk run",
        "overwrites other hooks when it is installed",
        "hk.pkl",
        _HK_LINES,
    ),
)


def used_in(root: str) -> list[Manager]:
    """Return the managers that a work tree is set up for."""
    return [
        manager
        for manager in EVERY
        if any(os.path.lexists(os.path.join(root, mark)) for mark in manager.marks)
    ]


def of_script(content: bytes) -> Manager | None:
    """Return the manager that wrote a hook."""
    return next((manager for manager in EVERY if manager.stamp in content), None)


def calls_us(root: str, manager: Manager, hook: str) -> bool:
    """Whether the manager's configuration calls us for a hook."""
    paths = (os.path.join(root, config.replace("{hook}", hook)) for config in manager.configs)
    return any(names_us(files.read_or_empty(path), hook) for path in paths)


def names_us(content: bytes, hook: str) -> bool:
    """Whether a script or configuration calls us for a hook."""
    return f"entire hooks git {hook}".encode() in content


def missing_lines(root: str, hooks: tuple[str, ...]) -> list[Manager]:
    """Return managers that will remove our hooks at some point, and are not configured to call us."""
    return [
        manager
        for manager in used_in(root)
        if manager.habit and not all(calls_us(root, manager, hook) for hook in hooks)
    ]
