"""auto-commit: after each turn, the agent's work is committed on the current branch."""

NAME = "auto-commit"
