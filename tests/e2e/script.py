"""What the fake model says: turns chosen by the prompt, each a list of answers. Knows no wire format.

    script = Script(
        Turn("Write hello", call("Write", file_path=…, content=…), say("Done.").using(Usage(output=9))),
        Turn("SUBTASK", say("Found it.")),
    )

A request plays the turn whose `when` occurs in the latest user text that any turn knows: a sub-agent's
request finds its own turn by the prompt that its parent gave it, so parallel agents need no order.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path


@dataclass(frozen=True)
class Usage:
    """Tokens of one answer; the defaults are not zero, so that a sum which forgets one is seen."""

    input: int = 3
    cache_creation: int = 20
    cache_read: int = 100
    output: int = 7


@dataclass(frozen=True)
class Call:
    tool: str
    arguments: Mapping[str, object]


@dataclass(frozen=True)
class Step:
    """One answer of the model; `meanwhile` runs when it is asked for, while the agent waits."""

    text: str = ""
    calls: tuple[Call, ...] = ()
    usage: Usage = Usage()
    meanwhile: Callable[[], object] | None = None

    def using(self, usage: Usage) -> Step:
        return replace(self, usage=usage)

    def during(self, action: Callable[[], object]) -> Step:
        return replace(self, meanwhile=action)


def say(text: str) -> Step:
    return Step(text=text)


def call(tool: str, **arguments: object) -> Step:
    return Step(calls=(Call(tool, arguments),))


def write(path: Path, content: str) -> Step:
    return call("Write", file_path=str(path), content=content)


def shell(command: str) -> Step:
    return call("Bash", command=command, description="Run it")


class Turn:
    def __init__(self, when: str, *steps: Step) -> None:
        self.when, self.steps, self.played = when, steps, 0


class Script:
    def __init__(self, *turns: Turn) -> None:
        self.turns = turns
        self.errors: list[str] = []
        self._lock = threading.Lock()

    def answer(self, texts: Iterable[str]) -> Step:
        """The next answer for a conversation with these user texts, oldest first."""
        with self._lock:
            step = self._next(list(texts))
        if step.meanwhile is not None:
            try:
                step.meanwhile()
            except Exception as error:  # it runs in the server's thread: the test must hear of it
                self.errors.append(f"meanwhile: {error!r}")
        return step

    def _next(self, texts: list[str]) -> Step:
        turn = next((t for text in reversed(texts) for t in self.turns if t.when in text), None)
        if turn is None:
            return self._off(f"no turn for {texts[-1:]}")
        if turn.played == len(turn.steps):
            return self._off(f"turn {turn.when!r} has no answer left")
        turn.played += 1
        return turn.steps[turn.played - 1]

    def _off(self, why: str) -> Step:
        self.errors.append(why)
        return say(f"OFF SCRIPT: {why}")  # a plain text ends the agent's turn; an HTTP error is retried

    def played(self, when: str = "") -> list[Step]:
        """The answers given so far, in the turns whose `when` begins so."""
        return [step for t in self.turns if t.when.startswith(when) for step in t.steps[: t.played]]

    def check(self) -> None:
        left = [f"turn {t.when!r}: {len(t.steps) - t.played} of {len(t.steps)} answers were never asked for"
                for t in self.turns if t.played < len(t.steps)]  # fmt: skip
        assert not self.errors + left, "\n".join(self.errors + left)


def total(steps: Iterable[Step]) -> dict[str, int]:
    """The token usage of these answers, under the names that checkpoints use."""
    used = [step.usage for step in steps]
    return {
        "input_tokens": sum(u.input for u in used),
        "cache_creation_tokens": sum(u.cache_creation for u in used),
        "cache_read_tokens": sum(u.cache_read for u in used),
        "output_tokens": sum(u.output for u in used),
        "api_call_count": len(used),
    }
