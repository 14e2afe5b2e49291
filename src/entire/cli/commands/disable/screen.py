"""What `entire disable --uninstall` will do."""

from __future__ import annotations

import os

from entire.cli.ui.output import safe
from entire.cli.ui.screen import Column, Screen, table, wrap
from entire.core.paths import ENTIRE_DIR
from entire.core.text import count
from entire.setup.uninstall import Plan

_STAYS = "Checkpoints (entire/checkpoints/v1) and your own files are kept."


def render(plan: Plan, root: str, screen: Screen, waiting: int = 0) -> list[str]:
    """What is removed, what is lost, what is kept. ``waiting``: commits that have no checkpoint yet."""
    items = _items(plan, root)
    rows = table(
        screen,
        [Column([what for what, _ in items]), Column([safe(where) for _, where in items], "dim", free=True)],
    )
    stays = [" ".join([_STAYS, *shared(plan), *_outside(plan)]), *replaced(plan, root)]
    kept = [line for text in stays for line in wrap(text, screen.width)]
    return ["This removes:", *rows, *losses(plan, screen, waiting), *kept]


def _items(plan: Plan, root: str) -> list[tuple[str, str]]:
    def shown(path: str) -> str:
        relative = os.path.relpath(path, root)
        return path if relative.startswith("..") else relative

    items = [(f"{hooks.agent.TYPE} hooks", shown(hooks.path)) for hooks in plan.agents if not hooks.outside]
    items += [("git hooks", shown(folder)) for folder in plan.hook_dirs]
    items += [("settings, logs", shown(os.path.join(folder, ENTIRE_DIR))) for folder in plan.folders]
    if plan.state_dir:
        items.append((count(len(plan.sessions), "session"), shown(plan.state_dir)))
    if plan.index_dir:
        items.append(("checkpoint index", shown(plan.index_dir)))
    if plan.branches:
        names = ", ".join(branch.name for branch in plan.branches)
        items.append((count(len(plan.branches), "shadow branch", "shadow branches"), names))
    if plan.refs:
        items.append((count(len(plan.refs), "other ref"), ", ".join(ref.name for ref in plan.refs)))
    return items


def losses(plan: Plan, screen: Screen, waiting: int = 0) -> list[str]:
    """What cannot be recovered, in red."""
    lines = (line for text in _losses(plan, waiting) for line in wrap(safe(text), screen.width))
    return [screen.style(line, "bad") for line in lines]


def _losses(plan: Plan, waiting: int) -> list[str]:
    out = []
    if waiting:
        whose = "the checkpoint of 1 commit" if waiting == 1 else f"the checkpoints of {waiting} commits"
        out.append(
            f"Lost: {whose}, not written yet. "
            "Finish the rebase or cherry-pick first, if there is one; `entire doctor` shows more."
        )
    unfinished = plan.unfinished
    if unfinished:
        steps = count(sum(state.checkpoint_count for state in unfinished), "step")
        files = count(len({path for state in unfinished for path in state.files_touched}), "file")
        sessions = count(len(unfinished), "session")
        out.append(
            f"Lost: {steps} of {sessions} ({files}) not committed yet. "
            "The files stay as they are; their earlier versions and the conversation are deleted. "
            "Commit first to keep them."
        )
    if plan.snapshots:
        out.append(f"Lost: {count(plan.snapshots, 'snapshot')} of work that belongs to no session.")
    return out


def replaced(plan: Plan, root: str) -> list[str]:
    """Hooks of the user that other hooks have replaced."""
    if not plan.replaced_hooks:
        return []
    names = ", ".join(safe(os.path.relpath(path, root)) for path in plan.replaced_hooks)
    return [f"Hooks of yours that other tools have replaced since are kept: {names}"]


def shared(plan: Plan) -> list[str]:
    """Shared hooks that are not removed."""
    left = [folder for folder in plan.shared_hook_dirs if folder not in plan.hook_dirs]
    if not left:
        return []
    where = ", ".join(map(safe, left))
    return [
        f"The git hooks in {where} are kept too: other repositories share them, and they do nothing where "
        "entire is off (--shared-hooks removes them)."
    ]


def _outside(plan: Plan) -> list[str]:
    """Hooks of agents in files that we do not edit."""
    found = dict.fromkeys(safe(hooks.outside) for hooks in plan.agents if hooks.outside)
    return [f"The hooks in {path} are kept: a link out of the work tree leads there." for path in found]
