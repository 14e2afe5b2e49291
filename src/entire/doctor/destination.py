"""Check that checkpoints can be pushed where the settings want them."""

from __future__ import annotations

from entire.core.errors import EntireError
from entire.core.settings import Settings
from entire.doctor.finding import Finding
from entire.git.repository import Repository
from entire.remote import exchange
from entire.remote.exchange import NotAllowed
from entire.remote.target import KEY

UNTRUSTED = "untrusted_remote"


def examine(repo: Repository, settings: Settings) -> list[Finding]:
    if not settings.strategy_options.get(KEY) or settings.strategy_options.get("push_sessions") is False:
        return []
    try:
        exchange.peers(repo, "", settings.strategy_options)
    except NotAllowed as error:
        text = f"checkpoints are not pushed: {error.message}"
        cause = f"{KEY} is in a file that is tracked or behind a link, so its author chose it, not you"
        return [Finding(UNTRUSTED, text, cause, error.hint, names=[*error.addresses])]
    except EntireError as error:
        cause = f"{KEY} in the settings cannot be used"
        return [Finding(UNTRUSTED, f"checkpoints are not pushed: {error.message}", cause, error.hint)]
    return []
