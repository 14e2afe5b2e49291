"""`entire export`"""

from __future__ import annotations

from collections.abc import Iterator

import click

from entire.cli import complete, reading
from entire.cli.ui import output
from entire.cli.ui.options import Command, flag
from entire.core.errors import EntireError
from entire.git import repository
from entire.web.command import INSTALL
from entire.web.export import as_json, as_markdown, find, target
from entire.web.export.story import Story, gather_story

HTML, MARKDOWN, JSON = "html", "md", "json"
_EXAMPLES = (
    "Examples: entire export a3b2c4 · entire export main..feature -o story.html · "
    "entire export 8f76 --format md --public"
)


@click.command("export", cls=Command, epilog=_EXAMPLES)
@click.argument("name", metavar="ID|SESSION|RANGE", shell_complete=complete.checkpoints)
@click.option(
    "--format", "kind", type=click.Choice([HTML, MARKDOWN, JSON]), default=HTML, help="The format (html)."
)
@click.option(
    "--output", "-o", "path", default="", metavar="FILE", help="The file to write; - for standard output."
)
@flag(
    "--public",
    help="Also take out email addresses, names of users and hosts, and folders above the repository.",
)
def command(name: str, kind: str, path: str, public: bool) -> None:
    """Write the story of a change to one file that opens anywhere: what was asked, said, done and changed.

    ID is a prefix of the id of a checkpoint or a commit, SESSION of a session; RANGE is `a..b`, as for git.
    Secrets are redacted by the newest rules. Without --output, it goes to standard output, or to a file in
    this folder if that is a terminal.
    """
    if kind == HTML:
        _check_extra()
    repo = repository.open_repository()
    with reading.open_index(repo) as index:
        chosen = find.choose(index, name)
        story = gather_story(index, chosen, anonymous=public)
    where = target.choose(path, chosen.name, kind)
    target.write(where, _render(story, kind), replace=bool(path))
    if where != target.STDOUT:
        output.write_line(f"Wrote {output.safe(where)}")


def _check_extra() -> None:
    try:
        from entire.web.export import as_html  # noqa: F401
    except ImportError as error:
        raise EntireError(
            f"HTML needs a package that is not installed: {error.name}",
            f"{INSTALL}; or choose --format md or json",
        ) from error


def _render(story: Story, kind: str) -> Iterator[str]:
    if kind == HTML:
        from entire.web.export import as_html  # imported here: the other formats need no extra

        return as_html.render(story)
    return as_json.render(story) if kind == JSON else as_markdown.render(story)
