"""Why a budget is not held, by the key that the run prints beside it. Read only for those that are not."""

from __future__ import annotations

CAUSES: dict[str, str] = {}
