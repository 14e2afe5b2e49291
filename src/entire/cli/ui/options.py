"""Flags of all commands: `--full`, and also `--full=true` and `--full=false`, which older scripts use."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

F = TypeVar("F", bound=Callable[..., Any])


class _Flag(click.Option):
    """A flag whose `--no-…` form works but is not shown in the help."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        record = super().get_help_record(ctx)
        return None if record is None else (record[0].split(" / ")[0], record[1])


class Command(click.Command):
    """A command whose flags also accept `=true` and `=false`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        opposite = {
            name: option.secondary_opts[0]
            for option in self.params
            if isinstance(option, _Flag)
            for name in option.opts
        }
        plain = []
        for word in args:
            name, _, value = word.partition("=")
            if name in opposite and value in ("true", "false"):
                word = name if value == "true" else opposite[name]
            plain.append(word)
        return super().parse_args(ctx, plain)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Without the `--no-…` forms."""
        hidden = {
            name for option in self.params if isinstance(option, _Flag) for name in option.secondary_opts
        }
        return [item for item in super().shell_complete(ctx, incomplete) if item.value not in hidden]


def flag(*names: str, help: str, default: bool | None = False, hidden: bool = False) -> Callable[[F], F]:
    """A flag; the first name is the long one."""
    long, *short = names
    both = f"{long}/--no-{long.removeprefix('--')}"
    return click.option(both, *short, cls=_Flag, default=default, help=help, hidden=hidden)
