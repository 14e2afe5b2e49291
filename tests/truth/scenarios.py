"""The truth table: all scenarios."""

from __future__ import annotations

from tests.truth.at_terminal import AT_TERMINAL
from tests.truth.commands import COMMANDS
from tests.truth.during_turns import DURING_TURNS
from tests.truth.formatters import FORMATTERS
from tests.truth.rewrites import REWRITES
from tests.truth.sessions import SESSIONS
from tests.truth.squashes import SQUASHES
from tests.truth.subagents import SUBAGENTS

SCENARIOS = [*FORMATTERS, *DURING_TURNS, *AT_TERMINAL, *SESSIONS, *SUBAGENTS, *REWRITES, *SQUASHES, *COMMANDS]
