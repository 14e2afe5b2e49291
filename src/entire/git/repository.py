"""Find the repository, without running git if that is safe."""

from __future__ import annotations

import os

from entire.core import files, sharing
from entire.core.paths import nameable
from entire.core.pattern import made_of, pattern
from entire.core.value import Value
from entire.git import process
from entire.git.errors import GitError, NotARepository, NoWorkTree, UntrustedRepository
from entire.git.process import Early, PendingGit, Result, Running

# Settings that move the work tree: then ask git. (Git ignores them in included files.)
_ASK_GIT = pattern(rb"(?im)(^|\])\s*(worktree\b|worktreeconfig\b|bare\b(?!\s*=\s*false\b))")
_ENVIRONMENT = ("GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_CEILING_DIRECTORIES")
_OF_PLACES = (*_ENVIRONMENT, "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_OBJECT_DIRECTORY")
_NO_FILE_MODE = pattern(rb"(?im)(^|\])\s*filemode\s*=\s*(false|no|off|0)\b")
_OBJECT_FORMAT = pattern(rb'(?im)(^|\])\s*objectformat\s*=\s*"?(sha1|sha256)\b')
_SHARED = pattern(rb'(?im)(^|\])\s*sharedrepository\s*(=\s*"?([^\s"#;]*))?')
_GROUP, _EVERYBODY = (b"true", b"yes", b"on", b"1", b"group"), (b"2", b"all", b"world", b"everybody")
_SHARED_VALUES = dict.fromkeys(_GROUP, 0o660) | dict.fromkeys(_EVERYBODY, 0o664)
_WRITTEN_BY_INIT = (b"\tbare = false\n", b"\tfilemode = true\n")
# They can wait for long. A process that left the work tree keeps them out of it, too.
_WITHOUT_WORK_TREE = ("cat-file", "update-ref")
_UNTRUSTED = pattern(r"git config --global --add safe\.directory .*")


class Repository(Value):
    """A work tree and its git directories, all absolute and without symbolic links."""

    worktree: str
    git_dir: str
    common_dir: str
    file_mode: bool = True  # `core.fileMode`: whether executable bits count
    object_format: str = "sha1"

    @property
    def worktree_id(self) -> str:
        """Git's name of a linked worktree; empty for the main one."""
        return "" if self.git_dir == self.common_dir else os.path.basename(self.git_dir)

    def git_dirs(self) -> dict[str, str]:
        """The git directory of each worktree by its id, also of worktrees that were removed without git."""
        folder = os.path.join(self.common_dir, "worktrees")
        linked = {name: os.path.join(folder, name) for name in sorted(files.names(folder))}
        return {"": self.common_dir} | linked

    def arguments(self, *command: str) -> list[str]:
        away = _Process.repository is not None and process.subcommand([*command]) in _WITHOUT_WORK_TREE
        place = [] if away else ["-C", self.worktree]
        return [*place, f"--git-dir={self.git_dir}", f"--work-tree={self.worktree}", *command]

    def run(
        self, *command: str, data: bytes = b"", ok: tuple[int, ...] = (0,), index_file: str | None = None
    ) -> Result:
        return process.run(self.arguments(*command), data, ok=ok, index_file=index_file)

    def start(self, *command: str) -> Running:
        arguments = self.arguments(*command)
        return Early.take(arguments) or process.start(arguments)

    def start_early(self, *commands: tuple[str, ...]) -> Early:
        """Return a context in which these commands start up before they are called."""
        return Early(*(self.arguments(*command) for command in commands))

    def run_pending(self, *command: str, data: bytes = b"", index_file: str | None = None) -> PendingGit:
        return process.PendingGit(self.arguments(*command), data, index_file)

    def path(self, *parts: str) -> str:
        """Return an absolute path in the work tree."""
        return os.path.join(self.worktree, *parts)


class _Process:
    """Of this process."""

    repository: Repository | None = None  # that it works for, wherever its directory is


def stay_with(repo: Repository) -> None:
    """Let this process leave the work tree: ``open_repository`` still finds its repository.

    Anyone may remove a linked work tree meanwhile.
    """
    _Process.repository = repo
    if repo.worktree_id:
        files.make_nothing(repo.worktree, repo.git_dir)


def place() -> tuple[str, dict[str, str]]:
    """The folder for a program that works for the same repository, and its environment.

    If this process left the work tree, what git said of places is not true of it. A linked one may be gone.
    """
    repo = _Process.repository
    if repo is None:
        return ".", dict(os.environ)
    main = os.path.dirname(repo.common_dir)
    env = {name: value for name, value in os.environ.items() if name not in _OF_PLACES}
    return repo.worktree if os.path.isdir(repo.worktree) else main, env


def open_repository(start: str = "") -> Repository:
    """Return the repository whose work tree contains ``start``, or the one of this process.

    Raises NotARepository.
    """
    if not start and _Process.repository is not None:
        return _Process.repository
    return _open(start or ".", {name: os.environ[name] for name in _ENVIRONMENT if os.environ.get(name)})


def open_elsewhere(path: str) -> Repository:
    """Return the repository of another work tree: the variables that git sets in hooks are not about it.

    Raises NotARepository.
    """
    return _open(path, {})


def _open(start: str, env: dict[str, str]) -> Repository:
    if not nameable(start):
        raise NotARepository(f"not a usable path: {start[:80]!r}")
    found = None
    if not env:
        try:
            found = _look(start)
        except (OSError, ValueError):  # for example, the current directory was removed; NUL in a `.git` file
            pass
    return found or _ask(start, env)


