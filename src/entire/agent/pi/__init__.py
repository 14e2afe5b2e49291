"""Pi (the `pi` command)."""

NAME = "pi"
TYPE = "Pi"
CONFIG_FILE = ".pi/extensions/entire.js"
