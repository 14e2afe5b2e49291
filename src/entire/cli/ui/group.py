"""A command with subcommands, imported when they are called."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

import click

from entire.core import prefix


class Group(click.Group):
    """``modules`` maps each subcommand to its module, in the order of the help. Typos get suggestions.

    ``sentence``: the subcommand for a first argument that has spaces and is not a command.
    """

    def __init__(self, *given: Any, modules: Mapping[str, str], sentence: str = "", **named: Any) -> None:
        super().__init__(*given, **named)
        self._modules = modules
        self._sentence = sentence

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self._modules)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in self._modules:
            return None
        command: click.Command = importlib.import_module(self._modules[name]).command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name in self._modules or name.startswith("-"):
            return super().resolve_command(ctx, args)
        if self._sentence and " " in name.strip():
            return self._sentence, self.get_command(ctx, self._sentence), args
        near = prefix.near(self._modules, name)
        meant = f" Did you mean {' or '.join(near)}?" if near else ""
        raise click.UsageError(f'unknown command "{name[:60]}".{meant}', ctx)
