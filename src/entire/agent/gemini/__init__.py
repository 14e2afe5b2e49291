"""Gemini CLI (the `gemini` command)."""

NAME = "gemini"
TYPE = "Gemini CLI"
CONFIG_FILE = ".gemini/settings.json"
