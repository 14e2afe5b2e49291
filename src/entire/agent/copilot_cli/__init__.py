"""Copilot CLI (the `copilot` command)."""

NAME = "copilot-cli"
TYPE = "Copilot CLI"
CONFIG_FILE = ".github/hooks/entire.json"
