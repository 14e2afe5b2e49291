"""Links that a person makes and removes by hand. What the person says last holds."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule
from tests.scenario.links.test_kept_links import links
from tests.scenario.stateful.rewrites import Rewrites, all_is_made_good


class ByHand(Rewrites):
    """`entire link` and `entire unlink`, for the last commit."""

    @precondition(lambda self: all_is_made_good(self) and bool(self.slots))
    @rule(number=st.integers(0, 7))
    def person_links(self, number: int) -> None:
        self.step += 1
        known = sorted({checkpoint for checkpoint, _ in self.slots})
        chosen = known[number % len(known)]
        before = links(self.world)
        with self.no_checkpoint(), self.only_hooks():
            self.world.entire("link", "HEAD", chosen)
        assert links(self.world) == before | {chosen}

    @precondition(all_is_made_good)
    @rule(number=st.integers(0, 3))
    def person_unlinks(self, number: int) -> None:
        before = sorted(links(self.world))
        if not before:
            return
        self.step += 1
        gone = before[number % len(before)]
        with self.no_checkpoint(), self.only_hooks():
            self.world.entire("unlink", "HEAD", gone)
        assert links(self.world) == set(before) - {gone}
