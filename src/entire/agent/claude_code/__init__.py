"""Claude Code (the `claude` command)."""

NAME = "claude-code"
TYPE = "Claude Code"
CONFIG_FILE = ".claude/settings.json"
