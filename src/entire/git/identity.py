"""The author of our commits: the configured user, or a placeholder."""

from __future__ import annotations

from entire.core import clock
from entire.core.value import Value
from entire.git.repository import Repository

LOOK_UP = ("config", "--null", "--get-regexp", r"^user\.(name|email)$")
_UNSAFE = str.maketrans("", "", "<>\n\0")


class Author(Value):
    name: str = "Unknown"
    email: str = "unknown@local"

    def identity(self) -> str:
        """Format as in a commit, dated now."""
        return f"{self.name.translate(_UNSAFE)} <{self.email.translate(_UNSAFE)}> {clock.git_date()}"


def get_git_author_from_repo(repo: Repository) -> Author:
    """Return the configured `user.name` and `user.email`; git's guesses are not used."""
    return PendingAuthor(repo).result()


class PendingAuthor:
    """The author, whom git looks up in the background."""

    def __init__(self, repo: Repository) -> None:
        self._pending = repo.run_pending(*LOOK_UP)

    def result(self) -> Author:
        """Wait for the result. Can be called once."""
        return _parse_config(self._pending.out(ok=(0, 1)))


def _parse_config(out: bytes) -> Author:
    values: dict[str, str] = {}
    for record in out.decode("utf-8", "replace").split("\0"):
        key, _, value = record.partition("\n")
        values[key] = value
    return Author(values.get("user.name") or Author().name, values.get("user.email") or Author().email)


def parse_author(line: str) -> Author:
    """Parse a commit's ``Name <email> seconds offset``."""
    name, _, rest = line.partition("<")
    return Author(name.strip(), rest.partition(">")[0])
