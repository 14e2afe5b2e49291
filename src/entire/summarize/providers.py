"""The programs that can be asked: their command lines, and where in their output the answer stands."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Mapping

from entire.core.errors import EntireError
from entire.core.settings import LOCAL_FILE
from entire.core.value import Value
from entire.summarize.options import KEY, Options

Which = Callable[[str], str]


class Provider(Value):
    """A program that reads the prompt from standard input."""

    name: str
    words: tuple[str, ...]  # the program first
    answer_key: str = ""  # of the JSON object that it prints; empty: it prints the answer itself
    model: str = ""  # unless another one is chosen
    agent: str = ""  # as checkpoints name the agent that it is
    variables: tuple[tuple[str, str], ...] = ()


_KNOWN = (
    # Without settings (they may hold hooks), tools and servers, and without leaving a session behind.
    Provider(
        "claude",
        (
            *("claude", "--print", "--output-format", "json", "--setting-sources", "", "--tools", ""),
            *("--strict-mcp-config", "--no-session-persistence"),
        ),
        answer_key="result",
        model="sonnet",
        agent="Claude Code",
    ),
    Provider(
        "codex",
        ("codex", "exec", "--skip-git-repo-check", "--sandbox", "read-only", "--ephemeral"),
        agent="Codex",
    ),
    # It reads standard input where that is no terminal, and refuses to start in a folder that is not trusted.
    Provider(
        "gemini",
        ("gemini", "--output-format", "json"),
        answer_key="response",
        agent="Gemini CLI",
        variables=(("GEMINI_CLI_TRUST_WORKSPACE", "true"),),
    ),
)
NAMES = tuple(provider.name for provider in _KNOWN)


def choose(options: Options, agent: str, which: Which) -> Provider:
    """Pure: the command or the provider that somebody chose; else the agent's own, else the first one found.

    ``agent`` had the conversation: asking its own program tells nobody anything new. Raises EntireError.
    """
    if options.command:
        return Provider(_name(options.command), options.command)
    places = {name: which(name) for name in NAMES}
    if options.provider:
        return _complete(_named(options.provider, places), options, places)
    found = [provider for provider in _KNOWN if places[provider.name]]
    if not found:
        raise EntireError(
            f"no program that writes summaries was found on PATH: {', '.join(NAMES)}",
            f"install one of them, or name another command in {LOCAL_FILE}: {KEY}.command",
        )
    own = (provider for provider in found if provider.agent == agent)
    return _complete(next(own, found[0]), options, places)


def _name(command: tuple[str, ...]) -> str:
    words = command[2].split() if command[:2] == ("sh", "-c") else command
    return os.path.basename(words[0]) if words else "sh"


def _named(name: str, places: Mapping[str, str]) -> Provider:
    for provider in _KNOWN:
        if provider.name == name:
            if places[name]:
                return provider
            raise EntireError(
                f"{name} writes the summaries here ({KEY}.provider), but is not on PATH",
                f"install it, or name a command in {LOCAL_FILE}: {KEY}.command",
            )
    raise EntireError(
        f"{KEY}.provider in the settings is {name[:40]!r}, which is not known",
        f"one of {', '.join(NAMES)}; for any other program there is {KEY}.command",
    )


def _complete(provider: Provider, options: Options, places: Mapping[str, str]) -> Provider:
    program, *rest = provider.words
    model = options.model or provider.model
    chosen = ("--model", model) if model else ()
    return provider.replace(words=(places[program], *rest, *chosen))


def which(name: str) -> str:
    """Where a program is; empty if it is not on PATH, or in a place that depends on where one is."""
    found = shutil.which(name) or ""
    return found if os.path.isabs(found) else ""
