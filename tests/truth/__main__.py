"""`make truth`: play every scenario, print what is right, wrong and unknown; fail if that is not expected."""

from __future__ import annotations

import os
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tests.support import FOREIGN, GIT_CONFIG, at_home
from tests.truth.play import play
from tests.truth.scenarios import SCENARIOS
from tests.truth.score import Score, score, table


def _score(number: int) -> Score:
    scenario = SCENARIOS[number]
    with tempfile.TemporaryDirectory(prefix="entire-truth-") as folder:
        home = Path(folder, "home")
        home.mkdir()
        (home / ".gitconfig").write_text(GIT_CONFIG)
        for name in [name for name in os.environ if name.startswith(FOREIGN)]:
            del os.environ[name]
        os.environ.update(at_home(home), ENTIRE_TIME_LIMIT="60")
        return score(play(Path(folder, "repo"), scenario), scenario)


def main(words: list[str]) -> int:
    numbers = [n for n, one in enumerate(SCENARIOS) if all(word in one.name for word in words)]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        scores = list(pool.map(_score, numbers))
    print(table(scores))
    for one in scores:
        for line in one.unexpected:
            print(f"{one.name}: {line.path}: {line.text!r}: {line.said}, but it is {line.truth}")
    return int(any(one.unexpected for one in scores))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
