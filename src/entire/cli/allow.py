"""Ask whether checkpoints may go to an address that came with the repository; the answer is remembered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from entire.cli.ui import ask, output
from entire.git.repository import Repository
from entire.remote import answers, exchange
from entire.remote.address import without_password
from entire.remote.exchange import NotAllowed, Peer


def peers(repo: Repository, wanted: str, options: Mapping[str, Any], *, may_ask: bool) -> list[Peer]:
    """Return `exchange.peers`. Asks on a terminal, if it may; otherwise it raises NotAllowed."""
    try:
        return exchange.peers(repo, wanted, options)
    except NotAllowed as refused:
        if not may_ask or not ask.is_interactive():
            raise
        _ask(repo, refused)
    return exchange.peers(repo, wanted, options)


def _ask(repo: Repository, refused: NotAllowed) -> None:
    output.write_line("The settings that came with this repository send its checkpoints, which contain your")
    output.write_line("conversations with agents, to:")
    for address in refused.addresses:
        output.write_line(f"  {output.safe(without_password(address))}")
    code = without_password(refused.code)
    output.write_line(
        "It is not known to belong to the owner of your code" + (f": {output.safe(code)}" if code else "")
    )
    answers.remember(repo, refused.addresses, ask.confirm("Use it, now and with each `git push`?"))
