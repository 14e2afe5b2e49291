from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import hypothesis
import pytest
from tests.support import FOREIGN, GIT_CONFIG, Repo, at_home

# Ordinary runs are repeatable and leave nothing behind; `make soak` takes the other profile.
hypothesis.settings.register_profile(
    "repeatable",
    deadline=None,
    database=None,
    derandomize=True,
    max_examples=50,
    suppress_health_check=[hypothesis.HealthCheck.function_scoped_fixture],
)
hypothesis.settings.register_profile(
    "soak", parent=hypothesis.settings.get_profile("repeatable"), derandomize=False, max_examples=2000
)
hypothesis.settings.load_profile("soak" if os.environ.get("ENTIRE_SOAK") else "repeatable")

# Screens show times in the machine's zone.
os.environ["TZ"] = "UTC"
time.tzset()

# A shell ignores SIGINT for what it starts in the background, and so would every command that a test
# interrupts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """`make soak` runs what has the marker `property`: every test with hypothesis, and some that set it."""
    for item in items:
        if isinstance(item, pytest.Function) and hypothesis.is_hypothesis_test(item.obj):
            item.add_marker("property")


_OURS = "ENTIRE_E2E_"  # tells the end-to-end tests where an agent is


@pytest.fixture(autouse=True)
def isolated(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every test has a home of its own, and nothing of the caller's settings. Returns that home."""
    home = tmp_path_factory.mktemp("home")
    for name in os.environ:
        if name.startswith(FOREIGN) and not name.startswith(_OURS):
            monkeypatch.delenv(name)
    (home / ".gitconfig").write_text(GIT_CONFIG)
    for name, value in at_home(home).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("ENTIRE_SYNC", "1")  # or what a hook leaves to the background would race with the test
    monkeypatch.setenv("ENTIRE_TIME_LIMIT", "60")  # a busy machine must not change what a test sees
    return home


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    """A repository with one commit on main."""
    repo = Repo.init(tmp_path / "repo")
    repo.write("README.md", "# A project\n")
    repo.commit("first")
    return repo
