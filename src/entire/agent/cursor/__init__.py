"""Cursor, the editor and its `cursor-agent` command."""

NAME = "cursor"
TYPE = "Cursor"
CONFIG_FILE = ".cursor/hooks.json"
