"""`entire …` on the command line. Each command is a module, imported when it is called."""

from __future__ import annotations

import sys
from typing import Any

import click

from entire import redact
from entire.cli import too_large
from entire.cli.ui import failures, output
from entire.cli.ui.group import Group
from entire.core import limits, log, settings
from entire.core.errors import EntireError
from entire.core.lock import WAIT_SECONDS
from entire.core.settings import Settings
from entire.git import repository
from entire.git.objects.read import left_out
from entire.git.worktree import own_settings, sparse

# In the order of the help.
_COMMANDS = (
    "enable",
    "disable",
    "status",
    "explain",
    "search",
    "why",
    "blame",
    "stats",
    "web",
    "export",
    "edited",
    "rewind",
    "resume",
    "run",
    "session",
    "agent",
    "doctor",
    "clean",
    "reset",
    "du",
    "gc",
    "push",
    "fetch",
    "link",
    "unlink",
    "relink",
    "import",
    "redact",
    "demo",
    "logs",
    "completion",
    "version",
    "help",
)
_ELSEWHERE = {
    "import": "entire.cli.commands.imports.command",  # what cannot be the name of a module
    "web": "entire.web.command",
    "export": "entire.web.export.command",
}
# Commands that do not need the checkpoints of the last commits, or complete them by themselves.
_NOT_READING = frozenset(
    ("enable", "disable", "edited", "run", "doctor", "push", "demo", "logs", "completion", "version", "help")
)


@click.group(
    cls=Group,
    modules={name: _ELSEWHERE.get(name, f"entire.cli.commands.{name}.command") for name in _COMMANDS},
    sentence="run",
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Start with `entire enable` in a git repository, or try `entire demo`.",
)
@click.option("--version", "show_version", is_flag=True, help="Show the version and exit.")
@click.pass_context
def entire(context: click.Context, show_version: bool) -> None:
    """entire remembers how code was written with AI agents, in the repository's own git."""
    if show_version:
        from entire.cli.commands.version.command import show

        show()
        context.exit()
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
    elif context.invoked_subcommand not in _NOT_READING:
        _complete_commits()


def run(arguments: list[str]) -> int:
    """Run one command and return the exit code: 0 success, 1 error, 2 usage, 130 interrupted."""
    settings.read_tracked_with(sparse.read)
    redact.configure(lambda: _settings().redaction)
    limits.configure_late(lambda: _settings().strategy_options, _has_own_limits)
    log.redact_with(redact.redact_local)
    try:
        result: Any = entire.main(arguments, prog_name="entire", standalone_mode=False)
        too_large.mention(left_out)
        return result if isinstance(result, int) else 0
    except click.UsageError as error:
        if error.ctx is not None:
            click.echo(error.ctx.get_usage() + "\n", err=True)
        output.write_error(
            output.without_escapes(error.format_message()), f"see `{_command_path(error.ctx)} --help`"
        )
        return 2
    except click.ClickException as error:
        output.write_error(output.without_escapes(error.format_message()))
        return 1
    except EntireError as error:
        shown = failures.explain(error) or error
        output.write_error(shown.message, shown.hint)
        return error.exit_code
    except (KeyboardInterrupt, click.Abort):
        click.echo("", err=True)
        return 130
    except Exception as error:
        return _report_crash(error)


def _complete_commits() -> None:
    """What a hook left to the background counts as done."""
    from entire.lifecycle import catch_up

    try:
        repo = repository.open_repository()
        if not catch_up.may_wait(repo):
            return
        loaded = own_settings.load(repo)
    except (EntireError, OSError):  # the command says what is wrong
        return
    if loaded.enabled:
        catch_up.complete_everywhere(repo, loaded.settings, wait=WAIT_SECONDS)


def _settings() -> Settings:
    """The settings of this repository, read when they are needed."""
    try:
        return own_settings.load(repository.open_repository()).settings
    except EntireError:
        return Settings()


def _has_own_limits() -> bool:
    return own_settings.is_own_choice(repository.open_repository(), _settings().strategy_options, limits.KEY)


def _command_path(context: click.Context | None) -> str:
    return "entire" if context is None else context.command_path


def _report_crash(error: Exception) -> int:
    """A bug in entire: say so in one line and log the details for a report."""
    if isinstance(error, BrokenPipeError):
        # The reader closed the pipe (`entire explain | head`); do not complain at exit.
        sys.stdout = None
        return 0
    explained = failures.explain(error)
    if explained is not None:
        output.write_error(explained.message, explained.hint)
        return explained.exit_code
    import traceback

    kind = f"{type(error).__name__}: {error}"
    try:
        repo = repository.open_repository()
        log.setup(repo.worktree, "", component="cli")
        log.error("command failed", error=kind, trace="".join(traceback.format_exception(error))[-1500:])
        where = f"see {log.FILE} for details"
    except (EntireError, OSError):
        where = "".join(traceback.format_exception(error))
    output.write_error(f"unexpected error: {kind}", f"please report it; {where}")
    return 1
