"""Pictures of pages: `entire web` on the story of the shop, in a real browser."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tools.screens import shop
from tools.screens.stage import Stage

if TYPE_CHECKING:
    from playwright.sync_api import Page

_SIZE = {"width": 1180, "height": 760}


def _timeline(page: Page, base: str) -> None:
    page.goto(f"{base}/")


def _file(page: Page, base: str) -> None:
    page.goto(f"{base}/file?path=shop/attempts.py")
    page.click("#L13 .number a")
    page.wait_for_selector("#why-content")
    page.mouse.move(0, 0)


PICTURES: dict[str, Callable[[Page, str], None]] = {"web-timeline": _timeline, "web-file": _file}


def missing() -> str:
    """What is needed to take them, and is not here; empty if nothing is."""
    if shutil.which("chromium") is None:
        return "chromium"
    try:
        import playwright  # noqa: F401
    except ImportError:
        return "playwright"
    return ""


def take(folder: Path) -> None:
    """Take each picture anew."""
    from playwright.sync_api import sync_playwright

    with _served() as address, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_context(viewport=_SIZE, reduced_motion="reduce").new_page()
        page.goto(address)
        base = page.url.rstrip("/")
        for name, show in PICTURES.items():
            show(page, base)
            page.screenshot(path=folder / f"{name}.png")
        browser.close()


@contextmanager
def _served() -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix="entire-story-") as scratch:
        stage = Stage(Path(os.path.realpath(scratch)))
        shop.play(stage)
        command = ["entire", "web", "--no-open"]
        program = shutil.which("entire", path=stage.env["PATH"])
        with subprocess.Popen(
            command, executable=program, cwd=stage.root, env=stage.env, stdout=subprocess.PIPE, text=True
        ) as server:
            assert server.stdout is not None
            try:
                yield server.stdout.readline().strip()
            finally:
                server.terminate()
