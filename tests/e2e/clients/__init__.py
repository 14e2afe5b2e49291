"""The real clients that the story of `test_story.py` is played with."""

from tests.e2e.clients.claude import Claude
from tests.e2e.clients.client import Client
from tests.e2e.clients.codex import Codex
from tests.e2e.clients.copilot import Copilot
from tests.e2e.clients.gemini import Gemini
from tests.e2e.clients.opencode import OpenCode
from tests.e2e.clients.pi import Pi
from tests.e2e.clients.qwen import Qwen

CLIENTS: tuple[type[Client], ...] = (Claude, Codex, Gemini, Qwen, Copilot, OpenCode, Pi)