def _look(start: str) -> Repository | None:
    """Walk up to the first `.git`; None if git must be asked."""
    directory = os.path.realpath(start)
    while True:
        dot_git = os.path.join(directory, ".git")
        if os.path.lexists(dot_git):
            break
        parent = os.path.dirname(directory)
        inside_git_dir = os.path.isfile(os.path.join(directory, "HEAD"))  # may be a bare repository
        if parent == directory or inside_git_dir or os.path.ismount(directory):
            return None
        directory = parent
    git_dir = _git_dir(dot_git)
    if git_dir is None or not os.path.exists(os.path.join(git_dir, "HEAD")):
        return None
    if any(os.lstat(path).st_uid != os.geteuid() for path in (directory, dot_git, git_dir)):
        return None  # git checks `safe.directory` for a repository of another user
    common_dir = _common_dir(git_dir)
    config = files.read(os.path.join(common_dir, "config")) or b""
    if not os.path.isdir(os.path.join(common_dir, "objects")) or asks_git(config):
        return None
    return _opened(directory, git_dir, common_dir, config)


def _opened(worktree: str, git_dir: str, common_dir: str, config: bytes) -> Repository:
    """Return the repository. From here on, what we create is as open as what git creates there."""
    bits, exact = _shared(common_dir, config)
    if bits:
        sharing.share(bits, exact, f"{common_dir}/", f"{worktree}/.entire")
    if not os.geteuid() and os.stat(common_dir).st_uid:
        from entire.core.ownership import owner_of

        sharing.give_to(owner_of(worktree, git_dir, common_dir))
    return Repository(worktree, git_dir, common_dir, _has_file_mode(config), _object_format(config))


def _shared(common_dir: str, config: bytes) -> tuple[int, bool]:
    """Return the permissions of `core.sharedRepository`, and whether they are exact.

    The setting can be in another file, which we do not read; but then git has opened the folder to the group.
    """
    found = _SHARED.search(config) if b"sharedrepository" in _unusual(config) else None
    if found is None:
        return 0o660 if os.stat(common_dir).st_mode & 0o2070 == 0o2070 else 0, False
    value = (found[3] or b"true").lower()
    if made_of(value.decode("ascii", "replace"), "01234567", 3, 5):
        return int(value, 8) & 0o666, True
    return _SHARED_VALUES.get(value, 0), False


def asks_git(config: bytes) -> bool:
    """Whether only git can say where the main work tree is, by its configuration."""
    rest = _unusual(config)
    return (b"worktree" in rest or b"bare" in rest) and _ASK_GIT.search(config) is not None


def _has_file_mode(config: bytes) -> bool:
    return b"filemode" not in _unusual(config) or _NO_FILE_MODE.search(config) is None


def _object_format(config: bytes) -> str:
    found = _OBJECT_FORMAT.search(config) if b"objectformat" in _unusual(config) else None
    return "sha1" if found is None else found[2].decode().lower()


def _unusual(config: bytes) -> bytes:
    """Return a configuration without the lines that `git init` writes: usually not much."""
    for line in _WRITTEN_BY_INIT:
        config = config.replace(line, b"")
    return config.lower()


def _git_dir(dot_git: str) -> str | None:
    if os.path.isdir(dot_git):
        return os.path.realpath(dot_git)
    content = files.read(dot_git)
    if content is None or not content.startswith(b"gitdir: "):
        return None
    target = os.fsdecode(content[len(b"gitdir: ") :].rstrip(b"\r\n"))
    return os.path.realpath(os.path.join(os.path.dirname(dot_git), target))


def _common_dir(git_dir: str) -> str:
    content = files.read(os.path.join(git_dir, "commondir"))
    if content is None:
        return git_dir
    return os.path.realpath(os.path.join(git_dir, os.fsdecode(content.rstrip(b"\r\n"))))


def _ask(start: str, env: dict[str, str]) -> Repository:
    """Let git find the repository, with our environment (a hook of `git --work-tree=… commit` needs it)."""
    options = ["-C", start]
    if "GIT_DIR" in env:
        options.append(f"--git-dir={os.path.abspath(env['GIT_DIR'])}")
    if "GIT_WORK_TREE" in env:
        options.append(f"--work-tree={os.path.abspath(env['GIT_WORK_TREE'])}")
    query = ["rev-parse", "--path-format=absolute", "--show-toplevel", "--git-dir", "--git-common-dir"]
    try:
        lines = os.fsdecode(process.run([*options, *query]).out).split("\n")
    except GitError as error:
        raise _refused(options, error.detail) from error
    worktree, git_dir, common_dir = (os.path.realpath(line) for line in lines[:3])
    config = files.read(os.path.join(common_dir, "config")) or b""
    return _opened(worktree, git_dir, common_dir, config)


def _refused(options: list[str], detail: str) -> NotARepository:
    """Return the error that says why git finds no work tree, and what to do."""
    if "safe.directory" in detail:  # the same in every language
        found = _UNTRUSTED.search(detail)
        trust = found[0].strip() if found else "see `safe.directory` in `git help config`"
        return UntrustedRepository("this repository belongs to another user, so git does not open it", trust)
    answers = process.run([*options, "rev-parse", "--is-bare-repository", "--is-inside-git-dir"], ok=(0, 128))
    bare, inside = [*answers.out.split(), b"", b""][:2]
    if bare == b"true":
        return NoWorkTree("this is a bare repository, without a work tree", "run this command in a clone")
    if inside == b"true":
        return NoWorkTree("this is a git directory, not a work tree", "run this command in the work tree")
    return NotARepository("not a git repository", "change to one, or create one with `git init`")
