"""What an external agent's program says about itself. It may say anything (I6)."""

from __future__ import annotations

from entire.agent.defaults import member, number, text
from entire.agent.external import PROTOCOL, find, run
from entire.core.errors import EntireError
from entire.core.pattern import ALPHANUMERIC, made_of
from entire.core.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

CAPABILITIES = (
    "hooks",
    "transcript_analyzer",
    "transcript_preparer",
    "token_calculator",
    "text_generator",
    "hook_response_writer",
    "subagent_aware_extractor",
)
_LONGEST_TYPE = 60
_MOST_NAMES = 40


class Info(Value):
    """Checked."""

    name: str
    type: str
    description: str = ""
    protected_dirs: tuple[str, ...] = ()
    hook_names: tuple[str, ...] = ()
    capabilities: tuple[str, ...] = ()  # those that it has

    def to_json(self) -> dict[str, Any]:
        return {
            "protocol_version": PROTOCOL,
            "name": self.name,
            "type": self.type,
            "description": self.description,
            "protected_dirs": list(self.protected_dirs),
            "hook_names": list(self.hook_names),
            "capabilities": dict.fromkeys(self.capabilities, True),
        }


def ask(program: str, root: str, name: str) -> Info:
    """Ask the program. Raises EntireError if it does not answer, or is not the agent of this name."""
    return checked(run.ask(program, root, "info"), name)


def checked(raw: dict[str, Any], name: str) -> Info:
    """Pure. Raises EntireError."""
    if number(raw, "protocol_version") != PROTOCOL:
        found = str(raw.get("protocol_version"))[:20]
        raise EntireError(f"{name}: speaks version {found} of the protocol, not {PROTOCOL}")
    if text(raw, "name") != name or not find.is_name(name):
        raise EntireError(f"{name}: calls itself {text(raw, 'name')[:40]!r}")
    kind = text(raw, "type")
    if not kind.isprintable() or kind.strip() != kind or not 0 < len(kind) <= _LONGEST_TYPE:
        raise EntireError(f"{name}: its type is not a name: {kind[:_LONGEST_TYPE]!r}")
    has = member(raw, "capabilities")
    return Info(
        name,
        kind,
        text(raw, "description")[:200],
        tuple(filter(_is_folder, _texts(raw, "protected_dirs"))),
        tuple(filter(is_hook_name, _texts(raw, "hook_names"))),
        tuple(one for one in CAPABILITIES if has.get(one) is True),
    )


def _texts(raw: dict[str, Any], key: str) -> list[str]:
    found = raw.get(key)
    return [one for one in found if isinstance(one, str)][:_MOST_NAMES] if isinstance(found, list) else []


def _is_folder(path: str) -> bool:
    """Whether a path is a folder below the root that is the agent's own: hidden, and not git's or ours."""
    parts = path.split("/")
    usual = path.isprintable() and path.startswith(".") and parts[0].lower() not in (".git", ".entire")
    return usual and not {"", ".", ".."}.intersection(parts)


def is_hook_name(name: str) -> bool:
    return made_of(name, ALPHANUMERIC + "-_.", 1, 60) and name[0] in ALPHANUMERIC
