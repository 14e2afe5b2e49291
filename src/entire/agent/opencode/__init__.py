"""OpenCode (the `opencode` command)."""

NAME = "opencode"
TYPE = "OpenCode"
CONFIG_FILE = ".opencode/plugins/entire.ts"
