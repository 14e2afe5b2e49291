"""manual-commit: each turn is a step; people commit when they like, and a commit condenses its steps."""

NAME = "manual-commit"
