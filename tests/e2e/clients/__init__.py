"""The real clients that the story of `test_story.py` is played with."""

from tests.e2e.clients.claude import Claude
from tests.e2e.clients.client import Client

CLIENTS: tuple[type[Client], ...] = (Claude,)
