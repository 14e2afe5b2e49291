"""What programs do to files, by name: they read, check, format, or write what they are given."""

from __future__ import annotations


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Programs that write no files, whatever their options, unless their output is redirected.
READERS = _set(
    "ls cat head tail less more grep rg egrep fgrep wc file stat du df pwd cd echo printf true false test [ "
    "sleep date which type whoami uname ps kill wait export set diff cmp cut tr jq basename dirname realpath "
    "readlink md5sum sha256sum exit ping seq nl strings od id hostname uptime free top lsof netstat ss man"
)
_REPORTS = ("", ("-o", "--output", "--html-report", "--txt-report", "--xml-report", "--junit", "--install"))
# Programs that only read without these options: letters, and how others start.
OPTIONS: dict[str, tuple[str, tuple[str, ...]]] = {
    **dict.fromkeys(_set("mypy pyright flake8 pylint shellcheck staticcheck bandit vulture"), _REPORTS),
    "find": ("", ("-exec", "-ok", "-delete", "-fprint", "-fls")),
    "fd": ("xX", ("--exec",)),
    "sort": ("oT", ("--output",)),
    "tree": ("o", ("--output",)),
    "curl": ("oOJDcK", ("--output", "--remote", "--dump", "--cookie-jar", "--trace", "--config", "--stderr")),
}
SINGLE = _set("uniq xxd")  # the second file that they are given is written
SUBCOMMANDS = {  # that only read
    "go": _set("version env list"),
    "cargo": _set("tree metadata --version"),
    "npm": _set("ls view outdated --version -v"),
    "python": _set("--version -V"),
    "python3": _set("--version -V"),
    "node": _set("--version -v"),
    "make": _set("--version -v -n"),
    "tsc": _set("--noEmit --version -v"),
}
GIT_READERS = _set(
    "status log diff show blame branch remote rev-parse ls-files grep add fetch tag describe shortlog reflog "
    "config notes ls-tree cat-file"
)
GIT_ASIDE = _set("commit push")  # hooks may write

# Programs that check files. They name files which they do not write, but tests write snapshots, and
# compilers what they build. With subcommands, only those.
CHECKERS: dict[str, frozenset[str]] = {
    **dict.fromkeys(
        _set(
            "pytest unittest tox nox tsc jest vitest eslint stylelint golangci-lint mocha ava rspec phpunit "
            "playwright cypress coverage"
        ),
        frozenset(),
    ),
    "go": _set("test vet build"),
    "cargo": _set("test check clippy build"),
    "ruff": _set("check"),
    "biome": _set("check lint ci"),
}
FIXING = _set("--fix --write -w --in-place --fix-only --unsafe-fixes --fix-dry-run")
# Programs that format the files that they are given: with one of these words, if there are some.
FORMATTERS: dict[str, frozenset[str]] = {
    **dict.fromkeys(_set("black isort rustfmt swiftformat dos2unix unix2dos gofumpt"), frozenset()),
    **dict.fromkeys(_set("yapf autopep8 autoflake clang-format"), _set("-i --in-place")),
    **dict.fromkeys(_set("prettier gofmt goimports shfmt biome"), _set("-w --write format")),
    **dict.fromkeys(_set("ruff dart"), _set("format")),
    **dict.fromkeys(_set("cargo go terraform deno zig"), _set("fmt")),
    "rubocop": _set("-a -A --autocorrect --auto-correct -x"),
    "ktlint": _set("-F --format"),
}
WRITERS = _set("tee touch cp mv rm ln install patch truncate dd sponge rsync split csplit unzip tar")
OUTPUT = _set("-o --output --out -O --outfile --out-file --output-file --output-document -out of")

INTERPRETERS = _set(
    "python python3 node sh bash zsh dash source . ruby perl php deno bun go npx tsx ts-node make Rscript"
)
WRAPPERS = _set("env time timeout nice nohup setsid sudo command exec npx bunx stdbuf ionice caffeinate")
TWO_WORDS = {  # of wrappers
    **dict.fromkeys(_set("uv poetry pipenv"), _set("run")),
    **dict.fromkeys(_set("pnpm bundle"), _set("exec")),
    **dict.fromkeys(_set("python python3"), _set("-m")),
}
# Programs that run what a file of the project says.
RUNNERS = {
    **dict.fromkeys(_set("npm yarn pnpm bun"), "package.json"),
    "make": "Makefile",
    "just": "justfile",
    "task": "Taskfile.yml",
}
TARGETS = ("test", "check", "lint", "type", "dev", "start", "serve", "watch", "build")

# Programs that make files which they do not name, with these words.
SCAFFOLDS = {
    "npm": _set("init create"),
    "yarn": _set("init create"),
    "pnpm": _set("init create"),
    "bun": _set("init create"),
    "cargo": _set("new init"),
    "uv": _set("init"),
    "poetry": _set("new init"),
    "go": _set("generate"),
    "dotnet": _set("new"),
    "rails": _set("new generate g"),
    "django-admin": _set("startproject startapp"),
    "flutter": _set("create"),
    "git": _set("checkout switch restore merge pull rebase cherry-pick revert stash reset apply am clone"),
    "cookiecutter": frozenset(),
    "unzip": frozenset(),
    "tar": frozenset(),
    "cp": frozenset(),
    "mv": frozenset(),
    "rsync": frozenset(),
}

# Files that package managers write although the command does not name them.
MANAGED = {
    "npm": ("package.json", "package-lock.json"),
    "pnpm": ("package.json", "pnpm-lock.yaml"),
    "yarn": ("package.json", "yarn.lock"),
    "cargo": ("Cargo.toml", "Cargo.lock"),
    "go": ("go.mod", "go.sum"),
    "poetry": ("pyproject.toml", "poetry.lock"),
    "uv": ("pyproject.toml", "uv.lock"),
    "bundle": ("Gemfile", "Gemfile.lock"),
    "composer": ("composer.json", "composer.lock"),
}
MANAGING = _set(
    "install i ci add remove rm uninstall un update up upgrade init new create lock sync get mod require "
    "dedupe version pkg audit import"
)
