"""Codex (the `codex` command)."""

NAME = "codex"
TYPE = "Codex"
CONFIG_FILE = ".codex/hooks.json"
