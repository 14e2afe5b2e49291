"""All agents, by name. A module is imported when it is asked for: a hook needs one of them."""

from __future__ import annotations

from entire.core.errors import EntireError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from entire.agent.protocol import Agent, Reader
    from entire.git.repository import Repository
    from entire.transcript.layout import Layout

# By the name that people type: the module, and the type that checkpoints have for it.
AGENTS = {
    "claude-code": ("entire.agent.claude_code.agent", "Claude Code"),
    "codex": ("entire.agent.codex.agent", "Codex"),
    "gemini": ("entire.agent.gemini.agent", "Gemini CLI"),
    "qwen": ("entire.agent.qwen.agent", "Qwen Code"),
    "copilot-cli": ("entire.agent.copilot_cli.agent", "Copilot CLI"),
    "factoryai-droid": ("entire.agent.factory_droid.agent", "Factory AI Droid"),
    "cursor": ("entire.agent.cursor.agent", "Cursor"),
    "opencode": ("entire.agent.opencode.agent", "OpenCode"),
    "pi": ("entire.agent.pi.agent", "Pi"),
}

SHORT = {"claude": "claude-code", "copilot": "copilot-cli", "droid": "factoryai-droid"}  # also typed

ASK_AGAIN = ("codex",)  # they trust each hook, and ask again when it changes; others trust the folder once
DEFAULT = "claude-code"
_UNNAMED = ("", "Agent")  # what the reference writes if it does not know the agent
_GEMINI = "Gemini CLI"  # its transcript is a document with a list of messages
_HEAD = 256 * 1024  # of a transcript: enough to recognize it


def names() -> list[str]:
    return [*AGENTS, *(agent.NAME for agent in _plugins())]


def _plugins() -> list[Agent]:
    """Agents that did not come with entire, and were enabled here."""
    from entire.agent import plugins

    return plugins.every()


def by_name(name: str) -> Agent:
    """The agent with this command-line name. Raises EntireError."""
    if name not in AGENTS:
        from entire.agent import plugins

        plugin = plugins.by_name(name)
        if plugin is not None:
            return plugin
        from entire.core.text import quoted

        raise EntireError(f"unknown agent: {quoted(name, 40)}", f"known agents: {', '.join(names())}")
    # `importlib` does the same, but is more to load than the module.
    module: Any = __import__(AGENTS[name][0], fromlist=["agent"])
    agent: Agent = module
    return agent


def full_name(typed: str) -> str:
    """The name of an agent, given what a person typed."""
    return SHORT.get(typed, typed)


def by_type(agent_type: str, place: Repository | None = None) -> Agent | None:
    """The agent that checkpoints name so; None for one that we do not know.

    ``place``: the session's worktree, which can be another one than that of this process. There its user says
    which programs may be run.
    """
    for name, (_, known) in AGENTS.items():
        if known == agent_type:
            return by_name(name)
    if agent_type in _UNNAMED:
        return None
    from entire.agent import plugins

    return plugins.by_type(agent_type, place)


def by_stored_type(agent_type: str) -> Agent | None:
    """The same for what is stored. Old checkpoints do not say which agent it was: there was only one then."""
    return by_name(DEFAULT) if agent_type in _UNNAMED else by_type(agent_type)


def reader(agent_type: str) -> Reader:
    """What shows a stored conversation: the agent, or as text if we do not know it."""
    known = by_stored_type(agent_type)
    if known is not None:
        return known
    from entire.agent import unknown

    module: Reader = unknown
    return module


def stored_type(agent_type: str, transcript: bytes) -> str:
    """The type of an agent that may not be named: then its transcript shows it, if there is one."""
    if agent_type not in _UNNAMED or not transcript.strip():
        return agent_type
    return _GEMINI if _has_messages(transcript[:_HEAD]) else AGENTS[DEFAULT][1]


def type_in_tree(agent_type: str, has: Callable[[str], bool]) -> str:
    """The type of an agent that may not be named: then it is the only one whose folder is in the tree."""
    if agent_type not in _UNNAMED:
        return agent_type
    found = [agent.TYPE for agent in every() if any(map(has, agent.PROTECTED_DIRS))]
    return found[0] if len(found) == 1 else agent_type


def type_of_file(agent_type: str, path: str) -> str:
    """The same for a transcript on disk."""
    if agent_type not in _UNNAMED:
        return agent_type
    from entire.core import files

    descriptor = files.open_regular(path) if path else None
    if descriptor is None:
        return agent_type
    with open(descriptor, "rb") as file:
        return stored_type(agent_type, file.read(_HEAD))


def _has_messages(head: bytes) -> bool:
    """Whether this begins a document with messages, not a file of one record a line."""
    from entire.core import json_text

    try:
        first = json_text.decode(head.lstrip().partition(b"\n")[0])
    except (ValueError, RecursionError):
        return b'"messages"' in head
    return isinstance(first, dict) and bool(first.get("messages")) and isinstance(first["messages"], list)


def stored_layout(agent_type: str) -> Layout:
    """The layout of stored transcripts. The reference cuts documents of unknown agents by messages."""
    known = by_stored_type(agent_type)
    if known is not None:
        return known.layout()
    from entire.transcript import document

    return document.of("messages")


def is_lines(agent_type: str, head: bytes) -> bool:
    """Whether a stored transcript that begins so has one record a line. ``agent_type`` may not be named."""
    from entire.transcript import lines
    from entire.transcript.either import Either

    layout = stored_layout(stored_type(agent_type, head))
    return layout is lines or (isinstance(layout, Either) and not layout.is_document(head))


def is_read_in_order(agent_type: str, head: bytes) -> bool:
    """Whether it is also such that no later line changes what others say."""
    from entire.agent import defaults

    return is_lines(agent_type, head) and reader(stored_type(agent_type, head)).current is defaults.current


def every() -> list[Agent]:
    """Those that came with entire, then those that were added here."""
    return [*(by_name(name) for name in AGENTS), *_plugins()]
