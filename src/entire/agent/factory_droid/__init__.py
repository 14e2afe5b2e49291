"""Factory AI Droid (the `droid` command)."""

NAME = "factoryai-droid"
TYPE = "Factory AI Droid"
CONFIG_FILE = ".factory/settings.json"
