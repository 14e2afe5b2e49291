"""Qwen Code (the `qwen` command)."""

NAME = "qwen"
TYPE = "Qwen Code"
CONFIG_FILE = ".qwen/settings.json"
