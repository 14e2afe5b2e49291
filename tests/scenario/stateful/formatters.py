"""Formatters: what they change is the layout, whoever runs them. Lines and files stay whose they were."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule
from tests.scenario.stateful.agents import any_at_work, numbers, shared
from tests.scenario.stateful.model import ALL
from tests.scenario.stateful.people import People

SCRIPTS = {
    "indent": "s/^./    &/",
    "widen": "s/  */  /g",
    "tidy": "s/^ *//;s/  */ /g;s/ *$//",
}
layouts = st.sampled_from(sorted(SCRIPTS))


class Formatters(People):
    """That their work is still linked and still theirs, the checks of everything else say."""

    @rule(path=st.sampled_from(ALL), layout=layouts)
    def person_formats(self, path: str, layout: str) -> None:
        if self.disk()[path] is None:
            return
        self.step += 1
        with self.a_save(path):
            self.world.run("sed", "-i", SCRIPTS[layout], path)

    @precondition(any_at_work)
    @rule(number=numbers, path=shared, layout=layouts)
    def agent_formats(self, number: int, path: str, layout: str) -> None:
        session = self.at_work(number)
        if self.disk()[path] is None:
            return
        self.step += 1
        self.run_shell(session, f"sed -i '{SCRIPTS[layout]}' {path}")
