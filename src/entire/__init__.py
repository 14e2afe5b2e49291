"""entire remembers how code was written with AI agents, in the repository's own git."""

__version__ = "0.1.0"
