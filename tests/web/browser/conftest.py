from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.web.browser.driven import AXE, Driven, serving
from tools.screens.stage import Stage

if TYPE_CHECKING:
    from playwright.sync_api import Browser

playwright = pytest.importorskip("playwright.sync_api", reason="no playwright here: `.ci/run` installs it")
CHROMIUM = shutil.which("chromium")
Open = Callable[..., Driven]


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("no chromium here: `.ci/run` installs it")
    with playwright.sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture(scope="package")
def served(stage: Stage) -> Iterator[str]:
    """The address of the shop, with its token."""
    with serving(stage.root, stage.env) as address:
        yield address


@pytest.fixture
def opened(chromium: Browser, served: str) -> Iterator[Open]:
    """Opens the shop in a window of its own; fails if a page asked for something elsewhere, or complained."""
    windows: list[Driven] = []

    def open_it(address: str = "", **options: object) -> Driven:
        context = chromium.new_context(**{"viewport": {"width": 1280, "height": 800}, **options})
        windows.append(Driven(context, address or served))
        return windows[-1]

    yield open_it
    for window in windows:
        window.close()
        assert window.complaints == []


@pytest.fixture(scope="session")
def axe() -> str:
    if not AXE.is_file():
        pytest.skip("no axe-core here: `.ci/run` installs it")
    return Path(AXE).read_text()
