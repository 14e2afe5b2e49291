"""Programs that can write summaries: their command lines, and where the answer is in their output."""

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
    words: tuple[str, ...]  # the command line
    answer_key: str = ""  # of the JSON object it prints; empty: it prints the answer itself
    model: str = ""  # the default
    agent: str = ""  # the agent's name in checkpoints
    variables: tuple[tuple[str, str], ...] = ()


_KNOWN = (
    # Without settings (they may have hooks), tools and servers, and without saving a session.
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
    # It reads standard input if that is not a terminal, and refuses to start in an untrusted folder.
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
    """Pure: return the chosen command or provider, or else the agent's own program, or else the first found.

    ``agent`` had the conversation, so its own program learns nothing new. Raises EntireError.
    """
    if options.command:
        return Provider(_name(options.command), options.command)
    places = {name: which(name) for name in NAMES}
    if options.provider:
        return _complete(_named(options.provider, places), options, places)
    found = [provider for provider in _KNOWN if places[provider.name]]
    if not found:
        raise EntireError(
            f"no program that can write summaries on PATH: {', '.join(NAMES)}",
            f"install one of them, or set {KEY}.command in {LOCAL_FILE}",
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
                f"{KEY}.provider is {name}, but {name} is not on PATH",
                f"install it, or set {KEY}.command in {LOCAL_FILE}",
            )
    raise EntireError(
        f"unknown provider in the settings: {KEY}.provider is {name[:40]!r}",
        f"use one of {', '.join(NAMES)}, or set {KEY}.command for any other program",
    )


def _complete(provider: Provider, options: Options, places: Mapping[str, str]) -> Provider:
    program, *rest = provider.words
    model = options.model or provider.model
    chosen = ("--model", model) if model else ()
    return provider.replace(words=(places[program], *rest, *chosen))


def which(name: str) -> str:
    """Return a program's path; empty if it is not on PATH, or in a folder relative to the current one."""
    found = shutil.which(name) or ""
    return found if os.path.isabs(found) else ""
