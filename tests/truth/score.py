"""Compare what `entire blame` says with the truth of a scenario."""

from __future__ import annotations

from typing import NamedTuple

from tests.truth.play import Scenario, Stage

_UNKNOWN = frozenset({"unknown", "not_recorded", "left_out", "no_lines", "checkpoint_missing"})
RIGHT, WRONG, UNKNOWN = "right", "wrong", "unknown"


class Line(NamedTuple):
    path: str
    text: str
    truth: str
    said: str

    @property
    def verdict(self) -> str:
        truth = self.truth.removesuffix("~")
        if self.said in _UNKNOWN:
            return RIGHT if truth == "?" else UNKNOWN
        return RIGHT if truth == self.said else WRONG

    @property
    def expected(self) -> bool:
        """Whether the scenario expects this: right, or not to be told."""
        return self.verdict == RIGHT or (self.verdict == UNKNOWN and self.truth.endswith("~"))


class Score(NamedTuple):
    name: str
    lines: list[Line]

    def count(self, verdict: str) -> int:
        return sum(line.verdict == verdict for line in self.lines)

    @property
    def tellable(self) -> int:
        """How many unknown lines have evidence."""
        return sum(line.verdict == UNKNOWN and not line.expected for line in self.lines)

    @property
    def unexpected(self) -> list[Line]:
        return [line for line in self.lines if not line.expected]


def wrong_records(stage: Stage, scenario: Scenario) -> list[Line]:
    """The lines of the scenario that a checkpoint says are someone else's, whatever `entire blame` says."""
    found = []
    for path, truth in scenario.truth.items():
        texts = [text for text, _ in stage.owners(path)]
        owners = {
            text: word for text, word in zip(texts, truth.split(), strict=True) if texts.count(text) == 1
        }
        lines = [
            Line(path, text, owners[text], said) for text, said in stage.recorded(path) if text in owners
        ]
        found += [line for line in lines if line.truth not in ("?", ".") and line.verdict == WRONG]
    return found


def unexplained(stage: Stage, scenario: Scenario) -> list[tuple[str, str]]:
    """The lines that a checkpoint says are unknown, without a reason."""
    return [
        (path, text)
        for path in scenario.truth
        for text, said in stage.recorded(path)
        if said == "unexplained"
    ]


def score(stage: Stage, scenario: Scenario) -> Score:
    found = []
    for path, truth in scenario.truth.items():
        said = stage.owners(path)
        assert len(said) == len(truth.split()), (scenario.name, path, said)
        found += [Line(path, text, word, who) for (text, who), word in zip(said, truth.split(), strict=True)]
    return Score(scenario.name, found)


def table(scores: list[Score]) -> str:
    """One row a scenario, and the sums."""
    width = max(len(one.name) for one in scores)
    rows = [f"{'scenario':<{width}}  right  wrong  unknown (of these, with evidence)"]
    rows += [f"{one.name:<{width}}  {_numbers([one])}" for one in scores]
    rows.append(f"{'total':<{width}}  {_numbers(scores)}")
    return "\n".join(rows)


def _numbers(scores: list[Score]) -> str:
    right, wrong, unknown = (sum(one.count(verdict) for one in scores) for verdict in (RIGHT, WRONG, UNKNOWN))
    return f"{right:5}  {wrong:5}  {unknown:7} ({sum(one.tellable for one in scores)})"
