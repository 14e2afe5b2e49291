"""manual-commit: each turn is saved as a step, and a commit that the user makes condenses its steps."""

NAME = "manual-commit"
