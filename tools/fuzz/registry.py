"""All targets, in the order of the layers from below."""

from __future__ import annotations

from tools.fuzz.target import Target
from tools.fuzz.targets import (
    agent,
    core,
    droid,
    external,
    git,
    opencode,
    recorded_agents,
    redaction,
    remote,
    stores,
    whole,
)

TARGETS: dict[str, Target] = {
    target.name: target
    for module in (
        *(core, git, redaction, agent, recorded_agents, droid, opencode, external),
        *(stores, remote, whole),
    )
    for target in module.TARGETS
}
