"""Turning entire on and off in a repository: what is installed, kept in place and removed.

- `enable`      what `entire enable` checks, chooses and writes
- `scripts`     the shell scripts of our git hooks; `hooks_dir`: whether they are installed
- `facts`       what is in each hook's place; `backups`: hooks that were there before ours
- `managers`    husky, lefthook, pre-commit, overcommit, hk: what each does with our hooks
- `git_hooks`   installs and removes the git hooks; `ensure`: puts them back when they are gone
- `entire_dir`  `.entire/` and its .gitignore; `bytecode`: compiled modules, so that hooks start fast
- `uninstall`   removes everything that we added to a repository

Agents' hooks are installed by `agent/`.
"""
